import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { isHistory } from '../orders/history'
import { partsOf } from './picking-list'

export type ShortOrder = { orderId: string; code: string; productId: string; sku: string; shipBy: Date | null }

/**
 * Orders that the shelf does not hold enough for, by product. Its stock goes to orders that were printed before, then
 * to arranged ones, then by deadline; orders that are not paid yet come last. For a product that was missing at its
 * shelf all open orders count, also those that do not move its stock. Past orders take nothing.
 */
export async function listShortOrders(db: Db, organizationId: string, now = new Date()): Promise<ShortOrder[]> {
  const products = await db.$queryRaw<{ id: string; missing: boolean; units: bigint }[]>`
    SELECT l.product_id AS id, m.missing, greatest(l.on_hand, 0)::bigint AS units FROM stock_level l
    JOIN stock_location s ON s.organization_id = l.organization_id AND s.id = l.location_id AND s.kind = 'own'
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM shelf_miss x WHERE x.organization_id = ${organizationId}::uuid
      AND x.product_id = l.product_id AND x.ended_at IS NULL) AS missing) m
    WHERE l.organization_id = ${organizationId}::uuid AND (l.on_hand < l.reserved OR m.missing)`
  if (products.length === 0) return []
  const ids = products.map(({ id }) => id)
  const missing = products.flatMap((one) => (one.missing ? [one.id] : []))
  const open = Prisma.sql`o.organization_id = ${organizationId}::uuid AND o.status IN ('pending', 'confirmed', 'processing') AND NOT o.fulfilled_by_platform
    AND NOT ${isHistory(now)}`
  const queue = await db.$queryRaw<Part[]>`
    WITH part AS MATERIALIZED (
      SELECT x.order_id, x.product_id, sum(x.units)::bigint AS units
      FROM (${partsOf(organizationId, Prisma.sql`ARRAY(SELECT o.id FROM orders o WHERE ${open})`)}) x
      WHERE x.product_id = ANY (${ids}::uuid[]) GROUP BY 1, 2
    )
    SELECT o.id AS "orderId", coalesce(o.external_code, o.code) AS code, x.product_id AS "productId", p.sku::text AS sku, o.ship_by AS "shipBy", x.units
    FROM part x JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = x.order_id
      AND (o.moves_stock OR x.product_id = ANY (${missing}::uuid[]))
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = x.product_id
    LEFT JOIN LATERAL (SELECT bool_and(k.printed_at IS NOT NULL) AS printed, bool_and(k.arranged_at IS NOT NULL) AS arranged FROM package k
      WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id) k ON true
    ORDER BY o.status = 'pending', k.printed IS NOT TRUE, k.arranged IS NOT TRUE, coalesce(o.ship_by, 'infinity'::timestamptz), o.id, p.sku`
  return shareOut(new Map(products.map(({ id, units }) => [id, units])), queue).sort(byDeadline)
}

type Part = ShortOrder & { units: bigint }

/** Goes through the queue, an order's parts in a row: an order that does not get all of its parts takes nothing from those behind it. */
function shareOut(left: Map<string, bigint>, queue: readonly Part[]): ShortOrder[] {
  const short: ShortOrder[] = []
  const orders = new Map<string, Part[]>()
  for (const part of queue) orders.set(part.orderId, [...(orders.get(part.orderId) ?? []), part])
  for (const parts of orders.values()) {
    const lacking = parts.filter(({ productId, units }) => units > left.get(productId)!)
    if (lacking.length === 0)
      for (const { productId, units } of parts) left.set(productId, left.get(productId)! - units)
    short.push(...lacking.map(({ units: _, ...part }) => part))
  }
  return short
}

const byDeadline = (a: ShortOrder, b: ShortOrder) =>
  (a.shipBy?.getTime() ?? Infinity) - (b.shipBy?.getTime() ?? Infinity) || 0
