import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { PeriodFilter } from '@/components/sales/orders/period-filter'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterSelect } from '@/components/ui/filter-select'
import { Pagination } from '@/components/ui/pagination'
import { formatDay } from '@/lib/core/dates'
import {
  isMovementFiltered,
  movementKinds,
  movementsHref,
  movementSources,
  movementsPath,
  singlePlaces,
} from '@/lib/catalog/stock/filters'
import type { Ledger } from '@/lib/catalog/warehouse/ledger-views'
import { MovementTable } from './movement-table'

export function LedgerScreen({ ledger, timeZone }: { ledger: Ledger; timeZone: string }) {
  const t = useTranslations('stock')
  const common = useTranslations('common')
  const { filters, page } = ledger
  const isFiltered = isMovementFiltered(filters)
  return (
    <Card flush>
      <Tools ledger={ledger} />
      {page.rows.length > 0 ? (
        <MovementTable rows={page.rows} timeZone={timeZone} />
      ) : (
        <EmptyState
          kind="none"
          className="border-t border-line"
          {...(!isFiltered && { title: t('noMovements'), text: t('noMovementsText') })}
          action={isFiltered && <ButtonLink href={movementsPath}>{common('clearAll')}</ButtonLink>}
        />
      )}
      {(page.previous ?? page.next) && (
        <Pagination
          previousHref={page.previous && movementsHref(filters, { before: page.previous })}
          nextHref={page.next && movementsHref(filters, { after: page.next })}
        />
      )}
    </Card>
  )
}

function Tools({ ledger }: { ledger: Ledger }) {
  const t = useTranslations('warehouse.ledger')
  const { filters, fullPlaces, people, today } = ledger
  const kinds = useTranslations('stock.kinds')
  const sources = useTranslations('stock.sources')
  const places = usePlaceNames(ledger)
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <PeriodFilter today={today} from={filters.from} to={filters.to} text={useDays(filters)} />
      <FilterSelect
        param="kind"
        label={t('kind')}
        allLabel={t('anyKind')}
        options={movementKinds.map((value) => ({ value, label: kinds(value) }))}
      />
      <FilterSelect
        param="location"
        label={t('place')}
        allLabel={t('anyPlace')}
        options={[...singlePlaces, ...fullPlaces.map(({ id }) => id)].map((value) => ({
          value,
          label: places(value),
        }))}
      />
      <FilterSelect
        param="source"
        label={t('source')}
        allLabel={t('anySource')}
        options={movementSources.map((value) => ({ value, label: sources(value) }))}
      />
      <FilterSelect
        param="person"
        label={t('person')}
        allLabel={t('anyPerson')}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ExportButton kind="movements" />
      <div className="basis-full empty:hidden">
        <FilterChips chips={useChips(ledger)} clearHref={movementsPath} />
      </div>
    </div>
  )
}

function usePlaceNames({ fullPlaces }: Ledger) {
  const t = useTranslations('stock.places')
  return (value: string) => {
    const known = singlePlaces.find((place) => place === value)
    return known ? t(known) : t('fullOf', { shop: fullPlaces.find(({ id }) => id === value)?.shop ?? '' })
  }
}

function useDays({ from, to }: Ledger['filters']): string | null {
  const t = useTranslations('orders.filters')
  const language = useLocale()
  if (from && from === to) return formatDay(from, language)
  if (from && to) return t('range', { from: formatDay(from, language), to: formatDay(to, language) })
  if (from) return t('since', { from: formatDay(from, language) })
  return to ? t('until', { to: formatDay(to, language) }) : null
}

function useChips(ledger: Ledger) {
  const { filters, product, people } = ledger
  const t = useTranslations('warehouse.ledger')
  const kinds = useTranslations('stock.kinds')
  const sources = useTranslations('stock.sources')
  const places = usePlaceNames(ledger)
  const days = useDays(filters)
  const person = people.find(({ id }) => id === filters.person)?.name
  return [
    filters.product && { label: product?.sku ?? t('product'), href: movementsHref(filters, { product: null }) },
    days && { label: days, href: movementsHref(filters, { from: null, to: null }) },
    filters.kind && { label: kinds(filters.kind), href: movementsHref(filters, { kind: null }) },
    filters.location && { label: places(filters.location), href: movementsHref(filters, { location: null }) },
    filters.source && {
      label: filters.sourceId ? t('oneSource', { source: sources(filters.source) }) : sources(filters.source),
      href: movementsHref(filters, { source: null, sourceId: null }),
    },
    filters.person && { label: person ?? t('person'), href: movementsHref(filters, { person: null }) },
  ].filter((chip) => !!chip)
}
