import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Definition } from '@/components/ui/definition'
import { RowControl, RowLink, SortLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import { formatCost, marginOf } from '@/lib/catalog/costs/cost'
import {
  familyHref,
  productsHref,
  productsPath,
  type ProductFilters,
  type ProductSort,
} from '@/lib/catalog/products/filters'
import type { ProductRow } from '@/lib/catalog/products/queries'
import { ProductPhoto } from './product-photo'
import { PickAllProducts, ProductPick } from './product-picks'
import { StockMark } from './stock-mark'

/** `canPick`: within ProductPicks. */
type ProductTableProps = { rows: ProductRow[]; filters: ProductFilters; seesMoney: boolean; canPick: boolean }

export function ProductTable({ rows, filters, seesMoney, canPick }: ProductTableProps) {
  const t = useTranslations('products')
  return (
    <Table label={t('title')}>
      <Thead>
        {canPick && (
          <Th narrow>
            <PickAllProducts shown="column" />
          </Th>
        )}
        <SortTh sort="title" filters={filters}>
          {t('product')}
        </SortTh>
        <SortTh numeric sort="stock" filters={filters}>
          {t('available')}
        </SortTh>
        <SortTh numeric sort="price" filters={filters}>
          {t('price')}
        </SortTh>
        {seesMoney && (
          <>
            <Th numeric>{t('cost')}</Th>
            <Th numeric>
              <span className="inline-flex items-center gap-1.5">
                {t('margin')}
                <Definition label={t('marginHow')}>{t('marginFormula')}</Definition>
              </span>
            </Th>
          </>
        )}
      </Thead>
      <Tbody>
        {rows.map((row, at) => (
          <ProductLine
            key={row.id}
            row={row}
            follows={row.familyId !== null && row.familyId === rows[at - 1]?.familyId}
            seesMoney={seesMoney}
            canPick={canPick}
          />
        ))}
      </Tbody>
    </Table>
  )
}

type SortThProps = { sort: ProductSort; filters: ProductFilters; children: ReactNode; numeric?: boolean }

function SortTh({ sort, filters, children, numeric }: SortThProps) {
  const direction = filters.sort === sort ? filters.direction : undefined
  const turned = direction === 'asc' ? 'desc' : 'asc'
  const ariaSort = direction && (direction === 'asc' ? 'ascending' : 'descending')
  return (
    <Th numeric={numeric} aria-sort={ariaSort}>
      <SortLink href={productsHref(filters, { sort, direction: turned })} direction={direction}>
        {children}
      </SortLink>
    </Th>
  )
}

/** `follows`: the row above is a variation of the same article. */
type ProductLineProps = { row: ProductRow; follows: boolean; seesMoney: boolean; canPick: boolean }

function ProductLine({ row, follows, seesMoney, canPick }: ProductLineProps) {
  const t = useTranslations('products')
  const language = useLocale()
  const cost = row.cost ?? null
  const margin = marginOf(row.priceCents, cost)
  return (
    <Tr className="has-[input:checked]:bg-accent-soft">
      {canPick && (
        <Td narrow>
          <RowControl>
            <ProductPick id={row.id} sku={row.sku} />
          </RowControl>
        </Td>
      )}
      <Td primary={canPick} className={follows ? 'md:min-w-60 md:pl-10' : 'md:min-w-60'}>
        <span className="flex items-center gap-3">
          <ProductPhoto fileId={row.photoFileId} />
          <span className="min-w-0">
            <RowLink href={`${productsPath}/${row.id}`} className="line-clamp-2 font-semibold">
              {row.title}
            </RowLink>
            <span className="flex items-center gap-1.5 text-xs font-normal text-ink-3">
              <span className="truncate">{row.sku}</span>
              {row.isKit && <KitBadge />}
              {row.familyId !== null && row.variations > 1 && !follows && (
                <RowControl>
                  <Link href={familyHref(row.familyId)} className="whitespace-nowrap text-accent-text">
                    {t('family.of', { count: row.variations })}
                  </Link>
                </RowControl>
              )}
            </span>
          </span>
        </span>
      </Td>
      <Td numeric label={t('available')}>
        <span className="inline-flex items-center gap-2">
          <StockMark available={row.available} lowStockAt={row.lowStockAt} />
          {formatNumber(row.available, language)}
        </span>
      </Td>
      <Td numeric label={t('price')}>
        {row.priceCents === null ? <Unknown>{t('noPrice')}</Unknown> : formatMoney(row.priceCents, language)}
      </Td>
      {seesMoney && (
        <>
          <Td numeric label={t('cost')}>
            {cost === null ? <Unknown>{t('noCost')}</Unknown> : formatCost(cost, language)}
          </Td>
          <Td numeric label={t('margin')} className={margin !== null && margin < 0 ? 'text-bad' : undefined}>
            {margin === null ? <NoData /> : formatPercent(margin, language)}
          </Td>
        </>
      )}
    </Tr>
  )
}

function KitBadge() {
  const t = useTranslations('mapping.kit')
  return <Badge>{t('badge')}</Badge>
}

function Unknown({ children }: { children: ReactNode }) {
  return <span className="font-medium text-warn">{children}</span>
}

function NoData() {
  const t = useTranslations('products')
  return (
    <>
      <span aria-hidden className="text-ink-3">
        {'—'}
      </span>
      <span className="sr-only">{t('unknown')}</span>
    </>
  )
}
