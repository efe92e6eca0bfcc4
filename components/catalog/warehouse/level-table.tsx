'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { StockMark } from '@/components/catalog/products/stock-mark'
import { Badge } from '@/components/ui/badge'
import { Definition } from '@/components/ui/definition'
import { RowControl, RowLink, SortLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatNumber } from '@/lib/core/money'
import { formatCost } from '@/lib/catalog/costs/cost'
import { productsPath, type ProductFilters, type ProductSort } from '@/lib/catalog/products/filters'
import { levelsHref } from '@/lib/catalog/warehouse/level-filters'
import type { LevelList, LevelRow } from '@/lib/catalog/warehouse/views'
import { LevelActions } from './level-actions'

/** Texts of other areas, of which a browser has the rest no need. */
export type LevelWords = Record<'product' | 'onHand' | 'reserved' | 'available' | 'noCost' | 'kit', string>
type LevelTableProps = Pick<LevelList, 'filters' | 'rights' | 'shops'> & { rows: LevelRow[]; words: LevelWords }

/** Drawn from its rows also in the browser: as drawn elements they would be sent a second time, several times as long. */
export function LevelTable({ rows, filters, words, ...shared }: LevelTableProps) {
  const t = useTranslations('warehouse.levels')
  const { rights } = shared
  return (
    <Table label={t('title')}>
      <Thead>
        <SortTh sort="title" filters={filters}>
          {words.product}
        </SortTh>
        <SortTh numeric sort="onHand" filters={filters}>
          {words.onHand}
        </SortTh>
        <SortTh numeric sort="reserved" filters={filters}>
          {words.reserved}
        </SortTh>
        <SortTh numeric sort="stock" filters={filters}>
          {words.available}
        </SortTh>
        <Th>
          <span className="inline-flex items-center gap-1.5">
            {t('elsewhereShort')}
            <Definition label={t('elsewhereHow')}>{t('elsewhereMeans')}</Definition>
          </span>
        </Th>
        {rights.money && <Th numeric>{t('unitCost')}</Th>}
        <Th narrow>
          <span className="sr-only">{t('actions')}</span>
        </Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <LevelLine key={row.id} row={row} words={words} {...shared} />
        ))}
      </Tbody>
    </Table>
  )
}

type LevelLineProps = Pick<LevelList, 'rights' | 'shops'> & { row: LevelRow; words: LevelWords }

function LevelLine({ row, words, rights, shops }: LevelLineProps) {
  const t = useTranslations('warehouse.levels')
  const language = useLocale()
  const { onHand, reserved, available, isKit } = row
  return (
    <Tr>
      <Td className="@max-xl:col-span-2! @max-xl:col-start-1 @max-xl:row-start-1 @xl:min-w-60">
        <span className="flex items-center gap-3">
          <ProductPhoto fileId={row.photoFileId} />
          <span className="min-w-0">
            <RowLink href={`${productsPath}/${row.id}`} className="line-clamp-2 font-semibold">
              {row.title}
            </RowLink>
            <span className="flex items-center gap-1.5 text-xs text-ink-3">
              <span className="truncate">{row.sku}</span>
              {isKit && <Badge>{words.kit}</Badge>}
            </span>
          </span>
        </span>
      </Td>
      <Td numeric label={words.onHand} className={onHand < 0n ? 'text-bad' : undefined}>
        {isKit ? <OfParts /> : formatNumber(onHand, language)}
      </Td>
      <Td numeric label={words.reserved} className={reserved === 0n ? 'text-ink-3' : undefined}>
        {isKit ? <OfParts /> : formatNumber(reserved, language)}
      </Td>
      <Td numeric label={words.available}>
        <span className="inline-flex items-center gap-2 font-semibold">
          <StockMark available={available} lowStockAt={row.lowStockAt} />
          {formatNumber(available, language)}
        </span>
      </Td>
      <Td label={t('elsewhereShort')} className={hasNone(row) ? '@max-xl:hidden!' : undefined}>
        <ElsewhereUnits row={row} />
      </Td>
      {rights.money && (
        <Td numeric label={t('unitCost')}>
          {row.cost ? formatCost(row.cost, language) : <span className="text-warn">{words.noCost}</span>}
        </Td>
      )}
      <Td narrow>
        <RowControl className="@max-xl:mt-0!">
          <LevelActions
            product={{ id: row.id, sku: row.sku, onHand, reserved }}
            places={{ transit: row.transit, damaged: row.damaged }}
            shops={shops}
            canMove={rights.adjust && !isKit}
          />
        </RowControl>
      </Td>
    </Tr>
  )
}

const hasNone = ({ transit, damaged, full }: LevelRow) => transit === 0 && damaged === 0 && full.length === 0

/** A kit has no stock of its own. */
function OfParts() {
  const t = useTranslations('warehouse.levels')
  return (
    <>
      <span aria-hidden className="text-ink-3">
        {'—'}
      </span>
      <span className="sr-only">{t('ofParts')}</span>
    </>
  )
}

function ElsewhereUnits({ row }: { row: LevelRow }) {
  const t = useTranslations('warehouse.levels')
  const places = useTranslations('stock.places')
  const language = useLocale()
  const parts = [
    row.transit !== 0 && `${places('transit')}: ${formatNumber(row.transit, language)}`,
    row.damaged !== 0 && `${places('damaged')}: ${formatNumber(row.damaged, language)}`,
    ...row.full.map(
      ({ shop, units }) =>
        `${places('fullOf', { shop })}: ${units === null ? t('notReported') : formatNumber(units, language)}`,
    ),
  ].filter((part) => part !== false)
  if (parts.length === 0)
    return (
      <span aria-hidden className="text-ink-3">
        {'—'}
      </span>
    )
  return (
    <span className="text-[13px] text-ink-2 tabular-nums">
      {parts.map((part) => (
        <span key={part} className="block">
          {part}
        </span>
      ))}
    </span>
  )
}

type SortThProps = { sort: ProductSort; filters: ProductFilters; children: ReactNode; numeric?: boolean }

function SortTh({ sort, filters, children, numeric }: SortThProps) {
  const direction = filters.sort === sort ? filters.direction : undefined
  const turned = direction === 'asc' ? 'desc' : 'asc'
  return (
    <Th numeric={numeric} aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}>
      <SortLink href={levelsHref(filters, { sort, direction: turned })} direction={direction}>
        {children}
      </SortLink>
    </Th>
  )
}
