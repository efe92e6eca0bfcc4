import 'server-only'
import { z } from 'zod'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { enqueueReconcile, markOverdue } from '@/lib/money/reconciliation/mark'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { defineTask, type Task } from '@/lib/core/queue/task'

export const reconcileTasks: Record<string, Task> = {
  reconcile: defineTask(z.object({}), async ({ organizationId }, { abortSignal: signal }) => {
    await reconcileOrders(organizationId, { signal })
  }),
}

const each = async (
  companies: { organizationId: string }[],
  work: string,
  run: (organizationId: string) => Promise<unknown>,
) => {
  for (const { organizationId } of companies)
    await run(organizationId).catch((error: unknown) =>
      logger().error({ err: error, organizationId, work }, 'a company could not be reconciled'),
    )
}

/** Every minute: for marks without a job, and for lost jobs. */
export const scheduleReconcileTask: Task = async () => {
  const waiting = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organizations_to_reconcile()`,
  )
  await each(waiting, 'schedule', (organizationId) =>
    withOrganization({ organizationId }, (db) => enqueueReconcile(db, organizationId)),
  )
}

/** Every night: what became late since the day before. */
export const markOverdueTask: Task = async () => {
  const all = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organization_ids()`,
  )
  await each(all, 'overdue', (organizationId) =>
    withOrganization({ organizationId }, async (db) => {
      if ((await markOverdue(db, organizationId)) > 0) await enqueueReconcile(db, organizationId)
    }),
  )
}
