import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterSelect } from '@/components/ui/filter-select'
import { MetricCard } from '@/components/ui/metric-card'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { SumsPending } from '@/components/ui/sums-pending'
import { WhenReady } from '@/components/ui/when-ready'
import { formatMoney } from '@/lib/core/money'
import type { PlaceValue, ValueSums } from '@/lib/catalog/warehouse/value'
import {
  isValueFiltered,
  valueHref,
  valuePeriods,
  valuePlaces,
  valueShows,
  valueSorts,
  type ValueFilters,
} from '@/lib/catalog/warehouse/value-filters'
import type { ValueList } from '@/lib/catalog/warehouse/value-views'
import { ValueSumsLine } from './stock-totals'
import { ValueTable } from './value-table'

type ValueScreenProps = { list: ValueList; sums: Promise<ValueSums> }

export function ValueScreen({ list, sums }: ValueScreenProps) {
  const common = useTranslations('common')
  const t = useTranslations('warehouse.value')
  const products = useTranslations('products')
  const { filters, page, places } = list
  const isFiltered = isValueFiltered(filters)
  return (
    <>
      <PlaceCards places={places} filters={filters} />
      <Card flush>
        <Tools filters={filters} />
        {page.rows.length > 0 ? (
          <ValueTable rows={page.rows} filters={filters} productLabel={products('product')} />
        ) : (
          <EmptyState
            kind="none"
            className="border-t border-line"
            {...(!isFiltered && { title: t('none'), text: t('noneText') })}
            action={
              isFiltered && (
                <ButtonLink href={valueHref({ ...filters, q: '', show: null })}>{common('clearAll')}</ButtonLink>
              )
            }
          />
        )}
        <Pagination
          previousHref={page.previous && valueHref(filters, { before: page.previous })}
          nextHref={page.next && valueHref(filters, { after: page.next })}
          summary={
            <WhenReady key={valueHref(filters)} promise={sums} fallback={<SumsPending />}>
              {(all) => <ValueSumsLine sums={all} />}
            </WhenReady>
          }
        />
      </Card>
    </>
  )
}

function PlaceCards({ places, filters }: { places: PlaceValue[]; filters: ValueFilters }) {
  const t = useTranslations('warehouse.value')
  const names = useTranslations('stock.places')
  const language = useLocale()
  const matches = valuePlaces.map((place) => ({ place, sums: places.find((one) => one.place === place) }))
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {matches.map(({ place, sums }) => (
        <MetricCard
          key={place}
          label={names(place)}
          value={formatMoney(sums?.valueCents ?? 0n, language)}
          href={valueHref({ ...filters, place })}
          definition={t(`means.${place}`)}
          note={
            <>
              {t('units', { count: Number(sums?.units ?? 0n) })}
              {sums && sums.unitsWithoutCost > 0n && (
                <span className="block font-medium text-warn">
                  {t('withoutCost', { units: Number(sums.unitsWithoutCost), products: Number(sums.withoutCost) })}
                </span>
              )}
            </>
          }
        />
      ))}
    </div>
  )
}

function Tools({ filters }: { filters: ValueFilters }) {
  const t = useTranslations('warehouse.value')
  const names = useTranslations('stock.places')
  const products = useTranslations('products')
  const chips = [
    filters.place !== 'own' && { label: names(filters.place), href: valueHref(filters, { place: 'own' }) },
    filters.show && { label: t(`shows.${filters.show}`), href: valueHref(filters, { show: null }) },
    filters.q && { label: products('searched', { text: filters.q }), href: valueHref(filters, { q: '' }) },
  ].filter((chip) => !!chip)
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput label={products('search')} placeholder={products('searchHint')} className="basis-56" />
      <FilterSelect
        param="days"
        label={t('period')}
        allLabel={t('days', { count: 90 })}
        options={valuePeriods
          .filter((days) => days !== 90)
          .map((days) => ({ value: String(days), label: t('days', { count: days }) }))}
      />
      <FilterSelect
        param="place"
        label={t('place')}
        allLabel={names('own')}
        options={valuePlaces.filter((place) => place !== 'own').map((place) => ({ value: place, label: names(place) }))}
      />
      <FilterSelect
        param="show"
        label={t('show')}
        allLabel={t('showAll')}
        options={valueShows.map((show) => ({ value: show, label: t(`shows.${show}`) }))}
      />
      <FilterSelect
        param="sort"
        label={products('sort')}
        allLabel={t('sorts.value')}
        options={valueSorts
          .filter((sort) => sort !== 'value')
          .map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))}
        className="md:hidden"
      />
      <ExportButton kind="stockValue" />
      <div className="basis-full empty:hidden">
        <FilterChips chips={chips} clearHref={valueHref({ ...filters, q: '', show: null, place: 'own' })} />
      </div>
    </div>
  )
}
