import 'server-only'
import type { Db } from '../db'
import { keptDays, presumedDays } from '../orders/buyer-term'

/**
 * Forgets the customers' names of imported sales when marketplace buyers' are forgotten (orders/buyer-term.ts). A sheet tells neither
 * completion nor, mostly, delivery: what was not cancelled at a known time is presumed to have ended.
 */
export async function forgetCustomers(db: Db, organizationId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE orders o SET customer_name = NULL
    WHERE o.organization_id = ${organizationId}::uuid AND o.customer_name IS NOT NULL
      AND o.placed_at < now() - ${keptDays}::int * interval '1 day'
      AND EXISTS (SELECT 1 FROM channel_sale s WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = o.id)
      AND CASE WHEN o.status = 'cancelled' AND o.cancelled_at IS NOT NULL THEN o.cancelled_at
        ELSE greatest(o.placed_at, o.paid_at, o.ship_by, o.shipped_at, o.delivered_at, o.cancelled_at) + ${presumedDays}::int * interval '1 day'
        END < now() - ${keptDays}::int * interval '1 day'`
}
