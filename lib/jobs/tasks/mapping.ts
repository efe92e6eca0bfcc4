import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import type { Actor } from '../../db'
import { newId } from '../../ids'
import { logger } from '../../logger'
import { failMappingRun, runSheet } from '../../mapping/apply-sheet'
import { runProducts } from '../../mapping/make-products'
import { runRemap } from '../../mapping/map-listing'
import { mapNewBySku } from '../../mapping/map-by-sku'
import { readMappingSheet } from '../../mapping/read-sheet'
import { runProductsUndo } from '../../mapping/undo-products'
import { listActiveCompanies } from '../../shops/active-companies'
import { sendPushes } from '../../sync/send-pushes'
import { isTransient } from '../is-transient'
import { defineTask, systemActor, type Task } from '../task'

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
  'send-pushes': defineTask(z.object({ shopId: z.uuid() }), async ({ organizationId, shopId }) => {
    await sendPushes({ organizationId }, shopId)
  }),
}

/** Listings that came without a product and whose SKU is one's by now. */
export const mapBySkuTask: Task = async () => {
  for (const organizationId of await listActiveCompanies())
    await mapNewBySku({ ...systemActor(organizationId), kind: 'sync' }).catch((error: unknown) =>
      logger().error({ err: error, organizationId }, 'listings could not be mapped by SKU'),
    )
}
