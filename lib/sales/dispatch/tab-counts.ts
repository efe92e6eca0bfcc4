import 'server-only'
import type { Reader } from '@/lib/core/db'
import { isHistory } from '../orders/history'
import type { DispatchTab } from './schema'

/**
 * The work in each tab: orders to ship, parcels to pack, returns to answer or receive, marks off their target,
 * failures.
 */
export async function countDispatchTabs(
  db: Reader,
  organizationId: string,
  now: Date,
): Promise<Record<DispatchTab, number>> {
  const [row] = await db.$queryRaw<[Record<DispatchTab, bigint>]>`
    WITH to_ship AS MATERIALIZED (
      SELECT o.id FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('confirmed', 'processing')
        AND o.platform = 'shopee' AND NOT o.fulfilled_by_platform AND NOT ${isHistory(now)}
    )
    SELECT
      (SELECT count(*) FROM to_ship) AS dispatch,
      -- Order by order: printed and never packed here holds of nearly all that have long been delivered.
      (SELECT coalesce(sum(p.ready), 0)::bigint FROM to_ship t CROSS JOIN LATERAL (
        SELECT count(*) AS ready FROM package k WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = t.id
          AND k.printed_at IS NOT NULL AND k.packed_at IS NULL) p) AS bench,
      (SELECT count(*) FROM order_return r WHERE r.organization_id = ${organizationId}::uuid AND r.received_at IS NULL
        AND r.state NOT IN ('closed', 'cancelled')) AS returns,
      (SELECT count(*) FROM shop_health h WHERE h.organization_id = ${organizationId}::uuid 
        AND (h.value > h.target OR h.mark = 'penaltyPoints' AND h.value > 0)) AS health,
      (SELECT count(*) FROM sync_failure f WHERE f.organization_id = ${organizationId}::uuid AND f.state = 'dead')
        + (SELECT count(*) FROM listing_update p WHERE p.organization_id = ${organizationId}::uuid AND p.state <> 'sent'
          AND (p.state = 'failed' OR p.error_code IS NOT NULL))
        + (SELECT count(*) FROM (
          SELECT v.product_id FROM stock_level v
          JOIN stock_location l ON l.organization_id = v.organization_id AND l.id = v.location_id AND l.kind = 'own'
          WHERE v.organization_id = ${organizationId}::uuid GROUP BY v.product_id HAVING sum(v.on_hand - v.reserved) < 0) short) AS failures`
  const counts = { dispatch: 0, bench: 0, returns: 0, health: 0, failures: 0 }
  for (const tab of Object.keys(counts) as DispatchTab[]) counts[tab] = Number(row[tab])
  return counts
}
