import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { isOrderHeld } from './order-held'

const BATCH = 500

/**
 * Forgets marketplace buyers whose term has passed (buyer-term.ts). forget_buyers defines the deleted data. Each batch
 * is a transaction of its own. A writer of an order, or an erasure of its buyer, locks the order and then the buyer: so
 * does this, and an order locked by another waits for the next night.
 */
export async function purgeBuyers(organizationId: string, batch = BATCH): Promise<void> {
  while ((await purgeBatch(organizationId, batch)) === batch);
}

async function purgeBatch(organizationId: string, batch: number): Promise<number> {
  const [{ gone }] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<[{ gone: number }]>`
      WITH due AS MATERIALIZED (
        SELECT b.order_id FROM orders o JOIN order_buyer b ON b.organization_id = ${organizationId}::uuid AND b.order_id = o.id
        WHERE o.organization_id = ${organizationId}::uuid AND b.purge_after < now()
          AND NOT ${isOrderHeld(organizationId, Prisma.sql`b.order_id`)}
        ORDER BY b.purge_after LIMIT ${batch}::int FOR NO KEY UPDATE OF o SKIP LOCKED FOR UPDATE OF b SKIP LOCKED
      ), gone AS MATERIALIZED (SELECT forget_buyers(array_agg(order_id)) FROM due)
      SELECT (SELECT count(*)::int FROM due) AS gone FROM gone`,
  )
  return gone
}
