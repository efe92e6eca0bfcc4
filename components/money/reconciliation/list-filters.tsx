import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { PeriodFilter } from '@/components/sales/orders/period-filter'
import { usePeriodText } from '@/components/sales/orders/use-filter-chips'
import { SortSelect } from '@/components/sales/order-list/sort-select'
import { buttonClass } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { SearchInput } from '@/components/ui/search-input'
import type { Day } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import {
  settlementsHref,
  settlementSorts,
  settlementsPath,
  type SettlementFilters,
} from '@/lib/money/reconciliation/filters'
import { caseChoices, discrepancyCauses, settlementStates } from '@/lib/money/reconciliation/filters'
import type { ReconciliationView } from '@/lib/money/reconciliation/views'
import { MinFilter } from './min-filter'

type ListFiltersProps = { view: ReconciliationView; today: Day }

export function ListFilters({ view, today }: ListFiltersProps) {
  const t = useTranslations('reconciliation')
  const { filters, shops, entities } = view
  const chips = useChips(view)
  const causes = discrepancyCauses.map((value) => ({ value, label: t(`causes.${value}`) }))
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 px-4 py-3">
      <SearchInput label={t('list.search')} className="max-md:basis-40 md:max-w-72 md:min-w-44" />
      <div className="max-md:order-2 max-md:basis-full md:contents">
        <FilterChips chips={chips} clearHref={settlementsPath} summary={<ListSummary view={view} />} />
      </div>
      <FilterFold count={chips.length} always>
        <PeriodFilter today={today} from={filters.from} to={filters.to} text={usePeriodText(filters)} anyDay="all" />
        <RecordFilter param="shop" label={t('filters.shop')} allLabel={t('filters.allShops')} records={shops} />
        <RecordFilter
          param="entity"
          label={t('filters.entity')}
          allLabel={t('filters.allEntities')}
          records={entities}
        />
        <FilterSelect
          param="state"
          label={t('filters.state')}
          allLabel={t('filters.allStates')}
          options={settlementStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          multiple
        />
        <FilterSelect param="cause" label={t('filters.cause')} allLabel={t('filters.allCauses')} options={causes} />
        <FilterSelect
          param="case"
          label={t('filters.case')}
          allLabel={t('filters.anyCase')}
          options={caseChoices.map((value) => ({ value, label: t(`filters.${value}Case`) }))}
        />
        <MinFilter minCents={filters.minCents} />
        <Link
          href={settlementsHref(filters, {
            differing: !filters.differing,
            sort: filters.differing ? 'newest' : 'difference',
          })}
          scroll={false}
          aria-current={filters.differing || undefined}
          className={classNames(buttonClass({}), filters.differing && 'bg-accent-soft! text-accent-text!')}
        >
          {t('filters.differing')}
        </Link>
        <span className="contents md:hidden">
          <ListSort sort={filters.sort} />
        </span>
      </FilterFold>
      <span className="hidden md:contents">
        <ListSort sort={filters.sort} />
      </span>
    </div>
  )
}

/** On a phone among the filters: the list begins earlier. */
function ListSort({ sort }: Pick<SettlementFilters, 'sort'>) {
  const t = useTranslations('reconciliation.sort')
  return (
    <SortSelect
      value={sort}
      label={t('label')}
      options={settlementSorts.map((value) => ({ value, label: t(value) }))}
    />
  )
}

/** One for each filter that is on, leading to the list without it. */
function useChips({ filters, shops, entities }: ReconciliationView): { label: string; href: string }[] {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const nameOf = (list: { id: string; name: string }[], id: string) => list.find((one) => one.id === id)?.name ?? '—'
  const chip = (label: string, changes: Partial<SettlementFilters>) => ({
    label,
    href: settlementsHref(filters, changes),
  })
  const { q, shop, entity, states, cause, inCase, minCents, differing } = filters
  return [
    q && chip(t('filters.q', { q }), { q: '' }),
    shop && chip(nameOf(shops, shop), { shop: null }),
    entity && chip(nameOf(entities, entity), { entity: null }),
    ...states.map((state) => chip(t(`states.${state}`), { states: states.filter((one) => one !== state) })),
    cause && chip(t(`causes.${cause}`), { cause: null }),
    inCase && chip(t(`filters.${inCase}Case`), { inCase: null }),
    minCents !== null && chip(t('filters.minChip', { cents: formatMoney(minCents, language) }), { minCents: null }),
    differing && chip(t('filters.differing'), { differing: false, sort: 'newest' }),
  ].filter((one) => one !== null && one !== false && one !== '')
}

/** The content of the list under every filter. */
export function ListSummary({ view: { counted } }: { view: ReconciliationView }) {
  const t = useTranslations('reconciliation.list')
  const language = useLocale()
  const { orders, differenceCents, isWhole } = counted
  if (!isWhole) return <span>{t('moreThan', { count: orders - 1 })}</span>
  return (
    <>
      <span>{t('count', { count: orders })}</span>
      <span>{t('sum', { cents: formatMoney(differenceCents, language) })}</span>
    </>
  )
}
