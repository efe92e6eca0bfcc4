import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { partsOf } from './picking-list'

/**
 * Orders that the shelf does not hold enough for, and which SKU is missing. What lies there goes to what was printed before, then by
 * deadline; orders that are not paid yet come last.
 */
export async function listShortOrders(db: Db, organizationId: string): Promise<Map<string, string>> {
  const products = await db.$queryRaw<{ id: string }[]>`
    SELECT l.product_id AS id FROM stock_level l
    JOIN stock_location s ON s.organization_id = l.organization_id AND s.id = l.location_id AND s.kind = 'own'
    WHERE l.organization_id = ${organizationId}::uuid AND l.on_hand < l.reserved`
  if (products.length === 0) return new Map()
  const ids = products.map(({ id }) => id)
  const open = Prisma.sql`o.organization_id = ${organizationId}::uuid AND o.moves_stock AND o.status IN ('pending', 'confirmed', 'processing')`
  const rows = await db.$queryRaw<{ orderId: string; sku: string }[]>`
    WITH part AS MATERIALIZED (
      SELECT x.order_id, x.product_id, sum(x.units) AS units
      FROM (${partsOf(organizationId, Prisma.sql`ARRAY(SELECT o.id FROM orders o WHERE ${open})`)}) x
      WHERE x.product_id = ANY (${ids}::uuid[]) GROUP BY 1, 2
    ), queue AS (
      SELECT p.order_id, p.product_id, sum(p.units) OVER (PARTITION BY p.product_id ORDER BY o.status = 'pending',
        (SELECT bool_and(k.printed_at IS NOT NULL) FROM package k WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id) IS NOT TRUE,
        coalesce(o.ship_by, 'infinity'::timestamptz), o.id) AS wanted
      FROM part p JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = p.order_id
    )
    SELECT q.order_id AS "orderId", min(p.sku::text) AS sku FROM queue q
    JOIN stock_level l ON l.organization_id = ${organizationId}::uuid AND l.product_id = q.product_id
    JOIN stock_location s ON s.organization_id = ${organizationId}::uuid AND s.id = l.location_id AND s.kind = 'own'
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = q.product_id
    WHERE q.wanted > greatest(l.on_hand, 0) GROUP BY 1`
  return new Map(rows.map(({ orderId, sku }) => [orderId, sku]))
}
