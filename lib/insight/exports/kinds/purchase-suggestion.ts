import 'server-only'
import { dailyPace } from '@/lib/catalog/forecast/tested'
import { readSuggestionFilters, suggestionHref, type SuggestionFilters } from '@/lib/catalog/purchases/filters'
import { countSuggestions, listSuggestions, type Suggestion } from '@/lib/catalog/purchases/suggestion-queries'
import { getBuyingRules } from '@/lib/catalog/purchases/views'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['purchaseSuggestion']) =>
  t(`exports.columns.purchaseSuggestion.${key}`)

export const purchaseSuggestion = defineList<SuggestionFilters, Suggestion>({
  permission: 'sheet.import',
  filtersOf: (query) => readSuggestionFilters({ ...query, after: undefined, before: undefined }),
  addressOf: (filters) => suggestionHref(filters),
  count: async (db, filters, context) => {
    const rules = await getBuyingRules(db, context, { now: context.now, days: filters.days })
    return BigInt((await countSuggestions(db, context.organizationId, filters, rules)).products)
  },
  list: async (db, filters, context, after, size) => {
    const rules = await getBuyingRules(db, context, { now: context.now, days: filters.days })
    return listSuggestions(db, context.organizationId, { ...filters, after }, rules, size)
  },
  columns: ({ t }) => [
    { title: titleOf(t, 'sku'), type: 'text', width: 18, value: (row) => row.sku },
    { title: titleOf(t, 'title'), type: 'text', width: 44, value: (row) => row.title },
    { title: titleOf(t, 'sold'), type: 'number', width: 14, value: (row) => row.sold },
    { title: titleOf(t, 'days'), type: 'number', width: 12, value: (row) => row.days },
    { title: titleOf(t, 'perDay'), type: 'number', width: 12, value: dailyPace },
    { title: titleOf(t, 'leadDays'), type: 'number', width: 12, value: (row) => row.leadDays },
    { title: titleOf(t, 'coverDays'), type: 'number', width: 12, value: (row) => row.coverDays },
    { title: titleOf(t, 'expected'), type: 'number', width: 14, value: (row) => row.expected },
    { title: titleOf(t, 'available'), type: 'number', width: 12, value: (row) => row.available },
    { title: titleOf(t, 'onOrder'), type: 'number', width: 12, value: (row) => row.onOrder },
    { title: titleOf(t, 'need'), type: 'number', width: 12, value: (row) => row.need },
    { title: titleOf(t, 'suggested'), type: 'number', width: 12, value: (row) => row.suggested },
    { title: titleOf(t, 'daysLeft'), type: 'number', width: 12, value: (row) => row.daysLeft },
    { title: titleOf(t, 'supplier'), type: 'text', width: 24, value: (row) => row.supplierName },
    { title: titleOf(t, 'code'), type: 'text', width: 18, value: (row) => row.supplierCode },
  ],
})
