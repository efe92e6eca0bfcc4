import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import type { Actor } from '../../db'
import { newId } from '../../ids'
import { logger } from '../../logger'
import { makeLabels } from '../../sync/make-labels'
import { sendInvoices } from '../../sync/send-invoices'
import { shipOrders } from '../../sync/ship-orders'
import { failRun } from '../../sync/work-run'
import { isTransient } from '../is-transient'
import { defineTask, systemActor, type Task } from '../task'

const attempts = 5
const payload = z.object({ runId: z.uuid(), userId: z.uuid().nullable() })

/** What an order's own trouble is stands in the run; what throws is ours: tried again where it passes by itself, else the end. */
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
}
