import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ProductFilters } from '../products/filters'
import { unitCostsOn } from '../costs/cost-queries'
import { levelJoin, matchingProducts } from '../products/queries'

/** Units of a product at the platform's warehouse, as the platform says; null where it has said nothing of them. */
export type FullUnits = { shop: string; units: number | null }
export type Elsewhere = { transit: number; damaged: number; full: FullUnits[] }
export const nowhereElse: Elsewhere = { transit: 0, damaged: 0, full: [] }

/** The stock of these products outside the own location. */
export async function listElsewhere(
  db: Reader,
  organizationId: string,
  products: readonly string[],
): Promise<Map<string, Elsewhere>> {
  if (products.length === 0) return new Map()
  const rows = await db.$queryRaw<({ id: string } & Elsewhere)[]>`
    SELECT w.id, coalesce(s.transit, 0)::int AS transit, coalesce(s.damaged, 0)::int AS damaged, coalesce(f.shops, '[]') AS "full"
    FROM unnest(${[...products]}::uuid[]) w(id)
    LEFT JOIN LATERAL (
      SELECT sum(s.on_hand) FILTER (WHERE l.kind = 'transit') AS transit, sum(s.on_hand) FILTER (WHERE l.kind = 'damaged') AS damaged
      FROM stock_level s JOIN stock_location l ON l.organization_id = ${organizationId}::uuid AND l.id = s.location_id
      WHERE s.organization_id = ${organizationId}::uuid AND s.product_id = w.id) s ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('shop', t.name, 'units', t.units) ORDER BY t.name) AS shops FROM (
        SELECT h.name, sum(f.platform_stock * f.product_quantity)::int AS units
        FROM listing f JOIN shop h ON h.organization_id = ${organizationId}::uuid AND h.id = f.shop_id
        WHERE f.organization_id = ${organizationId}::uuid AND f.product_id = w.id AND f.fulfilled_by_platform AND f.gone_at IS NULL
        GROUP BY h.name) t) f ON true`
  return new Map(rows.map(({ id, ...units }) => [id, units]))
}

export type StockTotals = {
  products: bigint
  onHand: bigint
  reserved: bigint
  oversold: bigint
  /** At cost, of what has one; less than nothing on a shelf is worth nothing. Left out for roles that may not read cost. */
  valueCents?: bigint
  /** On hand without a known cost. */
  unitsWithoutCost?: bigint
  productsWithoutCost?: bigint
}

/** The own stock of the filter's products. */
export async function getStockTotals(
  db: Reader,
  organizationId: string,
  filters: ProductFilters,
  { today, seesMoney }: { today: Day; seesMoney: boolean },
): Promise<StockTotals> {
  const cost = seesMoney ? Prisma.sql`, c.cost` : Prisma.empty
  const costs = seesMoney
    ? Prisma.sql`LEFT JOIN ${unitCostsOn(organizationId, today)} c ON c.product_id = p.id`
    : Prisma.empty
  const value = seesMoney
    ? Prisma.sql`, coalesce(round(sum(greatest(t.on_hand, 0) * t.cost) * 100), 0)::bigint AS "valueCents",
        coalesce(sum(t.on_hand) FILTER (WHERE t.cost IS NULL AND t.on_hand > 0), 0)::bigint AS "unitsWithoutCost",
        count(*) FILTER (WHERE t.cost IS NULL AND t.on_hand > 0) AS "productsWithoutCost"`
    : Prisma.empty
  const [row] = await db.$queryRaw<[StockTotals]>`
    SELECT count(*) AS products, coalesce(sum(t.on_hand), 0)::bigint AS "onHand", coalesce(sum(t.reserved), 0)::bigint AS reserved,
      count(*) FILTER (WHERE t.on_hand < t.reserved) AS oversold ${value}
    FROM (
      SELECT coalesce(level.on_hand, 0) AS on_hand, coalesce(level.reserved, 0) AS reserved ${cost}
      FROM product p ${levelJoin(organizationId)} ${costs} WHERE ${matchingProducts(organizationId, filters, today)}
    ) t`
  return row
}
