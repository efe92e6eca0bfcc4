import 'server-only'
import { addDays, startOfLocalDay, type Day } from '../dates'
import type { Db } from '../db'
import { Prisma } from '../generated/prisma/client'
import type { SettlementState } from '../generated/prisma/enums'
import { overdueBefore, RELEASED_WITHIN_DAYS } from './due-day'
import type { OrderRow } from './fact-rows'

/** After delivery, unless the buyer confirms before or takes the extension ("Payout", domain.md). */
export const RELEASED_AFTER_DAYS = 7
/** How long a parcel is taken to be on its way where the shop's own have not told. */
export const USUAL_TRANSIT_DAYS = 7
/** From the sale to the handing over, where no day to ship by is known. */
const USUAL_HANDLING_DAYS = 2
/** Of fewer parcels nobody can tell what is usual. */
const ENOUGH_PARCELS = 10
const PARCELS_READ = 500

type Open = { state: SettlementState; dueOn: Day | null; isHeld: boolean }
type Parcel = Pick<OrderRow, 'status' | 'localDay' | 'shippedOn' | 'shipByOn' | 'deliveredOn'>

export const isUnderway = ({ status, deliveredOn }: Pick<Parcel, 'status' | 'deliveredOn'>): boolean =>
  deliveredOn === null && (status === 'confirmed' || status === 'processing' || status === 'shipped')

/**
 * The day on which the platform's rule pays a delivered order; of one on its way, where no day is due yet, the one on which it will if the
 * parcel takes as long as they usually do. Null where only the last day can be told, or none.
 */
export function expectedDay(
  { state, dueOn, isHeld }: Open,
  order: Parcel | null,
  transitDays: number | null,
): Day | null {
  if (!order || isHeld || (state !== 'to_release' && state !== 'partly_released')) return null
  if (order.deliveredOn)
    return dueOn === null || order.status === 'cancelled' ? null : addDays(order.deliveredOn, RELEASED_AFTER_DAYS)
  if (dueOn !== null || !isUnderway(order)) return null
  const leaves = order.shippedOn ?? order.shipByOn ?? addDays(order.localDay, USUAL_HANDLING_DAYS)
  return addDays(leaves, (transitDays ?? USUAL_TRANSIT_DAYS) + RELEASED_AFTER_DAYS)
}

type Shops = { organizationId: string; timeZone: string; today: Day; shopIds: string[] }

/** Half of each shop's recent parcels took no longer. Sold three weeks ago or more: of later ones only the quick have come. */
export async function readTransitDays(
  db: Db,
  { organizationId, timeZone, today, shopIds }: Shops,
): Promise<Map<string, number>> {
  if (shopIds.length === 0) return new Map()
  const [from, to] = [addDays(today, -90), addDays(today, -21)].map((day) => startOfLocalDay(day, timeZone))
  const rows = await db.$queryRaw<{ shopId: string; days: number }[]>`
    SELECT d.shop AS "shopId", t.days FROM unnest(${shopIds}::uuid[]) AS d(shop)
    CROSS JOIN LATERAL (
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY greatest(0, (r.delivered_at AT TIME ZONE ${timeZone})::date - (r.shipped_at AT TIME ZONE ${timeZone})::date)) AS days,
        count(*) AS parcels
      FROM (
        SELECT o.delivered_at, o.shipped_at FROM orders o
        WHERE o.organization_id = ${organizationId}::uuid AND o.outlet_id = d.shop
          AND o.placed_at >= ${from} AND o.placed_at < ${to}
        ORDER BY o.placed_at DESC, o.id DESC LIMIT ${PARCELS_READ}) r
      WHERE r.delivered_at IS NOT NULL AND r.shipped_at IS NOT NULL) t
    WHERE t.parcels >= ${ENOUGH_PARCELS}`
  return new Map(rows.map(({ shopId, days }) => [shopId, days]))
}

// ---------------------------------------------------------------- as the database sorts and shows it

/** After every day there is: where what has no day stands in the index. */
export const NO_DAY = '9999-12-31'
/** The words of the indexes settlement_to_come and settlement_late. */
export const dayOrder = Prisma.sql`CASE WHEN s.expected_on IS NOT NULL THEN s.expected_on WHEN s.due_on IS NOT NULL THEN s.due_on ELSE '9999-12-31'::date END`

/** Of a parcel that should have been paid for before this day, and is still said to be on its way, the same. */
export const lostBefore = (today: Day): Day => addDays(today, -30)
/** What is shown on a day stands in the index within these days of it. */
export const firstKeyOf = (day: Day, today: Day): Day =>
  day === soonestEstimate(today) ? lostBefore(today) : addDays(overdueBefore(day), -RELEASED_WITHIN_DAYS)

/** What is not delivered today is not paid before this day by the rule. */
const soonestEstimate = (today: Day): Day => addDays(today, RELEASED_AFTER_DAYS)

/** On its way: nothing is due yet. */
export const isEstimate = Prisma.sql`(s.due_on IS NULL AND s.expected_on IS NOT NULL)`
export const isOverdue = (
  today: Day,
) => Prisma.sql`(CASE WHEN s.due_on IS NULL THEN s.expected_on < ${lostBefore(today)}::date
  ELSE s.due_on < ${overdueBefore(today)}::date END IS TRUE)`
/**
 * The day to reckon with, of what is not overdue: past the usual day the last that the rule allows, and today once that has passed; of a parcel
 * that takes longer than it should the soonest that is left. Null: none can be told.
 */
export const dayToCome = (today: Day) => Prisma.sql`(CASE
  WHEN s.due_on IS NULL THEN greatest(s.expected_on, CASE WHEN s.expected_on IS NOT NULL THEN ${soonestEstimate(today)}::date END)
  WHEN s.expected_on >= ${today}::date THEN s.expected_on ELSE greatest(s.due_on, ${today}::date) END)`
