import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import type { Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'
import { failMappingRun, runSheet } from '@/lib/catalog/mapping/apply-sheet'
import { runProducts } from '@/lib/catalog/mapping/make-products'
import { runRemap } from '@/lib/catalog/mapping/map-listing'
import { mapNewBySku } from '@/lib/catalog/mapping/map-by-sku'
import { readMappingSheet } from '@/lib/catalog/mapping/read-sheet'
import { runProductsUndo } from '@/lib/catalog/mapping/undo-products'
import { listActiveCompanies } from '@/lib/connect/shops/active-companies'
import { sendListingUpdates } from '@/lib/connect/sync/send-listing-updates'
import { isTransient } from '@/lib/core/queue/is-transient'
import { defineTask, systemActor, type Task } from '@/lib/core/queue/task'

const attempts = 5
const ofRun = z.object({ runId: z.uuid(), userId: z.uuid().nullable() })

const runTask = (run: (actor: Actor, runId: string) => Promise<void>): Task =>
  defineTask(ofRun, async ({ organizationId, runId, userId }, { job }: JobHelpers) => {
    const actor = systemActor(organizationId, userId)
    try {
      await run(actor, runId)
    } catch (error) {
      const reference = newId().slice(-8)
      logger().error({ err: error, reference, runId, task: job.task_identifier, attempt: job.attempts }, 'run failed')
      if (isTransient(error) && job.attempts < attempts) throw error
      await failMappingRun(actor, runId)
    }
  })

export const mappingTasks: Record<string, Task> = {
  'mapping-remap': runTask(runRemap),
  'mapping-sheet-read': runTask(readMappingSheet),
  'mapping-sheet-apply': runTask(runSheet),
  'mapping-products': runTask(runProducts),
  'mapping-products-undo': runTask(runProductsUndo),
  'send-listing-updates': defineTask(z.object({ shopId: z.uuid() }), async ({ organizationId, shopId }) => {
    await sendListingUpdates({ organizationId }, shopId)
  }),
}

/** Listings that came without a product and whose SKU is one's by now. */
export const mapBySkuTask: Task = async () => {
  for (const organizationId of await listActiveCompanies())
    await mapNewBySku({ ...systemActor(organizationId), kind: 'sync' }).catch((error: unknown) =>
      logger().error({ err: error, organizationId }, 'listings could not be mapped by SKU'),
    )
}
