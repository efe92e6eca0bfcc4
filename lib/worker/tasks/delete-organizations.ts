import 'server-only'
import { removeHead } from '@/lib/insight/audit-log/chain-head'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { removeFolder } from '@/lib/core/files/store'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'

const BATCH = 5000
const BATCH_TIMEOUT_MS = 120_000

/**
 * Deletes the data of organizations whose grace period has passed. Each batch counts by itself, so that a worker killed
 * on the way goes on where it was; the files and the head of the audit log go once the last one counts. It is repeated
 * for a week, for files still being written when the company went, and for those that the store did not delete.
 */
export async function deleteOrganizations(): Promise<void> {
  const due = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organizations_to_delete()`,
  )
  for (const { organizationId } of due) {
    try {
      // The last round of the week lets the id go: before it nothing may be left in the store.
      if (await isGone(organizationId)) await emptyStore(organizationId)
      while (!(await deleteBatch(organizationId)));
      await emptyStore(organizationId)
      logger().info({ organizationId }, 'nothing is left of the organization')
    } catch (error) {
      logger().error({ err: error, organizationId }, 'deleting an organization failed')
    }
  }
}

const isGone = (organizationId: string): Promise<boolean> =>
  withOrganization(
    { organizationId },
    async (db) => (await db.organization.count({ where: { id: organizationId } })) === 0,
  )

async function emptyStore(organizationId: string): Promise<void> {
  await removeFolder(organizationId)
  await removeHead(organizationId)
}

async function deleteBatch(organizationId: string): Promise<boolean> {
  const [{ done }] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<[{ done: boolean }]>`SELECT delete_organization_batch(${BATCH}::int) AS done`,
    BATCH_TIMEOUT_MS,
  )
  return done
}
