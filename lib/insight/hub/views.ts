import 'server-only'
import { mappingPath } from '@/lib/core/paths'
import { warehouseTabs } from '@/lib/catalog/warehouse/tabs'
import { companyShopsPath, waitingShopsHref } from '@/lib/connect/shops/schema'
import { companyExpensesPath } from '@/lib/money/expenses/filters'
import { resultHref } from '@/lib/money/profit/rows-href'
import { centralPath } from '@/lib/sales/dispatch/schema'
import { orderListPath } from '@/lib/sales/orders/filters'
import { ordersHref, readSalesFilters } from '@/lib/sales/sales-figures/filters'
import type { Member } from '@/lib/identity/auth/member'
import { can, type Role, seesTotals } from '@/lib/core/permissions'
import { nameGaps, type NamedGap } from '@/lib/money/ads/coverage'
import { SOON_DAYS, sumDueCases } from '@/lib/money/cases/queries'
import { getAttention, type Attention } from '../dashboard/attention'
import { changeOf, sumSales, type Change } from '@/lib/sales/sales-figures/figures'
import { readFetched } from '@/lib/sales/sales-figures/fetched'
import { listSalesDays } from '@/lib/sales/sales-figures/queries'
import { addDays, addMonths, localDay, previousPeriod, startOfMonth, type Day } from '@/lib/core/dates'
import { readerOf, type Reader, type Scope } from '@/lib/core/db'
import { countDispatchTabs } from '@/lib/sales/dispatch/tab-counts'
import type { DispatchTab } from '@/lib/sales/dispatch/schema'
import { listUrgent } from '@/lib/sales/dispatch/urgent'
import { sumUnclaimed } from '@/lib/money/payouts/money-attention'
import { addResults, headlineOf, resultOf } from '@/lib/money/profit/result-lines'
import { listResultFacts, listShopNames } from '@/lib/money/profit/queries'
import { listAreas, listWaits, waits as everyWait, type AreaKey, type WaitKey } from './areas'
import { getHubCounts, type HubCounts } from './queries'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

export type HubFigure = {
  unit: 'money' | 'count'
  /** Null where something that it takes in is not known. */
  value: bigint | null
  /** The whole, where the number is a part. */
  of?: bigint
  change?: Change | null
  /** Why it is less than its name says: nothing is known of the ads, and what is missing of them. */
  beforeAds?: boolean
  adsGaps?: NamedGap[]
  /** Orders whose sales are unknown, and left out of it. */
  unpriced?: bigint
  /** The number of shops whose ads count as zero without a word of it. */
  adsUnsaid?: number
}
export type HubWait = { key: WaitKey; count: number; tone: 'bad' | 'warn'; href: string }
/**
 * The text of an empty list. `calm`: there is work, and none of it is due. `others`: something waits for those who may
 * settle it. Null: nothing ever waits there.
 */
export type HubRest = 'clear' | 'calm' | 'others' | null
/** `figure` is null where the role may not read it; `rowsHref` opens the rows that add up to it; `rest` is null where something waits. */
export type HubArea = {
  key: AreaKey
  href: string
  figure: HubFigure | null
  rowsHref: string | null
  waits: HubWait[]
  rest: HubRest
}
export type HubView = { areas: HubArea[]; overdueCents: bigint; oversoldUnits: bigint }

type Read = {
  role: Role
  counts: HubCounts
  attention: Attention
  dispatchTabs: Record<DispatchTab, number>
  urgent: number
  /** Unfiled cases whose time ends within days. */
  dueCases: number
  unclaimed: bigint
  sales: HubFigure | null
  result: HubFigure | null
}

const salesDays = 30

/** The company's home: each area that the role opens with its one number and what waits there. */
export async function getHubFor(viewer: Viewer, now = new Date()): Promise<HubView> {
  const { organizationId, role } = viewer
  const today = localDay(now, viewer.timeZone)
  const readsCases = can(role, 'reconciliation.read')
  const endOfMonth = lastDayOfMonth(today)
  const db = readerOf(viewer)
  const readWork = async () => ({
    attention: await getAttention(db, viewer, today, now),
    counts: await getHubCounts(db, organizationId, { endOfMonth, now }),
    dispatchTabs: await countDispatchTabs(db, organizationId, now),
    urgent: await countUrgent(db, organizationId, now),
    dueCases: readsCases ? (await sumDueCases(db, organizationId, addDays(today, SOON_DAYS))).cases : 0,
    unclaimed: readsCases ? (await sumUnclaimed(db, organizationId)).count : 0n,
  })
  const readMoney = async () => ({
    sales: seesTotals(viewer) ? await getSales(db, viewer, today) : null,
    result: can(role, 'money.read') ? await getResult(db, organizationId, today) : null,
  })
  // Neither waits for the other, and each takes one connection at a time.
  const [work, money] = await Promise.all([readWork(), readMoney()])
  const read: Read = { role, ...work, ...money }
  return {
    areas: listAreas(role).map(({ key, href }) => {
      const waits = waitsOf(key, read)
      const rest = waits.length > 0 ? null : restOf(key, read)
      return { key, href, figure: figures[key](read), rowsHref: rowsOf[key]?.(today) ?? null, waits, rest }
    }),
    overdueCents: can(role, 'money.read') ? work.attention.overdueExpensesCents : 0n,
    oversoldUnits: work.attention.oversoldUnits,
  }
}

async function getSales(db: Reader, viewer: Viewer, today: Day): Promise<HubFigure> {
  const current = { from: addDays(today, 1 - salesDays), to: today }
  const before = previousPeriod(current)
  const everywhere = { shop: null, channel: null }
  const isHere = await readFetched(db, viewer, everywhere)
  const range = { from: before.from, to: today }
  const days = await listSalesDays(db, viewer.organizationId, range, everywhere, [before.from, current.from])
  const { grossCents: gross, unpriced } = sumSales(days.filter(({ day }) => day >= current.from))
  const grossBefore = sumSales(days.filter(({ day }) => day < current.from)).grossCents
  return {
    unit: 'money',
    value: gross,
    unpriced: unpriced || undefined,
    change: isHere(before.from) ? changeOf(gross, grossBefore) : null,
  }
}

async function getResult(db: Reader, organizationId: string, today: Day): Promise<HubFigure> {
  const everywhere = { shop: null, channel: null, entity: null }
  const facts = await listResultFacts(db, organizationId, { from: startOfMonth(today), to: today }, everywhere, today)
  const result = addResults([...facts.values()].map((fact) => resultOf(fact)))
  const { sum, cents } = headlineOf(result)
  const adsUnsaid = result.adsUnsaid.length || undefined
  const unpriced = result.unpricedOrders || undefined
  if (result.adsGaps.length === 0) return { unit: 'money', value: cents, unpriced, adsUnsaid }
  const adsGaps = nameGaps(result.adsGaps, await listShopNames(db, organizationId))
  const beforeAds = sum === 'profitBeforeAds' && cents !== null
  return { unit: 'money', value: cents, unpriced, beforeAds, adsGaps, adsUnsaid }
}

const lastDayOfMonth = (today: Day) => addDays(addMonths(startOfMonth(today), 1), -1)

/** The rows of a figure, where a list can be filtered to them. */
const rowsOf: Partial<Record<AreaKey, (today: Day) => string>> = {
  companyPanel: (today) =>
    resultHref({ from: startOfMonth(today), to: today }, { shop: null, channel: null, entity: null }),
  companyAnalytics: (today) =>
    ordersHref(readSalesFilters({ period: 'custom', from: addDays(today, 1 - salesDays), to: today }, today), {
      valid: true,
    }),
  companyProducts: () => `${warehouseTabs.levels.path}?stock=in`,
  companyMapping: () => `${mappingPath}?tab=mapped`,
  companyOrders: () => `${orderListPath}?waiting=toShip`,
  companyExpenses: (today) => `${companyExpensesPath}?status=pending&to=${lastDayOfMonth(today)}`,
  companyShops: () => waitingShopsHref('authorized', companyShopsPath),
  shopeeCentral: () => centralPath,
}

const figures: Record<AreaKey, (read: Read) => HubFigure | null> = {
  companyPanel: ({ result }) => result,
  companyAnalytics: ({ sales }) => sales,
  companyProducts: ({ counts }) => ({ unit: 'count', value: counts.inStock, of: counts.products }),
  companyMapping: ({ counts, attention }) => ({
    unit: 'count',
    value: counts.listings,
    of: counts.listings + attention.unmappedListings,
  }),
  companyOrders: ({ counts }) => ({ unit: 'count', value: counts.openOrders }),
  companyExpenses: ({ counts }) => ({ unit: 'money', value: counts.dueCents }),
  companyShops: ({ counts }) => ({ unit: 'count', value: counts.activeShops, of: counts.shops }),
  shopeeCentral: ({ dispatchTabs }) => ({ unit: 'count', value: BigInt(dispatchTabs.dispatch) }),
}

/** Cancelled orders that someone has to see to; who asked to cancel is counted apart. */
async function countUrgent(db: Reader, organizationId: string, now: Date): Promise<number> {
  const urgent = await listUrgent(db, organizationId, now)
  return new Set(urgent.filter(({ kind }) => kind !== 'cancellationAsked').map(({ id }) => id)).size
}

const countOf: Record<WaitKey, (read: Read) => number | bigint> = {
  late: ({ attention }) => attention.lateOrders,
  today: ({ attention }) => attention.ordersToPostToday,
  lateToShip: ({ attention }) => attention.lateToShip,
  toShipToday: ({ attention }) => attention.toShipToday,
  urgent: ({ urgent }) => urgent,
  cases: ({ dueCases }) => dueCases,
  unclaimed: ({ unclaimed }) => unclaimed,
  cancellation: ({ attention }) => attention.cancellationsAsked,
  invoice: ({ attention }) => attention.invoicesPending,
  refused: ({ attention }) => attention.invoicesRefused,
  pickup: ({ attention }) => attention.pickupsFailed,
  bench: ({ dispatchTabs }) => dispatchTabs.bench,
  return: ({ attention }) => attention.returnsToAnswer,
  oversold: ({ attention }) => attention.oversoldProducts,
  lowStock: ({ attention }) => attention.lowStockProducts,
  unmapped: ({ attention }) => attention.unmappedListings,
  expenses: ({ attention }) => attention.overdueExpenses,
  shops: ({ attention }) => attention.expiredShops,
  ending: ({ attention }) => attention.endingShops,
  unauthorized: ({ attention }) => attention.unauthorizedShops,
  health: ({ dispatchTabs }) => dispatchTabs.health,
  failures: ({ dispatchTabs }) => dispatchTabs.failures,
}

const waitsOf = (area: AreaKey, read: Read): HubWait[] =>
  listWaits(read.role, area)
    .map(({ key, tone, href }) => ({ key, tone, href, count: Number(countOf[key](read)) }))
    .filter(({ count }) => count > 0)

/** Areas whose number is itself work to be done. */
const worked: readonly AreaKey[] = ['companyOrders', 'companyExpenses', 'shopeeCentral']

function restOf(area: AreaKey, read: Read): HubRest {
  const known = everyWait.filter((wait) => wait.area === area)
  if (known.length === 0) return null
  if (known.some(({ key }) => countOf[key](read) > 0)) return 'others'
  return worked.includes(area) && (figures[area](read)?.value ?? 0n) > 0n ? 'calm' : 'clear'
}
