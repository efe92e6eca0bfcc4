import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Page, Query } from '@/lib/core/keyset'
import { showName, visibilityOf } from '../orders/buyer'
import { readDispatchFilters, type DispatchFilters } from './filters'
import { byOrder, listItemsToShip, listParcels, type Parcel, type ToShipItem } from './order-details'
import { countStages, listToShip, type Clock, type ToShipRow } from './queries'
import { neverAuthorized } from './never-authorized'
import { countDispatchTabs } from './tab-counts'
import { showRuns } from './papers'
import { getRun, listRuns } from './run-record'
import { dispatchTabs, type DispatchStage, type DispatchTab, type RunView } from './schema'
import { listUrgent, type UrgentOrder } from './urgent'

export type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'>

const PAGE_SIZE = 50
/** A day's preparation stays on the page, however many of its orders are tried again one by one. */
const RUNS_SHOWN = 20
const RUN_SHOWN_MS = 12 * 3_600_000

export const clockOf = ({ timeZone }: Pick<Viewer, 'timeZone'>, now = new Date()): Clock => ({
  timeZone,
  now,
  today: localDay(now, timeZone),
})

export type ListedToShip = Omit<ToShipRow, 'buyerName' | 'due'> & {
  /** The buyer's first name, for roles that may read it. */
  buyer: string | null
  items: ToShipItem[]
  parcels: Parcel[]
}
export type DispatchList = {
  filters: DispatchFilters
  page: Page<ListedToShip>
  counts: Record<DispatchStage, number>
  shops: { id: string; name: string }[]
  urgent: UrgentOrder[]
  runs: RunView[]
  unmatched: number
  today: string
  now: Date
  canShip: boolean
  canDecide: boolean
}

export async function getDispatchTabCountsFor(viewer: Viewer): Promise<Record<DispatchTab, number>> {
  if (!can(viewer.role, 'dispatch.work'))
    return Object.fromEntries(dispatchTabs.map((tab) => [tab, 0])) as Record<DispatchTab, number>
  return withOrganization(viewer, (db) => countDispatchTabs(db, viewer.organizationId, new Date()))
}

export type ShopAway = { id: string; name: string; isExpired: boolean }

/**
 * The shops that the platform does not let us into, though they are meant to be connected: what is done here does not reach them.
 * A shop of sheets alone, or one that was disconnected on purpose, is none.
 */
export async function listShopsAwayFor(viewer: Viewer): Promise<ShopAway[]> {
  if (!can(viewer.role, 'dispatch.work')) throw new UserError('permissionDenied')
  return withOrganization(
    viewer,
    (db) => db.$queryRaw<ShopAway[]>`
      SELECT s.id::text AS id, s.name::text AS name, s.status = 'expired' AS "isExpired" FROM shop s
      WHERE s.organization_id = ${viewer.organizationId}::uuid
        AND ((s.platform = 'shopee' AND s.status = 'expired') OR (${neverAuthorized}))
      ORDER BY s.name, s.id`,
  )
}

export async function getDispatchFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<DispatchList> {
  const { organizationId, role } = viewer
  if (!can(role, 'dispatch.work')) throw new UserError('permissionDenied')
  const clock = clockOf(viewer)
  const filters = readDispatchFilters(query)
  return withOrganization(viewer, async (db) => {
    // Read before the list: the page polls a run that ends in between, and reads the list again. Read after it, the run
    // would stand as done above older rows, and nothing would read them again.
    const runs = await listRecentRuns(db, viewer, clock.now)
    const toShip = await listToShip(db, organizationId, filters, clock, size)
    const isGone = toShip.rows.length === 0 && (filters.after ?? filters.before) !== null
    const fromStart = { ...filters, after: null, before: null }
    const page = isGone ? await listToShip(db, organizationId, fromStart, clock, size) : toShip
    return {
      filters,
      page: { ...page, rows: await describeRows(db, viewer, page.rows) },
      counts: await countStages(db, organizationId, filters, clock),
      shops: await db.shop.findMany({
        where: { organizationId, platform: 'shopee' },
        select: { id: true, name: true },
        orderBy: { name: 'asc' },
      }),
      urgent: await listUrgent(db, organizationId, clock.now),
      runs,
      unmatched: await db.fiscalDocument.count({ where: { organizationId, orderId: null, state: 'received' } }),
      today: clock.today,
      now: clock.now,
      canShip: can(role, 'order.create'),
      canDecide: can(role, 'order.cancelPaid'),
    }
  })
}

async function describeRows(db: Db, { organizationId, role }: Viewer, rows: ToShipRow[]): Promise<ListedToShip[]> {
  const ids = rows.map(({ id }) => id)
  const items = byOrder(await listItemsToShip(db, organizationId, ids))
  const parcels = byOrder(await listParcels(db, organizationId, ids))
  const visibility = visibilityOf(scopeOf(role, 'buyer.read'), false)
  return rows.map(({ buyerName, due: _, ...row }) => ({
    ...row,
    buyer: showName(buyerName, visibility)?.split(/\s+/)[0] ?? null,
    items: items.get(row.id) ?? [],
    parcels: parcels.get(row.id) ?? [],
  }))
}

/** Those under way, and what ended a little while ago. */
async function listRecentRuns(db: Db, viewer: Viewer, now: Date): Promise<RunView[]> {
  const since = new Date(now.getTime() - RUN_SHOWN_MS)
  return showRuns(db, viewer, await listRuns(db, viewer.organizationId, { since, size: RUNS_SHOWN }))
}

export async function getRunFor(viewer: Viewer, id: string): Promise<RunView> {
  if (!can(viewer.role, 'order.create')) throw new UserError('permissionDenied')
  const [run] = await withOrganization(viewer, async (db) => {
    const run = await getRun(db, viewer.organizationId, id)
    return run ? showRuns(db, viewer, [run]) : []
  })
  if (!run) throw new UserError('notFound')
  return run
}
