import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { AttentionCard } from '@/components/insight/dashboard/attention-card'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { PageHeader } from '@/components/ui/page-header'
import type { Role } from '@/lib/core/permissions'
import type { AttentionView } from '@/lib/insight/dashboard/views'
import type { Day } from '@/lib/core/dates'
import { agendaHref } from '@/lib/insight/productivity/agenda'
import type { Task } from '@/lib/insight/productivity/queries'
import { agendaPath, boardPath } from '@/lib/insight/productivity/schema'
import type { ProductivityHub } from '@/lib/insight/productivity/views'
import { DueBadge } from './due-badge'
import { ProductivityNav } from './productivity-nav'
import { useEventTime } from './use-event-time'

type ProductivityScreenProps = { hub: ProductivityHub; attention: AttentionView; role: Role }

/** The person's tasks, today's events, and the company's waiting work. */
export function ProductivityScreen({ hub, attention, role }: ProductivityScreenProps) {
  const t = useTranslations('productivity')
  return (
    <>
      <PageHeader title={t('title')} />
      <ProductivityNav active="hub" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <MyTasks tasks={hub.tasks} today={hub.today} />
        <Today hub={hub} />
        <AttentionCard role={role} attention={attention} className="lg:col-span-2" />
      </div>
    </>
  )
}

function MyTasks({ tasks, today }: { tasks: Task[]; today: Day }) {
  const t = useTranslations('productivity')
  return (
    <Card>
      <CardHeader
        title={t('hub.tasks')}
        actions={
          <ButtonLink size="sm" href={boardPath}>
            {t('hub.openBoard')}
          </ButtonLink>
        }
      />
      {tasks.length === 0 ? (
        <p className="py-3 text-ink-2">{t('hub.noTasks')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {tasks.map((task) => (
            <li key={task.id} className="flex items-center justify-between gap-3 py-2.5">
              <Link href={`${boardPath}?edit=${task.id}`} className="min-w-0 font-medium wrap-anywhere text-ink">
                {task.title}
              </Link>
              <DueBadge dueOn={task.dueOn} today={today} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Today({ hub: { events, today } }: { hub: ProductivityHub }) {
  const t = useTranslations('productivity')
  const timeOf = useEventTime()
  return (
    <Card>
      <CardHeader
        title={t('hub.today')}
        actions={
          <ButtonLink size="sm" href={agendaPath}>
            {t('hub.openAgenda')}
          </ButtonLink>
        }
      />
      {events.length === 0 ? (
        <p className="py-3 text-ink-2">{t('hub.noEvents')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {events.map((event) => (
            <li key={event.id} className="flex items-baseline gap-3 py-2.5">
              <span className="min-w-28 shrink-0 text-[13px] whitespace-nowrap text-ink-2 tabular-nums">
                {timeOf(event)}
              </span>
              <Link
                href={agendaHref('week', today, { edit: event.id })}
                className="min-w-0 font-medium wrap-anywhere text-ink"
              >
                {event.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
