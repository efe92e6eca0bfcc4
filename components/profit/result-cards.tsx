import { useLocale, useTranslations } from 'next-intl'
import { MetricCard, type MetricDelta } from '@/components/ui/metric-card'
import { changeOf } from '@/lib/dashboard/metrics'
import { formatMoney, formatPercent, type Cents } from '@/lib/money'
import { isAdsUntold, isCostUntold, knownSum, shareOfSales, type Result } from '@/lib/profit/result-lines'
import type { ResultView } from '@/lib/profit/views'

const cards = [
  { key: 'revenue', of: ({ lines }: Result) => lines.revenue },
  { key: 'netRevenue', of: (result: Result) => knownSum(result, 'netRevenue') },
  { key: 'contribution', of: (result: Result) => knownSum(result, 'contribution') },
  { key: 'profit', of: (result: Result) => knownSum(result, 'profit') },
] as const

/** The four sums of the statement, each with the period before and its share of what was sold. */
export function ResultCards({ view: { total, previous, months } }: { view: ResultView }) {
  const t = useTranslations('result')
  const language = useLocale()
  const amount = (cents: Cents | null) => (cents === null ? null : formatMoney(cents, language))
  const noteOf = (cents: Cents | null) => {
    if (cents === null) return missing
    const share = shareOfSales(total, cents)
    return share === null ? null : t('ofSales', { share: formatPercent(share, language) })
  }
  const missing = [isCostUntold(total) && t('noCost'), isAdsUntold(total) && t('noAdsReport')]
    .filter((text) => text !== false)
    .join(' · ')
  return (
    <section aria-label={t('cards')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {cards.map(({ key, of }) => (
        <MetricCard
          key={key}
          label={t(`lines.${key}`)}
          value={amount(of(total))}
          previous={amount(of(previous))}
          delta={deltaOf(of(total), of(previous), (value) => formatPercent(value, language))}
          series={months.length > 1 ? months.map(({ result }) => seriesOf(of(result))) : undefined}
          definition={t(`definitions.${key}`)}
          note={key === 'revenue' ? t('orders', { count: Number(total.validOrders) }) : noteOf(of(total))}
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
