import 'server-only'
import { withOrganization } from '../db'
import { keptDays } from './buyer-term'

const BATCH = 500

/**
 * Forgets marketplace buyers whose term has passed (buyer-term.ts), but not while a return, a dispute or a case of the order is open, nor until
 * the term has passed since it was closed: the last of them is the order's end. With them go the notes of the order, which may name them, and
 * the photos of its parcel, on which their address may stand. Each batch is a transaction of its own.
 */
export async function forgetBuyers(organizationId: string, batch = BATCH): Promise<void> {
  while ((await forgetSome(organizationId, batch)) === batch);
}

async function forgetSome(organizationId: string, batch: number): Promise<number> {
  const [{ gone }] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<[{ gone: number }]>`
      WITH due AS MATERIALIZED (
        SELECT b.order_id FROM order_buyer b WHERE b.organization_id = ${organizationId}::uuid AND b.purge_after < now()
          AND NOT EXISTS (
            SELECT 1 FROM settlement s
            JOIN case_order k ON k.organization_id = ${organizationId}::uuid AND k.settlement_id = s.id
            JOIN recovery_case c ON c.organization_id = ${organizationId}::uuid AND c.id = k.case_id
            WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = b.order_id
              AND (c.closed_at IS NULL OR c.closed_at > now() - ${keptDays}::int * interval '1 day'))
          AND NOT EXISTS (
            SELECT 1 FROM order_return r WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = b.order_id
              AND (r.state NOT IN ('received', 'closed', 'cancelled')
                OR greatest(r.opened_at, r.platform_at, r.answered_at, r.received_at) > now() - ${keptDays}::int * interval '1 day'))
        ORDER BY b.purge_after LIMIT ${batch}::int FOR UPDATE SKIP LOCKED
      ), noted AS (
        UPDATE orders o SET note = NULL, platform_note = NULL FROM due
        WHERE o.organization_id = ${organizationId}::uuid AND o.id = due.order_id AND (o.note IS NOT NULL OR o.platform_note IS NOT NULL)
      ), photos AS (
        UPDATE stored_file f SET expires_at = now() FROM due
        JOIN order_evidence e ON e.organization_id = ${organizationId}::uuid AND e.order_id = due.order_id
        WHERE f.organization_id = ${organizationId}::uuid AND f.id = e.file_id
      ), gone AS (
        DELETE FROM order_buyer b USING due WHERE b.organization_id = ${organizationId}::uuid AND b.order_id = due.order_id RETURNING 1
      ) SELECT count(*)::int AS gone FROM gone`,
  )
  return gone
}
