import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { failExport, runExport } from '@/lib/insight/exports/run-export'
import { failSaving, saveExport } from '@/lib/insight/exports/save-export'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'
import { isTransient } from '@/lib/core/queue/is-transient'
import { defineTask, systemActor, type Task } from '@/lib/core/queue/task'

const attempts = 5
const payload = z.object({ exportId: z.uuid(), userId: z.uuid().nullable() })

type Work = (actor: Actor, exportId: string) => Promise<void>
type Failing = (actor: Actor, exportId: string, code: string, reference?: string) => Promise<void>

/**
 * A failure that the requester can do something about is reported as it is; a transient one is retried; any other ends
 * with a reference.
 */
function exportTask(run: Work, fail: Failing): Task {
  return defineTask(payload, async ({ organizationId, exportId, userId }, { job }: JobHelpers) => {
    const actor = systemActor(organizationId, userId)
    try {
      await run(actor, exportId)
    } catch (error) {
      if (error instanceof UserError) return fail(actor, exportId, error.code)
      const reference = newId().slice(-8)
      logger().error(
        { err: error, reference, exportId, task: job.task_identifier, attempt: job.attempts },
        'export failed',
      )
      if (isTransient(error) && job.attempts < attempts) throw error
      await fail(actor, exportId, 'unexpected', reference)
    }
  })
}

export const exportTasks: Record<string, Task> = {
  'export-list': exportTask(runExport, failExport),
  'export-save': exportTask(saveExport, failSaving),
}
