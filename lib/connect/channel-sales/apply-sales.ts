import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import { applySheet, type AppliedSheetBatch, type ApplySheetOptions } from '../order-imports/apply-sheet'

/** In the worker: the orders of a confirmed sheet of sales, exactly once. */
export const applySales = (actor: Actor, importId: string, options?: ApplySheetOptions): Promise<void> =>
  applySheet(
    actor,
    importId,
    async (db, size) => {
      // Numbers are taken by a statement of their own, so that none waits for the batch; gaps are allowed.
      const [taken] = await withOrganization(
        actor,
        (alone) => alone.$queryRaw<[{ numbers: object }]>`
          SELECT take_import_numbers(${importId}::uuid, ${size}::int) AS numbers`,
      )
      const [batch] = await db.$queryRaw<[AppliedSheetBatch]>`
        SELECT * FROM apply_sales_batch(${importId}::uuid, ${size}::int, ${JSON.stringify(taken.numbers)}::jsonb)`
      return batch
    },
    options,
  )
