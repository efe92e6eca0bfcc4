import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import { failTask } from '@/lib/assist/agent-tasks/send-task'
import { stepTask } from '@/lib/assist/agent-tasks/step-task'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'
import { defineTask, type Task } from '@/lib/core/queue/task'

const ATTEMPTS = 5

/**
 * A failure that people can do something about ends a task with its message; any other is retried, and then ends it
 * with a reference.
 */
export const agentTasks: Record<string, Task> = {
  'agent-task': defineTask(z.object({ taskId: z.uuid() }), async ({ organizationId, taskId }, { job }: JobHelpers) => {
    try {
      await stepTask(organizationId, taskId)
    } catch (error) {
      const reference = newId().slice(-8)
      if (!(error instanceof UserError)) {
        logger().error({ err: error, reference, taskId, attempt: job.attempts }, 'a step of a task failed')
        if (job.attempts < ATTEMPTS) throw error
      }
      const task = await withOrganization({ organizationId }, (db) =>
        db.agentTask.findUnique({ where: { organizationId_id: { organizationId, id: taskId } } }),
      )
      if (task) await failTask(task, error instanceof UserError ? error.code : 'unexpected', reference)
    }
  }),
}
