import { useLocale, useTranslations } from 'next-intl'
import { MetricCard, type MetricDelta } from '@/components/ui/metric-card'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { pricesAtOnce } from '@/lib/money/prices/change-lines'
import { deskHref, deskQuery, isOutcome } from '@/lib/money/prices/desk-filters'
import type { DeskSums, PriceDesk } from '@/lib/money/prices/desk-views'
import { SendPrices } from './send-prices'

/** The rule's effect, before anything is sent. */
export function RuleOutcome({ desk: { filters, canSend, day, today }, sums }: { desk: PriceDesk; sums: DeskSums }) {
  const t = useTranslations('priceDesk')
  const language = useLocale()
  const difference = sums.monthAfterCents - sums.monthBeforeCents
  const delta: MetricDelta = {
    text: formatMoney(difference < 0n ? -difference : difference, language),
    direction: difference > 0n ? 'up' : difference < 0n ? 'down' : 'flat',
    tone: difference > 0n ? 'good' : difference < 0n ? 'bad' : 'neutral',
  }
  const isKnown = sums.changes > sums.unknownChanges
  return (
    <section aria-label={t('outcome')} className="grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-3">
      <MetricCard
        label={t('shows.changes')}
        value={formatNumber(sums.changes, language)}
        definition={t('showsHow.changes')}
        href={deskHref(filters, { show: 'changes' })}
      />
      <MetricCard
        label={t('shows.kept')}
        value={formatNumber(sums.kept, language)}
        definition={t('showsHow.kept')}
        href={deskHref(filters, { show: 'kept' })}
      />
      <MetricCard
        label={t('monthAfter')}
        value={isKnown ? formatMoney(sums.monthAfterCents, language) : null}
        delta={delta}
        previous={formatMoney(sums.monthBeforeCents, language)}
        definition={t('monthAfterHow')}
        note={sums.unknownChanges > 0 ? t('unknownChanges', { count: sums.unknownChanges }) : undefined}
        className="min-[360px]:col-span-2 lg:col-span-1"
      />
      {canSend && sums.changes > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 min-[360px]:col-span-2 lg:col-span-3">
          <p className="text-[13px] text-ink-2">
            {t(sums.changes > pricesAtOnce ? 'tooMany' : 'nothingSent', { max: pricesAtOnce })}
          </p>
          {sums.changes <= pricesAtOnce && (
            <span className="ml-auto">
              <SendPrices
                query={deskQuery(filters, isOutcome(filters.show) ? { show: null } : {})}
                listingIds={null}
                count={sums.changes}
                sumCents={sums.changesCents}
                month={{
                  beforeCents: sums.monthBeforeCents,
                  afterCents: sums.monthAfterCents,
                  unknown: sums.unknownChanges,
                }}
                day={day}
                today={today}
                doneHref={deskHref(filters, { rule: null, show: null, day: null })}
              />
            </span>
          )}
        </div>
      )}
    </section>
  )
}
