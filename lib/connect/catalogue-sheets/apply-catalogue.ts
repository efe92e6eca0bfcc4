import 'server-only'
import type { Actor } from '@/lib/core/db'
import { applySheet, type AppliedSheetBatch, type ApplySheetOptions } from '../order-imports/apply-sheet'
import { planProduct } from '../sync/plan-listing-updates'

/** In the worker: what the preview of a sheet of products showed, exactly once. */
export const applyCatalogue = (actor: Actor, importId: string, options?: ApplySheetOptions): Promise<void> =>
  applySheet(
    actor,
    importId,
    async (db, size) => {
      const [row] = await db.$queryRaw<[AppliedSheetBatch & { kits: string[] }]>`
        SELECT * FROM apply_catalogue_batch(${importId}::uuid, ${size}::int)`
      const { kits, ...batch } = row
      for (const kit of kits) await planProduct(db, actor.organizationId, kit)
      return batch
    },
    options,
  )
