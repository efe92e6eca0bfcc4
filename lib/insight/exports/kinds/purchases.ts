import 'server-only'
import { localDay } from '@/lib/core/dates'
import { purchasesHref, readPurchaseFilters, type PurchaseFilters } from '@/lib/catalog/purchases/filters'
import { countPurchases, listPurchases, type PurchaseRow } from '@/lib/catalog/purchases/purchase-queries'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['purchases']) => t(`exports.columns.purchases.${key}`)

export const purchases = defineList<PurchaseFilters, PurchaseRow>({
  permission: 'sheet.import',
  filtersOf: (query) => readPurchaseFilters({ ...query, after: undefined, before: undefined }),
  addressOf: (filters) => purchasesHref(filters),
  count: (db, filters, { organizationId }) => countPurchases(db, organizationId, filters),
  list: (db, filters, { organizationId }, after, size) =>
    listPurchases(db, organizationId, { ...filters, after }, size),
  columns: ({ t, timeZone }) => [
    { title: titleOf(t, 'number'), type: 'number', width: 10, value: (row) => row.number },
    { title: titleOf(t, 'supplier'), type: 'text', width: 32, value: (row) => row.supplierName },
    {
      title: titleOf(t, 'status'),
      type: 'text',
      width: 18,
      value: (row) => t(`purchases.list.statuses.${row.status}`),
    },
    { title: titleOf(t, 'created'), type: 'day', width: 12, value: (row) => localDay(row.createdAt, timeZone) },
    { title: titleOf(t, 'expected'), type: 'day', width: 12, value: (row) => row.expectedOn },
    { title: titleOf(t, 'units'), type: 'number', width: 12, value: (row) => row.units },
    { title: titleOf(t, 'received'), type: 'number', width: 12, value: (row) => row.received },
    { title: titleOf(t, 'total'), type: 'money', width: 14, value: (row) => row.totalCents },
  ],
})
