import 'server-only'
import { nextBankDay } from '../bank/business-days'
import { addDays, startOfLocalDay, type Day, type DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { SettlementState } from '@/lib/generated/prisma/enums'
import { overdueBefore, RELEASED_WITHIN_DAYS } from './due-day'
import type { OrderRow } from './fact-rows'

/** After delivery, unless the buyer confirms before or takes the extension ("Payout", domain.md). */
export const RELEASED_AFTER_DAYS = 7
/** The assumed days of a parcel on its way where the shop's own parcels show none. */
export const USUAL_TRANSIT_DAYS = 7
/** From the sale to the handing over, where no day to ship by is known. */
const USUAL_HANDLING_DAYS = 2
/** Fewer parcels, or payouts, show no usual value. */
const ENOUGH = 10
const PARCELS_READ = 500

type Open = { state: SettlementState; dueOn: Day | null; isHeld: boolean }
/**
 * Days that half of a shop's recent parcels took at most from the sending to the delivery, and their payouts from
 * there; null where there are too few.
 */
export type Lags = { transitDays: number | null; releaseDays: number | null }
/** Between how many days after the delivery four of five payouts came. */
export type ReleaseSpread = { earlyDays: number | null; lateDays: number | null }
type Parcel = Pick<OrderRow, 'status' | 'localDay' | 'shippedOn' | 'shipByOn' | 'deliveredOn'>

export const isUnderway = ({ status, deliveredOn }: Pick<Parcel, 'status' | 'deliveredOn'>): boolean =>
  deliveredOn === null && (status === 'confirmed' || status === 'processing' || status === 'shipped')

/**
 * The bank day on which a delivered order is likely to be paid: after as long as the shop's own payouts take, else as
 * the platform's rule has it. For one on its way, without a due day yet, the day after the usual time of a parcel. Null
 * where only the last day is known, or none.
 */
export function expectedDay(
  { state, dueOn, isHeld }: Open,
  order: Parcel | null,
  { transitDays, releaseDays }: Lags,
): Day | null {
  if (!order || isHeld || (state !== 'to_release' && state !== 'partly_released')) return null
  const release = Math.min(releaseDays ?? RELEASED_AFTER_DAYS, RELEASED_WITHIN_DAYS)
  if (order.deliveredOn)
    return dueOn === null || order.status === 'cancelled' ? null : nextBankDay(addDays(order.deliveredOn, release))
  if (dueOn !== null || !isUnderway(order)) return null
  const leaves = order.shippedOn ?? order.shipByOn ?? addDays(order.localDay, USUAL_HANDLING_DAYS)
  return nextBankDay(addDays(leaves, (transitDays ?? USUAL_TRANSIT_DAYS) + release))
}

type Shops = { organizationId: string; timeZone: string; today: Day; shopIds: string[] }

/**
 * From orders sold three weeks ago or more: only quick ones of the later have arrived. A payment before the delivery
 * was an advance, and shows nothing.
 */
export async function readLags(
  db: Db,
  { organizationId, timeZone, today, shopIds }: Shops,
): Promise<Map<string, Lags & ReleaseSpread>> {
  if (shopIds.length === 0) return new Map()
  const [from, to] = [addDays(today, -90), addDays(today, -21)].map((day) => startOfLocalDay(day, timeZone))
  const day = (column: string) => Prisma.sql`(${Prisma.raw(column)} AT TIME ZONE ${timeZone})::date`
  const share = (part: number) => Prisma.sql`percentile_disc(${part}::float8) WITHIN GROUP`
  const half = share(0.5)
  const released = Prisma.sql`(ORDER BY ${day('r.released_at')} - ${day('r.delivered_at')}) FILTER (WHERE r.released_at >= r.delivered_at)`
  const rows = await db.$queryRaw<({ shopId: string } & Lags & ReleaseSpread)[]>`
    SELECT d.shop AS "shopId", CASE WHEN t.parcels >= ${ENOUGH} THEN t.transit END AS "transitDays", CASE WHEN t.payouts >= ${ENOUGH} THEN t.release END AS "releaseDays",
      CASE WHEN t.payouts >= ${ENOUGH} THEN t.early END AS "earlyDays", CASE WHEN t.payouts >= ${ENOUGH} THEN t.late END AS "lateDays"
    FROM unnest(${shopIds}::uuid[]) AS d(shop)
    CROSS JOIN LATERAL (
      SELECT ${half} (ORDER BY greatest(0, ${day('r.delivered_at')} - ${day('r.shipped_at')})) FILTER (WHERE r.shipped_at IS NOT NULL) AS transit,
        count(*) FILTER (WHERE r.shipped_at IS NOT NULL) AS parcels,
        ${half} ${released} AS release, ${share(0.1)} ${released} AS early, ${share(0.9)} ${released} AS late,
        count(*) FILTER (WHERE r.released_at >= r.delivered_at) AS payouts
      FROM (
        SELECT o.delivered_at, o.shipped_at, s.released_at FROM orders o
        LEFT JOIN settlement s ON s.organization_id = ${organizationId}::uuid AND s.order_id = o.id
        WHERE o.organization_id = ${organizationId}::uuid AND o.outlet_id = d.shop
          AND o.placed_at >= ${from} AND o.placed_at < ${to}
        ORDER BY o.placed_at DESC, o.id DESC LIMIT ${PARCELS_READ}) r
      WHERE r.delivered_at IS NOT NULL) t`
  return new Map(rows.map(({ shopId, ...lags }) => [shopId, lags]))
}

// ---------------------------------------------------------------- as the database sorts and shows it

/** After every day there is: where what has no day stands in the index. */
export const NO_DAY = '9999-12-31'
/** The words of the indexes settlement_to_come and settlement_late. */
export const dayOrder = Prisma.sql`CASE WHEN s.expected_on IS NOT NULL THEN s.expected_on WHEN s.due_on IS NOT NULL THEN s.due_on ELSE '9999-12-31'::date END`

/** The same for a parcel that should have been paid for before this day, and is still reported on its way. */
export const lostBefore = (today: Day): Day => addDays(today, -30)
/** So many days at most banks are closed in a row. */
const CLOSED_DAYS = 5
/** From here on the index holds the rows that are shown on these days: most within a few days of theirs, those on the soonest estimate from long before. */
export const firstKeyOf = ({ from, to }: DayRange, today: Day): Day => {
  const near = addDays(overdueBefore(from), -RELEASED_WITHIN_DAYS - CLOSED_DAYS)
  const soonest = soonestEstimate(today)
  const far = lostBefore(today)
  return soonest >= from && soonest <= to && far < near ? far : near
}

/** By the rule, an order not delivered today is not paid before this day. */
const soonestEstimate = (today: Day): Day => nextBankDay(addDays(today, RELEASED_AFTER_DAYS))

/** On its way: nothing is due yet. */
export const isEstimate = Prisma.sql`(s.due_on IS NULL AND s.expected_on IS NOT NULL)`
export const isOverdue = (
  today: Day,
) => Prisma.sql`(CASE WHEN s.due_on IS NULL THEN s.expected_on < ${lostBefore(today)}::date
  ELSE s.due_on < ${overdueBefore(today)}::date END IS TRUE)`
/**
 * The expected day, if it is not overdue: past the usual day the last that the rule allows, and once that has passed
 * the next bank day; of a parcel that takes longer than it should the soonest that is left. Null: there is none.
 */
export const dayToCome = (today: Day) => Prisma.sql`(CASE
  WHEN s.due_on IS NULL THEN greatest(s.expected_on, CASE WHEN s.expected_on IS NOT NULL THEN ${soonestEstimate(today)}::date END)
  WHEN s.expected_on >= ${today}::date THEN s.expected_on ELSE greatest(s.due_on, ${nextBankDay(today)}::date) END)`
