import 'server-only'
import { z } from 'zod'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { failRepair, performRepair } from '@/lib/insight/data-checks/perform-repair'
import { failRun, performRun } from '@/lib/insight/data-checks/perform-run'
import { requireRepairer } from '@/lib/insight/data-checks/request-repair'
import { nightlyTask, openRun, repairTask, runTask } from '@/lib/insight/data-checks/request-run'
import { logger } from '@/lib/core/logging/logger'
import { isTransient } from '@/lib/core/queue/is-transient'
import { defineTask, enqueueInTurn, systemActor, type Task } from '@/lib/core/queue/task'

const attempts = 5
/** One company after the other: no company's morning waits for the sums of all. */
const nightQueue = 'health-nights'

/** A transient failure is retried; any other ends the work. */
async function tried(attempt: number, run: () => Promise<void>, fail: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    logger().error({ err: error, attempt }, 'health work failed')
    if (isTransient(error) && attempt < attempts) throw error
    await fail()
  }
}

const run = (organizationId: string, runId: string, attempt: number) =>
  tried(
    attempt,
    () => performRun(organizationId, runId),
    () => failRun(organizationId, runId),
  )

export const healthCheckTasks: Record<string, Task> = {
  [runTask]: defineTask(z.object({ runId: z.uuid() }), ({ organizationId, runId }, { job }) =>
    run(organizationId, runId, job.attempts),
  ),
  // Where a run is under way already, it is that one that goes on.
  [nightlyTask]: defineTask(z.object({}), async ({ organizationId }, { job }) => {
    const { id } = await withOrganization({ organizationId }, (db) => openRun(db, organizationId, null))
    await run(organizationId, id, job.attempts)
  }),
  [repairTask]: defineTask(
    z.object({ runId: z.uuid(), check: z.string(), userId: z.uuid().nullable() }),
    async ({ organizationId, runId, check, userId }, { job }) => {
      const actor = systemActor(organizationId, userId)
      await tried(
        job.attempts,
        async () => {
          await requireRepairer(actor)
          await performRepair(actor, runId, check)
        },
        () => failRepair(actor, runId, check),
      )
    },
  ),
}

/** Every night, every company. One company's trouble, logged, keeps nothing from the others. */
export const checkEveryCompanyTask: Task = async () => {
  const all = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organization_ids()`,
  )
  for (const { organizationId } of all) {
    const turn = { key: `${nightlyTask}:${organizationId}`, queue: nightQueue }
    await withOrganization({ organizationId }, (db) => enqueueInTurn(db, nightlyTask, {}, turn)).catch(
      (error: unknown) => logger().error({ err: error, organizationId }, 'a company could not be checked'),
    )
  }
}
