import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { keptDays } from '@/lib/sales/orders/buyer-term'

const BATCH = 500

/**
 * The papers of cases that closed a buyer's term ago: they may show a conversation or an address. The case's amounts
 * stay.
 */
export async function purgeProofs(organizationId: string, batch = BATCH): Promise<void> {
  const purge = () =>
    withOrganization(
      { organizationId },
      (db) => db.$executeRaw`
        WITH gone AS (
          DELETE FROM case_file k WHERE k.organization_id = ${organizationId}::uuid AND (k.case_id, k.file_id) IN (
            SELECT p.case_id, p.file_id FROM case_file p
            JOIN recovery_case c ON c.organization_id = ${organizationId}::uuid AND c.id = p.case_id
            WHERE p.organization_id = ${organizationId}::uuid AND c.closed_at < now() - ${keptDays}::int * interval '1 day'
            LIMIT ${batch}::int)
          RETURNING k.file_id, k.case_id
        )
        UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = ${organizationId}::uuid AND f.id IN (SELECT file_id FROM gone)
          AND NOT EXISTS (SELECT 1 FROM case_file o WHERE o.organization_id = ${organizationId}::uuid AND o.file_id = f.id
            AND (o.case_id, o.file_id) NOT IN (SELECT case_id, file_id FROM gone))`,
    )
  while ((await purge()) === batch);
}
