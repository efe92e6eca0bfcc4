import 'server-only'
import { localRange, type Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { available, levelJoin, lowStockAt } from '@/lib/catalog/products/queries'
import { neverAuthorized } from '@/lib/sales/dispatch/never-authorized'
import { isHistory } from '@/lib/sales/orders/history'
import { isCancelledSoon, parcels } from '@/lib/sales/orders/unscanned'
import type { warnedDays } from '@/lib/connect/shops/grant'

export type Attention = {
  lateOrders: bigint
  ordersToPostToday: bigint
  /** Late ones that the platform cancels within a day unless a carrier scans them. */
  ordersToBeCancelled: bigint
  /** Open here, though long past their deadline: their end never reached us, and they count as nothing else. */
  historyOrders: bigint
  /** Those of the marketplace among them, which the operations centre ships. */
  lateToShip: bigint
  toShipToday: bigint
  /** Paid orders that may not be sent before their invoice is there; and those whose invoice was refused. */
  invoicesPending: bigint
  invoicesRefused: bigint
  pickupsFailed: bigint
  cancellationsAsked: bigint
  returnsToAnswer: bigint
  oversoldProducts: bigint
  oversoldUnits: bigint
  lowStockProducts: bigint
  unmappedListings: bigint
  overdueExpenses: bigint
  overdueExpensesCents: bigint
  expiredShops: bigint
  /** Shops whose authorization ends within a week. */
  endingShops: bigint
  /** Shops that were never authorized; one that was disconnected is no longer meant to be. */
  unauthorizedShops: bigint
}

const endingDays: (typeof warnedDays)[number] = 7

/** Work that waits now, in any period: only open orders, levels and listings are read. */
export async function getAttention(
  db: Reader,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  today: Day,
  now: Date,
): Promise<Attention> {
  const { end } = localRange({ from: today, to: today }, timeZone)
  const [attention] = await db.$queryRaw<Attention[]>`
    WITH open_order AS MATERIALIZED (
      SELECT id, ship_by, platform, cancellation_asked, fulfilled_by_platform, ${isHistory(now)} AS history, CASE WHEN status = 'confirmed' AND NOT fulfilled_by_platform
        THEN coalesce(invoice_state::text, CASE platform_status WHEN 'INVOICE_PENDING' THEN 'none' END) END AS invoice FROM orders o
      WHERE organization_id = ${organizationId}::uuid AND status IN ('confirmed', 'processing')
    ), work AS (
      SELECT count(*) FILTER (WHERE due AND late) AS late, count(*) FILTER (WHERE due AND NOT late) AS today,
        count(*) FILTER (WHERE due AND late AND platform = 'shopee') AS late_to_ship,
        count(*) FILTER (WHERE due AND NOT late AND platform = 'shopee') AS to_ship_today,
        count(*) FILTER (WHERE invoice IN ('none', 'sent')) AS without_invoice, count(*) FILTER (WHERE invoice = 'rejected') AS refused,
        count(*) FILTER (WHERE cancellation_asked) AS cancellations
      FROM (SELECT *, ship_by < ${now}::timestamptz AS late, NOT fulfilled_by_platform AND ship_by < ${end}::timestamptz AS due FROM open_order WHERE NOT history) o
    ), stock AS (
      SELECT count(*) FILTER (WHERE level.on_hand < level.reserved) AS oversold,
        coalesce(sum(level.reserved - level.on_hand) FILTER (WHERE level.on_hand < level.reserved), 0)::bigint AS oversold_units,
        count(*) FILTER (WHERE ${available} BETWEEN 0 AND ${lowStockAt(organizationId)}) AS low
      FROM product p ${levelJoin(organizationId)} WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL
    ), expense_due AS (
      SELECT amount_cents FROM expense
      WHERE organization_id = ${organizationId}::uuid AND status = 'pending' AND voided_at IS NULL AND due_on < ${today}::date
    )
    SELECT
      work.late AS "lateOrders", work.today AS "ordersToPostToday", work.late_to_ship AS "lateToShip", work.to_ship_today AS "toShipToday",
      (SELECT count(*) FROM (SELECT * FROM open_order WHERE NOT history AND platform = 'shopee' AND NOT fulfilled_by_platform) o
        ${parcels(organizationId)} WHERE ${isCancelledSoon(now)}) AS "ordersToBeCancelled",
      (SELECT count(*) FROM open_order WHERE history) AS "historyOrders", work.without_invoice AS "invoicesPending", work.refused AS "invoicesRefused", work.cancellations AS "cancellationsAsked",
      stock.oversold AS "oversoldProducts", stock.oversold_units AS "oversoldUnits", stock.low AS "lowStockProducts",
      (SELECT count(DISTINCT o.id) FROM open_order o JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
        WHERE NOT o.history AND NOT o.fulfilled_by_platform AND k.platform_status = 'LOGISTICS_PICKUP_RETRY') AS "pickupsFailed",
      (SELECT count(*) FROM order_return WHERE organization_id = ${organizationId}::uuid AND state = 'open'
        AND kind IN ('refund_only', 'with_return')) AS "returnsToAnswer",
      (SELECT count(*) FROM listing WHERE organization_id = ${organizationId}::uuid AND product_id IS NULL AND gone_at IS NULL) AS "unmappedListings",
      (SELECT count(*) FROM expense_due) AS "overdueExpenses",
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM expense_due) AS "overdueExpensesCents",
      (SELECT count(*) FROM shop WHERE organization_id = ${organizationId}::uuid AND status = 'expired') AS "expiredShops",
      (SELECT count(*) FROM shop WHERE organization_id = ${organizationId}::uuid AND status = 'active'
        AND grant_ends_at <= ${now}::timestamptz + make_interval(days => ${endingDays})) AS "endingShops",
      (SELECT count(*) FROM shop s WHERE s.organization_id = ${organizationId}::uuid AND ${neverAuthorized}) AS "unauthorizedShops"
    FROM work, stock`
  if (!attention) throw new Error('an aggregate without a row')
  return attention
}
