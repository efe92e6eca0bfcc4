import 'server-only'
import { asPlatform } from '@/lib/dashboard/filters'
import { withinOutlets, type Outlets } from '@/lib/dashboard/queries'
import type { Day, DayRange } from '@/lib/dates'
import type { Db } from '@/lib/db'
import { ofEntity } from '@/lib/expenses/place'
import { Prisma } from '@/lib/generated/prisma/client'
import { noFacts, type MoneyFact, type ResultFacts } from './result-lines'
import { listTax } from './tax'

/** The first day of a month. */
type Month = Day
export type ResultScope = Outlets & { entity: string | null }

const month = (column: Prisma.Sql) => Prisma.sql`to_char(date_trunc('month', ${column}), 'YYYY-MM-DD')`

/** What the result of each month is made from, from the roll-ups and what was appended since; months without anything are left out. */
export async function listResultFacts(
  db: Db,
  organizationId: string,
  range: DayRange,
  scope: ResultScope,
): Promise<Map<Month, ResultFacts>> {
  const where = withinOutlets(organizationId, range, scope)
  const facts = new Map<Month, ResultFacts>()
  const at = (of: Month) => {
    const found = facts.get(of) ?? { ...noFacts, money: [], expenses: { ...noFacts.expenses } }
    facts.set(of, found)
    return found
  }
  for (const { month: of, ...fact } of await listMoney(db, where)) at(of).money.push(fact)
  for (const { month: of, ...sales } of await listSales(db, where)) Object.assign(at(of), sales)
  for (const { month: of, ...tax } of await listTax(db, organizationId, where)) Object.assign(at(of), tax)
  for (const { month: of, kind, cents } of await listExpenses(db, organizationId, range, scope))
    at(of).expenses[kind] += cents
  return facts
}

const listMoney = (db: Db, where: Prisma.Sql) => db.$queryRaw<(MoneyFact & { month: Month })[]>`
  SELECT ${month(Prisma.sql`day`)} AS month, kind, basis, sum(amount_cents)::bigint AS cents FROM (
    SELECT day, kind, basis, amount_cents FROM money_day WHERE ${where}
    UNION ALL SELECT day, kind, basis, amount_cents FROM money_day_delta WHERE ${where}
  ) counted GROUP BY 1, 2, 3 HAVING sum(amount_cents) <> 0 ORDER BY 1, 2, 3`

type SalesRow = { month: Month } & Omit<ResultFacts, 'money' | 'taxCents' | 'untaxedCents' | 'expenses'>

/** Costs are in reais, those of each item to the cent. */
function listSales(db: Db, where: Prisma.Sql) {
  const columns = Prisma.sql`day, platform, orders - pending - cancelled AS valid, gross_cents, cancelled_cents, revenue_with_cost_cents, cost, packaging_cents`
  return db.$queryRaw<SalesRow[]>`
    SELECT ${month(Prisma.sql`day`)} AS month, sum(valid)::bigint AS "validOrders", sum(gross_cents)::bigint AS "grossCents",
      sum(cancelled_cents)::bigint AS "cancelledCents",
      coalesce(sum(gross_cents) FILTER (WHERE platform = 'manual'), 0)::bigint AS "grossTypedCents",
      coalesce(sum(cancelled_cents) FILTER (WHERE platform = 'manual'), 0)::bigint AS "cancelledTypedCents", sum(revenue_with_cost_cents)::bigint AS "revenueWithCostCents",
      round(sum(cost) * 100)::bigint AS "costCents", sum(packaging_cents)::bigint AS "packagingCents"
    FROM (SELECT ${columns} FROM sales_day WHERE ${where} UNION ALL SELECT ${columns} FROM sales_day_delta WHERE ${where}) counted
    GROUP BY 1 ORDER BY 1`
}

/**
 * By the day they are due, paid or not. Those of no shop, channel or entity belong to the whole company alone. Goods bought
 * for stock are left out: they count at cost when they are sold.
 */
async function listExpenses(
  db: Db,
  organizationId: string,
  { from, to }: DayRange,
  { shop, channel, entity }: ResultScope,
): Promise<{ month: Month; kind: keyof ResultFacts['expenses']; cents: bigint }[]> {
  if (asPlatform(channel)) return []
  const conditions = [
    Prisma.sql`organization_id = ${organizationId}::uuid AND voided_at IS NULL AND due_on BETWEEN ${from}::date AND ${to}::date`,
    Prisma.sql`NOT stock_purchase`,
  ]
  if (shop) conditions.push(Prisma.sql`shop_id = ${shop}::uuid`)
  if (channel) conditions.push(Prisma.sql`channel_id = ${channel}::uuid`)
  if (entity) conditions.push(ofEntity(organizationId, entity))
  return db.$queryRaw`
    SELECT ${month(Prisma.sql`due_on`)} AS month, kind, sum(amount_cents)::bigint AS cents FROM expense
    WHERE ${Prisma.join(conditions, ' AND ')} GROUP BY 1, 2`
}

export const listEntities = (db: Db, organizationId: string) =>
  db.legalEntity.findMany({
    where: { organizationId },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
