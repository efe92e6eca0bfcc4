import { useLocale, useTranslations } from 'next-intl'
import { MetricCard, type MetricDelta } from '@/components/ui/metric-card'
import { changeOf } from '@/lib/dashboard/metrics'
import { formatMoney, formatPercent, type Cents } from '@/lib/money'
import { shareOfSales, type Result } from '@/lib/profit/result-lines'
import type { ResultView } from '@/lib/profit/views'

const cards = [
  { key: 'revenue', of: ({ lines }: Result) => lines.revenue },
  { key: 'netRevenue', of: ({ sums }: Result) => sums.netRevenue },
  { key: 'contribution', of: ({ sums }: Result) => sums.contribution },
  { key: 'profit', of: ({ sums }: Result) => sums.profit },
] as const

/** The four sums of the statement, each with the period before and its share of what was sold. */
export function ResultCards({ view: { total, previous, months } }: { view: ResultView }) {
  const t = useTranslations('result')
  const language = useLocale()
  const shareText = (cents: Cents) => {
    const share = shareOfSales(total, cents)
    return share === null ? null : t('ofSales', { share: formatPercent(share, language) })
  }
  return (
    <section aria-label={t('cards')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {cards.map(({ key, of }) => (
        <MetricCard
          key={key}
          label={t(`lines.${key}`)}
          value={formatMoney(of(total), language)}
          previous={formatMoney(of(previous), language)}
          delta={deltaOf(of(total), of(previous), (value) => formatPercent(value, language))}
          series={months.length > 1 ? months.map(({ result }) => Number(of(result))) : undefined}
          definition={t(`definitions.${key}`)}
          note={key === 'revenue' ? t('orders', { count: Number(total.validOrders) }) : shareText(of(total))}
        />
      ))}
    </section>
  )
}

function deltaOf(current: Cents, previous: Cents, format: (value: number) => string): MetricDelta | null {
  const change = changeOf(current, previous)
  if (!change) return null
  const tone = change.direction === 'flat' ? 'neutral' : change.direction === 'up' ? 'good' : 'bad'
  return { text: format(Math.abs(change.value)), direction: change.direction, tone }
}
