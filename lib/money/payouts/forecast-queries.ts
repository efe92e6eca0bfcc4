import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { forecastPayouts, HISTORY, type LagCount, type PayoutForecast, type SaleDay } from './payout-forecast'
import { listReceived } from './received'

/** Orders of every other day that show how long payouts take. */
const SAMPLED_A_DAY = 40

type Query = { organizationId: string; timeZone: string; today: Day; shop: string | null; weeks: number }

/** The weeks ahead by the daily roll-ups of sales and of the wallet, and a sample of each day's orders for their lags. */
export async function readPayoutForecast(
  db: Db,
  { organizationId, timeZone, today, shop, weeks }: Query,
): Promise<PayoutForecast | null> {
  const yesterday = addDays(today, -1)
  const sales = await listSales(db, organizationId, { from: addDays(today, -HISTORY.salesDays), to: yesterday, shop })
  const { days: paid } = await listReceived(
    db,
    { organizationId, timeZone },
    { from: addDays(today, -HISTORY.paidDays), to: yesterday },
    { shop },
  )
  const lags = await db.$queryRaw<LagCount[]>`
    SELECT to_char(d, 'YYYY-MM-DD') AS day, l.lag, count(*)::int AS orders
    FROM generate_series(${addDays(today, -HISTORY.lagDays)}::date, ${addDays(today, -HISTORY.lagUntilDays)}::date, interval '2 days') d
    CROSS JOIN LATERAL (
      SELECT (s.released_at AT TIME ZONE ${timeZone})::date - s.local_day AS lag FROM settlement s
      WHERE s.organization_id = ${organizationId}::uuid AND s.local_day = d::date AND s.order_id IS NOT NULL AND s.released_at IS NOT NULL
        ${shop ? Prisma.sql`AND s.shop_id = ${shop}::uuid` : Prisma.empty}
      ORDER BY s.id DESC LIMIT ${SAMPLED_A_DAY}) l
    WHERE l.lag >= 0 GROUP BY 1, 2`
  return forecastPayouts({ sales, paid, lags }, today, weeks)
}

const listSales = (db: Db, organizationId: string, { from, to, shop }: { from: Day; to: Day; shop: string | null }) => {
  const within = Prisma.sql`organization_id = ${organizationId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
    AND platform = 'shopee' ${shop ? Prisma.sql`AND outlet_id = ${shop}::uuid` : Prisma.empty}`
  return db.$queryRaw<SaleDay[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(orders)::int AS orders, sum(gross_cents)::bigint AS cents FROM (
      SELECT day, orders, gross_cents FROM sales_day WHERE ${within}
      UNION ALL SELECT day, orders, gross_cents FROM sales_day_delta WHERE ${within}
    ) counted GROUP BY day HAVING sum(orders) > 0 ORDER BY day`
}
