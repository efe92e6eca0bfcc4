'use client'

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { usePageKeys } from '@/components/shell/page-keys'
import { classNames } from '@/components/ui/class-names'
import { DayGrid } from '@/components/ui/day-grid'
import { formatDay, type Day } from '@/lib/core/dates'
import { agendaHref, isOn, stepAgenda } from '@/lib/insight/productivity/agenda'
import type { AgendaEvent } from '@/lib/insight/productivity/queries'
import type { Agenda } from '@/lib/insight/productivity/views'
import { useClock, useEventTime } from './use-event-time'

const shownInDay = 4

export function AgendaMonth({ agenda, name }: { agenda: Agenda; name: string }) {
  const t = useTranslations('productivity.agenda')
  usePageKeys([
    { pressed: ['←', '→', '↑', '↓'], text: t('sheet.day') },
    { pressed: ['Page Up', 'Page Down'], text: t('sheet.month') },
    { pressed: ['Enter'], text: t('sheet.add') },
  ])
  const { frame, events, today } = agenda
  return (
    <DayGrid
      label={t('gridLabel', { name })}
      keys={t('keys')}
      range={frame.days}
      start={frame.day}
      turned={(day, by) => stepAgenda('month', day, by)}
      hrefOf={(day) => agendaHref('month', day)}
    >
      {(day, stop) => (
        <MonthDay
          key={day}
          {...stop}
          day={day}
          today={today}
          events={events.filter((event) => isOn(event, day))}
          shownDay={frame.day}
          outside={day.slice(0, 7) !== frame.day.slice(0, 7)}
        />
      )}
    </DayGrid>
  )
}

type MonthDayProps = {
  day: Day
  today: Day
  events: AgendaEvent[]
  shownDay: Day
  outside: boolean
  isCurrent: boolean
  onFocus: () => void
}

function MonthDay({ day, today, events, shownDay, outside, isCurrent, onFocus }: MonthDayProps) {
  const t = useTranslations('productivity.agenda')
  const language = useLocale()
  const timeOf = useEventTime()
  const clock = useClock()
  const more = events.length - shownInDay
  return (
    <div
      role="gridcell"
      className={classNames(
        'min-h-28 min-w-0 border-t border-r border-line p-1 last:border-r-0',
        outside && 'bg-sunken/50',
      )}
    >
      <Link
        href={agendaHref('month', day, { new: '1' })}
        scroll={false}
        prefetch={false}
        data-day={day}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={onFocus}
        aria-current={day === today ? 'date' : undefined}
        aria-label={t('newOn', { day: formatDay(day, language), count: events.length })}
        className={classNames(
          'grid size-7 place-items-center rounded-full text-xs tabular-nums no-underline hover:bg-line',
          day === today ? 'bg-accent font-semibold text-on-accent' : outside ? 'text-ink-3' : 'text-ink-2',
        )}
      >
        {Number(day.slice(8))}
      </Link>
      <ul className="mt-1 flex flex-col gap-0.5">
        {events.slice(0, shownInDay).map((event) => (
          <li key={event.id}>
            <Link
              href={agendaHref('month', shownDay, { edit: event.id })}
              scroll={false}
              prefetch={false}
              title={`${timeOf(event)} ${event.title}`}
              className={classNames(
                'block min-h-6 truncate rounded-sm px-1 py-0.5 text-xs no-underline',
                event.times ? 'text-ink hover:bg-sunken' : 'bg-accent-soft font-medium text-accent-text',
              )}
            >
              {event.times && event.startsOn === day && (
                <span className="mr-1 text-ink-2 tabular-nums">{clock(event.times.from)}</span>
              )}
              {event.title}
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link
              href={agendaHref('week', day)}
              prefetch={false}
              className="block min-h-6 px-1 py-0.5 text-xs font-semibold text-accent-text"
            >
              {t('more', { count: more })}
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}
