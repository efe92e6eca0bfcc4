import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { BarChart } from '@/components/ui/chart/bar-chart'
import { LineChart } from '@/components/ui/chart/line-chart'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterSelect } from '@/components/ui/filter-select'
import { MetricCard } from '@/components/ui/metric-card'
import type { PricePoint } from '@/lib/insight/analytics/price-history'
import type { AnalyticsSections } from '@/lib/insight/analytics/views'
import type { BucketUnit } from '@/lib/sales/sales-figures/buckets'
import { formatDay, formatDayShort, formatMonth } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatNumber } from '@/lib/core/money'

type Props = { section: AnalyticsSections['price'] }

export function PriceSection({ section }: Props) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { product, choices, points, unit } = section
  if (!product) return <EmptyState kind="none" title={t('empty.title')} text={t('price.none')} className="py-16" />
  const options = choices.map(({ id, title, sku }) => ({ value: id, label: title, hint: sku }))
  const shared = points.map((point) => ({
    label: axisLabel(point, unit, language),
    title: titleOf(point, unit, language),
  }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <FilterSelect param="product" label={t('columns.product')} allLabel={t('price.best')} options={options} />
        <Link href={`/dashboard/products/${product.id}`} className="font-semibold text-accent-text">
          {product.title}
        </Link>
        <span className="text-[13px] text-ink-3">{product.sku}</span>
      </div>
      <PriceCards section={section} />
      <Card>
        <CardHeader title={t('price.title')} description={t(`price.per.${unit}`)} className="mb-3" />
        {section.units === 0n ? (
          <EmptyState kind="none" level={3} title={t('price.unsold')} text="" className="py-8" />
        ) : (
          <div className="grid gap-6">
            <LineChart
              label={t('price.priceChart', { product: product.title })}
              names={{ x: t(`price.x.${unit}`), current: t('price.price') }}
              points={points.map((point, index) => ({
                ...shared[index]!,
                value: point.priceCents === null ? null : Number(point.priceCents),
                valueText: point.priceCents === null ? t('price.noSale') : formatMoney(point.priceCents, language),
              }))}
              formatTick={(tick) => formatMoney(BigInt(Math.round(tick)), language)}
            />
            <div>
              <h3 className="mb-2 text-[13px] text-ink-2">{t('price.units')}</h3>
              <BarChart
                label={t('price.unitsChart', { product: product.title })}
                names={{ x: t(`price.x.${unit}`), current: t('price.units') }}
                points={points.map((point, index) => ({
                  ...shared[index]!,
                  value: Number(point.units),
                  valueText: formatNumber(point.units, language),
                }))}
                formatTick={(units) => formatNumber(units, language)}
              />
            </div>
          </div>
        )}
        <p className="mt-4 border-t border-line pt-3 text-xs text-ink-3">{t('price.note')}</p>
      </Card>
    </>
  )
}

function PriceCards({ section: { lowCents, highCents, units, revenueCents, product } }: Props) {
  const t = useTranslations('analytics.price')
  const language = useLocale()
  const money = (cents: bigint | null) => (cents === null ? null : formatMoney(cents, language))
  const average = units > 0n ? (revenueCents * 2n + units) / (units * 2n) : null
  const cards = [
    { key: 'average', value: money(average) },
    { key: 'range', value: money(lowCents) },
    { key: 'units', value: units > 0n ? formatNumber(units, language) : null },
    { key: 'list', value: money(product?.listCents ?? null) },
  ] as const
  return (
    <section aria-label={t('cards.label')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {cards.map(({ key, value }) => (
        <MetricCard
          key={key}
          label={t(`cards.${key}`)}
          value={value}
          definition={t(`cards.${key}How`)}
          note={
            key === 'range' && highCents !== null && highCents !== lowCents
              ? t('cards.highest', { value: formatMoney(highCents, language) })
              : undefined
          }
        />
      ))}
    </section>
  )
}

const axisLabel = ({ from }: PricePoint, unit: BucketUnit, language: Language) =>
  unit === 'month' ? formatMonth(from, language) : formatDayShort(from, language)

function titleOf({ from, to }: PricePoint, unit: BucketUnit, language: Language): string {
  if (unit === 'month') return formatMonth(from, language)
  return from === to ? formatDay(from, language) : `${formatDayShort(from, language)} – ${formatDay(to, language)}`
}
