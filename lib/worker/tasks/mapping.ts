import 'server-only'
import { z } from 'zod'
import { logger } from '@/lib/core/logging/logger'
import { failMappingRun, runSheet } from '@/lib/catalog/mapping/apply-sheet'
import { runProducts } from '@/lib/catalog/mapping/make-products'
import { runRemap } from '@/lib/catalog/mapping/map-listing'
import { mapNewBySku } from '@/lib/catalog/mapping/map-by-sku'
import { readMappingSheet } from '@/lib/catalog/mapping/read-sheet'
import { runProductsUndo } from '@/lib/catalog/mapping/undo-products'
import { listActiveCompanies } from '@/lib/connect/shops/active-companies'
import { sendListingUpdates } from '@/lib/connect/sync/listing-updates/send-listing-updates'
import { defineTask, systemActor, type Task } from '@/lib/core/queue/task'
import { runTask } from './run-task'

export const mappingTasks: Record<string, Task> = {
  'mapping-remap': runTask(runRemap, failMappingRun),
  'mapping-sheet-read': runTask(readMappingSheet, failMappingRun),
  'mapping-sheet-apply': runTask(runSheet, failMappingRun),
  'mapping-products': runTask(runProducts, failMappingRun),
  'mapping-products-undo': runTask(runProductsUndo, failMappingRun),
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
