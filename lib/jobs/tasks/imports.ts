import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import { withOrganization, type Actor } from '../../db'
import { applyImport } from '../../imports/apply-import'
import { expireImport } from '../../imports/cancel-import'
import { checkImport, failImport } from '../../imports/check-import'
import { createListingProducts } from '../../imports/create-products'
import { logger } from '../../logger'
import { defineTask, systemActor, type Task } from '../task'

const payload = z.object({ importId: z.uuid(), userId: z.uuid().nullable() })

function importTask(run: (actor: Actor, importId: string) => Promise<void>): Task {
  return defineTask(payload, async ({ organizationId, importId, userId }, helpers) => {
    const actor = systemActor(organizationId, userId)
    try {
      await run(actor, importId)
    } catch (error) {
      logger().error({ err: error, importId, attempt: helpers.job.attempts }, 'import failed')
      if (isLastAttempt(helpers)) await withOrganization(actor, (db) => failImport(db, actor, importId, 'unexpected'))
      throw error
    }
  })
}

const isLastAttempt = ({ job }: JobHelpers) => job.attempts >= job.max_attempts

export const importTasks: Record<string, Task> = {
  'import-check': importTask(checkImport),
  'import-apply': importTask(applyImport),
  'import-products': importTask(createListingProducts),
  'import-expire': importTask(expireImport),
}
