import 'server-only'
import type { Member } from '../auth/member'
import { can, type Role } from '../auth/permissions'
import { getAttention, type Attention } from '../dashboard/attention'
import { changeOf, sumSales, type Change } from '../dashboard/metrics'
import { listSalesDays } from '../dashboard/queries'
import { seesTotals } from '../dashboard/views'
import { addDays, addMonths, localDay, previousPeriod, startOfMonth, type Day } from '../dates'
import { withOrganization, type Db, type Scope } from '../db'
import { countRooms } from '../dispatch/room-counts'
import { addResults, resultOf } from '../profit/result-lines'
import { listResultFacts } from '../profit/queries'
import { listAreas, listWaits, type AreaKey, type WaitKey } from './areas'
import { getHubCounts, type HubCounts } from './queries'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

export type HubFigure = {
  unit: 'money' | 'count'
  value: bigint
  /** Of how many; where the number is a part. */
  of?: bigint
  change?: Change | null
}
export type HubWait = { key: WaitKey; count: number; tone: 'bad' | 'warn'; href: string }
/** `figure` is null where the role may not read it. */
export type HubArea = { key: AreaKey; href: string; figure: HubFigure | null; waits: HubWait[] }
export type HubView = { areas: HubArea[]; overdueCents: bigint; oversoldUnits: bigint }

type Read = {
  role: Role
  counts: HubCounts
  attention: Attention
  failures: number
  toShip: number
  sales: HubFigure | null
  result: HubFigure | null
}

const salesDays = 30

/** The company's home: each area that the role opens with its one number and what waits there. */
export async function getHubFor(viewer: Viewer, now = new Date()): Promise<HubView> {
  const { organizationId, role } = viewer
  const today = localDay(now, viewer.timeZone)
  const endOfMonth = addDays(addMonths(startOfMonth(today), 1), -1)
  return withOrganization(viewer, async (db) => {
    const attention = await getAttention(db, viewer, today, now)
    const rooms = await countRooms(db, organizationId)
    const read: Read = {
      role,
      attention,
      counts: await getHubCounts(db, organizationId, endOfMonth),
      failures: rooms.failures,
      toShip: rooms.dispatch,
      sales: seesTotals(viewer) ? await getSales(db, organizationId, today) : null,
      result: can(role, 'money.read') ? await getResult(db, organizationId, today) : null,
    }
    return {
      areas: listAreas(role).map(({ key, href }) => ({
        key,
        href,
        figure: figures[key](read),
        waits: waitsOf(key, read),
      })),
      overdueCents: can(role, 'money.read') ? attention.overdueExpensesCents : 0n,
      oversoldUnits: attention.oversoldUnits,
    }
  })
}

async function getSales(db: Db, organizationId: string, today: Day): Promise<HubFigure> {
  const current = { from: addDays(today, 1 - salesDays), to: today }
  const before = previousPeriod(current)
  const days = await listSalesDays(db, organizationId, { from: before.from, to: today }, { shop: null, channel: null })
  const gross = sumSales(days.filter(({ day }) => day >= current.from)).grossCents
  const grossBefore = sumSales(days.filter(({ day }) => day < current.from)).grossCents
  return { unit: 'money', value: gross, change: changeOf(gross, grossBefore) }
}

async function getResult(db: Db, organizationId: string, today: Day): Promise<HubFigure> {
  const everywhere = { shop: null, channel: null, entity: null }
  const facts = await listResultFacts(db, organizationId, { from: startOfMonth(today), to: today }, everywhere)
  return { unit: 'money', value: addResults([...facts.values()].map((fact) => resultOf(fact))).sums.profit }
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
  shopeeCentral: ({ toShip }) => ({ unit: 'count', value: BigInt(toShip) }),
}

function waitsOf(area: AreaKey, { role, attention, failures }: Read): HubWait[] {
  const counts: Record<WaitKey, number | bigint> = {
    late: attention.lateOrders,
    today: attention.ordersToPostToday,
    cancellation: attention.cancellationsAsked,
    invoice: attention.invoicesPending,
    refused: attention.invoicesRefused,
    return: attention.returnsToAnswer,
    oversold: attention.oversoldProducts,
    lowStock: attention.lowStockProducts,
    unmapped: attention.unmappedListings,
    expenses: attention.overdueExpenses,
    shops: attention.expiredShops,
    failures,
  }
  return listWaits(role, area)
    .map(({ key, tone, href }) => ({ key, tone, href, count: Number(counts[key]) }))
    .filter(({ count }) => count > 0)
}
