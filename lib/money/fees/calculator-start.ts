import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { unitsSold } from '@/lib/money/fees/shop-pricing'

/** The calculator's first values: one unit of a shop's bestseller of 30 days, at today's price and cost. */
export type CalculatorStart = {
  title: string
  priceCents: bigint
  /** Null where it is unknown. */
  costCents: bigint | null
  packagingCents: bigint
}

const mostTried = 20

/** For each shop that sold something which has a price today. */
export async function listCalculatorStarts(
  db: Db,
  organizationId: string,
  today: Day,
): Promise<Map<string, CalculatorStart>> {
  const rows = await db.$queryRaw<(CalculatorStart & { shopId: string })[]>`
    WITH sold AS (${unitsSold(organizationId, addDays(today, -29), today)}
    ), top AS MATERIALIZED (
      SELECT s.*, row_number() OVER (PARTITION BY s.outlet_id ORDER BY s.units DESC, s.item_key) AS place FROM sold s WHERE s.units > 0
    ), priced AS (
      SELECT DISTINCT ON (t.outlet_id) t.outlet_id, l.* FROM top t CROSS JOIN LATERAL (
        (SELECT title, variation, price_cents, product_id, product_quantity FROM listing
          WHERE organization_id = ${organizationId}::uuid AND id = t.item_key AND shop_id = t.outlet_id AND gone_at IS NULL AND price_cents > 0)
        UNION ALL
        (SELECT title, variation, price_cents, product_id, product_quantity FROM listing
          WHERE organization_id = ${organizationId}::uuid AND product_id = t.item_key AND shop_id = t.outlet_id AND gone_at IS NULL AND price_cents > 0
          ORDER BY id LIMIT 1)
        LIMIT 1
      ) l WHERE t.place <= ${mostTried} ORDER BY t.outlet_id, t.place
    )
    SELECT p.outlet_id AS "shopId", concat_ws(', ', p.title, nullif(p.variation, '')) AS title, p.price_cents AS "priceCents",
      round(unit_cost_on(p.product_id, ${today}::date) * p.product_quantity * 100)::bigint AS "costCents",
      coalesce(g.packaging_cost_cents, 0) * p.product_quantity AS "packagingCents"
    FROM priced p LEFT JOIN product g ON g.organization_id = ${organizationId}::uuid AND g.id = p.product_id`
  return new Map(rows.map(({ shopId, ...start }) => [shopId, start]))
}

/** The cost of one unit of a product today and its packaging; a missing cost is null. */
export async function getUnitCosts(
  db: Db,
  organizationId: string,
  productId: string,
  today: Day,
): Promise<Pick<CalculatorStart, 'costCents' | 'packagingCents'> | null> {
  const [costs] = await db.$queryRaw<Pick<CalculatorStart, 'costCents' | 'packagingCents'>[]>`
    SELECT round(coalesce(unit_cost_on(id, ${today}::date), kit_unit_cost(id, ${today}::date)) * 100)::bigint AS "costCents",
      coalesce(packaging_cost_cents, 0)::bigint AS "packagingCents"
    FROM product WHERE organization_id = ${organizationId}::uuid AND id = ${productId}::uuid`
  return costs ?? null
}
