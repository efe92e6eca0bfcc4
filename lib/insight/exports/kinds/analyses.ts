import 'server-only'
import { listCover } from '../../analytics/cover-queries'
import {
  analyticsQuery,
  readAnalyticsFilters,
  type AnalyticsFilters,
  type AnalyticsTab,
} from '@/lib/sales/sales-figures/analysis-filters'
import { rankAbc, type Slice, type SoldScope } from '@/lib/sales/sales-figures/product-figures'
import { getItemProfit } from '../../analytics/profit-groups'
import { abcCells, abcColumns, coverCells, coverColumns, profitCells, profitColumns } from '../../analytics/sheet'
import type { Permission } from '@/lib/core/permissions'
import type { Db } from '@/lib/core/db'
import type { ExportContext, Heading, ListKind, Value } from '@/lib/core/exports/list-kind'
import { seesMoney } from '@/lib/core/exports/column-titles'

type Read = { filters: AnalyticsFilters; sold: SoldScope; slice: Slice; context: ExportContext }
type Ranking = {
  permission: Permission
  /** The fixed parameters of the address. */
  fixed: { tab: AnalyticsTab; by?: 'product' }
  headings: (context: ExportContext) => Heading[]
  /** A run of places in the ranking, and how many there are. */
  read: (db: Db, ranked: Read) => Promise<{ rows: Value[][]; items: number }>
}

/** A ranking of the company's products: read by place, since each place takes in those before it. */
function defineRanking({ permission, fixed, headings, read }: Ranking): ListKind {
  const filtersOf = (query: string, context: ExportContext) =>
    readAnalyticsFilters(
      { ...Object.fromEntries(new URLSearchParams(query)), page: undefined, ...fixed },
      context.today,
      {
        seesTotals: true,
        seesMoney: seesMoney(context),
      },
    )
  const readSlice = (db: Db, query: string, context: ExportContext, slice: Slice) => {
    const { organizationId, role, today } = context
    const filters = filtersOf(query, context)
    // An accountant's entities are not in the context: months by outlet, which their policy narrows, are right for everybody.
    const scope = { organizationId, legalEntityIds: role === 'accountant' ? [] : null }
    return read(db, { filters, sold: { scope, range: filters, salesChannels: filters, today }, slice, context })
  }
  return {
    permission,
    headings,
    normalize: (query, context) => analyticsQuery(filtersOf(query, context)).toString(),
    count: async (db, query, context) => (await readSlice(db, query, context, { first: 1, last: 0 })).items,
    read: async (db, query, context, after, size) => {
      const first = Number(after ?? 0) + 1
      const last = first + size - 1
      const { rows, items } = await readSlice(db, query, context, { first, last })
      return { rows, next: last < items ? String(last) : null }
    },
  }
}

export const abc = defineRanking({
  permission: 'sales.read',
  fixed: { tab: 'abc' },
  headings: ({ t }) => abcColumns(t),
  read: async (db, { filters: { measure, cuts }, sold, slice }) => {
    const { rows, items, totalCents } = await rankAbc(db, sold, { measure, cuts, slice })
    return { items, rows: rows.map((row) => abcCells(row, totalCents)) }
  },
})

export const itemProfit = defineRanking({
  permission: 'sales.read',
  fixed: { tab: 'profit', by: 'product' },
  headings: (context) => profitColumns('product', seesMoney(context), context.t),
  read: async (db, { filters, sold, slice, context }) => {
    const isMoneySeen = seesMoney(context)
    const { rows, items } = await getItemProfit({ db, viewer: context, filters, slice, seesMoney: isMoneySeen }, sold)
    return { items, rows: rows.map((row) => profitCells(row, 'product', isMoneySeen, context.t)) }
  },
})

export const stockCover = defineRanking({
  permission: 'sales.read',
  fixed: { tab: 'cover' },
  headings: ({ t }) => coverColumns(t),
  read: async (db, { filters: { band }, sold, slice, context: { t } }) => {
    const { rows, matching, periodDays } = await listCover(db, sold, { band, slice })
    return { items: matching, rows: rows.map((row) => coverCells(row, periodDays, t)) }
  },
})
