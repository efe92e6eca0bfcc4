import 'server-only'
import { z } from 'zod'
import { logger } from '@/lib/core/logging/logger'
import { endRecost, recostTask, runRecost } from '@/lib/catalog/costs/recost'
import { isTransient } from '@/lib/core/queue/is-transient'
import { defineTask, systemActor, type Task } from '@/lib/core/queue/task'

const attempts = 5

export const costTasks: Record<string, Task> = {
  [recostTask]: defineTask(
    z.object({ runId: z.uuid(), userId: z.uuid().nullable() }),
    async ({ organizationId, runId, userId }, { job }) => {
      const actor = systemActor(organizationId, userId)
      try {
        await runRecost(actor, runId)
      } catch (error) {
        logger().error({ err: error, runId, task: job.task_identifier, attempt: job.attempts }, 'run failed')
        if (isTransient(error) && job.attempts < attempts) throw error
        await endRecost(actor, runId, 'failed')
      }
    },
  ),
}
