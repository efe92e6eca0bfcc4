import 'server-only'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import type { FreightCause, FreightFilters } from './freight-filters'

/** In cents from the seller's side: what carriers and returns cost is negative. */
export type FreightSum = { paidCents: bigint; rebateCents: bigint; chargedCents: bigint; reverseCents: bigint }
export type ShopFreight = FreightSum & { shopId: string; shopName: string; orders: bigint }

/** For each shop, from the totals by day. `orders` are those that a carrier was paid for. */
export function sumFreight(
  db: Db,
  organizationId: string,
  { from, to }: DayRange,
  shop: string | null,
): Promise<ShopFreight[]> {
  const where = Prisma.sql`organization_id = ${organizationId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
    AND kind IN ('freight_paid', 'freight_rebate', 'freight_charged', 'reverse_freight') ${shop ? Prisma.sql`AND outlet_id = ${shop}::uuid` : Prisma.empty}`
  const of = (kind: string) =>
    Prisma.sql`coalesce(sum(m.amount_cents) FILTER (WHERE m.kind = ${kind}::"MoneyKind"), 0)::bigint`
  return db.$queryRaw<ShopFreight[]>`
    SELECT h.id AS "shopId", h.name::text AS "shopName", ${of('freight_paid')} AS "paidCents", ${of('freight_rebate')} AS "rebateCents",
      ${of('freight_charged')} AS "chargedCents", ${of('reverse_freight')} AS "reverseCents",
      coalesce(sum(m.orders) FILTER (WHERE m.kind = 'freight_charged'), 0)::bigint AS orders
    FROM (SELECT outlet_id, kind, orders, amount_cents FROM money_day WHERE ${where}
      UNION ALL SELECT outlet_id, kind, orders, amount_cents FROM money_day_delta WHERE ${where}) m
    JOIN shop h ON h.organization_id = ${organizationId}::uuid AND h.id = m.outlet_id AND h.platform = 'shopee'
    GROUP BY h.id, h.name ORDER BY h.name`
}

export type FreightFault = { shopId: string; cause: FreightCause; orders: bigint; cents: bigint }

/** The charges beyond the expectation, by shop and cause, from the totals by day. */
export const sumFreightFaults = (db: Db, organizationId: string, { from, to }: DayRange, shop: string | null) =>
  db.$queryRaw<FreightFault[]>`
    SELECT shop_id AS "shopId", cause, sum(orders)::bigint AS orders, sum(amount_cents)::bigint AS cents FROM discrepancy_day
    WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${from}::date AND ${to}::date AND cause IN ('freight', 'reverse_freight')
      ${shop ? Prisma.sql`AND shop_id = ${shop}::uuid` : Prisma.empty}
    GROUP BY 1, 2 HAVING sum(orders) <> 0 ORDER BY 1, 2`

export type FreightRow = {
  id: string
  cause: FreightCause
  code: string
  orderId: string | null
  shopName: string
  day: Day
  cents: bigint
  isUnconfirmed: boolean
  carrier: string | null
  item: string | null
  items: number
}

const carrierOf = Prisma.sql`(SELECT k.carrier FROM package k WHERE k.organization_id = s.organization_id AND k.order_id = s.order_id
  ORDER BY k.carrier NULLS LAST, k.id LIMIT 1)`
const carried = Prisma.sql`LEFT JOIN LATERAL (SELECT min(i.title) AS title, count(DISTINCT coalesce(i.product_id::text, i.title))::int AS count
  FROM order_item i WHERE i.organization_id = s.organization_id AND i.order_id = s.order_id) i ON true`

type FreightQuery = Pick<FreightFilters, 'days' | 'shop' | 'cause' | 'carrier' | 'item'>

/** `d` is one of the differences in freight, `s` its settlement, `i` what was carried. Said as the partial index says it. */
function matching(organizationId: string, { days, shop, cause, carrier, item }: FreightQuery): Prisma.Sql {
  const conditions = [
    Prisma.sql`d.organization_id = ${organizationId}::uuid AND d.cause IN ('freight', 'reverse_freight')`,
    Prisma.sql`s.local_day BETWEEN ${days.from}::date AND ${days.to}::date`,
  ]
  if (shop) conditions.push(Prisma.sql`s.shop_id = ${shop}::uuid`)
  if (cause) conditions.push(Prisma.sql`d.cause = ${cause}::"DiscrepancyCause"`)
  if (carrier) conditions.push(Prisma.sql`${carrierOf} IS NOT DISTINCT FROM ${carrier === 'none' ? null : carrier}`)
  if (item === 'mixed') conditions.push(Prisma.sql`i.count > 1`)
  else if (item) conditions.push(Prisma.sql`i.count = 1 AND i.title = ${item}`)
  return Prisma.join(conditions, ' AND ')
}
const settled = Prisma.sql`JOIN settlement s ON s.organization_id = d.organization_id AND s.id = d.settlement_id ${carried}`

const isPlace = (value: string) => /^-?\d{1,15}\|(freight|reverse_freight)$/.test(value)

/** The dearest first. */
export async function listFreightFaults(
  db: Db,
  organizationId: string,
  filters: FreightQuery & Pick<FreightFilters, 'after' | 'before'>,
  size: number,
): Promise<Page<FreightRow>> {
  const wanted = requestPage(filters, size, { ascending: true, isPlace })
  const { place, backwards } = wanted
  const [cents = '0', cause = 'freight'] = place?.value.split('|') ?? []
  const order = orderOf(wanted)
  // Under row security the index answers the conditions before the comparison of an enum.
  const beyond = place
    ? Prisma.sql`AND (d.amount_cents, d.settlement_id) ${backwards ? Prisma.sql`<=` : Prisma.sql`>=`} (${cents}::bigint, ${place.id}::uuid)
        AND (d.amount_cents, d.settlement_id, d.cause) ${backwards ? Prisma.sql`<` : Prisma.sql`>`}
          (${cents}::bigint, ${place.id}::uuid, ${cause}::"DiscrepancyCause")`
    : Prisma.empty
  const rows = await db.$queryRaw<FreightRow[]>`
    SELECT s.id, d.cause, s.external_code AS code, s.order_id AS "orderId", h.name::text AS "shopName", to_char(s.local_day, 'YYYY-MM-DD') AS day,
      d.amount_cents AS cents, d.is_unconfirmed AS "isUnconfirmed", ${carrierOf} AS carrier, i.title AS item, coalesce(i.count, 0) AS items
    FROM discrepancy d ${settled} JOIN shop h ON h.organization_id = ${organizationId}::uuid AND h.id = s.shop_id
    WHERE ${matching(organizationId, filters)} ${beyond}
    ORDER BY d.amount_cents ${order}, d.settlement_id ${order}, d.cause ${order} LIMIT ${size + 1}`
  return pageOf(wanted, rows, (row) => ({
    value: `${row.cents}|${row.cause}`,
    id: row.id,
  }))
}

export async function sumListedFreight(db: Db, organizationId: string, filters: FreightQuery) {
  const [row] = await db.$queryRaw<[{ count: bigint; cents: bigint }]>`
    SELECT count(*) AS count, coalesce(sum(d.amount_cents), 0)::bigint AS cents FROM discrepancy d ${settled}
    WHERE ${matching(organizationId, filters)}`
  return row
}

/** `name` is null where it is unknown; `mixed` an order of several products. */
export type FreightGroup = { name: string | null; isMixed: boolean; orders: bigint; cents: bigint }

/** So many differences are grouped, the dearest first; more are in the list alone. */
export const GROUPED = 5_000
const GROUPS_SHOWN = 10

export async function groupFreightFaults(
  db: Db,
  organizationId: string,
  filters: FreightQuery,
  by: 'carrier' | 'item',
) {
  const name = by === 'carrier' ? carrierOf : Prisma.sql`CASE WHEN i.count = 1 THEN i.title END`
  return db.$queryRaw<FreightGroup[]>`
    SELECT name, mixed AS "isMixed", count(*) AS orders, sum(amount_cents)::bigint AS cents FROM (
      SELECT d.amount_cents, ${name} AS name, ${by === 'item' ? Prisma.sql`coalesce(i.count, 0) > 1` : Prisma.sql`false`} AS mixed
      FROM discrepancy d ${settled} WHERE ${matching(organizationId, filters)} ORDER BY d.amount_cents LIMIT ${GROUPED}) f
    GROUP BY 1, 2 ORDER BY 4, 1 LIMIT ${GROUPS_SHOWN}`
}
