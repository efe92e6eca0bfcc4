import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { keptDays, presumedDays } from './buyer-term'
import { isOrderHeld } from './order-held'

const BATCH = 500

/**
 * Forgets the customers of one's own sales, typed or from a sheet, and the notes of orders without a buyer, as
 * marketplace buyers are forgotten (forget_buyers) and when (buyer-term.ts). Their completion is not reported: an order
 * not cancelled at a known time is presumed to have ended. A note that was written later, without a name beside it, has
 * the term from then on. Each batch is a transaction of its own; an order locked by another is left for the next night.
 * Materialized, or the limit is evaluated for each row of a join.
 */
export async function purgeCustomers(organizationId: string, batch = BATCH): Promise<void> {
  let from = new Date(0)
  for (;;) {
    const purged = await withOrganization(
      { organizationId },
      (db) => db.$queryRaw<{ placedAt: Date }[]>`
        WITH f AS MATERIALIZED (
          SELECT o.id, o.placed_at FROM orders o
          WHERE o.organization_id = ${organizationId}::uuid 
            AND (o.customer_name IS NOT NULL OR o.note IS NOT NULL OR o.platform_note IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM order_buyer b WHERE b.organization_id = ${organizationId}::uuid AND b.order_id = o.id)
            AND o.placed_at >= ${from}::timestamptz AND o.placed_at < now() - ${keptDays}::int * interval '1 day'
            AND CASE WHEN o.status = 'cancelled' AND o.cancelled_at IS NOT NULL THEN o.cancelled_at
              ELSE greatest(o.placed_at, o.paid_at, o.ship_by, o.shipped_at, o.delivered_at, o.cancelled_at)
                + ${presumedDays}::int * interval '1 day'
              END < now() - ${keptDays}::int * interval '1 day'
            AND NOT ${isOrderHeld(organizationId, Prisma.sql`o.id`)}
            AND (o.customer_name IS NOT NULL OR NOT EXISTS (
              SELECT 1 FROM audit_event e WHERE e.organization_id = ${organizationId}::uuid AND e.subject_kind = 'order' AND e.subject_id = o.id::text
                AND e.event = 'order.noted' AND e.at > now() - ${keptDays}::int * interval '1 day'))
          ORDER BY o.placed_at LIMIT ${batch}::int FOR NO KEY UPDATE SKIP LOCKED
        ), gone AS MATERIALIZED (SELECT forget_buyers(array_agg(id)) FROM f)
        SELECT f.placed_at AS "placedAt" FROM f, gone`,
    )
    if (purged.length < batch) return
    from = new Date(Math.max(...purged.map(({ placedAt }) => placedAt.getTime())))
  }
}
