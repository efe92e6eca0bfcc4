import 'server-only'
import { withOrganization } from '@/lib/core/db'

const BATCH = 500

/**
 * Deletes the files of orders' invoices, which contain the buyer, at the end of their legal term: five years from the
 * first day of the year after they were issued (CTN, art. 173). The fields that lists show stay. Each batch is a
 * transaction of its own, and reads the oldest by their index (a condition on their age would be looked at after the
 * tenant's policy, on every row).
 */
export async function purgeInvoices(organizationId: string, batch = BATCH): Promise<void> {
  const purge = () =>
    withOrganization(
      { organizationId },
      (db) => db.$executeRaw`
        WITH oldest AS MATERIALIZED (
          SELECT d.id, d.file_id, coalesce(d.issued_at, d.created_at) AS at FROM fiscal_document d
          WHERE d.organization_id = ${organizationId}::uuid AND d.file_id IS NOT NULL ORDER BY coalesce(d.issued_at, d.created_at) LIMIT ${batch}::int
        ), due AS MATERIALIZED (
          SELECT id, file_id FROM oldest WHERE date_trunc('year', at) + interval '6 years' < now()
        ), expired AS (
          UPDATE stored_file f SET expires_at = now() FROM due WHERE f.organization_id = ${organizationId}::uuid AND f.id = due.file_id
        )
        UPDATE fiscal_document d SET file_id = NULL, file_name = NULL FROM due WHERE d.organization_id = ${organizationId}::uuid AND d.id = due.id`,
    )
  while ((await purge()) === batch);
}
