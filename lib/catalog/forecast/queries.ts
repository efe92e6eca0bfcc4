import 'server-only'
import { addDays, addMonths, startOfMonth, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { backTest, BASE_MONTHS, TESTED_MONTHS, type BackTest, type MonthlyUnits } from './demand'
import { buildSalesCalendar, numberOf, type SalesCalendar } from './sales-calendar'

/** Two years and what the first of them is compared with. */
const HISTORY_DAYS = 2 * 364 + 120
/** The products that sell most are all that the error is of. */
const PRODUCTS_TESTED = 5000

export type SoldDay = { day: Day; units: number }

/** The company's sales of each day before today, from the daily roll-ups. */
export const listSoldDays = (db: Db, organizationId: string, today: Day): Promise<SoldDay[]> => {
  const within = Prisma.sql`organization_id = ${organizationId}::uuid
    AND day BETWEEN ${addDays(today, -HISTORY_DAYS)}::date AND ${addDays(today, -1)}::date`
  return db.$queryRaw<SoldDay[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(units)::int AS units FROM (
      SELECT day, units FROM sales_day WHERE ${within} UNION ALL SELECT day, units FROM sales_day_delta WHERE ${within}
    ) counted GROUP BY day HAVING sum(units) > 0 ORDER BY day`
}

/** The sales of each product, or of one, in the months that the back-test looks at. */
export async function listMonthlyUnits(
  db: Db,
  organizationId: string,
  { today, productId }: { today: Day; productId?: string },
): Promise<MonthlyUnits[]> {
  const months = TESTED_MONTHS + Math.max(...BASE_MONTHS) + 12
  const thisMonth = startOfMonth(today)
  const from = addMonths(thisMonth, -months)
  const one = productId ? Prisma.sql`AND item_key = ${productId}::uuid` : Prisma.empty
  const rows = await db.$queryRaw<{ months: Day[]; units: number[] }[]>`
    SELECT array_agg(to_char(month, 'YYYY-MM-DD')) AS months, array_agg(units) AS units FROM (
      SELECT item_key, month, sum(physical_units)::int AS units FROM product_month
      WHERE organization_id = ${organizationId}::uuid AND month >= ${from}::date AND month < ${thisMonth}::date AND mapped ${one}
      GROUP BY item_key, month
    ) counted GROUP BY item_key ORDER BY sum(units) DESC, item_key LIMIT ${PRODUCTS_TESTED}`
  return rows.map((row) => new Map(row.months.map((month, at) => [month, row.units[at]!])))
}

/** The company's sales calendar by all that it sold; `baseDays` is the period that a forecast goes by. */
export async function getSalesCalendar(
  db: Db,
  organizationId: string,
  { today, baseDays }: { today: Day; baseDays: number },
): Promise<SalesCalendar> {
  const sold = await listSoldDays(db, organizationId, today)
  return buildSalesCalendar(
    sold.map(({ day, units }) => ({ day: numberOf(day), units })),
    numberOf(today),
    baseDays,
  )
}

export type Tested = { baseMonths: number } & BackTest

/** How the forecast of a month did in the last months, by one of the periods that it may go by, or by each. */
export async function testForecasts(
  db: Db,
  organizationId: string,
  { today, productId, baseMonths }: { today: Day; productId?: string; baseMonths?: number },
): Promise<Tested[]> {
  const sold = await listSoldDays(db, organizationId, today)
  const products = await listMonthlyUnits(db, organizationId, { today, productId })
  const bases = baseMonths ? [baseMonths] : BASE_MONTHS
  return bases.map((months) => ({ baseMonths: months, ...backTest(products, sold, { today, baseMonths: months }) }))
}
