import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import type { TaskList } from '@/lib/assist/agent-tasks/views'
import { NewTaskForm } from './new-task-form'
import { NoticesCard } from './notices-card'
import { TaskHistory } from './task-history'

export function AgentTasksScreen({ list, timeZone }: { list: TaskList; timeZone: string }) {
  const t = useTranslations('agentTasks')
  const { hasKey, canSetKey, sections, noticeAddress } = list
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <div className="grid gap-4">
        {!hasKey && (
          <Card>
            <CardHeader
              title={t('noKeyTitle')}
              description={t('noKeyText')}
              actions={canSetKey && <ButtonLink href="/dashboard/apis">{t('setKey')}</ButtonLink>}
            />
            {!canSetKey && <p className="mt-2 text-[13px] text-ink-2">{t('askKey')}</p>}
          </Card>
        )}
        {sections.length === 0 ? (
          <Card>
            <EmptyState kind="denied" title={t('noDataTitle')} text={t('noData')} />
          </Card>
        ) : (
          <NewTaskForm list={{ hasKey, sections, shops: list.shops, today: list.today }} />
        )}
        <TaskHistory page={list.page} timeZone={timeZone} />
        {hasKey && noticeAddress && <NoticesCard address={noticeAddress} />}
      </div>
    </>
  )
}
