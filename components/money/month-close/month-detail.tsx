import { useLocale, useTranslations } from 'next-intl'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { BackLink } from '@/components/sales/dispatch/back-link'
import { Card, CardHeader } from '@/components/ui/card'
import { formatMonth } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { Month } from '@/lib/money/month-close/calendar'
import { monthCloseHref } from '@/lib/money/month-close/paths'
import { monthsAtOnce } from '@/lib/money/month-close/schema'
import type { MonthClosesView, MonthDetail as Opened } from '@/lib/money/month-close/views'
import { Adjustments } from './adjustments'
import { CloseButton } from './close-dialog'
import { ClosingHistory } from './closing-history'
import { FigureTable } from './figure-table'
import { MonthBadge } from './month-table'
import { PackButton } from './pack-button'
import { Prechecks } from './prechecks'
import { ReopenButton } from './reopen-dialog'

const monthsUntil = (from: Month, to: Month): number => {
  const numberOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return numberOf(to) - numberOf(from) + 1
}

type MonthDetailProps = { view: MonthClosesView; opened: Opened; timeZone: string }

/** A month: its figures as closed beside those of now, what it adjusted, what it still lacks, and what can be done. */
export function MonthDetail({ view, opened, timeZone }: MonthDetailProps) {
  const t = useTranslations('monthClose')
  const language = useLocale()
  const { month, state, frozen, live, adjustments } = opened
  const { may, entity, entities, next, mayBegin } = view
  const of = { legalEntityId: entity!.id, month }
  const own = (frozen ?? live).profit
  const adjusted =
    own === undefined ? null : adjustments.reduce((sum, { changes }) => sum + (changes.profit ?? 0n), own)
  return (
    <div className="grid min-w-0 gap-4">
      <BackLink href={monthCloseHref(entities.length > 1 ? entity!.id : null)} label={t('detail.back')} />
      <Card>
        <CardHeader
          title={`${formatMonth(month, language)} · ${entity!.name}`}
          description={t('text')}
          actions={
            <>
              <MonthBadge state={state} />
              {may.download && <PackButton {...of} provisional={state !== 'closed'} />}
              {state === 'closed' && may.reopen && opened.isLast && <ReopenButton {...of} />}
              {state === 'next' && may.close && <CloseButton {...of} />}
              {state === 'open' && may.close && mayBegin && <CloseButton {...of} scope="begin" />}
              {state === 'open' && may.close && next && monthsUntil(next, month) <= monthsAtOnce && (
                <CloseButton {...of} scope="until" from={next} />
              )}
            </>
          }
        />
        {(state === 'open' || state === 'running' || state === 'before') && (
          <p className="mt-1 text-[13px] text-ink-2">
            {t(`reasons.${state}`, { next: next ? formatMonth(next, language) : '' })}
          </p>
        )}
        <HistoryLink kind="monthClose" id={entity!.id} />
        {adjustments.length > 0 && adjusted !== null && (
          <p className="mt-3 tabular-nums">
            {`${t('detail.withAdjustments')}: `}
            <strong>{formatMoney(adjusted, language)}</strong>
          </p>
        )}
      </Card>
      {(state === 'next' || state === 'open') && <Prechecks checks={opened.prechecks} />}
      <Adjustments adjustments={adjustments} entity={entity!} taken={frozen !== null} next={view.next} />
      <FigureTable opened={opened} entity={entity!} />
      <ClosingHistory closings={opened.closings} timeZone={timeZone} />
    </div>
  )
}
