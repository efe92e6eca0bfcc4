import 'server-only'
import type { Db } from '@/lib/core/db'

const SHOWN = 5

/** Products behind a shop's listings that were never counted: their stock is not sent until they are. */
export type Uncounted = { count: number; skus: string[] }

async function findUncounted(db: Db, organizationId: string, shopId: string): Promise<Uncounted> {
  const rows = await db.$queryRaw<{ sku: string }[]>`
    SELECT p.sku::text AS sku FROM available_units(array(
      SELECT DISTINCT l.product_id FROM listing l WHERE l.organization_id = ${organizationId}::uuid AND l.shop_id = ${shopId}::uuid
        AND l.product_id IS NOT NULL AND l.gone_at IS NULL AND NOT l.fulfilled_by_platform)) a
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = a.product_id
    WHERE NOT a.counted ORDER BY 1`
  return { count: rows.length, skus: rows.slice(0, SHOWN).map(({ sku }) => sku) }
}

/** By shop, of those whose stock we set. */
export async function findAllUncounted(
  db: Db,
  organizationId: string,
  shops: readonly { id: string; stockMaster: string }[],
): Promise<Map<string, Uncounted>> {
  const results = new Map<string, Uncounted>()
  for (const { id, stockMaster } of shops)
    if (stockMaster === 'mascate') results.set(id, await findUncounted(db, organizationId, id))
  return results
}
