import 'server-only'
import type { Query } from '@/lib/core/keyset'
import { getAds } from '@/lib/money/ads/read-ads'
import { can, seesTotals } from '@/lib/core/permissions'
import { localDay, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import { readerOf, type Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { completeClasses } from '@/lib/sales/sales-figures/abc'
import {
  getLossCovers,
  listCancelReasons,
  listItemLosses,
  listChannelLosses,
  listReturnReasons,
} from './cancellation-queries'
import type { AnalyticsContext, Named, Viewer } from '@/lib/sales/sales-figures/analysis-context'
import { shapeCohorts } from '@/lib/sales/sales-figures/cohorts'
import { listCover, type CoverRow } from './cover-queries'
import {
  listTabs,
  readAnalyticsFilters,
  type AnalyticsFilters,
  type AnalyticsTab,
  type Visibility,
} from '@/lib/sales/sales-figures/analysis-filters'
import { shapeHeatMap } from '@/lib/sales/sales-figures/heat-map'
import { getPrices } from './price-history'
import { rankAbc, type SoldScope } from '@/lib/sales/sales-figures/product-figures'
import { getProfit } from './profit-groups'
import { withinSalesChannels } from '@/lib/sales/sales-figures/queries'
import { listCohorts, listHours } from '@/lib/sales/sales-figures/sales-series'

export const pageRows = 50
/** More than any section that is a file of its own has: longer ones are lists (exportKindOf). */
const wholeFile = { first: 1, last: 20_000 }
const lossRows = { page: 20, file: 1000 }

const soldScope = ({ viewer, filters, today }: AnalyticsContext): SoldScope => ({
  scope: viewer,
  range: filters,
  salesChannels: filters,
  today,
})

async function getAbc(context: AnalyticsContext) {
  const { measure, cuts } = context.filters
  const abc = await rankAbc(context.db, soldScope(context), { measure, cuts, slice: context.slice })
  return { tab: 'abc' as const, ...abc, classes: completeClasses(abc.classes) }
}

async function getHours({ db, viewer, filters }: AnalyticsContext) {
  const facts = await listHours(db, viewer.organizationId, filters, filters)
  return { tab: 'hours' as const, map: shapeHeatMap(facts, filters.figure, filters) }
}

async function getCohorts({ db, viewer, filters }: AnalyticsContext) {
  const last = startOfMonth(filters.to)
  const { facts, isCounting, leftOut } = await listCohorts(db, viewer.organizationId, last, filters)
  return { tab: 'cohorts' as const, last, isCounting, leftOut, cohorts: shapeCohorts(facts, last, leftOut) }
}

async function getCancellations({ db, viewer, filters, isWhole }: AnalyticsContext) {
  const losses = {
    organizationId: viewer.organizationId,
    range: filters,
    salesChannels: filters,
    timeZone: viewer.timeZone,
  }
  return {
    tab: 'cancellations' as const,
    reasons: await listCancelReasons(db, losses),
    returns: await listReturnReasons(db, losses),
    salesChannels: await listChannelLosses(db, losses),
    items: await listItemLosses(db, losses, lossRows[isWhole ? 'file' : 'page']),
    covers: await getLossCovers(db, losses),
  }
}

async function getCover(context: AnalyticsContext) {
  const { band } = context.filters
  return { tab: 'cover' as const, ...(await listCover(context.db, soldScope(context), { band, slice: context.slice })) }
}

/** For how many days one product lasts, as the section has it of all; null of what it leaves out. */
export async function readCoverOf(viewer: Viewer, product: string, range: DayRange): Promise<CoverRow | null> {
  const sold = {
    scope: viewer,
    range,
    salesChannels: { shop: null, channel: null },
    today: localDay(new Date(), viewer.timeZone),
  }
  const slice = { first: 1, last: 1 }
  const { rows } = await listCover(readerOf(viewer), sold, { band: null, slice, product })
  return rows[0] ?? null
}

const readers = {
  abc: getAbc,
  profit: (context: AnalyticsContext) => getProfit(context, soldScope(context)),
  ads: getAds,
  hours: getHours,
  cohorts: getCohorts,
  cancellations: getCancellations,
  cover: getCover,
  price: (context: AnalyticsContext) => getPrices(context, soldScope(context)),
} satisfies Record<AnalyticsTab, (context: AnalyticsContext) => Promise<unknown>>

export type AnalyticsSections = { [Tab in AnalyticsTab]: Awaited<ReturnType<(typeof readers)[Tab]>> }
export type AnalyticsSection = AnalyticsSections[AnalyticsTab]

export type AnalyticsView = Visibility & {
  filters: AnalyticsFilters
  today: Day
  tabs: readonly AnalyticsTab[]
  shops: Named[]
  channels: Named[]
  /** Orders of these days whose sales are unknown. */
  unpriced: bigint
  section: AnalyticsSection
}

/**
 * One section of the analytics, as the role may read it: without totals only what shows none, without money no cost and no
 * margin. `isWhole` is for a file of it.
 */
export async function getAnalyticsFor(
  viewer: Viewer,
  query: Query,
  { isWhole = false, now = new Date() } = {},
): Promise<AnalyticsView> {
  const today = localDay(now, viewer.timeZone)
  const visibility = { seesTotals: seesTotals(viewer), seesMoney: can(viewer.role, 'money.read') }
  const filters = readAnalyticsFilters(query, today, visibility)
  const first = (filters.page - 1) * pageRows + 1
  const slice = isWhole ? wholeFile : { first, last: first + pageRows - 1 }
  const db = readerOf(viewer)
  const { shops, channels, unpriced } = await readFrame(db, viewer.organizationId, filters)
  const { seesMoney } = visibility
  const context = { db, viewer, filters, today, seesMoney, salesChannels: [...shops, ...channels], slice, isWhole }
  return {
    ...visibility,
    filters,
    today,
    tabs: listTabs(visibility),
    shops,
    channels,
    unpriced,
    section: await readers[filters.tab](context),
  }
}

/** The choices of the filters, and how many sales of these days have no price. */
async function readFrame(
  db: Reader,
  organizationId: string,
  filters: AnalyticsFilters,
): Promise<Pick<AnalyticsView, 'shops' | 'channels' | 'unpriced'>> {
  const ours = Prisma.sql`organization_id = ${organizationId}::uuid`
  const named = Prisma.sql`coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY name), '[]')`
  const where = withinSalesChannels(organizationId, filters, filters)
  const [row] = await db.$queryRaw<[Pick<AnalyticsView, 'shops' | 'channels' | 'unpriced'>]>`
    SELECT (SELECT ${named} FROM shop WHERE ${ours}) AS shops, (SELECT ${named} FROM channel WHERE ${ours}) AS channels,
      (SELECT coalesce(sum(unpriced), 0)::bigint FROM (
        SELECT unpriced FROM sales_day WHERE ${where} UNION ALL SELECT unpriced FROM sales_day_delta WHERE ${where}) counted) AS unpriced`
  return row
}
