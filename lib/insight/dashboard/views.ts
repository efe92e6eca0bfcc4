import 'server-only'
import type { Query } from '@/lib/core/keyset'
import { can, seesTotals } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { addDays, localDay, previousPeriod, type Day, type DayRange } from '@/lib/core/dates'
import { readerOf, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { coverageOf, marginRate } from '@/lib/sales/sales-figures/margin'
import { getAttention, type Attention } from '@/lib/insight/dashboard/attention'
import {
  bucketSales,
  bucketUnit,
  listBucketStarts,
  trendRange,
  type Bucket,
  type BucketUnit,
} from '@/lib/sales/sales-figures/buckets'
import { readSalesFilters, type SalesFilters } from '@/lib/sales/sales-figures/filters'
import { sumSales, type SalesFigures } from '@/lib/sales/sales-figures/figures'
import { listTopProducts, type ProductSales } from '@/lib/sales/sales-figures/product-sales'
import { getMoneyAttention, type MoneyAttention } from '@/lib/money/payouts/money-attention'
import { getProfitTiles } from '@/lib/money/profit/tiles'
import { readFetched } from '@/lib/sales/sales-figures/fetched'
import { getSalesFrame, listSalesDays, type SalesFrame } from '@/lib/sales/sales-figures/queries'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

function requireTotals(viewer: Viewer) {
  if (!seesTotals(viewer)) throw new UserError('permissionDenied')
}

export type SalesSummary = {
  current: SalesFigures
  /** Null while the first history of a shop has not come back as far: half of a period compares with nothing. */
  previous: SalesFigures | null
  /** The days of the trend; wider than the period when that is shorter than a week. */
  trend: DayRange
  unit: BucketUnit
  buckets: Bucket[]
  previousBuckets: Bucket[]
  seesMoney: boolean
}

const withoutFees = { feesChargedCents: 0n, grossChargedCents: 0n, feesEstimatedCents: 0n, grossEstimatedCents: 0n }

/** Both periods in one read; without a step, by what suits their length. Fees are left out for roles that may not read settlement. */
export async function getSalesSummary(viewer: Viewer, filters: SalesFilters, by?: BucketUnit): Promise<SalesSummary> {
  requireTotals(viewer)
  const before = { from: filters.previousFrom, to: filters.previousTo }
  const trend = trendRange(filters)
  const trendBefore = previousPeriod(trend)
  const range = { from: before.from < trendBefore.from ? before.from : trendBefore.from, to: filters.to }
  const unit = by ?? bucketUnit(trend)
  // Every day that a bucket or a period begins on: the days between two of them are never separated.
  const starts = [trend, trendBefore].flatMap((part) => listBucketStarts(part, unit))
  const cuts = [...new Set([...starts, before.from, addDays(before.to, 1), filters.from])].toSorted()
  const { organizationId } = viewer
  const [rows, isHere] = await Promise.all([
    listSalesDays(readerOf(viewer), organizationId, range, filters, cuts),
    readFetched(readerOf(viewer), viewer, filters),
  ])
  const seesMoney = can(viewer.role, 'money.read')
  const days = rows.map(({ day, ...sales }) => ({ day, sales: seesMoney ? sales : { ...sales, ...withoutFees } }))
  const totalOf = ({ from, to }: DayRange) =>
    sumSales(days.filter(({ day }) => day >= from && day <= to).map(({ sales }) => sales))
  const byDay = new Map(days.map(({ day, sales }) => [day, sales]))
  return {
    current: totalOf(filters),
    previous: isHere(before.from) ? totalOf(before) : null,
    trend,
    unit,
    buckets: bucketSales(byDay, trend, unit),
    previousBuckets: isHere(trendBefore.from) ? bucketSales(byDay, trendBefore, unit) : [],
    seesMoney,
  }
}

export type TopProduct = Omit<ProductSales, 'revenueWithCostCents' | 'takenCents' | 'costCents'> & {
  /** After fees, packaging and cost, of the revenue whose cost is known; left out for roles that may not read cost. */
  margin?: number | null
  /** How much of the revenue has a known cost. */
  costCoverage?: number
}

export async function listTopProductsFor(viewer: Viewer, filters: SalesFilters, limit = 5): Promise<TopProduct[]> {
  requireTotals(viewer)
  const sold = { range: filters, salesChannels: filters, today: localDay(new Date(), viewer.timeZone) }
  const rows = await listTopProducts(readerOf(viewer), viewer, sold, limit)
  const seesMoney = can(viewer.role, 'money.read')
  return rows.map(({ costCents, takenCents, revenueWithCostCents: coveredCents, ...product }) => {
    if (!seesMoney) return product
    const sold = { revenueCents: product.revenueCents, coveredCents, costCents, takenCents }
    return { ...product, margin: marginRate(sold), costCoverage: coverageOf(sold) }
  })
}

export type AttentionView = Omit<Attention, 'overdueExpensesCents' | 'overdueExpenses'> & {
  overdueExpenses?: bigint
  overdueExpensesCents?: bigint
  money?: MoneyAttention
}

export async function getAttentionFor(viewer: Viewer, now = new Date()): Promise<AttentionView> {
  const today = localDay(now, viewer.timeZone)
  const seesMoney = can(viewer.role, 'money.read')
  // Each by itself: neither waits for the other.
  const db = readerOf(viewer)
  const [attention, money] = await Promise.all([
    getAttention(db, viewer, today, now),
    seesMoney ? getMoneyAttention(db, viewer.organizationId, today) : undefined,
  ])
  const { overdueExpenses, overdueExpensesCents, ...work } = attention
  return seesMoney ? { ...work, overdueExpenses, overdueExpensesCents, money } : work
}

export type DashboardFrame = SalesFrame & { today: Day; filters: SalesFilters; seesTotals: boolean }

export async function getDashboardFrame(viewer: Viewer, query: Query, now = new Date()): Promise<DashboardFrame> {
  const frame = await getSalesFrame(readerOf(viewer), viewer.organizationId)
  return { ...frame, ...readDashboard(viewer, query, now), seesTotals: seesTotals(viewer) }
}

/** The dashboard that the query asks for, on the viewer's own day. */
function readDashboard({ timeZone }: Viewer, query: Query, now: Date): Pick<DashboardFrame, 'today' | 'filters'> {
  const today = localDay(now, timeZone)
  return { today, filters: readSalesFilters(query, today) }
}

/** All of the dashboard's panels asked for at once; each waits for its own. No sales for roles that do not see the company's totals. */
export function requestDashboard(viewer: Viewer, query: Query) {
  const { filters } = readDashboard(viewer, query, new Date())
  const attention = getAttentionFor(viewer)
  const sales = seesTotals(viewer)
    ? {
        summary: getSalesSummary(viewer, filters),
        topProducts: listTopProductsFor(viewer, filters),
        tiles: can(viewer.role, 'money.read') ? getProfitTiles(viewer, filters) : null,
      }
    : null
  // The panel that shows it reports the failure; until then it has no handler.
  for (const part of [attention, sales?.summary, sales?.topProducts, sales?.tiles]) part?.catch(() => undefined)
  return { frame: getDashboardFrame(viewer, query), attention, sales }
}
