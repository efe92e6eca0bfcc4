import 'server-only'
import type { Cents } from '../money'
import { marginOf, type Sold } from './margin'
import { getItemRevenues, listItemSales, type SoldScope } from './product-queries'
import { listOutletSales, listStateSales, type GroupRow } from './sales-queries'
import type { ProfitSort } from './filters'
import type { AnalyticsContext } from './context'

export type ProfitRow = Sold & {
  key: string
  /** Null where it has none of its own: a state nobody told. */
  name: string | null
  detail: string | null
  href: string | null
  isUnmapped: boolean
  /** Of items not known: an order may hold several. */
  orders: bigint | null
  units: bigint
  previousCents: Cents
  marginCents: Cents | null
}
export type Profit = {
  tab: 'profit'
  rows: ProfitRow[]
  items: number
  total: Sold & { units: bigint; previousCents: Cents | null }
}

const noMoney = { takenCents: 0n, coveredCents: 0n, costCents: 0n }

export async function getProfit(context: AnalyticsContext, sold: SoldScope): Promise<Profit> {
  return context.filters.by === 'product' ? getByProduct(context, sold) : getByGroup(context)
}

async function getByProduct({ db, filters, seesMoney, slice }: AnalyticsContext, sold: SoldScope): Promise<Profit> {
  const before = { ...sold, range: { from: filters.previousFrom, to: filters.previousTo } }
  const { rows, totals } = await listItemSales(db, sold, { sort: filters.sort, slice, seesMoney })
  const previous = await getItemRevenues(
    db,
    before,
    rows.map(({ id }) => id),
  )
  return {
    tab: 'profit',
    items: totals.items,
    total: { ...totals, previousCents: null },
    rows: rows.map((row) => ({
      ...row,
      key: row.id,
      name: row.title,
      detail: row.sku ?? row.variation,
      href: row.mapped ? `/dashboard/products/${row.id}` : null,
      isUnmapped: !row.mapped,
      orders: null,
      previousCents: previous.get(row.id) ?? 0n,
      marginCents: marginOf(row),
    })),
  }
}

async function getByGroup({ db, viewer, filters, seesMoney, outlets }: AnalyticsContext): Promise<Profit> {
  const list = filters.by === 'shop' ? listOutletSales : listStateSales
  const before = { from: filters.previousFrom, to: filters.previousTo }
  const current = await list(db, viewer.organizationId, filters, filters)
  const previous = await list(db, viewer.organizationId, before, filters)
  const names = new Map(outlets.map(({ id, name }) => [id, name]))
  const revenueBefore = new Map(previous.map(({ key, revenueCents }) => [key, revenueCents]))
  const rows = current.map((row): ProfitRow => {
    const told = seesMoney ? row : { ...row, ...noMoney }
    return {
      ...told,
      name: filters.by === 'shop' ? (names.get(row.key) ?? null) : row.key || null,
      detail: null,
      href: null,
      isUnmapped: false,
      previousCents: revenueBefore.get(row.key) ?? 0n,
      marginCents: marginOf(told),
    }
  })
  return {
    tab: 'profit',
    items: rows.length,
    rows: rows.sort(inOrder(filters.sort)),
    total: { ...addUp(rows), previousCents: addUp(previous).revenueCents },
  }
}

function addUp(rows: readonly (Sold & Pick<GroupRow, 'units'>)[]): Sold & { units: bigint } {
  const sum = { units: 0n, revenueCents: 0n, ...noMoney }
  for (const row of rows) for (const figure of Object.keys(sum) as (keyof typeof sum)[]) sum[figure] += row[figure]
  return sum
}

/** What has no margin stands last, whichever way. */
function inOrder(sort: ProfitSort) {
  const byRevenue = (a: ProfitRow, b: ProfitRow) => compare(b.revenueCents, a.revenueCents) || compare(a.key, b.key)
  return (a: ProfitRow, b: ProfitRow): number => {
    if (sort === 'revenue' || (a.marginCents === null && b.marginCents === null)) return byRevenue(a, b)
    if (a.marginCents === null || b.marginCents === null) return a.marginCents === null ? 1 : -1
    const best = compare(b.marginCents, a.marginCents)
    return (sort === 'best' ? best : -best) || byRevenue(a, b)
  }
}

const compare = <T extends bigint | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
