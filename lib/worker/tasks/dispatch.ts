import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import type { Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'
import { makeLabels } from '@/lib/connect/sync/make-labels'
import { prepareOrders } from '@/lib/connect/sync/prepare-orders'
import { sendInvoices } from '@/lib/connect/sync/send-invoices'
import { shipOrders } from '@/lib/connect/sync/ship-orders'
import { failRun } from '@/lib/connect/sync/work-run'
import { isTransient } from '@/lib/core/queue/is-transient'
import { defineTask, systemActor, type Task } from '@/lib/core/queue/task'

const attempts = 5
const payload = z.object({ runId: z.uuid(), userId: z.uuid().nullable() })

/** An order's own fault is stored in the run; an exception is ours: retried where it is transient, else the end. */
const dispatchTask = (run: (actor: Actor, runId: string) => Promise<void>): Task =>
  defineTask(payload, async ({ organizationId, runId, userId }, { job }: JobHelpers) => {
    const actor = systemActor(organizationId, userId)
    try {
      await run(actor, runId)
    } catch (error) {
      const reference = newId().slice(-8)
      logger().error({ err: error, reference, runId, task: job.task_identifier, attempt: job.attempts }, 'run failed')
      if (isTransient(error) && job.attempts < attempts) throw error
      await failRun(actor, runId)
    }
  })

export const dispatchTasks: Record<string, Task> = {
  'dispatch-ship': dispatchTask(shipOrders),
  'dispatch-labels': dispatchTask((actor, runId) => makeLabels(actor, runId)),
  'dispatch-invoices': dispatchTask((actor, runId) => sendInvoices(actor, runId)),
  'dispatch-prepare': dispatchTask((actor, runId) => prepareOrders(actor, runId)),
}
