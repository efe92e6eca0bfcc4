import 'server-only'
import type { SalesChannels } from './queries'
import { soldItems } from './product-sales'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Reader, Scope } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Cents } from '@/lib/core/money'
import type { AbcClass, AbcSummary, CurvePoint } from './abc'
import type { AbcMeasure, Cuts, ProfitSort } from './analysis-filters'

export type SoldScope = {
  scope: Scope
  range: DayRange
  salesChannels: SalesChannels
  today: Day
  /** This product alone. */
  product?: string | null
}
/** A run of places in the ranking. */
export type Slice = { first: number; last: number }

export type ItemRow = {
  place: number
  id: string
  mapped: boolean
  title: string
  variation: string | null
  sku: string | null
  units: bigint
  revenueCents: Cents
  takenCents: Cents
  coveredCents: Cents
  costCents: Cents
}
export type AbcRow = ItemRow & { class: AbcClass; valueCents: Cents; uptoCents: Cents }
export type Abc = {
  items: number
  totalCents: Cents
  classes: AbcSummary[]
  curve: CurvePoint[]
  rows: AbcRow[]
  /** Left out of the curve of profit, since no cost of theirs is known. */
  without: { items: number; revenueCents: Cents }
}
export type ItemTotals = {
  marginCents: Cents | null
  items: number
  units: bigint
  revenueCents: Cents
  takenCents: Cents
  coveredCents: Cents
  costCents: Cents
}

const curvePoints = 60

/** Each item once, with what it sold; those that came to nothing are left out. */
function soldOnce({ scope, range, salesChannels, today, product }: SoldScope, isCostly: boolean): Prisma.Sql {
  const items = product ? Prisma.sql`item_key = ${product}::uuid` : undefined
  const columns = isCostly ? undefined : (['units', 'revenue_cents'] as const)
  const money = isCostly
    ? Prisma.sql`sum(deductions_cents) + sum(packaging_cents) AS taken, sum(revenue_with_cost_cents) AS covered, round(sum(cost) * 100) AS cost`
    : Prisma.sql`0::numeric AS taken, 0::numeric AS covered, 0::numeric AS cost`
  return Prisma.sql`SELECT item_key, mapped, sum(units) AS units, sum(revenue_cents) AS revenue, ${money}
    FROM (${soldItems(scope, { range, salesChannels, today, columns, items })}) counted
    GROUP BY item_key, mapped HAVING sum(units) <> 0 OR sum(revenue_cents) <> 0`
}

/** As marginOf says. */
const margin = Prisma.sql`CASE WHEN covered > 0 AND revenue > 0 THEN covered - cost - round(taken * covered / revenue) END`

const named = (organizationId: string, from: Prisma.Sql) => Prisma.sql`
  SELECT r.*, coalesce(p.title, l.title, '') AS title, l.variation, coalesce(p.sku, l.sku)::text AS sku FROM (${from}) r
  LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND r.mapped AND p.id = r.item_key
  LEFT JOIN listing l ON l.organization_id = ${organizationId}::uuid AND NOT r.mapped AND l.id = r.item_key`

const rowsAsJson = (rows: Prisma.Sql) =>
  Prisma.sql`(SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t.place), '[]') FROM (${rows}) t)`

type JsonItem = {
  place: number
  item_key: string
  mapped: boolean
  title: string
  variation: string | null
  sku: string | null
  units: number
  revenue: number
  taken: number
  covered: number
  cost: number
}
type JsonAbcItem = JsonItem & { class: AbcClass; value: number; upto: number }

// Sums of cents stay far below 2^53, where JSON's numbers are whole.
const toItem = (row: JsonItem): ItemRow => ({
  place: row.place,
  id: row.item_key,
  mapped: row.mapped,
  title: row.title,
  variation: row.variation,
  sku: row.sku,
  units: BigInt(row.units),
  revenueCents: BigInt(row.revenue),
  takenCents: BigInt(row.taken),
  coveredCents: BigInt(row.covered),
  costCents: BigInt(row.cost),
})

/** Items by what they brought, most first, in classes by their share of it: one statement, whatever the period. */
export async function rankAbc(
  db: Reader,
  sold: SoldScope,
  { measure, cuts, slice }: { measure: AbcMeasure; cuts: Cuts; slice: Slice },
): Promise<Abc> {
  const { organizationId } = sold.scope
  type Row = {
    items: number
    total: number
    classes: { class: AbcClass; items: number; units: number; value: number }[]
    curve: { place: number; upto: number }[]
    rows: JsonAbcItem[]
    without: { items: number; revenue: number }
  }
  const [row] = await db.$queryRaw<[Row]>`
    WITH sold AS MATERIALIZED (${soldOnce(sold, measure === 'profit')}), valued AS (
      SELECT *, ${measure === 'profit' ? margin : Prisma.sql`revenue`} AS value FROM sold
    ), placed AS (
      SELECT *, row_number() OVER w AS place, sum(greatest(value, 0)) OVER w AS upto, sum(greatest(value, 0)) OVER () AS total
      FROM valued WHERE value IS NOT NULL WINDOW w AS (ORDER BY value DESC, item_key ROWS UNBOUNDED PRECEDING)
    ), classed AS MATERIALIZED (
      SELECT *, CASE WHEN value <= 0 THEN 'C' WHEN upto - value < total * ${cuts.a}::int / 100 THEN 'A'
        WHEN upto - value < total * ${cuts.b}::int / 100 THEN 'B' ELSE 'C' END AS class FROM placed
    ), size AS (SELECT count(*)::int AS items, coalesce(max(total), 0) AS total FROM classed)
    SELECT size.items, size.total::float8 AS total,
      (SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]') FROM (
        SELECT class, count(*) AS items, sum(units) AS units, sum(value) AS value FROM classed GROUP BY 1) c) AS classes,
      ${rowsAsJson(Prisma.sql`SELECT place, upto FROM classed
        WHERE place = 1 OR place = size.items OR place % greatest(1, size.items / ${curvePoints}::int) = 0`)} AS curve,
      ${rowsAsJson(named(organizationId, Prisma.sql`SELECT * FROM classed WHERE place BETWEEN ${slice.first}::int AND ${slice.last}::int`))} AS rows,
      (SELECT jsonb_build_object('items', count(*), 'revenue', coalesce(sum(revenue), 0)) FROM valued WHERE value IS NULL) AS without
    FROM size`
  return {
    items: row.items,
    totalCents: BigInt(row.total),
    classes: row.classes.map((one) => ({ ...one, units: BigInt(one.units), valueCents: BigInt(one.value) })),
    curve: row.curve.map(({ place, upto }) => ({ place, uptoCents: BigInt(upto) })),
    rows: row.rows.map((row) => ({
      ...toItem(row),
      class: row.class,
      valueCents: BigInt(row.value),
      uptoCents: BigInt(row.upto),
    })),
    without: { items: row.without.items, revenueCents: BigInt(row.without.revenue) },
  }
}

const orders: Record<ProfitSort, Prisma.Sql> = {
  best: Prisma.sql`${margin} DESC NULLS LAST, revenue DESC, item_key`,
  worst: Prisma.sql`${margin} ASC NULLS LAST, revenue DESC, item_key`,
  revenue: Prisma.sql`revenue DESC, item_key`,
}

/** Items in the order asked for, and what all of them come to. */
export async function listItemSales(
  db: Reader,
  sold: SoldScope,
  { sort, slice, seesMoney }: { sort: ProfitSort; slice: Slice; seesMoney: boolean },
): Promise<{ rows: ItemRow[]; totals: ItemTotals }> {
  type Totals = Pick<JsonItem, 'units' | 'revenue' | 'taken' | 'covered' | 'cost'> & {
    items: number
    margin: number | null
  }
  const [row] = await db.$queryRaw<[{ rows: JsonItem[]; totals: Totals }]>`
    WITH sold AS MATERIALIZED (${soldOnce(sold, seesMoney)}), placed AS (
      SELECT *, row_number() OVER (ORDER BY ${orders[sort]}) AS place FROM sold
    )
    SELECT
      ${rowsAsJson(named(sold.scope.organizationId, Prisma.sql`SELECT * FROM placed WHERE place BETWEEN ${slice.first}::int AND ${slice.last}::int`))} AS rows,
      (SELECT jsonb_build_object('items', count(*), 'units', coalesce(sum(units), 0), 'revenue', coalesce(sum(revenue), 0),
        'taken', coalesce(sum(taken), 0), 'covered', coalesce(sum(covered), 0), 'cost', coalesce(sum(cost), 0), 'margin', sum(${margin})) FROM sold) AS totals`
  const { items, units, revenue, taken, covered, cost, margin: left } = row.totals
  return {
    rows: row.rows.map(toItem),
    totals: {
      items,
      units: BigInt(units),
      revenueCents: BigInt(revenue),
      takenCents: BigInt(taken),
      coveredCents: BigInt(covered),
      costCents: BigInt(cost),
      marginCents: left === null ? null : BigInt(left),
    },
  }
}

/** The revenue of these items in another period. */
export async function getItemRevenues(db: Reader, sold: SoldScope, ids: string[]): Promise<Map<string, Cents>> {
  if (ids.length === 0) return new Map()
  const { scope, range, salesChannels, today } = sold
  const items = Prisma.sql`item_key = ANY (${ids}::uuid[])`
  const rows = await db.$queryRaw<{ id: string; revenue: bigint }[]>`
    SELECT item_key AS id, sum(revenue_cents)::bigint AS revenue
    FROM (${soldItems(scope, { range, salesChannels, today, columns: ['revenue_cents'], items })}) counted GROUP BY 1`
  return new Map(rows.map(({ id, revenue }) => [id, revenue]))
}
