import 'server-only'
import { z } from 'zod'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { enqueueRuleCheck, confirmRules, confirmRulesTask } from '@/lib/money/fees/confirm-rules'
import { refreshEstimates, refreshEstimatesTask } from '@/lib/money/fees/refresh-estimates'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { defineTask, type Task } from '@/lib/core/queue/task'

export const feeTasks: Record<string, Task> = {
  [confirmRulesTask]: defineTask(z.object({}), async ({ organizationId }) => {
    const result = await confirmRules(organizationId)
    logger().info({ organizationId, ...result }, 'fee rules checked')
  }),
  [refreshEstimatesTask]: defineTask(
    z.object({ shopId: z.uuid(), from: z.iso.date(), to: z.iso.date() }),
    async ({ organizationId, ...span }, { abortSignal: signal }) => {
      const result = await refreshEstimates(organizationId, span, { signal })
      logger().info({ organizationId, ...span, ...result }, 'fees estimated again')
    },
  ),
}

/** Every night, each company in a job of its own. */
export const confirmAllRulesTask: Task = async () => {
  const all = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organization_ids()`,
  )
  for (const { organizationId } of all)
    await withOrganization({ organizationId }, (db) => enqueueRuleCheck(db, organizationId))
}
