import { ChevronLeftIcon, ChevronRightIcon, PlusIcon } from '@heroicons/react/24/outline'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink, buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { PageHeader } from '@/components/ui/page-header'
import { formatDayShort, nameTimeZone } from '@/lib/core/dates'
import { agendaHref, agendaViews, stepAgenda } from '@/lib/insight/productivity/agenda'
import type { Agenda } from '@/lib/insight/productivity/views'
import { AgendaList } from './agenda-list'
import { AgendaMonth } from './agenda-month'
import { AgendaWeek } from './agenda-week'
import { EventDrawer } from './event-drawer'
import { ProductivityNav } from './productivity-nav'

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
