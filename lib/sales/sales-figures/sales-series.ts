import 'server-only'
import { withinSalesChannels, type SalesChannels } from './queries'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Cents } from '@/lib/core/money'
import { listCohortMonths, type CohortFact } from './cohorts'
import type { HourFact } from './heat-map'
import type { Sold } from './margin'

export type GroupRow = Sold & { key: string; orders: bigint; units: bigint }

const sums = Prisma.sql`sum(orders)::bigint AS orders, sum(units)::bigint AS units, sum(gross_cents)::bigint AS "revenueCents",
  (sum(deductions_cents) + sum(packaging_cents))::bigint AS "takenCents", sum(revenue_with_cost_cents)::bigint AS "coveredCents",
  round(sum(cost) * 100)::bigint AS "costCents"`
const figures = Prisma.sql`units, gross_cents, deductions_cents, packaging_cents, revenue_with_cost_cents, cost`
const valid = Prisma.sql`orders - pending - cancelled AS orders`

/** Valid sales by shop or manual channel. */
export function listSalesChannelSales(
  db: Reader,
  organizationId: string,
  range: DayRange,
  salesChannels: SalesChannels,
) {
  const where = withinSalesChannels(organizationId, range, salesChannels)
  return db.$queryRaw<GroupRow[]>`
    SELECT outlet_id AS key, ${sums} FROM (
      SELECT outlet_id, ${valid}, ${figures} FROM sales_day WHERE ${where}
      UNION ALL SELECT outlet_id, ${valid}, ${figures} FROM sales_day_delta WHERE ${where}
    ) counted GROUP BY 1 HAVING sum(orders) <> 0 OR sum(gross_cents) <> 0`
}

/** Valid sales by the state of their destination; '' where it is unknown. */
export function listStateSales(db: Reader, organizationId: string, range: DayRange, salesChannels: SalesChannels) {
  const where = withinSalesChannels(organizationId, range, salesChannels)
  return db.$queryRaw<GroupRow[]>`
    SELECT state AS key, ${sums} FROM (
      SELECT state, orders, ${figures} FROM sales_state WHERE ${where}
      UNION ALL SELECT state, ${valid}, ${figures} FROM sales_day_delta WHERE ${where}
    ) counted GROUP BY 1 HAVING sum(orders) <> 0 OR sum(gross_cents) <> 0`
}

/** Valid sales by weekday and hour of the organization's zone. */
export function listHours(db: Reader, organizationId: string, range: DayRange, salesChannels: SalesChannels) {
  const where = withinSalesChannels(organizationId, range, salesChannels)
  return db.$queryRaw<HourFact[]>`
    SELECT extract(isodow FROM day)::int AS weekday, hour::int AS hour, sum(orders)::bigint AS orders, sum(units)::bigint AS units,
      sum(gross_cents)::bigint AS "grossCents"
    FROM (
      SELECT day, hour, orders, units, gross_cents FROM sales_hour WHERE ${where}
      UNION ALL SELECT day, hour, ${valid}, units, gross_cents FROM sales_day_delta WHERE ${where}
    ) counted GROUP BY 1, 2`
}

export type CohortFacts = {
  facts: CohortFact[]
  isCounting: boolean
  /** Months that the reader does not see whole, in order: a shop of theirs went over to another legal entity within them, or came from one. */
  leftOut: Day[]
}

/** The cohorts of a year that ends with this month. Buyers that the worker has not counted yet are said apart. */
export async function listCohorts(
  db: Reader,
  organizationId: string,
  last: Day,
  salesChannels: SalesChannels,
): Promise<CohortFacts> {
  const where = withinSalesChannels(organizationId, null, salesChannels)
  const first = listCohortMonths(last)[0]
  const facts = await db.$queryRaw<CohortFact[]>`
    SELECT to_char(first_month, 'YYYY-MM-DD') AS "firstMonth", to_char(month, 'YYYY-MM-DD') AS month, sum(buyers)::bigint AS buyers,
      sum(orders)::bigint AS orders, sum(revenue_cents)::bigint AS "revenueCents"
    FROM cohort_month WHERE ${where} AND first_month >= ${first}::date AND month <= ${last}::date
    GROUP BY 1, 2 HAVING sum(buyers) <> 0`
  const [{ isCounting, leftOut }] = await db.$queryRaw<[Pick<CohortFacts, 'isCounting' | 'leftOut'>]>`
    SELECT EXISTS (SELECT 1 FROM buyer_delta WHERE ${where}) AS "isCounting",
      ARRAY(SELECT DISTINCT to_char(month, 'YYYY-MM-DD')
        FROM (SELECT outlet_id, date_trunc('month', until_day)::date AS month, until_day FROM former_entity WHERE ${where}) moved
        WHERE (SELECT visible_entities()) IS NOT NULL AND until_day > month AND month BETWEEN ${first}::date AND ${last}::date
          AND visible_on(outlet_id, month) <> visible_on(outlet_id, (month + interval '1 month - 1 day')::date) ORDER BY 1) AS "leftOut"`
  return { facts, isCounting, leftOut }
}

export type PriceDay = { day: Day; units: bigint; revenueCents: Cents }

/** The sales of one product each day, in units and money; days without a sale are left out. */
export function listProductDays(
  db: Reader,
  organizationId: string,
  product: string,
  range: DayRange,
  salesChannels: SalesChannels,
) {
  const where = withinSalesChannels(organizationId, range, salesChannels)
  return db.$queryRaw<PriceDay[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(units)::bigint AS units, sum(revenue_cents)::bigint AS "revenueCents"
    FROM (
      SELECT day, units, revenue_cents FROM product_day WHERE ${where} AND item_key = ${product}::uuid
      UNION ALL SELECT day, units, revenue_cents FROM product_day_delta WHERE ${where} AND item_key = ${product}::uuid
    ) counted GROUP BY counted.day HAVING sum(units) <> 0 ORDER BY counted.day`
}
