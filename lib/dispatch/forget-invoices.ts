import 'server-only'
import { withOrganization } from '../db'

const BATCH = 500

/**
 * The files of orders' invoices, in which the buyer stands, once nobody may ask for them any more: five years from the first day of the year
 * after they were issued (CTN, art. 173). What the lists show of them stays. Each batch is a transaction of its own.
 */
export async function forgetInvoices(organizationId: string, batch = BATCH): Promise<void> {
  const forget = () =>
    withOrganization(
      { organizationId },
      (db) => db.$executeRaw`
        WITH due AS MATERIALIZED (
          SELECT d.id, d.file_id FROM fiscal_document d WHERE d.organization_id = ${organizationId}::uuid AND d.file_id IS NOT NULL
            AND date_trunc('year', coalesce(d.issued_at, d.created_at)) + interval '6 years' < now()
          LIMIT ${batch}::int
        ), expired AS (
          UPDATE stored_file f SET expires_at = now() FROM due WHERE f.organization_id = ${organizationId}::uuid AND f.id = due.file_id
        )
        UPDATE fiscal_document d SET file_id = NULL, file_name = NULL FROM due WHERE d.organization_id = ${organizationId}::uuid AND d.id = due.id`,
    )
  while ((await forget()) === batch);
}
