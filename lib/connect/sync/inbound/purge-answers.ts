import 'server-only'
import { withOrganization } from '@/lib/core/db'

const BATCH = 1000

/** Deletes the platform's answers once their term has passed. Each batch is a transaction of its own. */
export async function purgeAnswers(organizationId: string, batch = BATCH): Promise<void> {
  const purge = () =>
    withOrganization(
      { organizationId },
      (db) => db.$executeRaw`
        DELETE FROM platform_answer WHERE organization_id = ${organizationId}::uuid AND ctid = ANY (ARRAY(
          SELECT ctid FROM platform_answer WHERE organization_id = ${organizationId}::uuid AND purge_after < now()
          ORDER BY purge_after LIMIT ${batch}::int))`,
    )
  while ((await purge()) === batch);
}
