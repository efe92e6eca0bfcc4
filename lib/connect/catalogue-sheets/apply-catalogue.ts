import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import type { Day } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { BEGINNING } from '@/lib/catalog/products/cost'
import { planRecosts } from '@/lib/catalog/products/costs-effect'
import { applySheet, type AppliedSheetBatch, type ApplySheetOptions } from '../order-imports/apply-sheet'
import { planProduct } from '../sync/plan-listing-updates'

/** In the worker: what the preview of a sheet of products showed, exactly once. */
export const applyCatalogue = (actor: Actor, importId: string, options?: ApplySheetOptions): Promise<void> =>
  applySheet(
    actor,
    importId,
    async (db, size) => {
      const dated = await listDatedCosts(db, actor, importId, size)
      const [row] = await db.$queryRaw<[AppliedSheetBatch & { kits: string[] }]>`
        SELECT * FROM apply_catalogue_batch(${importId}::uuid, ${size}::int)`
      const { kits, ...batch } = row
      for (const kit of kits) await planProduct(db, actor.organizationId, kit)
      for (const [fromDay, costs] of groupBy(dated, ({ since }) => since)) {
        const changes = costs.map(({ id: productId }) => ({ productId, taken: null }))
        await planRecosts(db, actor, changes, fromDay)
      }
      return batch
    },
    options,
  )

type DatedCost = { id: string; since: Day }

/** The products among the next rows whose cost holds on earlier days too: by the row's own day, or as a first cost. Their orders follow in the background. */
const listDatedCosts = (
  db: Db,
  { organizationId }: Actor,
  importId: string,
  size: number,
): Promise<DatedCost[]> => db.$queryRaw<DatedCost[]>`
  SELECT d.id, d.since FROM (
    SELECT b.id, coalesce(b.since, CASE WHEN NOT EXISTS (
      SELECT 1 FROM product_cost c WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = b.id) THEN ${BEGINNING}::text END) AS since
    FROM (
      SELECT (r.payload->>'productId')::uuid AS id, r.payload->>'cost' AS cost, r.payload->>'costSince' AS since FROM import_row r
      WHERE r.organization_id = ${organizationId}::uuid AND r.import_id = ${importId}::uuid AND r.outcome IN ('new', 'changed')
      ORDER BY r.number LIMIT ${size}::int) b
    WHERE b.cost IS NOT NULL) d
  WHERE d.since IS NOT NULL`
