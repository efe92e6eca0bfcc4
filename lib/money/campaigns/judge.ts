import 'server-only'
import type { DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { Cents } from '@/lib/core/money'
import { Prisma } from '@/lib/generated/prisma/client'
import { noFacts, resultOf, type MoneyFact } from '@/lib/money/profit/result-lines'
import { rateOn, taxable } from '@/lib/money/profit/tax'

/** More orders than these are not looked at, and the answer says so. */
export const ordersJudged = 5000

/** The outcome of a listing's sales; the contribution is before Ads, null where a cost is unknown. */
export type Brought = {
  listingId: string
  orders: number
  units: bigint
  revenueCents: Cents
  contributionCents: Cents | null
}
export type Judgement = { rows: Map<string, Brought>; isCut: boolean }

type SoldRow = {
  listingId: string
  orders: number
  units: bigint
  cents: bigint
  packaging: bigint
  cost: bigint
  costless: boolean
  tax: bigint
  ordersFound: number
}
type FactRow = MoneyFact & { listingId: string }

/**
 * By order_money, the function that says what an order brought: of an order with other items too, each amount in proportion to
 * the items' revenue. Tax is that of the order's day, rounded once for each listing.
 */
export async function judgeListings(
  db: Db,
  organizationId: string,
  { from, to, most = ordersJudged }: DayRange & { most?: number },
  listingIds: readonly string[],
): Promise<Judgement> {
  const lines = Prisma.sql`
    sold AS MATERIALIZED (
      SELECT i.order_id, i.listing_id, sum(i.quantity) AS units, sum(i.subtotal_cents) AS cents, sum(i.packaging_cents) AS packaging,
        sum(round(i.unit_cost * i.quantity * i.product_quantity * 100)) AS cost, bool_or(i.unit_cost IS NULL) AS costless
      FROM (
        SELECT o.id FROM orders o WHERE o.organization_id = ${organizationId}::uuid
          AND o.local_day BETWEEN ${from}::date AND ${to}::date AND o.status NOT IN ('pending', 'cancelled') OFFSET 0
      ) o JOIN order_item i ON i.organization_id = ${organizationId}::uuid AND i.order_id = o.id
      WHERE i.listing_id = ANY (${[...listingIds]}::uuid[]) GROUP BY 1, 2
    ), found AS MATERIALIZED (
      SELECT o.id, entity_on(o.outlet_id, o.local_day) AS entity_id, o.local_day, o.revenue_cents FROM orders o
      WHERE o.organization_id = ${organizationId}::uuid AND o.id IN (SELECT order_id FROM sold)
      ORDER BY o.id LIMIT ${most + 1}
    ), money AS MATERIALIZED (
      SELECT s.listing_id, o.entity_id, o.local_day, m.kind, m.basis, m.amount_cents,
        CASE WHEN o.revenue_cents = 0 THEN 1 ELSE s.cents / o.revenue_cents::numeric END AS share
      FROM found o JOIN sold s ON s.order_id = o.id JOIN order_money(ARRAY(SELECT id FROM found)) m ON m.order_id = o.id
    )`
  const facts = await db.$queryRaw<FactRow[]>`
    WITH ${lines}
    SELECT listing_id AS "listingId", kind, basis, round(sum(amount_cents * share))::bigint AS cents FROM money GROUP BY 1, 2, 3`
  const sold = await db.$queryRaw<SoldRow[]>`
    WITH ${lines}, taxed AS (
      SELECT m.listing_id, round(sum(${taxable(Prisma.sql`m.kind`, Prisma.sql`m.amount_cents`)} * m.share * coalesce(r.rate, 0)))::bigint AS cents
      FROM money m ${rateOn(organizationId, Prisma.sql`m.entity_id`, Prisma.sql`m.local_day`)} GROUP BY 1
    )
    SELECT s.listing_id AS "listingId", count(DISTINCT s.order_id)::int AS orders, sum(s.units)::bigint AS units, sum(s.cents)::bigint AS cents,
      sum(s.packaging)::bigint AS packaging, coalesce(sum(s.cost), 0)::bigint AS cost, bool_or(s.costless) AS costless,
      coalesce(max(t.cents), 0)::bigint AS tax, (SELECT count(*) FROM found)::int AS "ordersFound"
    FROM sold s JOIN found o ON o.id = s.order_id LEFT JOIN taxed t ON t.listing_id = s.listing_id GROUP BY 1`
  const found = sold[0]?.ordersFound ?? 0
  return { rows: new Map(sold.map((row) => [row.listingId, broughtOf(row, facts)])), isCut: found > most }
}

function broughtOf(
  { listingId, orders, units, cents, packaging, cost, costless, tax }: SoldRow,
  facts: readonly FactRow[],
): Brought {
  const { sums } = resultOf({
    ...noFacts,
    money: facts.filter((fact) => fact.listingId === listingId),
    grossCents: cents,
    packagingCents: packaging,
    costCents: cost,
    taxCents: tax,
  })
  return { listingId, orders, units, revenueCents: cents, contributionCents: costless ? null : sums.contribution }
}
