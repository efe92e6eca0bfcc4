'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { Definition } from '@/components/ui/definition'
import { NoData } from '@/components/ui/no-data'
import { RowLink, SortLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { formatCost } from '@/lib/catalog/costs/cost'
import { productsPath } from '@/lib/catalog/products/filters'
import type { ValueRow } from '@/lib/catalog/warehouse/value'
import { firstDirection, valueHref, type ValueFilters, type ValueSort } from '@/lib/catalog/warehouse/value-filters'

type ValueTableProps = { rows: ValueRow[]; filters: ValueFilters; productLabel: string }

/** A client component, so that a row crosses to the browser as its values, not as its cells. */
export function ValueTable({ rows, filters, productLabel }: ValueTableProps) {
  const t = useTranslations('warehouse.value')
  const days = { days: filters.days }
  return (
    <Table label={t('title')}>
      <Thead>
        <SortTh sort="title" filters={filters}>
          {productLabel}
        </SortTh>
        <SortTh numeric sort="units" filters={filters}>
          {t('unitsHead')}
        </SortTh>
        <Th numeric>{t('unitCost')}</Th>
        <SortTh numeric sort="value" filters={filters}>
          {t('valueHead')}
        </SortTh>
        <SortTh numeric sort="sold" filters={filters}>
          {t('sold', days)}
        </SortTh>
        <SortTh numeric sort="turnover" filters={filters} how={t('turnoverMeans', days)} howLabel={t('turnoverHow')}>
          {t('turnover')}
        </SortTh>
        <SortTh numeric sort="cover" filters={filters} how={t('coverMeans', days)} howLabel={t('coverHow')}>
          {t('cover')}
        </SortTh>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <ValueLine key={row.id} row={row} days={filters.days} />
        ))}
      </Tbody>
    </Table>
  )
}

function ValueLine({ row, days }: { row: ValueRow; days: number }) {
  const t = useTranslations('warehouse.value')
  const language = useLocale()
  return (
    <Tr>
      <Td className="@xl:min-w-56">
        <span className="flex items-center gap-3">
          <ProductPhoto fileId={row.photoFileId} />
          <span className="min-w-0">
            <RowLink href={`${productsPath}/${row.id}`} className="line-clamp-2 font-semibold">
              {row.title}
            </RowLink>
            <span className="block truncate text-xs text-ink-3">{row.sku}</span>
          </span>
        </span>
      </Td>
      <Td numeric label={t('unitsHead')}>
        {formatNumber(row.units, language)}
      </Td>
      <Td numeric label={t('unitCost')}>
        {row.cost === null ? <span className="text-warn">{t('noCost')}</span> : formatCost(row.cost, language)}
      </Td>
      <Td numeric label={t('valueHead')} className="font-semibold">
        {row.valueCents === null ? <NoData /> : formatMoney(row.valueCents, language)}
      </Td>
      <Td numeric label={t('sold', { days })}>
        {formatNumber(row.sold, language)}
      </Td>
      <Td numeric label={t('turnover')}>
        {t('times', { times: formatNumber(row.turnover, language, 2) })}
      </Td>
      <Td numeric label={t('cover')}>
        {row.coverDays === null ? (
          <span className="text-ink-3">{t('noSales')}</span>
        ) : (
          t('coverDays', { count: Math.round(row.coverDays) })
        )}
      </Td>
    </Tr>
  )
}

type SortThProps = {
  sort: ValueSort
  filters: ValueFilters
  children: ReactNode
  numeric?: boolean
  how?: string
  howLabel?: string
}

function SortTh({ sort, filters, children, numeric, how, howLabel }: SortThProps) {
  const direction = filters.sort === sort ? filters.direction : undefined
  const next = direction ? (direction === 'asc' ? 'desc' : 'asc') : firstDirection(sort)
  return (
    <Th numeric={numeric} aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}>
      <span className="inline-flex items-center gap-1.5">
        <SortLink href={valueHref(filters, { sort, direction: next })} direction={direction}>
          {children}
        </SortLink>
        {how && howLabel && <Definition label={howLabel}>{how}</Definition>}
      </span>
    </Th>
  )
}
