import 'server-only'
import { listFreightFaults, sumListedFreight, type FreightRow } from '@/lib/money/payouts/freight'
import { freightHref, readFreightFilters, type FreightFilters } from '@/lib/money/payouts/freight-filters'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['freight']) => t(`exports.columns.freight.${key}`)

export const freight = defineList<FreightFilters, FreightRow>({
  permission: 'money.read',
  filtersOf: (query, { today }) => readFreightFilters({ ...query, after: undefined, before: undefined }, today),
  // A period by its name would mean other days by the time the file is written.
  addressOf: ({ days, ...filters }) => freightHref({ ...filters, days: { ...days, period: 'custom' } }),
  count: async (db, filters, { organizationId }) => (await sumListedFreight(db, organizationId, filters)).count,
  list: (db, filters, { organizationId }, after, size) =>
    listFreightFaults(db, organizationId, { ...filters, after }, size),
  columns: ({ t }) => [
    { title: titleOf(t, 'code'), type: 'text', width: 18, value: (row) => row.code },
    { title: titleOf(t, 'shop'), type: 'text', width: 20, value: (row) => row.shopName },
    { title: titleOf(t, 'day'), type: 'day', width: 12, value: (row) => row.day },
    {
      title: titleOf(t, 'cause'),
      type: 'text',
      width: 24,
      value: (row) => t(`reconciliation.causes.${row.cause}`),
    },
    { title: titleOf(t, 'amount'), type: 'money', width: 13, value: (row) => row.cents },
    { title: titleOf(t, 'carrier'), type: 'text', width: 24, value: (row) => row.carrier },
    {
      title: titleOf(t, 'item'),
      type: 'text',
      width: 44,
      value: (row) => (row.items > 1 ? t('shopeeMoney.freight.mixed') : row.item),
    },
  ],
})
