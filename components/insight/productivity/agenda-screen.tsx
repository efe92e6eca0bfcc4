import { ChevronLeftIcon, ChevronRightIcon, PlusIcon } from '@heroicons/react/24/outline'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { PageHeader } from '@/components/ui/page-header'
import { formatDayShort, nameTimeZone, listDays } from '@/lib/core/dates'
import { agendaHref, agendaViews, stepAgenda, isOn } from '@/lib/insight/productivity/agenda'
import type { Agenda } from '@/lib/insight/productivity/views'
import { AgendaMonth } from './agenda-month'
import { AgendaWeek } from './agenda-week'
import { EventDrawer } from './event-drawer'
import { ProductivityNav } from './productivity-nav'
import { useEventTime } from './use-event-time'

export function AgendaScreen({ agenda, timeZone }: { agenda: Agenda; timeZone: string }) {
  const t = useTranslations('productivity.agenda')
  const language = useLocale()
  const format = useFormatter()
  const { frame, today } = agenda
  const { view, day, days } = frame
  const name =
    view === 'month'
      ? format.dateTime(new Date(`${day}T12:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
      : `${formatDayShort(days.from, language)} – ${formatDayShort(days.to, language)}`
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ButtonLink variant="primary" href={agendaHref(view, day, { new: '1' })} scroll={false}>
            <PlusIcon aria-hidden />
            {t('new')}
          </ButtonLink>
        }
      />
      <ProductivityNav active="agenda" />
      <Card flush>
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <div className="mr-auto">
            <h2 className="text-base font-title first-letter:uppercase">{name}</h2>
            <p className="text-xs text-ink-3">{nameTimeZone(timeZone, language)}</p>
          </div>
          <nav aria-label={t('views.label')} className="flex gap-0.5 rounded-control bg-sunken p-0.5">
            {agendaViews.map((known) => (
              <Link
                key={known}
                href={agendaHref(known, day)}
                aria-current={known === view ? 'page' : undefined}
                className={classNames(
                  buttonClass({ size: 'sm', variant: 'ghost' }),
                  known === view && 'bg-surface! text-ink! shadow-card',
                )}
              >
                {t(`views.${known}`)}
              </Link>
            ))}
          </nav>
          <div className="flex gap-2">
            <ButtonLink size="sm" href={agendaHref(view, stepAgenda(view, day, -1))} aria-label={t(`previous.${view}`)}>
              <ChevronLeftIcon aria-hidden />
            </ButtonLink>
            <ButtonLink size="sm" href={agendaHref(view, today)}>
              {t('today')}
            </ButtonLink>
            <ButtonLink size="sm" href={agendaHref(view, stepAgenda(view, day, 1))} aria-label={t(`next.${view}`)}>
              <ChevronRightIcon aria-hidden />
            </ButtonLink>
          </div>
        </div>
        {view === 'month' ? (
          <AgendaMonth key={days.from} agenda={agenda} name={name} />
        ) : (
          <AgendaWeek key={days.from} agenda={agenda} name={name} />
        )}
        <AgendaList agenda={agenda} />
      </Card>
      <EventDrawer agenda={agenda} />
    </>
  )
}

/** The days that hold something, for phones. */
function AgendaList({ agenda: { frame, events, people, today } }: { agenda: Agenda }) {
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
