import 'server-only'
import { localDay } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { notifyProductOversold } from '@/lib/identity/notices/causes'
import type { SyncShop } from '../streams/sync-shop'

/** A marketplace has sold already: its order counts, and those who see the stock are notified of the missing units. */
export async function notifyOversold(
  db: Db,
  { organizationId, timeZone }: SyncShop,
  orderIds: string[],
): Promise<void> {
  const short = await db.$queryRaw<{ productId: string; sku: string; units: number }[]>`
    WITH wanted AS (
      SELECT coalesce(k.product_id, i.product_id) AS id FROM order_item i
      JOIN orders o ON o.organization_id = i.organization_id AND o.id = i.order_id AND o.moves_stock AND o.status < 'shipped'
      LEFT JOIN order_item_part k ON k.organization_id = i.organization_id AND k.order_id = i.order_id AND k.line = i.line AND k.kit_id = i.product_id
      WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = ANY (${orderIds}::uuid[]) AND i.product_id IS NOT NULL
    )
    SELECT p.id AS "productId", p.sku::text AS sku, least(l.reserved - l.on_hand, 1000000000)::int AS units
    FROM stock_level l
    JOIN stock_location s ON s.organization_id = l.organization_id AND s.id = l.location_id AND s.kind = 'own'
    JOIN product p ON p.organization_id = l.organization_id AND p.id = l.product_id
    WHERE l.organization_id = ${organizationId}::uuid AND l.product_id IN (SELECT id FROM wanted) AND l.on_hand < l.reserved
    ORDER BY p.id`
  const today = localDay(new Date(), timeZone)
  for (const product of short) await notifyProductOversold(db, organizationId, today, product)
}
