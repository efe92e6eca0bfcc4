import { useFormatter, useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { classNames } from '@/components/ui/class-names'
import { formatDayShort, listDays } from '@/lib/core/dates'
import { agendaHref, isOn } from '@/lib/insight/productivity/agenda'
import type { Agenda } from '@/lib/insight/productivity/views'
import { useEventTime } from './use-event-time'

/** The days that hold something, for phones. */
export function AgendaList({ agenda: { frame, events, people, today } }: { agenda: Agenda }) {
  const t = useTranslations('productivity.agenda')
  const language = useLocale()
  const format = useFormatter()
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
          <h3
            aria-current={each === today ? 'date' : undefined}
            className={classNames('font-semibold', each === today && 'text-accent-text')}
          >
            {each === today && `${t('today')} · `}
            {format.dateTime(new Date(`${each}T12:00:00Z`), { weekday: 'long', timeZone: 'UTC' })}
            {`, ${formatDayShort(each, language)}`}
          </h3>
          <ul className="mt-1">
            {held.map((event) => (
              <li key={event.id}>
                <Link
                  href={agendaHref(view, day, { edit: event.id })}
                  scroll={false}
                  className="flex min-h-control items-baseline gap-x-3 py-1.5 text-ink no-underline"
                >
                  <span className="text-[13px] whitespace-nowrap text-ink-2 tabular-nums">{timeOf(event)}</span>
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <span className="block font-medium">{event.title}</span>
                    <span className="block text-xs text-ink-3 empty:hidden">
                      {people.find(({ userId }) => userId === event.personId)?.displayName}
                    </span>
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
