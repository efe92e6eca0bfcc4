import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { LineChart } from '@/components/ui/chart/line-chart'
import { EmptyState } from '@/components/ui/empty-state'
import type { Bucket, BucketUnit } from '@/lib/sales/sales-figures/buckets'
import type { SalesFilters } from '@/lib/sales/sales-figures/filters'
import type { SalesSummary } from '@/lib/insight/dashboard/views'
import { daysBetween, formatDay, formatDayShort, formatMonth, type Day } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatMoneyShort } from '@/lib/core/money'

type TrendCardProps = { summary: SalesSummary; filters: SalesFilters; zone: string }

/** Below R$10 the axis would repeat itself without cents. */
const needsCents = 1000

export function TrendCard({ summary, filters, zone }: TrendCardProps) {
  const t = useTranslations('dashboard.trend')
  const language = useLocale()
  const { unit, trend, buckets, previousBuckets } = summary
  const days = daysBetween(trend.from, trend.to) + 1
  const day = (value: Day) => formatDay(value, language)
  const isPeriod = trend.from === filters.from
  const points = buckets.map((bucket, index) => {
    const before = previousBuckets[index]?.sales.grossCents
    return {
      label: axisLabel(bucket, unit, language),
      title: titleOf(bucket, unit, language),
      value: Number(bucket.sales.grossCents),
      valueText: formatMoney(bucket.sales.grossCents, language),
      previous: before === undefined ? null : Number(before),
      previousText: before === undefined ? undefined : formatMoney(before, language),
    }
  })
  const highest = Math.max(0, ...points.flatMap(({ value, previous }) => [value, previous ?? 0]))
  const formatTick = highest < needsCents ? formatMoney : formatMoneyShort
  return (
    <Card className="min-w-0">
      <CardHeader title={t(`title.${unit}`)} description={t('description', { zone })} className="mb-3" />
      {highest === 0 ? (
        <EmptyState kind="none" level={3} title={t('none')} text={t('noneText')} className="min-h-72 justify-center" />
      ) : (
        <LineChart
          label={t('chart', { from: day(trend.from), to: day(trend.to) })}
          names={{
            x: t(`x.${unit}`),
            current: isPeriod ? t('current') : t('days', { days, to: day(trend.to) }),
            previous: t(`previous.${unit}`, { days }),
          }}
          points={points}
          formatTick={(tick) => formatTick(BigInt(Math.round(tick)), language)}
        />
      )}
    </Card>
  )
}

function axisLabel({ from }: Bucket, unit: BucketUnit, language: Language): string {
  return unit === 'month' ? formatMonth(from, language) : formatDayShort(from, language)
}

function titleOf({ from, to }: Bucket, unit: BucketUnit, language: Language): string {
  if (unit === 'month') return formatMonth(from, language)
  return from === to ? formatDay(from, language) : `${formatDayShort(from, language)} – ${formatDay(to, language)}`
}
