import 'server-only'
import { listAdsRuns } from '@/lib/money/ads/queries'
import { listProductSpend } from '@/lib/money/ads/sales'
import { listShopNames } from '@/lib/money/profit/queries'
import type { Reader } from '@/lib/core/db'
import type { Cents } from '@/lib/core/money'
import { marginOf, type Sold } from '@/lib/sales/sales-figures/margin'
import { getItemRevenues, listItemSales, type SoldScope } from '@/lib/sales/sales-figures/product-figures'
import { listSalesChannelSales, listStateSales, type GroupRow } from '@/lib/sales/sales-figures/sales-series'
import { readFetched } from '@/lib/sales/sales-figures/fetched'
import type { AnalyticsFilters, ProfitSort } from '@/lib/sales/sales-figures/analysis-filters'
import type { AnalyticsContext } from '@/lib/sales/sales-figures/analysis-context'

export type ProfitRow = Sold & {
  key: string
  /** Null where it has none of its own: an unknown state. */
  name: string | null
  detail: string | null
  href: string | null
  isUnmapped: boolean
  /** For unknown items: an order may hold several. */
  orders: bigint | null
  units: bigint
  /** Null while the first history of a shop has not come back as far. */
  previousCents: Cents | null
  marginCents: Cents | null
  /** Spent on its ads; null where no report tells, and for states, which have no ads of their own. */
  adsCents: Cents | null
}
export type Profit = {
  tab: 'profit'
  /** False while the first history of a shop has not come back as far as the period before. */
  isComparable: boolean
  rows: ProfitRow[]
  items: number
  /** Its margin is what the rows' margins add up to; null where none is known. */
  total: Sold & { units: bigint; previousCents: Cents | null; marginCents: Cents | null }
}

const noMoney = { takenCents: 0n, coveredCents: 0n, costCents: 0n }

export async function getProfit(context: AnalyticsContext, sold: SoldScope): Promise<Profit> {
  return context.filters.by === 'product' ? getItemProfit(context, sold) : getByGroup(context)
}

type ItemContext = Pick<AnalyticsContext, 'db' | 'viewer' | 'filters' | 'seesMoney' | 'slice'>

export async function getItemProfit(
  { db, viewer, filters, seesMoney, slice }: ItemContext,
  soldByAll: SoldScope,
): Promise<Profit> {
  const sold = { ...soldByAll, product: filters.product }
  const before = { ...sold, range: { from: filters.previousFrom, to: filters.previousTo } }
  const { rows, totals } = await listItemSales(db, sold, { sort: filters.sort, slice, seesMoney })
  const isComparable = (await readFetched(db, viewer, filters))(before.range.from)
  const ids = rows.map(({ id }) => id)
  const previous = isComparable ? await getItemRevenues(db, before, ids) : null
  const { organizationId } = sold.scope
  const ads = seesMoney ? await listProductSpend(db, organizationId, sold.range, sold.salesChannels) : null
  return {
    tab: 'profit',
    isComparable,
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
      previousCents: previous && (previous.get(row.id) ?? 0n),
      marginCents: marginOf(row),
      adsCents: ads && (ads.get(row.id) ?? 0n),
    })),
  }
}

async function getByGroup({ db, viewer, filters, seesMoney, salesChannels }: AnalyticsContext): Promise<Profit> {
  const list = filters.by === 'shop' ? listSalesChannelSales : listStateSales
  const before = { from: filters.previousFrom, to: filters.previousTo }
  const current = await list(db, viewer.organizationId, filters, filters)
  const isComparable = (await readFetched(db, viewer, filters))(before.from)
  const previous = isComparable ? await list(db, viewer.organizationId, before, filters) : null
  const names = new Map(salesChannels.map(({ id, name }) => [id, name]))
  const revenueBefore = previous && new Map(previous.map(({ key, revenueCents }) => [key, revenueCents]))
  const adsOf =
    filters.by === 'shop' && seesMoney ? await listShopSpend(db, viewer.organizationId, filters) : () => null
  const rows = current.map((row): ProfitRow => {
    const shown = seesMoney ? row : { ...row, ...noMoney }
    return {
      ...shown,
      name: filters.by === 'shop' ? (names.get(row.key) ?? null) : row.key || null,
      detail: null,
      href: null,
      isUnmapped: false,
      previousCents: revenueBefore && (revenueBefore.get(row.key) ?? 0n),
      marginCents: marginOf(shown),
      adsCents: adsOf(row.key),
    }
  })
  return {
    tab: 'profit',
    isComparable,
    items: rows.length,
    rows: rows.sort(inOrder(filters.sort)),
    total: { ...addUp(rows), previousCents: previous && addUp(previous).revenueCents, marginCents: addMargins(rows) },
  }
}

/** For a sales channel: null for a shop without a report; the company's own channels have no ads of the marketplace. */
async function listShopSpend(db: Reader, organizationId: string, filters: AnalyticsFilters) {
  const { shop, channel, from, to } = filters
  const runs = await listAdsRuns(db, organizationId, { from, to }, { shop, channel }, [from])
  const shops = await listShopNames(db, organizationId)
  const spent = new Map<string, Cents | null>(shops.map(({ id }) => [id, null]))
  for (const { shopId, spendCents } of runs) spent.set(shopId, (spent.get(shopId) ?? 0n) + spendCents)
  return (shopName: string): Cents | null => (spent.has(shopName) ? (spent.get(shopName) ?? null) : 0n)
}

function addMargins(rows: readonly ProfitRow[]): Cents | null {
  const known = rows.flatMap(({ marginCents }) => (marginCents === null ? [] : [marginCents]))
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0n)
}

function addUp(rows: readonly (Sold & Pick<GroupRow, 'units'>)[]): Sold & { units: bigint } {
  const sum = { units: 0n, revenueCents: 0n, ...noMoney }
  for (const row of rows) for (const figure of Object.keys(sum) as (keyof typeof sum)[]) sum[figure] += row[figure]
  return sum
}

/** Rows without a margin come last, in either direction. */
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
