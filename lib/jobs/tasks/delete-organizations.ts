import 'server-only'
import { removeHead } from '../../audit/trail-head'
import { callGlobal, withOrganization } from '../../db'
import { removeFolder } from '../../files/store'
import { Prisma } from '../../generated/prisma/client'
import { logger } from '../../logger'

const BATCH = 5000
const BATCH_TIMEOUT_MS = 120_000

/**
 * Deletes what belonged to organizations whose grace period has passed. Each batch counts by itself, so that a worker killed on the
 * way goes on where it was; with the last one go the files and the trail's head, before it counts.
 */
export async function deleteOrganizations(): Promise<void> {
  const due = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organizations_to_delete()`,
  )
  for (const { organizationId } of due) {
    try {
      while (!(await deleteBatch(organizationId)));
      logger().info({ organizationId }, 'organization deleted')
    } catch (error) {
      logger().error({ err: error, organizationId }, 'deleting an organization failed')
    }
  }
}

async function deleteBatch(organizationId: string): Promise<boolean> {
  return withOrganization(
    { organizationId },
    async (db) => {
      const [{ done }] = await db.$queryRaw<
        [{ done: boolean }]
      >`SELECT delete_organization_batch(${BATCH}::int) AS done`
      if (!done) return false
      await removeFolder(organizationId)
      await removeHead(organizationId)
      return true
    },
    BATCH_TIMEOUT_MS,
  )
}
