import 'server-only'
import { withOrganization } from '../db'
import { keptDays, presumedDays } from './buyer-term'

const BATCH = 500

/**
 * Forgets the customers' names of one's own sales, typed or from a sheet, and the note, which may name them, when marketplace buyers' are forgotten (buyer-term.ts). Nobody
 * tells of their completion: what was not cancelled at a known time is presumed to have ended. Each batch is a transaction of its own; an order that somebody else holds is left for the next night. Materialized, or the limit is asked anew for each row of a join.
 */
export async function forgetCustomers(organizationId: string, batch = BATCH): Promise<void> {
  let from = new Date(0)
  for (;;) {
    const forgotten = await withOrganization(
      { organizationId },
      (db) => db.$queryRaw<{ placedAt: Date }[]>`
        WITH f AS MATERIALIZED (
          SELECT o.id, o.placed_at FROM orders o
          WHERE o.organization_id = ${organizationId}::uuid AND o.customer_name IS NOT NULL
            AND o.placed_at >= ${from}::timestamptz AND o.placed_at < now() - ${keptDays}::int * interval '1 day'
            AND CASE WHEN o.status = 'cancelled' AND o.cancelled_at IS NOT NULL THEN o.cancelled_at
              ELSE greatest(o.placed_at, o.paid_at, o.ship_by, o.shipped_at, o.delivered_at, o.cancelled_at)
                + ${presumedDays}::int * interval '1 day'
              END < now() - ${keptDays}::int * interval '1 day'
          ORDER BY o.placed_at LIMIT ${batch}::int FOR NO KEY UPDATE SKIP LOCKED
        )
        UPDATE orders u SET customer_name = NULL, note = NULL FROM f
        WHERE u.organization_id = ${organizationId}::uuid AND u.id = f.id
        RETURNING f.placed_at AS "placedAt"`,
    )
    if (forgotten.length < batch) return
    from = new Date(Math.max(...forgotten.map(({ placedAt }) => placedAt.getTime())))
  }
}
