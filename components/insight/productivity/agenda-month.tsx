'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useRef, useState, type KeyboardEvent } from 'react'
import { usePageKeys } from '@/components/shell/page-keys'
import { classNames } from '@/components/ui/class-names'
import { addDays, formatDay, startOfWeek, type Day } from '@/lib/core/dates'
import { agendaHref, isOn, stepAgenda, weeksOf } from '@/lib/insight/productivity/agenda'
import type { AgendaEvent } from '@/lib/insight/productivity/queries'
import type { Agenda } from '@/lib/insight/productivity/views'
import { useClock, useEventTime } from './use-event-time'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const shownInDay = 4

/** Days are one stop in the tab order; arrows go from day to day, Page Up and Page Down from month to month. */
export function AgendaMonth({ agenda, name }: { agenda: Agenda; name: string }) {
  const t = useTranslations('productivity.agenda')
  const format = useFormatter()
  const router = useRouter()
  usePageKeys([
    { pressed: ['←', '→', '↑', '↓'], text: t('sheet.day') },
    { pressed: ['Page Up', 'Page Down'], text: t('sheet.month') },
    { pressed: ['Enter'], text: t('sheet.add') },
  ])
  const grid = useRef<HTMLDivElement>(null)
  const { frame, events, today } = agenda
  const [current, setCurrent] = useState<Day>(frame.day)
  const weeks = weeksOf(frame.days)
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const turn = ({ PageUp: -1, PageDown: 1 } as const)[event.key]
    const edge = { Home: startOfWeek(current), End: addDays(startOfWeek(current), 6) }[event.key]
    if (!step && !turn && !edge) return
    event.preventDefault()
    const next = turn ? stepAgenda('month', current, turn) : (edge ?? addDays(current, step!))
    if (turn || next < frame.days.from || next > frame.days.to) return router.push(agendaHref('month', next))
    setCurrent(next)
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('gridLabel', { name })}
      aria-describedby="agenda-keys"
      onKeyDown={move}
      className="hidden border-t border-line md:block"
    >
      <p id="agenda-keys" className="sr-only">
        {t('keys')}
      </p>
      <div role="row" className="grid grid-cols-7">
        {weeks[0]!.map((day) => (
          <span key={day} role="columnheader" className="px-2 py-1.5 text-xs font-medium text-ink-2">
            {format.dateTime(new Date(`${day}T12:00:00Z`), { weekday: 'short', timeZone: 'UTC' })}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className="grid grid-cols-7">
          {week.map((day) => (
            <MonthDay
              key={day}
              day={day}
              today={today}
              events={events.filter((event) => isOn(event, day))}
              shownDay={frame.day}
              outside={day.slice(0, 7) !== frame.day.slice(0, 7)}
              isCurrent={day === current}
              onFocus={() => setCurrent(day)}
            />
          ))}
        </div>
      ))}
    </div>
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
