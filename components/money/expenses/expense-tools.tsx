import { useLocale, useTranslations } from 'next-intl'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { SearchInput } from '@/components/ui/search-input'
import { dueText, expensesHref, noFilters, writePlaceFilter, type ExpenseFilters } from '@/lib/money/expenses/filters'
import { expenseKinds } from '@/lib/money/expenses/schema'
import type { ExpenseFrame } from '@/lib/money/expenses/views'
import { AmountFilter } from './amount-filter'
import { DueFilter } from './due-filter'
import { useAmountText } from './use-amount-text'

export const clearedHref = (filters: ExpenseFilters) => expensesHref(filters, noFilters)

/** Search and filters; `full` adds those of the company's full view. A calendar has its own period. */
export function ExpenseTools({ list, full, calendar }: { list: ExpenseFrame; full?: boolean; calendar?: boolean }) {
  const t = useTranslations('expenses')
  const { filters, today, categories, places } = list
  const chips = useChips(list, calendar)
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput label={t('search')} className="max-md:basis-full md:basis-56" />
      <FilterFold count={chips.length - (filters.q ? 1 : 0)}>
        <FilterSelect
          param="kind"
          label={t('kind')}
          allLabel={t('anyKind')}
          options={expenseKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        {full && categories.length > 0 && (
          <FilterSelect
            param="category"
            label={t('category')}
            allLabel={t('anyCategory')}
            options={categories.map(({ name, count }) => ({ value: name, label: name, hint: count }))}
          />
        )}
        {full && (
          <FilterSelect
            param="place"
            label={t('place')}
            allLabel={t('anyPlace')}
            options={[
              { value: 'company', label: t('places.company') },
              ...places.map((place) => ({ value: writePlaceFilter(place), label: place.name })),
            ]}
          />
        )}
        {full && (
          <FilterSelect
            param="stock"
            label={t('stock.label')}
            allLabel={t('stock.any')}
            options={(['only', 'without'] as const).map((value) => ({ value, label: t(`stock.${value}`) }))}
          />
        )}
        {full && !calendar && <AmountFilter filters={filters} />}
        {!calendar && <DueFilter filters={filters} today={today} full={full} />}
      </FilterFold>
      {!calendar && (
        <div className="basis-full empty:hidden">
          <FilterChips chips={chips} clearHref={clearedHref(filters)} />
        </div>
      )}
    </div>
  )
}

function useChips({ filters, places }: ExpenseFrame, calendar?: boolean) {
  const t = useTranslations('expenses')
  const language = useLocale()
  const amount = useAmountText(filters)
  const due = calendar ? null : dueText(filters, language)
  const { kind, category, place, stock, q, period } = filters
  const placeName = place && places.find((known) => writePlaceFilter(known) === writePlaceFilter(place))?.name
  const chip = (label: string, changes: Partial<ExpenseFilters>) => ({ label, href: expensesHref(filters, changes) })
  const range = period ? t(`due.${period}`) : due
  return [
    kind && chip(t(`kinds.${kind}`), { kind: null }),
    category && chip(category, { category: null }),
    place && chip(placeName ?? t('places.company'), { place: null }),
    stock && chip(t(`stock.${stock}`), { stock: null }),
    amount && chip(amount, { minCents: null, maxCents: null }),
    range &&
      chip(t(filters.by === 'paid' ? 'paidChip' : 'dueChip', { range }), {
        period: null,
        from: null,
        to: null,
        by: 'due',
      }),
    q && chip(t('searched', { text: q }), { q: '' }),
  ].filter((shown) => !!shown)
}
