import 'server-only'
import { createHash } from 'node:crypto'
import { keepFor } from '@/lib/core/process/keep-for'
import { addDays, addMonths, startOfMonth, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { backTest, BASE_MONTHS, TESTED_MONTHS, type BackTest, type MonthlyUnits } from './demand'
import { buildSalesCalendar, numberOf, type SalesCalendar } from './sales-calendar'

/** Two years and what the first of them is compared with. */
const HISTORY_DAYS = 2 * 364 + 120
/** The products that sell most are all that the error is of. */
const PRODUCTS_TESTED = 5000

/**
 * Tests of all products change with the past alone: one is kept for an hour, by the company's sales of each day. It goes
 * through some thousand products, month by month.
 */
const keptTests = keepFor<Tested[]>({ ms: 3_600_000, most: 500 })

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
  { today, baseDays, soldDays }: { today: Day; baseDays: number; soldDays?: SoldDay[] },
): Promise<SalesCalendar> {
  const sold = soldDays ?? (await listSoldDays(db, organizationId, today))
  return buildSalesCalendar(
    sold.map(({ day, units }) => ({ day: numberOf(day), units })),
    numberOf(today),
    baseDays,
  )
}

export type Tested = { baseMonths: number } & BackTest

type Question = { today: Day; productId?: string; baseMonths?: number; soldDays?: SoldDay[] }

/** How the forecast of a month did in the last months, by one of the periods that it may go by, or by each. */
export async function testForecasts(db: Db, organizationId: string, question: Question): Promise<Tested[]> {
  const { today, productId, baseMonths } = question
  const sold = question.soldDays ?? (await listSoldDays(db, organizationId, today))
  const test = async () => {
    const products = await listMonthlyUnits(db, organizationId, { today, productId })
    const bases = baseMonths ? [baseMonths] : BASE_MONTHS
    return bases.map((months) => ({ baseMonths: months, ...backTest(products, sold, { today, baseMonths: months }) }))
  }
  if (productId) return test()
  const print = createHash('sha256').update(JSON.stringify(sold)).digest('base64')
  return keptTests.take(`${organizationId} ${today} ${baseMonths} ${print}`, test)
}
