import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { RecordFilter } from '@/components/ui/record-filter'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { pricesHref } from '@/lib/money/fees/price-filters'
import type { PriceList } from '@/lib/money/fees/price-views'
import type { ZoneRow } from '@/lib/money/fees/zone-queries'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { deskPath } from '@/lib/money/prices/desk-filters'
import { ListingCell } from './listing-cell'

/** Listings whose price pays less than a lower one would, what loses most first. */
export function PricesScreen({ list }: { list: PriceList }) {
  const t = useTranslations('fees.prices')
  const language = useLocale()
  const { filters, page, sums } = list
  const isFiltered = filters.q !== '' || filters.shop !== null
  return (
    <div className="grid gap-4">
      <Card flush>
        <CardHeader
          title={t('title')}
          description={t('text')}
          actions={
            <>
              {page.rows.length > 0 && <ButtonLink href={`${deskPath}?rule=lower&show=lower`}>{t('desk')}</ButtonLink>}
              <ExportButton kind="deadZones" />
            </>
          }
          className="p-4 pb-2"
        />
        <Tools list={list} />
        {page.rows.length > 0 ? (
          <ZoneTable list={list} />
        ) : (
          <EmptyState
            kind="none"
            className="border-t border-line"
            {...(!isFiltered && { title: t('none'), text: t('noneText') })}
            {...(isFiltered && { title: t('noResult') })}
          />
        )}
        <Pagination
          previousHref={page.previous && pricesHref(filters, { before: page.previous })}
          nextHref={page.next && pricesHref(filters, { after: page.next })}
          summary={t('summary', { count: Number(sums.listings), amount: formatMoney(sums.lossCents, language) })}
        />
      </Card>
      <ZonesCard list={list} />
    </div>
  )
}

function Tools({ list: { filters, shops } }: { list: PriceList }) {
  const t = useTranslations('fees.prices')
  const chips = [
    filters.q && { label: t('searched', { text: filters.q }), href: pricesHref(filters, { q: '' }) },
  ].filter((chip) => !!chip)
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput label={t('search')} className="basis-56" />
      <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
      <div className="basis-full empty:hidden">
        <FilterChips chips={chips} clearHref={pricesHref({ ...filters, q: '', shop: null })} />
      </div>
    </div>
  )
}

/** Seven columns of figures stand beside the product only where long headings may take two lines. */
const wraps = 'whitespace-normal!'

function ZoneTable({ list }: { list: PriceList }) {
  const t = useTranslations('fees.prices')
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('product')}</Th>
        <Th numeric>{t('price')}</Th>
        <Th numeric>{t('lower')}</Th>
        <Th numeric>{t('raise')}</Th>
        <Th numeric className={wraps}>
          {t('loss')}
        </Th>
        <Th numeric className={wraps}>
          {t('units')}
        </Th>
        <Th numeric className={wraps}>
          {t('monthLoss')}
        </Th>
      </Thead>
      <Tbody>
        {list.page.rows.map((row) => (
          <ZoneLine key={row.id} row={row} shops={list.shops} />
        ))}
      </Tbody>
    </Table>
  )
}

function ZoneLine({ row, shops }: { row: ZoneRow; shops: PriceList['shops'] }) {
  const t = useTranslations('fees.prices')
  const language = useLocale()
  const { priceCents, units, better } = row
  const shop = shops.length > 1 ? (shops.find(({ id }) => id === row.shopId)?.name ?? null) : null
  return (
    <Tr>
      <Td className="@max-xl:col-span-2! @xl:min-w-56">
        <ListingCell row={row} shop={shop} />
      </Td>
      <Td numeric label={t('price')}>
        <Paying price={priceCents} pays={better.paysCents} />
      </Td>
      <Td numeric label={t('lower')}>
        <Paying price={better.below.priceCents} pays={better.below.paysCents} />
      </Td>
      <Td numeric label={t('raise')}>
        {better.above ? <Paying price={better.above.priceCents} pays={better.above.paysCents} /> : t('never')}
      </Td>
      <Td numeric label={t('loss')} className="text-bad">
        {formatMoney(better.lossCents, language)}
      </Td>
      <Td numeric label={t('units')}>
        {formatNumber(units, language)}
      </Td>
      <Td numeric label={t('monthLoss')} className="font-semibold text-bad">
        {formatMoney(better.lossCents * units, language)}
      </Td>
    </Tr>
  )
}

function Paying({ price, pays }: { price: bigint; pays: bigint }) {
  const t = useTranslations('fees.prices')
  const language = useLocale()
  return (
    <span className="inline-flex flex-col items-end">
      <span className="font-medium">{formatMoney(price, language)}</span>
      <span className="text-xs text-ink-3">{t('paying', { amount: formatMoney(pays, language) })}</span>
    </span>
  )
}

function ZonesCard({ list: { rules } }: { list: PriceList }) {
  const t = useTranslations('fees.prices')
  const language = useLocale()
  if (rules.length === 0) return null
  return (
    <Card>
      <CardHeader
        title={t('zones')}
        actions={<ButtonLink href="/dashboard/shopee/calculadora">{t('calculate')}</ButtonLink>}
      />
      <ul className="mt-3 grid gap-4">
        {rules.map(({ id, name, isConfirmed, shops, zones }) => (
          <li key={id} className="min-w-0 text-[13px]">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              {name}
              {!isConfirmed && <span className="font-medium text-warn">{t('notConfirmed')}</span>}
            </h3>
            <p className="text-xs text-ink-3">{shops.join(', ')}</p>
            {zones.length === 0 && <p>{t('noZones')}</p>}
            <ul className="mt-1 grid gap-0.5 tabular-nums">
              {zones.map(({ fromCents, toCents, lastGoodCents, againCents }) => (
                <li key={String(fromCents)}>
                  {t('zone', {
                    from: formatMoney(fromCents, language),
                    to: formatMoney(toCents, language),
                    last: formatMoney(lastGoodCents, language),
                  })}
                  {'; '}
                  {againCents === null ? t('never') : t('zoneAgain', { again: formatMoney(againCents, language) })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}
