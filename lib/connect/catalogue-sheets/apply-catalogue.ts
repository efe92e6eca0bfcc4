import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import type { Day } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { BEGINNING } from '@/lib/catalog/costs/cost'
import { planRecosts, type CostChange } from '@/lib/catalog/costs/costs-effect'
import { applySheet, type AppliedSheetBatch, type ApplySheetOptions } from '../order-imports/apply-sheet'
import { planProduct } from '../sync/listing-updates/plan-listing-updates'

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
      for (const [fromDay, costs] of groupBy(dated, ({ since }) => since)) await planRecosts(db, actor, costs, fromDay)
      return batch
    },
    options,
  )

type DatedCost = CostChange & { since: Day }

/**
 * The products among the next rows whose cost holds on earlier days too: by the row's own day, or as a first cost, in the place of one that was typed
 * today. Their orders follow in the background.
 */
const listDatedCosts = (
  db: Db,
  { organizationId }: Actor,
  importId: string,
  size: number,
): Promise<DatedCost[]> => db.$queryRaw<DatedCost[]>`
  WITH next AS (
    SELECT (r.payload->>'productId')::uuid AS product, r.payload, CASE WHEN r.payload->>'cost' IS NOT NULL THEN r.payload->>'costSince' END AS since
    FROM import_row r
    WHERE r.organization_id = ${organizationId}::uuid AND r.import_id = ${importId}::uuid AND r.outcome IN ('new', 'changed')
    ORDER BY r.number LIMIT ${size}::int
  ), row AS MATERIALIZED (SELECT next.product, next.since FROM next WHERE next.payload ? 'cost'
  ), old AS MATERIALIZED (
    SELECT t.product_id AS product, t.from_day, t.cost FROM replaceable_costs(array(SELECT row.product FROM row WHERE row.since IS NULL),
      (SELECT (now() AT TIME ZONE o.time_zone)::date FROM organization o WHERE o.organization_id = ${organizationId}::uuid)) t
  )
  SELECT row.product AS "productId", coalesce(row.since, ${BEGINNING}::text) AS since, old.cost::text AS taken
  FROM row LEFT JOIN old ON old.product = row.product AND old.from_day = ${BEGINNING}::date
  WHERE row.since IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM product_cost c WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = row.product
      AND NOT EXISTS (SELECT 1 FROM old o WHERE o.product = c.product_id AND o.from_day = c.from_day))`
