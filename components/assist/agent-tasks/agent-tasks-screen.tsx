import { useTranslations, useLocale } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import type { TaskList } from '@/lib/assist/agent-tasks/views'
import { NewTaskForm } from './new-task-form'
import { CopyButton } from '@/components/identity/settings/security/copy-button'
import { Pagination } from '@/components/ui/pagination'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { tasksPath } from '@/lib/assist/agent-tasks/paths'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { StateBadge } from './state-badge'

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

/** Where the other side may tell us what is new; without it we ask. */
function NoticesCard({ address }: { address: string }) {
  const t = useTranslations('agentTasks.notices')
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <div className="flex flex-wrap items-start gap-2">
        <pre
          tabIndex={0}
          aria-label={t('address')}
          className="min-w-0 flex-1 overflow-x-auto max-sm:basis-full rounded-control border border-line bg-sunken p-3 text-[13px]"
        >
          {address}
        </pre>
        <CopyButton text={address} label={t('copy')} copied={t('copied')} />
      </div>
    </Card>
  )
}

function TaskHistory({ page, timeZone }: { page: TaskList['page']; timeZone: string }) {
  const t = useTranslations('agentTasks')
  const language = useLocale()
  const { rows, previous, next } = page
  const href = (name: string, place: string | null) => place && `${tasksPath}?${name}=${place}`
  return (
    <Card flush>
      <CardHeader className="p-4" title={t('history.title')} />
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{t('history.empty')}</p>
      ) : (
        <Table label={t('history.title')} className="border-t border-line">
          <Thead>
            <Th>{t('history.job')}</Th>
            <Th>{t('history.who')}</Th>
            <Th>{t('history.state')}</Th>
            <Th>{t('history.period')}</Th>
            <Th>{t('history.asked')}</Th>
          </Thead>
          <Tbody>
            {rows.map(({ id, kind, worker, state, question, from, to, createdAt, byName }) => (
              <Tr key={id}>
                <Td primary>
                  <RowLink href={`${tasksPath}/${id}`}>{t(`kinds.${kind}`)}</RowLink>
                  {question && <span className="line-clamp-2 max-w-prose list-note wrap-anywhere">{question}</span>}
                </Td>
                <Td label={t('history.who')}>{worker === 'local' ? t('local') : t('manus')}</Td>
                <Td label={t('history.state')}>
                  <StateBadge state={state} />
                </Td>
                <Td label={t('history.period')} className="whitespace-nowrap">
                  {t('range', { from: formatDay(from, language), to: formatDay(to, language) })}
                </Td>
                <Td label={t('history.asked')} className="text-ink-2">
                  <span className="whitespace-nowrap">{formatDateTime(createdAt, language, timeZone)}</span>
                  {byName && ` · ${byName}`}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      {(previous || next) && <Pagination previousHref={href('before', previous)} nextHref={href('after', next)} />}
    </Card>
  )
}
