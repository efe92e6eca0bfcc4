import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { formatDay, listDays } from '@/lib/dates'
import { agendaHref, isOn } from '@/lib/productivity/agenda'
import type { Agenda } from '@/lib/productivity/views'
import { useEventTime } from './use-event-time'

/** The days that hold something, for phones. */
export function AgendaList({ agenda: { frame, events, people, today } }: { agenda: Agenda }) {
  const t = useTranslations('productivity.agenda')
  const language = useLocale()
  const timeOf = useEventTime()
  const { view, day, days } = frame
  const shown = listDays(days)
    .filter((each) => view === 'week' || each.slice(0, 7) === day.slice(0, 7))
    .map((each) => ({ each, held: events.filter((event) => isOn(event, each)) }))
    .filter(({ held }) => held.length > 0)
  if (shown.length === 0)
    return <p className="border-t border-line px-4 py-6 text-center text-ink-2 md:hidden">{t('empty')}</p>
  return (
    <ul className="border-t border-line md:hidden">
      {shown.map(({ each, held }) => (
        <li key={each} className="border-b border-line px-4 py-3 last:border-b-0">
          <h3 className={each === today ? 'font-semibold text-accent-text' : 'font-semibold'}>
            {formatDay(each, language)}
          </h3>
          <ul className="mt-1">
            {held.map((event) => (
              <li key={event.id}>
                <Link
                  href={agendaHref(view, day, { edit: event.id })}
                  scroll={false}
                  className="flex min-h-control flex-wrap items-baseline gap-x-3 py-1.5 text-ink no-underline"
                >
                  <span className="text-[13px] text-ink-2 tabular-nums">{timeOf(event)}</span>
                  <span className="min-w-0 flex-1 font-medium wrap-anywhere">{event.title}</span>
                  <span className="text-xs text-ink-3">
                    {people.find(({ userId }) => userId === event.personId)?.displayName}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
