import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { localDay } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { readOrderFilters, type OrderVisibility } from '../orders/filters'
import { matchingOrders, orderSource } from '../orders/matching'
import { orderListTabFilters, orderListTabs, type OrderListTab } from './tabs'

/** More than these are shown as "99+": a list of a million is not counted for its tab. */
const COUNTED = 100

type Viewer = Pick<Member, 'organizationId' | 'timeZone'>

/** How many orders each tab of the list has, up to COUNTED. */
export async function countOrderListTabs(
  db: Db,
  viewer: Viewer,
  visibility: OrderVisibility,
  now = new Date(),
): Promise<{ tab: OrderListTab; count: number }[]> {
  const { organizationId, timeZone } = viewer
  const clock = { timeZone, now, today: localDay(now, timeZone) }
  const tabs = orderListTabs.filter((tab) => visibility.money || !orderListTabFilters[tab].negative)
  const all = readOrderFilters({}, clock.today, visibility)
  const counts = tabs.map((tab) => {
    const filters = { ...all, ...orderListTabFilters[tab] }
    return Prisma.sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${orderSource(organizationId, filters, clock)}
      WHERE ${matchingOrders(organizationId, filters, clock, null)} LIMIT ${COUNTED}::int) x)`
  })
  const [row] = await db.$queryRaw<[{ counts: number[] }]>`SELECT ARRAY[${Prisma.join(counts)}] AS counts`
  return tabs.map((tab, index) => ({ tab, count: row.counts[index]! }))
}
