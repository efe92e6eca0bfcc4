import { useLocale, useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { PageHeader } from '@/components/ui/page-header'
import { cancelTaskAction } from '@/lib/assist/agent-tasks/actions'
import { tasksPath } from '@/lib/assist/agent-tasks/paths'
import { followedStates } from '@/lib/assist/agent-tasks/schema'
import type { TaskView } from '@/lib/assist/agent-tasks/task-view'
import { formatDay } from '@/lib/core/dates'
import type { ErrorCode } from '@/lib/core/errors'
import { PackCard } from './pack-card'
import { ReportCard } from './report-card'
import { RetryTask } from './retry-task'
import { StateBadge } from './state-badge'
import { TaskTimeline } from './task-timeline'

const FRESH_MS = 2500

type TaskScreenProps = { task: TaskView; canApprove: boolean; company: string; timeZone: string }

export function TaskScreen({ task, canApprove, company, timeZone }: TaskScreenProps) {
  const t = useTranslations('agentTasks')
  const common = useTranslations('common')
  const language = useLocale()
  const { id, kind, worker, state, from, to, shopName, may } = task
  const days = t('range', { from: formatDay(from, language), to: formatDay(to, language) })
  // Its results are brought over after it is done, each for itself.
  const isBringing = state === 'done' && task.events.some(({ files }) => files.some((file) => file.state === 'waiting'))
  const isMoving = isBringing || followedStates.some((one) => one === state)
  return (
    <>
      <PageHeader
        title={t(`kinds.${kind}`)}
        description={[days, shopName].filter(Boolean).join(' · ')}
        actions={
          <>
            <ButtonLink href={tasksPath}>{t('back')}</ButtonLink>
            {may.cancel && (
              <ConfirmButton
                action={cancelTaskAction}
                input={{ id }}
                label={t('cancel.button')}
                title={t('cancel.title')}
                text={t('cancel.text')}
                confirmLabel={t('cancel.confirm')}
                keepLabel={common('close')}
                successMessage={t('cancel.done')}
                danger
              />
            )}
          </>
        }
      />
      {isMoving && <KeepFresh everyMs={FRESH_MS} />}
      <div className="grid gap-4">
        <p className="flex flex-wrap items-center gap-2" data-print="hide">
          <StateBadge state={state} />
          <Badge>{worker === 'local' ? t('local') : t('manus')}</Badge>
          {isMoving && <span className="text-[13px] text-ink-3">{t('timeline.live')}</span>}
        </p>
        {state === 'failed' && task.errorCode && <Failure code={task.errorCode} />}
        {state === 'unclear' && (
          <Card>
            <CardHeader
              title={t('unclear.title')}
              description={t('unclear.text')}
              actions={may.retry && <RetryTask id={id} />}
            />
          </Card>
        )}
        {task.report && (
          <ReportCard id={id} report={task.report} isDone={state === 'done'} heading={{ company, days }} />
        )}
        {state === 'draft' && <PackCard task={task} />}
        <TaskTimeline task={task} canApprove={canApprove} timeZone={timeZone} />
        {state !== 'draft' && task.packs.length > 0 && <PackCard task={task} />}
      </div>
    </>
  )
}

function Failure({ code }: { code: ErrorCode }) {
  const t = useTranslations('agentTasks')
  const errors = useTranslations('errors')
  return (
    <Card>
      <CardHeader title={t('failedTitle')} description={errors(code)} />
    </Card>
  )
}
