import { useLocale, useTranslations } from 'next-intl'
import Form from 'next/form'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { LineChart } from '@/components/ui/chart/line-chart'
import { StackedBar } from '@/components/ui/chart/stacked-bar'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { layOutCurve } from '@/lib/sales/sales-figures/abc'
import {
  abcMeasures,
  analyticsHref,
  analyticsPath,
  analyticsQuery,
  type AnalyticsFilters,
} from '@/lib/sales/sales-figures/analysis-filters'
import type { AnalyticsSections, AnalyticsView } from '@/lib/insight/analytics/views'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import { ItemCell } from './item-cell'
import { PageLinks } from './page-links'
import { ChoiceLinks, Note, Share, shareOf } from './parts'

type Props = { view: AnalyticsView; section: AnalyticsSections['abc']; pageRows: number }

const tones = { A: 'good', B: 'accent', C: 'neutral' } as const
const barTones = { A: 'accent', B: 'accent-medium', C: 'accent-light' } as const

export function AbcSection({ view, section, pageRows }: Props) {
  const t = useTranslations('analytics')
  const { filters, seesMoney } = view
  const measures = abcMeasures.map((measure) => ({
    href: analyticsHref(filters, { measure }),
    label: t(`abc.measures.${measure}`),
    active: filters.measure === measure,
  }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        {seesMoney ? <ChoiceLinks label={t('abc.measure')} choices={measures} /> : <span />}
        <CutsForm filters={filters} />
      </div>
      {section.items === 0 ? (
        <EmptyState kind="none" title={t('empty.title')} text={t('empty.text')} className="py-16" />
      ) : (
        <>
          <div className="mb-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
            <ClassesCard view={view} section={section} />
            <CurveCard filters={filters} section={section} />
          </div>
          <RankingCard view={view} section={section} pageRows={pageRows} />
        </>
      )}
    </>
  )
}

/** Works without scripts too: the cuts are part of the address. */
function CutsForm({ filters }: { filters: AnalyticsFilters }) {
  const t = useTranslations('analytics.abc')
  const kept = [...analyticsQuery(filters)].filter(([name]) => !['a', 'b', 'page'].includes(name))
  return (
    <Form action={analyticsPath} scroll={false} className="flex flex-wrap items-end gap-2">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {(['a', 'b'] as const).map((cut) => (
        <label key={cut} className="text-xs font-semibold text-ink-2">
          {t(`cuts.${cut}`)}
          <input
            key={filters.cuts[cut]}
            name={cut}
            type="number"
            min={1}
            max={99}
            required
            inputMode="numeric"
            defaultValue={filters.cuts[cut]}
            className="mt-1 block h-control w-20 rounded-control border border-edge bg-surface px-2 font-normal text-ink tabular-nums"
          />
        </label>
      ))}
      <Button type="submit">{t('cuts.apply')}</Button>
    </Form>
  )
}

function ClassesCard({ view: { filters }, section: { classes, items, totalCents, without } }: Omit<Props, 'pageRows'>) {
  const t = useTranslations('analytics.abc')
  const language = useLocale()
  const { measure, cuts } = filters
  const least = { A: 0, B: cuts.a, C: cuts.b }
  const most = { A: cuts.a, B: cuts.b, C: 100 }
  return (
    <Card>
      <CardHeader title={t('classes.title')} description={t(`classes.description.${measure}`)} className="mb-3" />
      <StackedBar
        label={t('classes.title')}
        names={{ name: t('class'), value: t(`measures.${measure}`), share: t('classes.share') }}
        segments={classes.map(({ class: name, items: count, valueCents }) => ({
          key: name,
          label: t('classes.name', { name, count, from: least[name], to: most[name] }),
          value: Number(valueCents > 0n ? valueCents : 0n),
          valueText: formatMoney(valueCents, language),
          shareText: formatPercent(shareOf(valueCents > 0n ? valueCents : 0n, totalCents), language),
          tone: barTones[name],
        }))}
      />
      <p className="mt-3 text-xs text-ink-3">
        {t('classes.items', { count: items })}
        {without.items > 0 &&
          ` ${t('classes.without', { count: without.items, value: formatMoney(without.revenueCents, language) })}`}
      </p>
    </Card>
  )
}

function CurveCard({ filters, section }: { filters: AnalyticsFilters; section: Props['section'] }) {
  const t = useTranslations('analytics.abc')
  const language = useLocale()
  const percent = (value: number) => formatPercent(value / 100, language)
  const points = layOutCurve(section.curve, section.items, section.totalCents)
  return (
    <Card>
      <CardHeader title={t('curve.title')} description={t('curve.description')} className="mb-3" />
      <LineChart
        label={t('curve.title')}
        names={{ x: t('curve.items'), current: t(`curve.${filters.measure}`) }}
        points={points.map(({ itemsShare, valueShare }) => ({
          label: formatPercent(itemsShare / 100, language, { fractionDigits: 0 }),
          title: t('curve.point', { share: percent(itemsShare) }),
          value: valueShare,
          valueText: percent(valueShare),
        }))}
        formatTick={(value) => formatPercent(value / 100, language, { fractionDigits: 0 })}
      />
    </Card>
  )
}

function RankingCard({ view, section, pageRows }: Props) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { filters } = view
  const value = t(`abc.measures.${filters.measure}`)
  return (
    <Card flush>
      <CardHeader title={t('abc.ranking')} className="p-4 pb-2" />
      <Table label={t('abc.ranking')}>
        <Thead>
          <Th numeric>{t('columns.place')}</Th>
          <Th>{t('columns.product')}</Th>
          <Th>{t('columns.class')}</Th>
          <Th numeric>{t('columns.units')}</Th>
          <Th numeric>{value}</Th>
          <Th numeric>{t('columns.share')}</Th>
          <Th numeric>{t('columns.upto')}</Th>
        </Thead>
        <Tbody>
          {section.rows.map((row) => (
            <Tr key={row.id}>
              <Td numeric wide className="text-ink-3">
                {formatNumber(row.place, language)}
              </Td>
              <ItemCell
                title={row.title}
                detail={row.sku ?? row.variation}
                href={row.mapped ? `/dashboard/products/${row.id}` : null}
                isUnmapped={!row.mapped}
              />
              <Td label={t('columns.class')}>
                <Badge tone={tones[row.class]}>{row.class}</Badge>
              </Td>
              <Td numeric label={t('columns.units')}>
                {formatNumber(row.units, language)}
              </Td>
              <Td numeric label={value} className={row.valueCents < 0n ? 'text-bad' : undefined}>
                {formatMoney(row.valueCents, language)}
              </Td>
              <Td numeric wide label={t('columns.share')}>
                <Share of={row.valueCents > 0n ? shareOf(row.valueCents, section.totalCents) : 0} />
              </Td>
              <Td numeric label={t('columns.upto')}>
                <Share of={shareOf(row.uptoCents, section.totalCents)} />
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {filters.measure === 'profit' && <Note>{t('marginNote')}</Note>}
      <PageLinks filters={filters} items={section.items} size={pageRows} shown={section.rows.length} />
    </Card>
  )
}
