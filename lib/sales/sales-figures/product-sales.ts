import 'server-only'
import { addDays, addMonths, type Day, type DayRange } from '@/lib/core/dates'
import type { Reader, Scope } from '@/lib/core/db'
import { heldBy } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import { withinSalesChannels, type SalesChannels } from './queries'
import { spansOf } from './spans'

const figures = ['units', 'revenue_cents', 'deductions_cents', 'packaging_cents', 'revenue_with_cost_cents', 'cost']
export type ItemFigure =
  | 'units'
  | 'physical_units'
  | 'revenue_cents'
  | 'deductions_cents'
  | 'packaging_cents'
  | 'revenue_with_cost_cents'
  | 'cost'

export type SoldItems = {
  range: DayRange
  salesChannels: SalesChannels
  today: Day
  /** Only these columns, where fewer do. */
  columns?: readonly ItemFigure[]
  /** Only these items: a condition on item_key. */
  items?: Prisma.Sql
}

const isEverywhere = ({ shop, channel, entity }: SalesChannels) => !shop && !channel && !entity

const outlet = Prisma.sql`outlet_id`
const monthStart = Prisma.sql`month`
const monthEnd = Prisma.sql`(month + interval '1 month - 1 day')::date`

const spanOfMonths = (starts: readonly Day[]): DayRange => {
  const months = starts.toSorted()
  return { from: months[0]!, to: addDays(addMonths(months.at(-1)!, 1), -1) }
}

/** Days of months in which a sales channel went over to another legal entity: the month's roll-up has the sales of both. */
function isOfSplitMonth(starts: readonly Day[], { entity }: SalesChannels): Prisma.Sql {
  const owners = entity ? Prisma.sql`ARRAY[${entity}::uuid]` : Prisma.sql`(SELECT visible_entities())::uuid[]`
  const month = Prisma.sql`date_trunc('month', day)::date`
  return Prisma.sql`(SELECT cardinality(moved_outlets()) > 0) AND outlet_id = ANY ((SELECT moved_outlets())::uuid[]) AND ${month} = ANY (${starts}::date[])
    AND NOT (entity_on(outlet_id, ${month}) = ANY (${owners}) AND entity_on(outlet_id, (${month} + interval '1 month - 1 day')::date) = ANY (${owners}))`
}

/**
 * The sales of items, in rows to be added up by item_key and mapped: whole months, quarters and years from their
 * roll-ups, loose days from product_day, and later appended rows. The roll-ups of all sales channels are for roles that
 * see them all; otherwise months by channel.
 */
export function soldItems(scope: Scope, { range, salesChannels, today, columns, items }: SoldItems): Prisma.Sql {
  const { organizationId, legalEntityIds } = scope
  const wanted = columns ?? (figures as ItemFigure[])
  const narrowed = items ? Prisma.sql` AND ${items}` : Prisma.empty
  const select = (sign: 1 | -1) =>
    Prisma.raw(
      `SELECT item_key, mapped, ${wanted.map((name) => (sign === 1 ? name : `-${name} AS ${name}`)).join(', ')}`,
    )
  const takesAll = isEverywhere(salesChannels) && !legalEntityIds
  const { blocks, days } = spansOf(range, today, takesAll ? [1, 3, 12] : [1])
  const parts: Prisma.Sql[] = []
  for (const sign of [1, -1] as const)
    for (const months of [1, 3, 12] as const) {
      const starts = blocks.filter((block) => block.sign === sign && block.months === months).map(({ start }) => start)
      if (starts.length === 0) continue
      parts.push(
        takesAll
          ? Prisma.sql`${select(sign)} FROM product_span
              WHERE organization_id = ${organizationId}::uuid AND months = ${months} AND start = ANY (${starts}::date[])${narrowed}`
          : Prisma.sql`${select(sign)} FROM product_month
              WHERE ${withinSalesChannels(organizationId, null, salesChannels, monthStart)} AND month = ANY (${starts}::date[])
                ${salesChannels.entity ? Prisma.sql`AND ${heldBy(salesChannels.entity, { outlet, day: monthEnd })}` : Prisma.empty}${narrowed}`,
      )
      if (!takesAll)
        parts.push(
          Prisma.sql`${select(sign)} FROM product_day
            WHERE ${withinSalesChannels(organizationId, spanOfMonths(starts), salesChannels)} AND ${isOfSplitMonth(starts, salesChannels)}${narrowed}`,
        )
    }
  for (const { sign, ...loose } of days)
    parts.push(
      Prisma.sql`${select(sign)} FROM product_day WHERE ${withinSalesChannels(organizationId, loose, salesChannels)}${narrowed}`,
    )
  parts.push(
    Prisma.sql`${select(1)} FROM product_day_delta WHERE ${withinSalesChannels(organizationId, range, salesChannels)}${narrowed}`,
  )
  return Prisma.join(parts, ' UNION ALL ')
}

/**
 * Physical units that sales took of each product (product_id, units): those of a listing are packs, and a kit's are its
 * parts' as well, as they are now.
 */
export const demandOf = (
  scope: Scope,
  sold: Pick<SoldItems, 'range' | 'salesChannels' | 'today'>,
  product: string | null = null,
): Prisma.Sql => Prisma.sql`
  WITH sold AS MATERIALIZED (
    SELECT item_key, sum(physical_units) AS units FROM (${soldItems(scope, { ...sold, columns: ['physical_units'] })}) counted
    WHERE mapped ${
      product
        ? Prisma.sql`AND (item_key = ${product}::uuid OR item_key IN (
      SELECT kit_id FROM kit_component WHERE organization_id = ${scope.organizationId}::uuid AND component_id = ${product}::uuid))`
        : Prisma.empty
    }
    GROUP BY item_key
  )
  SELECT product_id, sum(units) AS units FROM (
    SELECT item_key AS product_id, units FROM sold
    UNION ALL SELECT k.component_id, s.units * k.quantity FROM sold s
    JOIN kit_component k ON k.organization_id = ${scope.organizationId}::uuid AND k.kit_id = s.item_key
  ) taken GROUP BY product_id`

export type ProductSales = {
  id: string
  mapped: boolean
  title: string
  variation: string | null
  sku: string | null
  photoFileId: string | null
  units: bigint
  revenueCents: bigint
  revenueWithCostCents: bigint
  /** Fees and what else the marketplace took, and packaging, of all of the revenue. */
  takenCents: bigint
  /** For the revenue with a known cost only. */
  costCents: bigint
  available: bigint | null
}

/** The bestsellers, by revenue: products, and unmapped listings. */
export async function listTopProducts(
  db: Reader,
  scope: Scope,
  sold: Pick<SoldItems, 'range' | 'salesChannels' | 'today'>,
  limit: number,
): Promise<ProductSales[]> {
  const { organizationId } = scope
  return db.$queryRaw<ProductSales[]>`
    WITH best AS MATERIALIZED (
      SELECT item_key, sum(revenue_cents) AS revenue FROM (${soldItems(scope, { ...sold, columns: ['revenue_cents'] })}) counted
      GROUP BY item_key ORDER BY revenue DESC, item_key LIMIT ${limit}
    ), sold AS (
      SELECT item_key, mapped, sum(units)::bigint AS units, sum(revenue_cents)::bigint AS revenue,
        sum(revenue_with_cost_cents)::bigint AS with_cost, round(sum(cost) * 100)::bigint AS cost,
        (sum(deductions_cents) + sum(packaging_cents))::bigint AS taken
      FROM (${soldItems(scope, { ...sold, items: Prisma.sql`item_key = ANY (ARRAY(SELECT item_key FROM best))` })}) counted
      GROUP BY item_key, mapped HAVING sum(units) > 0
    )
    SELECT s.item_key AS id, s.mapped, coalesce(p.title, l.title, '') AS title, l.variation,
      coalesce(p.sku, l.sku)::text AS sku, p.photo_file_id AS "photoFileId", s.units, s.revenue AS "revenueCents",
      s.with_cost AS "revenueWithCostCents", s.cost AS "costCents", s.taken AS "takenCents",
      CASE WHEN s.mapped THEN coalesce((
        SELECT sum(v.on_hand - v.reserved) FROM stock_level v
        JOIN stock_location o ON o.organization_id = v.organization_id AND o.id = v.location_id AND o.kind = 'own'
        WHERE v.organization_id = ${organizationId}::uuid AND v.product_id = s.item_key), 0)::bigint END AS available
    FROM sold s
    LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND s.mapped AND p.id = s.item_key
    LEFT JOIN listing l ON l.organization_id = ${organizationId}::uuid AND NOT s.mapped AND l.id = s.item_key
    ORDER BY s.revenue DESC, s.item_key`
}
