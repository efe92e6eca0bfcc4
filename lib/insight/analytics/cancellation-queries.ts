import 'server-only'
import { withinSalesChannels, type SalesChannels } from '@/lib/sales/sales-figures/queries'
import { localRange, type Day, type DayRange } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Cents } from '@/lib/core/money'

/** So many, the newest, are looked through for their products: few companies have more in a year. */
const lookedThrough = 20_000

export type CancelReason = { reason: string | null; by: string | null; orders: bigint; cents: Cents }
/** `unknown`: returns without a known refund, no part of `cents`, which is null where none is known. */
export type ReturnReason = { reason: string | null; returns: bigint; unknown: bigint; cents: Cents | null }
export type ChannelLoss = {
  outlet: string
  placed: bigint
  cancelled: bigint
  cancelledCents: Cents
  returns: bigint
  /** The sum of the known refunds; null where none of them is known. */
  refundCents: Cents | null
}
export type ItemLoss = {
  id: string | null
  mapped: boolean
  title: string
  sku: string | null
  cancelledUnits: bigint
  cancelledCents: Cents
  returnedUnits: bigint
  /** The sum of the known refunds; null where none of them is known. */
  refundCents: Cents | null
}

type Losses = { organizationId: string; range: DayRange; salesChannels: SalesChannels; timeZone: string }

/** As withinSalesChannels, for orders placed in the period and for returns opened in it. */
const cancelledIn = ({ organizationId, range, salesChannels }: Losses) => Prisma.sql`
  ${withinSalesChannels(organizationId, null, salesChannels)} AND status = 'cancelled' AND local_day BETWEEN ${range.from}::date AND ${range.to}::date`

function returnsIn({ organizationId, range, salesChannels, timeZone }: Losses) {
  const { start, end } = localRange(range, timeZone)
  const within = Prisma.sql`SELECT id, shop_id AS outlet_id, organization_id, order_id, reason, kind, refund_cents, opened_at FROM order_return
    WHERE organization_id = ${organizationId}::uuid AND opened_at >= ${start}::timestamptz AND opened_at < ${end}::timestamptz`
  return Prisma.sql`SELECT * FROM (${within}) r WHERE ${withinSalesChannels(organizationId, null, salesChannels)}`
}

/** Orders placed in the period that were cancelled, by what was said and by whom. */
export const listCancelReasons = (db: Reader, losses: Losses) => db.$queryRaw<CancelReason[]>`
  SELECT nullif(btrim(left(cancel_reason, 200)), '') AS reason, nullif(lower(btrim(cancelled_by)), '') AS by, count(*) AS orders,
    coalesce(sum(revenue_cents), 0)::bigint AS cents
  FROM orders WHERE ${cancelledIn(losses)} GROUP BY 1, 2 ORDER BY orders DESC, 1, 2 LIMIT 100`

export const listReturnReasons = (db: Reader, losses: Losses) => db.$queryRaw<ReturnReason[]>`
  SELECT nullif(btrim(left(reason, 200)), '') AS reason, count(*) AS returns,
    count(*) FILTER (WHERE refund_cents IS NULL) AS unknown, sum(refund_cents)::bigint AS cents
  FROM (${returnsIn(losses)}) r GROUP BY 1 ORDER BY returns DESC, 1 LIMIT 100`

/** Cancelled orders from the roll-up, returns from their index. */
export function listChannelLosses(db: Reader, losses: Losses) {
  const where = withinSalesChannels(losses.organizationId, losses.range, losses.salesChannels)
  return db.$queryRaw<ChannelLoss[]>`
    WITH placed AS (
      SELECT outlet_id, sum(orders)::bigint AS placed, sum(cancelled)::bigint AS cancelled, sum(cancelled_cents)::bigint AS cents FROM (
        SELECT outlet_id, orders, cancelled, cancelled_cents FROM sales_day WHERE ${where}
        UNION ALL SELECT outlet_id, orders, cancelled, cancelled_cents FROM sales_day_delta WHERE ${where}
      ) counted GROUP BY 1
    ), back AS (
      SELECT outlet_id, count(*) AS returns, sum(refund_cents)::bigint AS cents FROM (${returnsIn(losses)}) r GROUP BY 1
    )
    SELECT coalesce(p.outlet_id, b.outlet_id) AS outlet, coalesce(p.placed, 0) AS placed, coalesce(p.cancelled, 0) AS cancelled,
      coalesce(p.cents, 0) AS "cancelledCents", coalesce(b.returns, 0) AS returns,
      CASE WHEN b.returns > 0 THEN b.cents ELSE 0 END AS "refundCents"
    FROM placed p FULL JOIN back b ON b.outlet_id = p.outlet_id
    WHERE coalesce(p.placed, 0) <> 0 OR b.returns > 0
    ORDER BY coalesce(p.cents, 0) + coalesce(b.cents, 0) DESC, coalesce(p.placed, 0) DESC, 1`
}

/** Since which day orders and returns were looked through; null where all of the period were. */
export type Covers = { cancelledSince: Day | null; returnedSince: Day | null }

/** How far back listItemLosses looks in the period: its products are those of the newest cancelled orders and returns. */
export async function getLossCovers(db: Reader, losses: Losses, newest = lookedThrough): Promise<Covers> {
  // The day of the last that is looked through, where one more follows.
  const lastOf = (rows: Prisma.Sql) => Prisma.sql`
    (SELECT to_char(max(day), 'YYYY-MM-DD') FROM (${rows} OFFSET ${newest - 1} LIMIT 2) r HAVING count(*) = 2)`
  const cancelled = Prisma.sql`
    SELECT local_day AS day FROM orders WHERE ${cancelledIn(losses)} ORDER BY local_day DESC, id DESC`
  const returned = Prisma.sql`
    SELECT (opened_at AT TIME ZONE ${losses.timeZone})::date AS day FROM (${returnsIn(losses)}) r ORDER BY opened_at DESC, id DESC`
  const [covers] = await db.$queryRaw<[Covers]>`
    SELECT ${lastOf(cancelled)} AS "cancelledSince", ${lastOf(returned)} AS "returnedSince"`
  return covers
}

/**
 * The products of the cancelled orders and returns, most money first. A loss that names no line of an order has no
 * product.
 */
export const listItemLosses = (db: Reader, losses: Losses, limit: number, newest = lookedThrough) => db.$queryRaw<
  ItemLoss[]
>`
  WITH gone AS MATERIALIZED (
    SELECT id FROM orders WHERE ${cancelledIn(losses)} ORDER BY local_day DESC, id DESC LIMIT ${newest}
  ), back AS MATERIALIZED (
    SELECT id, order_id FROM (${returnsIn(losses)}) r ORDER BY opened_at DESC, id DESC LIMIT ${newest}
  ), lost AS (
    SELECT i.product_id, i.listing_id, i.title, i.sku, i.quantity AS cancelled_units, i.subtotal_cents AS cancelled_cents, 0 AS returned_units,
      0::bigint AS refund_cents
    FROM gone g JOIN order_item i ON i.organization_id = ${losses.organizationId}::uuid AND i.order_id = g.id
    UNION ALL
    SELECT i.product_id, i.listing_id, t.title, coalesce(i.sku, t.sku), 0, 0, t.quantity, t.refund_cents
    FROM back b JOIN return_item t ON t.organization_id = ${losses.organizationId}::uuid AND t.return_id = b.id
    LEFT JOIN order_item i ON i.organization_id = ${losses.organizationId}::uuid AND i.order_id = b.order_id AND i.line = t.order_line
  ), summed AS (
    SELECT coalesce(product_id, listing_id) AS id, product_id IS NOT NULL AS mapped, max(title) AS title, max(sku) AS sku,
      sum(cancelled_units) AS cancelled_units, sum(cancelled_cents) AS cancelled_cents, sum(returned_units) AS returned_units,
      sum(refund_cents) AS refund_cents
    FROM lost GROUP BY 1, 2, CASE WHEN product_id IS NULL AND listing_id IS NULL THEN title END
    ORDER BY sum(cancelled_cents) + coalesce(sum(refund_cents), 0) DESC, 1 LIMIT ${limit}
  )
  SELECT s.id, s.mapped, coalesce(p.title, s.title) AS title, coalesce(p.sku::text, s.sku) AS sku, s.cancelled_units::bigint AS "cancelledUnits",
    s.cancelled_cents::bigint AS "cancelledCents", s.returned_units::bigint AS "returnedUnits", s.refund_cents::bigint AS "refundCents"
  FROM summed s LEFT JOIN product p ON p.organization_id = ${losses.organizationId}::uuid AND s.mapped AND p.id = s.id
  ORDER BY s.cancelled_cents + coalesce(s.refund_cents, 0) DESC, s.id`
