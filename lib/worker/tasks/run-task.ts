import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import type { Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'
import { isTransient } from '@/lib/core/queue/is-transient'
import { defineTask, systemActor, type Task } from '@/lib/core/queue/task'

const attempts = 5
const payload = z.object({ runId: z.uuid(), userId: z.uuid().nullable() })

type Run = (actor: Actor, runId: string) => Promise<void>

/** A row's own fault is stored in the run; an exception is ours: retried where it is transient, else the end. */
export const runTask = (run: Run, fail: Run): Task =>
  defineTask(payload, async ({ organizationId, runId, userId }, { job }: JobHelpers) => {
    const actor = systemActor(organizationId, userId)
    try {
      await run(actor, runId)
    } catch (error) {
      const reference = newId().slice(-8)
      logger().error({ err: error, reference, runId, task: job.task_identifier, attempt: job.attempts }, 'run failed')
      if (isTransient(error) && job.attempts < attempts) throw error
      await fail(actor, runId)
    }
  })
