import 'server-only'
import type { Query } from '@/lib/core/keyset'
import { z } from 'zod'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { idAt } from '@/lib/core/ids'
import { readOrderFilters, searchedOrders } from './filters'
import { matchingOrders, orderSource } from './matching'
import { searchOrders } from './search-orders'
import { orderVisibilityOf } from './views'

/** More are shown as "99+": the list is to be read again. */
const COUNTED = 99
/** Cancellations that are looked at. */
const LOOKED_AT = 1000
/** Orders of a first history lie further back, and are no news. */
const PLACED_WITHIN_HOURS = 48

const addHours = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)
const instant = z.iso.datetime()

type Viewer = Pick<Member, 'organizationId' | 'role' | 'timeZone'> & Scope

/** Null for what is no instant: the database knows none of a year with a sign, nor needs one of long ago. */
export function asInstant(text: string | null): Date | null {
  const read = instant.safeParse(text)
  return read.success && read.data >= '2000' ? new Date(read.data) : null
}

/** Orders of the list that came, and orders of its shops that were cancelled or whose buyer asks for it, since it was read. */
export type OrderNews = { count: number; cancelled: number; asked: number }

/** As countNewOrdersFor, and those that are not to be sent any more, whatever else the list shows: it may not show them. */
export async function getOrderNewsFor(viewer: Viewer, since: string | null, query: Query = {}): Promise<OrderNews> {
  const [count, stopped] = await Promise.all([
    countNewOrdersFor(viewer, since, query),
    countStoppedFor(viewer, since, query),
  ])
  return { count, ...stopped }
}

async function countStoppedFor(viewer: Viewer, since: string | null, query: Query): Promise<Omit<OrderNews, 'count'>> {
  const from = asInstant(since)
  if (!from) return { cancelled: 0, asked: 0 }
  const { organizationId, timeZone } = viewer
  const now = new Date()
  const clock = { timeZone, now, today: localDay(now, timeZone) }
  const filters = readOrderFilters({ shop: query.shop, entity: query.entity, channel: query.channel }, clock.today)
  return withOrganization(viewer, async (db) => {
    const [row] = await db.$queryRaw<[Omit<OrderNews, 'count'>]>`
      SELECT count(*) FILTER (WHERE x.status = 'cancelled')::int AS cancelled, count(*) FILTER (WHERE x.status <> 'cancelled')::int AS asked FROM (
        SELECT o.status FROM ${orderSource(organizationId, filters, clock)}
        WHERE ${matchingOrders(organizationId, filters, clock, null)}
          AND (o.status = 'cancelled' OR o.status IN ('confirmed', 'processing') AND o.cancellation_asked) AND o.id = ANY (ARRAY(
          SELECT e.subject_id::uuid FROM audit_event e
          WHERE e.organization_id = ${organizationId}::uuid AND e.id > ${idAt(from.getTime(), 0)}::uuid AND e.at > ${from}::timestamptz
            AND (e.event IN ('order.cancelled', 'order.cancellationAsked') OR e.event = 'order.statusChanged' AND e.after->>'status' = 'cancelled')
          LIMIT ${LOOKED_AT}::int))
        LIMIT ${COUNTED}::int) x`
    return row
  })
}

/**
 * Orders of the list that this query shows, written after `since` and placed in the last two days before it, up to 99; none for what is no
 * instant.
 */
export async function countNewOrdersFor(viewer: Viewer, since: string | null, query: Query = {}): Promise<number> {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  const from = asInstant(since)
  if (!from) return 0
  const { organizationId, timeZone } = viewer
  const now = new Date()
  const clock = { timeZone, now, today: localDay(now, timeZone) }
  const filters = readOrderFilters(query, clock.today, orderVisibilityOf(viewer.role))
  return withOrganization(viewer, async (db) => {
    const orders = await searchOrders(db, organizationId, filters, {
      limit: searchedOrders,
      place: null,
      backwards: false,
      titlesSince: { placed: addHours(from, -PLACED_WITHIN_HOURS), written: from },
    })
    const [row] = await db.$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM ${orderSource(organizationId, filters, clock)}
        WHERE ${matchingOrders(organizationId, filters, clock, orders)} AND o.created_at > ${from}::timestamptz
          AND o.placed_at > ${from}::timestamptz - make_interval(hours => ${PLACED_WITHIN_HOURS}::int) LIMIT ${COUNTED}::int) x`
    return row.count
  })
}
