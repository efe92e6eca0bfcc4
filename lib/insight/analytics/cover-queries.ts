import 'server-only'
import { demandOf } from '@/lib/sales/sales-figures/product-sales'
import { daysBetween } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { CoverBand } from '@/lib/sales/sales-figures/analysis-filters'
import type { Slice, SoldScope } from '@/lib/sales/sales-figures/product-figures'

/** `days` of stock at the pace of the period; null where nothing sold. */
export type CoverRow = {
  id: string
  title: string
  sku: string
  units: bigint
  available: bigint
  days: number | null
  band: CoverBand
}
export type Cover = {
  bands: Partial<Record<CoverBand, number>>
  matching: number
  rows: CoverRow[]
  periodDays: number
}

/**
 * How long what is available lasts at the pace of the period. A kit's sales are sales of its parts, as they are now; what
 * neither sold nor is in stock is left out.
 */
export async function listCover(
  db: Reader,
  sold: SoldScope,
  { band, slice, product = null }: { band: CoverBand | null; slice: Slice; product?: string | null },
): Promise<Cover> {
  const { organizationId } = sold.scope
  const last = sold.range.to < sold.today ? sold.range.to : sold.today
  const periodDays = Math.max(1, daysBetween(sold.range.from, last) + 1)
  const ofOne = (id: Prisma.Sql) => (product ? Prisma.sql`AND ${id} = ${product}::uuid` : Prisma.empty)
  const inBand = band ? Prisma.sql`WHERE band = ${band}` : Prisma.empty
  type Row = { bands: Partial<Record<CoverBand, number>>; matching: number; rows: JsonRow[] }
  type JsonRow = Omit<CoverRow, 'units' | 'available'> & { units: number; available: number }
  const [row] = await db.$queryRaw<[Row]>`
    WITH pace AS MATERIALIZED (${demandOf(sold.scope, sold, product)}
    ), level AS (
      SELECT v.product_id, sum(v.on_hand - v.reserved) AS available FROM stock_level v
      JOIN stock_location o ON o.organization_id = v.organization_id AND o.id = v.location_id AND o.kind = 'own'
      WHERE v.organization_id = ${organizationId}::uuid ${ofOne(Prisma.sql`v.product_id`)} GROUP BY 1
    ), cover AS (
      SELECT p.id, p.title, p.sku::text AS sku, greatest(coalesce(pace.units, 0), 0) AS units, coalesce(level.available, 0) AS available,
        CASE WHEN pace.units > 0 THEN greatest(coalesce(level.available, 0), 0) * ${periodDays}::int / pace.units END AS days
      FROM product p LEFT JOIN pace ON pace.product_id = p.id LEFT JOIN level ON level.product_id = p.id
      WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL ${ofOne(Prisma.sql`p.id`)}
        AND (pace.units > 0 OR level.available > 0)
        AND NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = p.organization_id AND k.kit_id = p.id)
    ), banded AS MATERIALIZED (
      SELECT *, CASE WHEN days IS NULL THEN 'still' WHEN available <= 0 THEN 'out' WHEN days < 7 THEN 'week' WHEN days < 30 THEN 'month'
        WHEN days < 90 THEN 'quarter' ELSE 'more' END AS band FROM cover
    ), placed AS (
      SELECT *, row_number() OVER (ORDER BY days NULLS LAST, units DESC, available DESC, id) AS place FROM banded ${inBand}
    )
    SELECT (SELECT coalesce(jsonb_object_agg(band, items), '{}') FROM (SELECT band, count(*) AS items FROM banded GROUP BY 1) b) AS bands,
      (SELECT count(*)::int FROM banded ${inBand}) AS matching,
      (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY place), '[]') FROM (
        SELECT place, id, title, sku, units, available, round(days, 1) AS days, band FROM placed
        WHERE place BETWEEN ${slice.first}::int AND ${slice.last}::int) t) AS rows`
  return {
    ...row,
    periodDays,
    rows: row.rows.map(({ units, available, ...row }) => ({
      ...row,
      units: BigInt(units),
      available: BigInt(available),
    })),
  }
}
