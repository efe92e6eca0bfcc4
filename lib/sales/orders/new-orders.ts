import 'server-only'
import type { Query } from '@/lib/core/keyset'
import { z } from 'zod'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { readOrderFilters, searchedOrders } from './filters'
import { matchingOrders, orderSource } from './matching'
import { searchOrders } from './search-orders'
import { orderVisibilityOf } from './views'

/** More are shown as "99+": the list is to be read again. */
const COUNTED = 99
/** Orders of a first history lie further back, and are no news. */
const PLACED_WITHIN_HOURS = 48

const addHours = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)
const instant = z.iso.datetime()

/**
 * Orders of the list that this query shows, written after `since` and placed in the last two days before it, up to 99; none for what is no
 * instant.
 */
export async function countNewOrdersFor(
  viewer: Pick<Member, 'organizationId' | 'role' | 'timeZone'> & Scope,
  since: string | null,
  query: Query = {},
): Promise<number> {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  const read = instant.safeParse(since)
  // The database knows no instant of a year with a sign, nor needs one of long ago.
  if (!read.success || read.data < '2000') return 0
  const from = new Date(read.data)
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
