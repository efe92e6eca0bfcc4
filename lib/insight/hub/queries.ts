import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { available, levelJoin } from '@/lib/catalog/products/queries'
import { isHistory } from '@/lib/sales/orders/history'

export type HubCounts = {
  /** Sold and not yet sent, of those that the company sends itself; the order list filters the same. */
  openOrders: bigint
  products: bigint
  /** Products that have something to sell; the list of products filters the same. */
  inStock: bigint
  listings: bigint
  activeShops: bigint
  shops: bigint
  /** Still to be paid until the end of the month, what is overdue too. */
  dueCents: bigint
}

/** One statement, each count from an index of just those rows or from a small table. */
export async function getHubCounts(
  db: Reader,
  organizationId: string,
  { endOfMonth, now }: { endOfMonth: Day; now: Date },
): Promise<HubCounts> {
  const [counts] = await db.$queryRaw<[HubCounts]>`
    SELECT
      (SELECT count(*) FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('confirmed', 'processing')
        AND NOT o.fulfilled_by_platform AND NOT ${isHistory(now)}) AS "openOrders",
      (SELECT count(*) FROM product WHERE organization_id = ${organizationId}::uuid AND archived_at IS NULL) AS products,
      (SELECT count(*) FROM product p ${levelJoin(organizationId)}
        WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND ${available} > 0) AS "inStock",
      (SELECT count(*) FROM listing WHERE organization_id = ${organizationId}::uuid AND gone_at IS NULL AND product_id IS NOT NULL) AS listings,
      (SELECT count(*) FROM shop WHERE organization_id = ${organizationId}::uuid AND status = 'active') AS "activeShops",
      (SELECT count(*) FROM shop WHERE organization_id = ${organizationId}::uuid) AS shops,
      (SELECT coalesce(sum(amount_cents), 0)::bigint FROM expense WHERE organization_id = ${organizationId}::uuid
        AND status = 'pending' AND voided_at IS NULL AND due_on <= ${endOfMonth}::date) AS "dueCents"`
  return counts
}
