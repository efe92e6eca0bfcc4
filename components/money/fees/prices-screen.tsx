import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { RecordFilter } from '@/components/ui/record-filter'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { SumsPending } from '@/components/ui/sums-pending'
import { WhenReady } from '@/components/ui/when-ready'
import { pricesHref } from '@/lib/money/fees/price-filters'
import type { PriceList } from '@/lib/money/fees/price-views'
import type { ZoneSums } from '@/lib/money/fees/zone-queries'
import { formatMoney } from '@/lib/core/money'
import { deskPath } from '@/lib/money/prices/desk-filters'
import { ZoneTable } from './zone-table'

/** Listings whose price pays less than a lower one would, what loses most first. */
export function PricesScreen({ list, sums }: { list: PriceList; sums: Promise<ZoneSums> }) {
  const t = useTranslations('fees.prices')
  const language = useLocale()
  const { filters, page } = list
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
          <ZoneTable rows={page.rows} shops={list.shops} />
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
          summary={
            <WhenReady key={pricesHref(filters)} promise={sums} fallback={<SumsPending />}>
              {({ listings, lossCents }) =>
                t('summary', { count: Number(listings), amount: formatMoney(lossCents, language) })
              }
            </WhenReady>
          }
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
