import 'server-only'
import { localRange, type Day } from '@/lib/dates'
import type { Db } from '@/lib/db'

export type Attention = {
  lateOrders: bigint
  ordersToPostToday: bigint
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
}

/** What waits for somebody now, whatever the period: only open orders, levels and listings are looked at. */
export async function getAttention(
  db: Db,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  today: Day,
  now: Date,
): Promise<Attention> {
  const { end } = localRange({ from: today, to: today }, timeZone)
  const [attention] = await db.$queryRaw<Attention[]>`
    WITH open_order AS (
      SELECT id, ship_by, cancellation_asked, fulfilled_by_platform, CASE WHEN status = 'confirmed' AND NOT fulfilled_by_platform
        THEN coalesce(invoice_state::text, CASE platform_status WHEN 'INVOICE_PENDING' THEN 'none' END) END AS invoice FROM orders
      WHERE organization_id = ${organizationId}::uuid AND status IN ('confirmed', 'processing')
    ), level AS (
      SELECT v.product_id, sum(v.on_hand - v.reserved) AS available FROM stock_level v
      JOIN stock_location o ON o.organization_id = v.organization_id AND o.id = v.location_id AND o.kind = 'own'
      WHERE v.organization_id = ${organizationId}::uuid GROUP BY v.product_id
    ), expense_due AS (
      SELECT amount_cents FROM expense
      WHERE organization_id = ${organizationId}::uuid AND status = 'pending' AND voided_at IS NULL AND due_on < ${today}::date
    )
    SELECT
      (SELECT count(*) FROM open_order WHERE NOT fulfilled_by_platform AND ship_by < ${now}::timestamptz) AS "lateOrders",
      (SELECT count(*) FROM open_order
        WHERE NOT fulfilled_by_platform AND ship_by >= ${now}::timestamptz AND ship_by < ${end}::timestamptz) AS "ordersToPostToday",
      (SELECT count(*) FROM open_order WHERE invoice IN ('none', 'sent')) AS "invoicesPending",
      (SELECT count(*) FROM open_order WHERE invoice = 'rejected') AS "invoicesRefused",
      (SELECT count(DISTINCT o.id) FROM open_order o JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
        WHERE k.platform_status = 'LOGISTICS_PICKUP_RETRY') AS "pickupsFailed",
      (SELECT count(*) FROM open_order WHERE cancellation_asked) AS "cancellationsAsked",
      (SELECT count(*) FROM order_return WHERE organization_id = ${organizationId}::uuid AND state = 'open'
        AND kind IN ('refund_only', 'with_return')) AS "returnsToAnswer",
      (SELECT count(*) FROM level WHERE available < 0) AS "oversoldProducts",
      (SELECT coalesce(-sum(available), 0)::bigint FROM level WHERE available < 0) AS "oversoldUnits",
      (SELECT count(*) FROM product p LEFT JOIN level ON level.product_id = p.id
        WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL
          AND coalesce(level.available, 0) BETWEEN 0 AND coalesce(p.minimum_stock, (
            SELECT low_stock_units FROM organization WHERE organization_id = ${organizationId}::uuid))) AS "lowStockProducts",
      (SELECT count(*) FROM listing WHERE organization_id = ${organizationId}::uuid AND product_id IS NULL AND gone_at IS NULL) AS "unmappedListings",
      (SELECT count(*) FROM expense_due) AS "overdueExpenses",
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM expense_due) AS "overdueExpensesCents",
      (SELECT count(*) FROM shop WHERE organization_id = ${organizationId}::uuid AND status = 'expired') AS "expiredShops"`
  if (!attention) throw new Error('an aggregate without a row')
  return attention
}
