import 'server-only'
import { listValues, sumValues, type ValueRow } from '@/lib/catalog/warehouse/value'
import { readValueFilters, valueHref } from '@/lib/catalog/warehouse/value-filters'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const valueTitle = (t: Translate, key: keyof Titles['stockValue']) => t(`exports.columns.stockValue.${key}`)

export const stockValue = defineList<ReturnType<typeof readValueFilters>, ValueRow>({
  permission: 'money.read',
  filtersOf: (query) => readValueFilters({ ...query, after: undefined, before: undefined }),
  addressOf: (filters) => valueHref(filters),
  // The transaction says whose orders are seen: what was sold is read from all rows that it shows.
  count: async (db, filters, context) => (await sumValues(db, scopeOf(context), filters, context.today)).products,
  list: (db, filters, context, after, size) =>
    listValues(db, scopeOf(context), { ...filters, after }, { today: context.today, size }),
  columns: ({ t }) => {
    const title = (key: Parameters<typeof valueTitle>[1]) => valueTitle(t, key)
    return [
      { title: title('sku'), type: 'text', width: 18, value: (row) => row.sku },
      { title: title('title'), type: 'text', width: 44, value: (row) => row.title },
      { title: title('units'), type: 'number', width: 11, value: (row) => Number(row.units) },
      { title: title('cost'), type: 'number', width: 12, value: ({ cost }) => (cost === null ? null : Number(cost)) },
      { title: title('value'), type: 'money', width: 14, value: (row) => row.valueCents },
      { title: title('sold'), type: 'number', width: 12, value: (row) => Number(row.sold) },
      { title: title('turnover'), type: 'number', width: 10, value: (row) => row.turnover },
      { title: title('cover'), type: 'number', width: 12, value: (row) => row.coverDays },
    ]
  },
})

// An accountant's entities are not in the context: months by outlet, which their policy narrows, are right for everybody.
const scopeOf = ({ organizationId, role }: { organizationId: string; role: string }) => ({
  organizationId,
  legalEntityIds: role === 'accountant' ? [] : null,
})
