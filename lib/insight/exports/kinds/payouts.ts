import 'server-only'
import type { Day } from '@/lib/core/dates'
import { horizonOf, payoutsHref, readPayoutFilters, type PayoutFilters } from '@/lib/money/payouts/filters'
import { countToCome, listToCome, type ToComeFilters, type ToComeRow } from '@/lib/money/payouts/to-come'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['payouts']) => t(`exports.columns.payouts.${key}`)
const filtersOf = (filters: PayoutFilters, today: Day): ToComeFilters => ({
  shop: filters.shop,
  due: filters.due,
  range: horizonOf(filters, today),
  after: null,
  before: null,
})

export const payouts = defineList<PayoutFilters, ToComeRow>({
  permission: 'money.read',
  filtersOf: (query, { today }) => readPayoutFilters({ ...query, after: undefined, before: undefined }, today),
  addressOf: (filters) => payoutsHref(filters),
  count: (db, filters, { organizationId, today }) => countToCome(db, organizationId, filtersOf(filters, today)),
  list: (db, filters, { organizationId, today }, after, size) =>
    listToCome(db, organizationId, { ...filtersOf(filters, today), after }, size),
  columns: ({ t }) => [
    { title: titleOf(t, 'code'), type: 'text', width: 18, value: (row) => row.code },
    { title: titleOf(t, 'shop'), type: 'text', width: 20, value: (row) => row.shopName },
    { title: titleOf(t, 'soldOn'), type: 'day', width: 12, value: (row) => row.soldOn },
    { title: titleOf(t, 'expectedOn'), type: 'day', width: 12, value: (row) => row.expectedOn },
    {
      title: titleOf(t, 'basis'),
      type: 'text',
      width: 12,
      value: (row) => row.expectedOn && t(`shopeeMoney.toCome.basis.${row.isEstimate ? 'estimate' : 'rule'}`),
    },
    { title: titleOf(t, 'dueOn'), type: 'day', width: 12, value: (row) => row.dueOn },
    {
      title: titleOf(t, 'state'),
      type: 'text',
      width: 20,
      value: (row) => t(`shopeeMoney.toCome.states.${row.isOverdue ? 'overdue' : row.state}`),
    },
    { title: titleOf(t, 'expected'), type: 'money', width: 13, value: (row) => row.expectedCents },
    {
      title: titleOf(t, 'released'),
      type: 'money',
      width: 13,
      value: (row) => (row.releasedCents ?? 0n) + row.adjustedCents,
    },
    { title: titleOf(t, 'toCome'), type: 'money', width: 13, value: (row) => row.toComeCents },
  ],
})
