import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { partsOf } from './picking-list'

export type ShortOrder = { orderId: string; code: string; productId: string; sku: string; shipBy: Date | null }

/**
 * Orders that the shelf does not hold enough for, by product. What lies there goes to what was printed before, then by deadline; orders that
 * are not paid yet come last. Of a product that was missing at its shelf all open orders count, also those that do not move its stock.
 */
export async function listShortOrders(db: Db, organizationId: string): Promise<ShortOrder[]> {
  const products = await db.$queryRaw<{ id: string; missing: boolean }[]>`
    SELECT l.product_id AS id, m.missing FROM stock_level l
    JOIN stock_location s ON s.organization_id = l.organization_id AND s.id = l.location_id AND s.kind = 'own'
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM shelf_miss x WHERE x.organization_id = ${organizationId}::uuid
      AND x.product_id = l.product_id AND x.ended_at IS NULL) AS missing) m
    WHERE l.organization_id = ${organizationId}::uuid AND (l.on_hand < l.reserved OR m.missing)`
  if (products.length === 0) return []
  const ids = products.map(({ id }) => id)
  const missing = products.flatMap((one) => (one.missing ? [one.id] : []))
  const open = Prisma.sql`o.organization_id = ${organizationId}::uuid AND o.status IN ('pending', 'confirmed', 'processing') AND NOT o.fulfilled_by_platform`
  return db.$queryRaw<ShortOrder[]>`
    WITH part AS MATERIALIZED (
      SELECT x.order_id, x.product_id, sum(x.units) AS units
      FROM (${partsOf(organizationId, Prisma.sql`ARRAY(SELECT o.id FROM orders o WHERE ${open})`)}) x
      WHERE x.product_id = ANY (${ids}::uuid[]) GROUP BY 1, 2
    ), queue AS (
      SELECT o.id, coalesce(o.external_code, o.code) AS code, o.ship_by, p.product_id, sum(p.units) OVER (PARTITION BY p.product_id ORDER BY o.status = 'pending',
        (SELECT bool_and(k.printed_at IS NOT NULL) FROM package k WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id) IS NOT TRUE,
        coalesce(o.ship_by, 'infinity'::timestamptz), o.id) AS wanted
      FROM part p JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = p.order_id
        AND (o.moves_stock OR p.product_id = ANY (${missing}::uuid[]))
    )
    SELECT q.id AS "orderId", q.code, q.product_id AS "productId", p.sku::text AS sku, q.ship_by AS "shipBy" FROM queue q
    JOIN stock_level l ON l.organization_id = ${organizationId}::uuid AND l.product_id = q.product_id
    JOIN stock_location s ON s.organization_id = ${organizationId}::uuid AND s.id = l.location_id AND s.kind = 'own'
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = q.product_id
    WHERE q.wanted > greatest(l.on_hand, 0) ORDER BY coalesce(q.ship_by, 'infinity'::timestamptz), q.id, p.sku`
}
