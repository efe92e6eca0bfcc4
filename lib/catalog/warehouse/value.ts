import 'server-only'
import { demandOf } from '@/lib/sales/sales-figures/product-sales'
import { addDays, type Day } from '@/lib/core/dates'
import type { Reader, Scope } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import { unitCostsOn } from '../costs/cost-queries'
import type { ValueFilters, ValuePlace, ValueSort } from './value-filters'

export type ValueRow = {
  id: string
  sku: string
  title: string
  photoFileId: string | null
  units: bigint
  /** In reais; null where it is unknown. */
  cost: string | null
  valueCents: bigint | null
  /** Units sold in the period, in packs and kits too. */
  sold: bigint
  /** Sold in the period for each unit that is there. */
  turnover: number
  /** How long it lasts at the period's pace; null where nothing sold. */
  coverDays: number | null
}

/** Units of each product at a location; at the platform's, by its own figure. Negative stock counts as zero. */
const unitsAt = (organizationId: string, place: ValuePlace) =>
  place === 'full'
    ? Prisma.sql`
      SELECT f.product_id, sum(f.platform_stock * f.product_quantity)::bigint AS units FROM listing f
      WHERE f.organization_id = ${organizationId}::uuid AND f.product_id IS NOT NULL AND f.fulfilled_by_platform
        AND f.platform_stock > 0 AND f.gone_at IS NULL GROUP BY 1`
    : Prisma.sql`
      SELECT s.product_id, s.on_hand AS units FROM stock_location l
      JOIN stock_level s ON s.organization_id = ${organizationId}::uuid AND s.location_id = l.id AND s.on_hand > 0
      WHERE l.organization_id = ${organizationId}::uuid AND l.kind = ${place}::"LocationKind"`

const sortKeys: Record<ValueSort, Prisma.Sql> = {
  value: Prisma.sql`coalesce(v.value_cents, -1)`,
  units: Prisma.sql`v.units`,
  sold: Prisma.sql`v.sold`,
  turnover: Prisma.sql`v.turnover`,
  // A product without sales lasts longest.
  cover: Prisma.sql`coalesce(v.cover_days, 1e12)`,
  title: Prisma.sql`v.title COLLATE "und-x-icu"`,
}

const periodOf = (today: Day, days: number) => ({ from: addDays(today, 1 - days), to: today })

/** Units sold of those that `row` has there, their turnover and how long they last; by `used`, as `u`. */
const paceOf = (row: Prisma.Sql, days: number) => {
  const sold = Prisma.sql`greatest(coalesce(u.units, 0), 0)::numeric`
  return Prisma.sql`${sold} AS sold, round(${sold} / ${row}.units, 4) AS turnover,
    CASE WHEN ${sold} > 0 THEN round(${row}.units * ${days}::int / ${sold}, 1) END AS cover_days`
}

/** `v`: what is at the place and its value; its name and its pace only where the filter or the order goes by them. */
function valued(scope: Scope, { q, days, place, show, sort }: ValueFilters, today: Day): Prisma.Sql {
  const { organizationId } = scope
  const range = periodOf(today, days)
  const isPaced = show === 'dead' || sort === 'sold' || sort === 'turnover' || sort === 'cover'
  const isNamed = q !== '' || show === 'dead' || sort === 'title'
  const conditions = matchesWords(Prisma.sql`p.words`, q)
  if (show === 'dead') conditions.push(Prisma.sql`coalesce(u.units, 0) <= 0 AND p.created_at < ${range.from}::date`)
  if (show === 'withoutCost') conditions.push(Prisma.sql`c.cost IS NULL`)
  const product = Prisma.sql`JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = a.product_id`
  return Prisma.sql`
    WITH used AS MATERIALIZED (${demandOf(scope, { range, salesChannels: { shop: null, channel: null }, today })}
    ), v AS (
      SELECT a.product_id AS id, a.units, c.cost, round(a.units * c.cost * 100)::bigint AS value_cents
        ${isNamed ? Prisma.sql`, p.title` : Prisma.empty} ${isPaced ? Prisma.sql`, ${paceOf(Prisma.sql`a`, days)}` : Prisma.empty}
      FROM (${unitsAt(organizationId, place)}) a ${isNamed ? product : Prisma.empty}
      LEFT JOIN ${unitCostsOn(organizationId, today)} c ON c.product_id = a.product_id
      ${isPaced ? Prisma.sql`LEFT JOIN used u ON u.product_id = a.product_id` : Prisma.empty}
      ${conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty}
    )`
}

type PlacedRow = Omit<ValueRow, 'turnover' | 'coverDays'> & {
  turnover: Prisma.Decimal
  coverDays: Prisma.Decimal | null
  place: string
}

export async function listValues(
  db: Reader,
  scope: Scope,
  filters: ValueFilters,
  { today, size }: { today: Day; size: number },
): Promise<Page<ValueRow>> {
  const { organizationId } = scope
  const key = sortKeys[filters.sort]
  const isText = filters.sort === 'title'
  const wanted = requestPage(filters, size, {
    ascending: filters.direction === 'asc',
    isPlace: (value) => isText || /^-?\d{1,18}(\.\d{1,6})?$/.test(value),
  })
  const order = orderOf(wanted)
  const cast = isText ? Prisma.sql`text COLLATE "und-x-icu"` : Prisma.sql`numeric`
  const beyond = beyondPlace(wanted, key, Prisma.sql`v.id`, cast)
  const rows = await db.$queryRaw<PlacedRow[]>`
    ${valued(scope, filters, today)}, shown AS MATERIALIZED (
      SELECT v.* FROM v WHERE true ${beyond} ORDER BY ${key} ${order}, v.id ${order} LIMIT ${size + 1}
    )
    SELECT v.id, v.sku, v.title, v.photo_file_id AS "photoFileId", v.units, v.cost::text AS cost, v.value_cents AS "valueCents",
      v.sold::bigint AS sold, v.turnover, v.cover_days AS "coverDays", (${key})::text AS place
    FROM (
      SELECT s.id, p.sku::text AS sku, p.title, p.photo_file_id, s.units, s.cost, s.value_cents, ${paceOf(Prisma.sql`s`, filters.days)}
      FROM shown s JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = s.id LEFT JOIN used u ON u.product_id = s.id
    ) v ORDER BY ${key} ${order}, v.id ${order}`
  const page = pageOf(wanted, rows, (row) => ({
    value: row.place,
    id: row.id,
  }))
  return {
    ...page,
    rows: page.rows.map(({ place: _, turnover, coverDays, ...row }) => ({
      ...row,
      turnover: Number(turnover),
      coverDays: coverDays === null ? null : Number(coverDays),
    })),
  }
}

export type ValueSums = {
  products: bigint
  units: bigint
  valueCents: bigint
  withoutCost: bigint
  unitsWithoutCost: bigint
}

/** The sums of all rows of the filter. */
export async function sumValues(db: Reader, scope: Scope, filters: ValueFilters, today: Day): Promise<ValueSums> {
  const [row] = await db.$queryRaw<[ValueSums]>`
    ${valued(scope, { ...filters, sort: 'value' }, today)}
    SELECT count(*) AS products, coalesce(sum(v.units), 0)::bigint AS units, coalesce(sum(v.value_cents), 0)::bigint AS "valueCents",
      count(*) FILTER (WHERE v.cost IS NULL) AS "withoutCost",
      coalesce(sum(v.units) FILTER (WHERE v.cost IS NULL), 0)::bigint AS "unitsWithoutCost"
    FROM v`
  return row
}

export type PlaceValue = ValueSums & { place: ValuePlace }

/** The value of each location's stock, at cost. */
export const listPlaceValues = (db: Reader, organizationId: string, today: Day): Promise<PlaceValue[]> =>
  db.$queryRaw`
    SELECT t.place, count(*) AS products, sum(t.units)::bigint AS units, coalesce(round(sum(t.units * t.cost) * 100), 0)::bigint AS "valueCents",
      count(*) FILTER (WHERE t.cost IS NULL) AS "withoutCost",
      coalesce(sum(t.units) FILTER (WHERE t.cost IS NULL), 0)::bigint AS "unitsWithoutCost"
    FROM (
      SELECT a.place, a.units, c.cost FROM (
        SELECT 'own' AS place, o.* FROM (${unitsAt(organizationId, 'own')}) o
        UNION ALL SELECT 'transit', o.* FROM (${unitsAt(organizationId, 'transit')}) o
        UNION ALL SELECT 'damaged', o.* FROM (${unitsAt(organizationId, 'damaged')}) o
        UNION ALL SELECT 'full', o.* FROM (${unitsAt(organizationId, 'full')}) o
      ) a LEFT JOIN ${unitCostsOn(organizationId, today)} c ON c.product_id = a.product_id
    ) t GROUP BY t.place`
