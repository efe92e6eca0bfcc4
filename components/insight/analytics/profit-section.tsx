import { largest } from '@/lib/core/big-int'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Delta } from '@/components/ui/metric-card'
import { NoData } from '@/components/ui/no-data'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { analyticsHref, profitGroups, profitSorts } from '@/lib/sales/sales-figures/analysis-filters'
import { coverageOf, marginAfterAds, marginRate } from '@/lib/sales/sales-figures/margin'
import type { ProfitRow } from '@/lib/insight/analytics/profit-groups'
import type { AnalyticsSections, AnalyticsView } from '@/lib/insight/analytics/views'
import { ordersHref } from '@/lib/sales/sales-figures/filters'
import { changeOf } from '@/lib/sales/sales-figures/figures'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import { ItemCell } from './item-cell'
import { PageLinks } from './page-links'
import { Bar, ChoiceLinks, Note, shareOf } from './parts'

type Props = { view: AnalyticsView; section: AnalyticsSections['profit']; pageRows: number }

const allCovered = 0.995

export function ProfitSection({ view, section, pageRows }: Props) {
  const t = useTranslations('analytics')
  const { filters, seesMoney } = view
  const groups = profitGroups.map((by) => ({
    href: analyticsHref(filters, { by }),
    label: t(`profit.by.${by}`),
    active: filters.by === by,
  }))
  const sorts = profitSorts.map((sort) => ({
    href: analyticsHref(filters, { sort }),
    label: t(`profit.sorts.${sort}`),
    active: filters.sort === sort,
  }))
  return (
    <>
      <div className="mb-4 flex flex-wrap justify-between gap-3">
        <ChoiceLinks label={t('profit.group')} choices={groups} />
        {seesMoney && <ChoiceLinks label={t('profit.sort')} choices={sorts} />}
      </div>
      {filters.by === 'product' && filters.product && (
        <p className="mb-4 text-[13px] text-ink-2">
          {t('profit.oneProduct')}{' '}
          <Link href={analyticsHref(filters, { product: null })} className="font-semibold text-accent-text">
            {t('profit.allProducts')}
          </Link>
        </p>
      )}
      {section.rows.length === 0 ? (
        <EmptyState kind="none" title={t('empty.title')} text={t('empty.text')} className="py-16" />
      ) : (
        <ProfitCard view={view} section={section} pageRows={pageRows} />
      )}
    </>
  )
}

function ProfitCard({ view, section, pageRows }: Props) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { filters, seesMoney } = view
  const { rows, total, items } = section
  const widest = rows.reduce((most, row) => largest(most, sizeOf(row, seesMoney)), 0n)
  const margin = total.marginCents
  return (
    <Card flush>
      <CardHeader
        title={t(`profit.titles.${seesMoney ? 'profit' : 'sales'}.${filters.by}`)}
        description={
          <>
            {t('profit.total', { value: formatMoney(total.revenueCents, language) })}
            {total.previousCents !== null &&
              ` · ${t('profit.before', { value: formatMoney(total.previousCents, language) })}`}
            {seesMoney &&
              ` · ${
                margin === null
                  ? t('profit.noMargin')
                  : t('profit.margin', {
                      value: formatMoney(margin, language),
                      share: formatPercent(coverageOf(total), language, { fractionDigits: 0 }),
                    })
              }`}
          </>
        }
        className="p-4 pb-2"
      />
      <Table label={t(`profit.titles.${seesMoney ? 'profit' : 'sales'}.${filters.by}`)}>
        <Thead>
          <Th>{t(`columns.${filters.by}`)}</Th>
          {filters.by !== 'product' && <Th numeric>{t('columns.orders')}</Th>}
          <Th numeric>{t('columns.units')}</Th>
          <Th numeric>{t('columns.revenue')}</Th>
          <Th numeric>{t('columns.change')}</Th>
          {seesMoney && (
            <>
              <Th numeric>{t('columns.taken')}</Th>
              <Th numeric>{t('columns.cost')}</Th>
              <Th numeric>{t('columns.margin')}</Th>
              <Th numeric>{t('columns.marginRate')}</Th>
            </>
          )}
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} view={view} widest={widest} />
          ))}
        </Tbody>
      </Table>
      <Note>
        {seesMoney && `${t('marginNote')} `}
        {t(`profit.notes.${filters.by}`)}
      </Note>
      {filters.by === 'product' && <PageLinks filters={filters} items={items} size={pageRows} shown={rows.length} />}
    </Card>
  )
}

const sizeOf = ({ marginCents, revenueCents }: ProfitRow, seesMoney: boolean) => {
  const size = seesMoney ? (marginCents ?? 0n) : revenueCents
  return size < 0n ? -size : size
}

function Row({ row, view: { filters, seesMoney }, widest }: { row: ProfitRow; view: AnalyticsView; widest: bigint }) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const change = changeOf(row.revenueCents, row.previousCents)
  const isLoss = seesMoney && row.marginCents !== null && row.marginCents < 0n
  const bar = <Bar share={shareOf(sizeOf(row, seesMoney), widest)} isBad={isLoss} />
  const href =
    filters.by === 'shop' ? ordersHref({ ...filters, shop: row.key, channel: null }, { valid: true }) : row.href
  return (
    <Tr>
      <ItemCell
        title={row.name || t(`profit.unknown.${filters.by}`)}
        detail={row.detail}
        href={href}
        isUnmapped={row.isUnmapped}
      />
      {filters.by !== 'product' && (
        <Td numeric label={t('columns.orders')}>
          {row.orders === null ? <NoData /> : formatNumber(row.orders, language)}
        </Td>
      )}
      <Td numeric label={t('columns.units')}>
        {formatNumber(row.units, language)}
      </Td>
      <Td numeric label={t('columns.revenue')}>
        {formatMoney(row.revenueCents, language)}
        {!seesMoney && bar}
      </Td>
      <Td numeric label={t('columns.change')}>
        {change ? (
          <Delta
            text={formatPercent(Math.abs(change.value), language)}
            direction={change.direction}
            tone={change.direction === 'up' ? 'good' : change.direction === 'down' ? 'bad' : 'neutral'}
          />
        ) : (
          <NoData />
        )}
      </Td>
      {seesMoney && <MoneyCells row={row} bar={bar} />}
    </Tr>
  )
}

/** Unknown cost is said, never counted as zero. */
function MoneyCells({ row, bar }: { row: ProfitRow; bar: ReactNode }) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const [rate, coverage, after] = [marginRate(row), coverageOf(row), marginAfterAds(row)]
  const isLoss = row.marginCents !== null && row.marginCents < 0n
  return (
    <>
      <Td numeric wide label={t('columns.taken')}>
        {formatMoney(-row.takenCents, language)}
      </Td>
      <Td numeric wide label={t('columns.cost')}>
        {row.coveredCents > 0n ? formatMoney(-row.costCents, language) : <NoData />}
      </Td>
      <Td numeric label={t('columns.margin')} className={isLoss ? 'text-bad' : undefined}>
        {row.marginCents === null ? (
          <span className="text-xs text-warn">{t('noCost')}</span>
        ) : (
          <>
            {formatMoney(row.marginCents, language)}
            {bar}
          </>
        )}
        {row.marginCents !== null && coverage < allCovered && (
          <span className="block text-xs text-warn">
            {t('partCost', { share: formatPercent(coverage, language, { fractionDigits: 0 }) })}
          </span>
        )}
        {row.adsCents !== null && row.adsCents > 0n && after !== null && (
          <span className={classNames('block text-xs', after < 0n ? 'text-bad' : 'text-ink-3')}>
            {t('profit.afterAds', { value: formatMoney(after, language) })}
          </span>
        )}
      </Td>
      <Td numeric label={t('columns.marginRate')} className={isLoss ? 'text-bad' : undefined}>
        {rate === null ? <NoData /> : formatPercent(rate, language)}
      </Td>
    </>
  )
}
