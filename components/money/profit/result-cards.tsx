import { useLocale, useTranslations } from 'next-intl'
import { useGapNote } from '@/components/money/ads/gap-text'
import { MetricCard, type MetricDelta } from '@/components/ui/metric-card'
import { nameGaps } from '@/lib/money/ads/coverage'
import { changeOf } from '@/lib/sales/sales-figures/figures'
import { formatMoney, formatPercent, type Cents } from '@/lib/core/money'
import { headlineOf, isCostMissing, isRevenueMissing, knownSum, type Result } from '@/lib/money/profit/result-lines'
import { shareOfSales } from '@/lib/money/profit/shares'
import type { ResultView } from '@/lib/money/profit/views'

const cards = [
  { key: 'revenue', of: (result: Result) => (isRevenueMissing(result) ? null : result.lines.revenue) },
  { key: 'netRevenue', of: (result: Result) => knownSum(result, 'netRevenue') },
  { key: 'contribution', of: (result: Result) => knownSum(result, 'contribution') },
] as const

/**
 * The four sums of the statement, each with the period before and its share of what was sold. Where nothing is known of the ads, the
 * profit before them stands last.
 */
export function ResultCards({ view: { total, previous, months, shops } }: { view: ResultView }) {
  const t = useTranslations('result')
  const language = useLocale()
  const amount = (cents: Cents | null) => (cents === null ? null : formatMoney(cents, language))
  const gapNote = useGapNote()
  const { sum } = headlineOf(total)
  const gaps = nameGaps(total.adsGaps, shops)
  const unpriced = t('unpriced', { count: Number(total.unpricedOrders) })
  const orders = t('orders', { count: Number(total.validOrders) })
  const ordersNote = total.unpricedOrders > 0n ? `${orders} · ${unpriced}` : orders
  const noteOf = (cents: Cents | null, isProfit: boolean) => {
    const share = cents === null ? null : shareOfSales(total, cents)
    return [
      cents === null && isCostMissing(total) && t('noCost'),
      total.unpricedOrders > 0n && unpriced,
      share !== null && t('ofSales', { share: formatPercent(share, language) }),
      isProfit && gaps.length > 0 && gapNote(gaps),
    ]
      .filter((text) => text !== false)
      .join(' · ')
  }
  const shown = [...cards, { key: sum, of: (result: Result) => knownSum(result, sum) }] as const
  return (
    <section aria-label={t('cards')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {shown.map(({ key, of }) => (
        <MetricCard
          key={key}
          label={t(`lines.${key}`)}
          value={amount(of(total))}
          previous={previous && amount(of(previous))}
          delta={deltaOf(of(total), previous && of(previous), (value) => formatPercent(value, language))}
          series={months.length > 1 ? months.map(({ result }) => seriesOf(of(result))) : undefined}
          definition={t(`definitions.${key}`)}
          note={key === 'revenue' ? ordersNote : noteOf(of(total), key === sum)}
        />
      ))}
    </section>
  )
}

const seriesOf = (cents: Cents | null) => (cents === null ? null : Number(cents))

function deltaOf(current: Cents | null, previous: Cents | null, format: (value: number) => string): MetricDelta | null {
  const change = current === null || previous === null ? null : changeOf(current, previous)
  if (!change) return null
  const tone = change.direction === 'flat' ? 'neutral' : change.direction === 'up' ? 'good' : 'bad'
  return { text: format(Math.abs(change.value)), direction: change.direction, tone }
}
