import { useLocale, useTranslations } from 'next-intl'
import { MetricCard, type MetricDelta } from '@/components/ui/metric-card'
import { metricColumns } from './metric-columns'
import { ordersHref, type SalesFilters } from '@/lib/sales/sales-figures/filters'
import {
  averageOrderCents,
  cancellationRate,
  changeOf,
  feeCoverage,
  netOfFeesCents,
  pointsBetween,
  validOrders,
  type Change,
  type SalesFigures,
} from '@/lib/sales/sales-figures/figures'
import type { SalesSummary } from '@/lib/insight/dashboard/views'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'

type Metric = {
  key: 'grossSales' | 'netOfFees' | 'validOrders' | 'units' | 'averageOrder' | 'cancellations'
  note: string
  definition: string
  /** More of it is worse. */
  cost?: boolean
  /** Takes the whole width of a phone. */
  wide?: boolean
} & (
  | { unit: 'money' | 'count'; of: (sales: SalesFigures) => bigint | null }
  | { unit: 'rate'; of: (sales: SalesFigures) => number | null }
)

type MetricGridProps = { summary: SalesSummary; filters: SalesFilters; zone: string }

/** Each figure with the previous period's, its formula on demand, and a way to exactly the orders that add up to it. */
export function MetricGrid({ summary, filters, zone }: MetricGridProps) {
  const t = useTranslations('metrics')
  const label = useTranslations('dashboard')('metrics')
  const language = useLocale()
  const { current, previous, buckets, seesMoney } = summary
  const metrics = useMetrics(current, zone).filter(({ key }) => seesMoney || key !== 'netOfFees')

  const withoutData = current.orders === 0n && (previous?.orders ?? 0n) === 0n
  const show = (metric: Metric, sales: SalesFigures | null) => {
    const value = withoutData || !sales ? null : metric.of(sales)
    if (value === null) return null
    if (metric.unit === 'rate') return formatPercent(value, language)
    return metric.unit === 'money' ? formatMoney(BigInt(value), language) : formatNumber(value, language)
  }
  const deltaOf = (metric: Metric): MetricDelta | null => {
    if (!previous) return null
    const change =
      metric.unit === 'rate'
        ? pointsBetween(metric.of(current), metric.of(previous))
        : changeOf(metric.of(current), metric.of(previous))
    if (!change) return null
    return { text: changeText(change), direction: change.direction, tone: toneOf(change, metric.cost === true) }
  }
  const changeText = ({ kind, value }: Change) => {
    const size = Math.abs(value)
    return kind === 'ratio'
      ? formatPercent(size, language)
      : t('points', { value: formatNumber((size * 100).toFixed(1), language, 1, 1) })
  }

  return (
    <section aria-label={label} className={metricColumns(metrics.length)}>
      {metrics.map((metric) => (
        <MetricCard
          key={metric.key}
          label={t(`${metric.key}.label`)}
          value={show(metric, current)}
          previous={show(metric, previous)}
          delta={deltaOf(metric)}
          series={buckets.map(({ sales }) => metric.of(sales)).map((value) => (value === null ? null : Number(value)))}
          note={metric.note}
          definition={metric.definition}
          href={ordersHref(filters, metric.key === 'cancellations' ? { status: 'cancelled' } : { valid: true })}
          className={metric.wide ? 'max-sm:col-span-2' : undefined}
        />
      ))}
    </section>
  )
}

function toneOf({ direction }: Change, cost: boolean): MetricDelta['tone'] {
  if (direction === 'flat') return 'neutral'
  return (direction === 'up') === cost ? 'bad' : 'good'
}

function useMetrics(current: SalesFigures, zone: string): Metric[] {
  const t = useTranslations('metrics')
  const language = useLocale()
  const money = (cents: bigint) => formatMoney(cents, language)
  const count = (value: bigint) => formatNumber(value, language)
  const left = { pending: count(current.pending), cancelled: count(current.cancelled) }
  const fees = { charged: money(current.feesChargedCents), estimated: money(current.feesEstimatedCents) }
  const cancelled = { ...left, orders: count(current.orders), value: money(current.cancelledCents) }
  const coverage = feeCoverage(current)
  const share = (hundredths: number) => formatPercent(hundredths / 100, language, { fractionDigits: 0 })
  const covered = coverage && {
    charged: share(coverage.charged),
    estimated: share(coverage.estimated),
    without: share(coverage.without),
  }
  // Sales over the counter count as charged, but there is no marketplace to charge them.
  const withoutFees = coverage?.charged === 100 && current.feesChargedCents === 0n
  const coverageNote = withoutFees
    ? 'netOfFees.noteFree'
    : coverage?.without
      ? 'netOfFees.noteWithout'
      : 'netOfFees.note'
  return [
    {
      key: 'grossSales',
      unit: 'money',
      of: (sales) => sales.grossCents,
      note:
        current.unpriced > 0n
          ? t('grossSales.noteUnpriced', { count: Number(current.unpriced) })
          : t('grossSales.note'),
      definition: t('grossSales.definition', { zone }),
      wide: true,
    },
    {
      key: 'netOfFees',
      unit: 'money',
      of: netOfFeesCents,
      note: covered ? t(coverageNote, covered) : t('netOfFees.noteNone'),
      definition: t('netOfFees.definition', fees),
      wide: true,
    },
    {
      key: 'validOrders',
      unit: 'count',
      of: validOrders,
      note: t('validOrders.note', left),
      definition: t('validOrders.definition', { zone }),
    },
    {
      key: 'units',
      unit: 'count',
      of: (sales) => sales.units,
      note: t('units.note'),
      definition: t('units.definition'),
    },
    {
      key: 'averageOrder',
      unit: 'money',
      of: averageOrderCents,
      note: t('averageOrder.note'),
      definition: t('averageOrder.definition'),
    },
    {
      key: 'cancellations',
      unit: 'rate',
      of: cancellationRate,
      note: t('cancellations.note', cancelled),
      definition: t('cancellations.definition'),
      cost: true,
    },
  ]
}
