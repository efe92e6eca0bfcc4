'use client'

import { useFormatter, useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { classNames } from '@/components/ui/class-names'
import { formatDay, listDays, type Day } from '@/lib/core/dates'
import { agendaHref, isOn, layOutDay } from '@/lib/insight/productivity/agenda'
import type { AgendaEvent } from '@/lib/insight/productivity/queries'
import type { Agenda } from '@/lib/insight/productivity/views'
import { useClock, useEventTime } from './use-event-time'

const hourPx = 44
const firstShownHour = 7
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const columns = 'grid grid-cols-[56px_repeat(7,minmax(0,1fr))]'

/** Seven days by the hour; what overlaps stands side by side, and what lasts whole days above the hours. */
export function AgendaWeek({ agenda, name }: { agenda: Agenda; name: string }) {
  const t = useTranslations('productivity.agenda')
  const clock = useClock()
  const scroller = useRef<HTMLDivElement>(null)
  const { frame, events, today } = agenda
  const days = listDays(frame.days)
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = firstShownHour * hourPx
  }, [])
  return (
    <div className="hidden border-t border-line md:block">
      <div className={columns}>
        <span className="self-end px-2 pb-1 text-xs text-ink-3">{t('allDay')}</span>
        {days.map((day) => (
          <WeekHead
            key={day}
            day={day}
            today={today}
            events={events.filter((event) => !event.times && isOn(event, day))}
          />
        ))}
      </div>
      <div
        ref={scroller}
        role="region"
        aria-label={t('gridLabel', { name })}
        tabIndex={0}
        className="max-h-[640px] overflow-y-auto border-t border-line"
      >
        <div className={classNames(columns, 'relative')} style={{ height: hourPx * 24 }}>
          <div aria-hidden>
            {hours.map((hour) => (
              <span key={hour} className="block px-2 text-xs text-ink-3 tabular-nums" style={{ height: hourPx }}>
                {clock(hour)}
              </span>
            ))}
          </div>
          {days.map((day) => (
            <WeekDay key={day} day={day} events={events} />
          ))}
        </div>
      </div>
    </div>
  )
}

function WeekHead({ day, today, events }: { day: Day; today: Day; events: AgendaEvent[] }) {
  const t = useTranslations('productivity.agenda')
  const format = useFormatter()
  const language = useLocale()
  const date = new Date(`${day}T12:00:00Z`)
  return (
    <div className="min-w-0 border-l border-line p-1">
      <Link
        href={agendaHref('week', day, { new: '1' })}
        scroll={false}
        prefetch={false}
        aria-current={day === today ? 'date' : undefined}
        aria-label={t('newOn', { day: formatDay(day, language), count: events.length })}
        className={classNames(
          'block min-h-7 rounded-sm px-1 py-1 text-[13px] no-underline hover:bg-sunken',
          day === today ? 'font-semibold text-accent-text' : 'text-ink-2',
        )}
      >
        {format.dateTime(date, { weekday: 'short', day: 'numeric', timeZone: 'UTC' })}
      </Link>
      {events.map((event) => (
        <Link
          key={event.id}
          href={agendaHref('week', day, { edit: event.id })}
          scroll={false}
          prefetch={false}
          className="mt-0.5 block min-h-6 truncate rounded-sm bg-accent-soft px-1 py-0.5 text-xs font-medium text-accent-text no-underline"
        >
          {event.title}
        </Link>
      ))}
    </div>
  )
}

function WeekDay({ day, events }: { day: Day; events: AgendaEvent[] }) {
  const timeOf = useEventTime()
  return (
    <div className="relative min-w-0 border-l border-line">
      {hours.map((hour) => (
        <Link
          key={hour}
          href={agendaHref('week', day, { new: '1', time: hour })}
          scroll={false}
          prefetch={false}
          aria-hidden
          tabIndex={-1}
          className="block border-b border-line hover:bg-sunken"
          style={{ height: hourPx }}
        />
      ))}
      {layOutDay(events, day).map(({ event, fromMinute, toMinute, lane, lanes }) => (
        <Link
          key={event.id}
          href={agendaHref('week', day, { edit: event.id })}
          scroll={false}
          prefetch={false}
          className="absolute overflow-hidden rounded-sm border border-surface bg-accent-soft px-1 py-0.5 text-xs text-accent-text no-underline hover:brightness-95"
          style={{
            top: (fromMinute / 60) * hourPx,
            height: ((toMinute - fromMinute) / 60) * hourPx,
            left: `${(lane / lanes) * 100}%`,
            width: `${100 / lanes}%`,
          }}
        >
          <span className="block truncate font-semibold">{event.title}</span>
          <span className="block truncate tabular-nums">{timeOf(event)}</span>
        </Link>
      ))}
    </div>
  )
}
