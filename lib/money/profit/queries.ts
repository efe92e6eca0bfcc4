import 'server-only'
import {
  addCoverage,
  adsSpansOf,
  coverageOfShops,
  despiteOf,
  gapsOfShops,
  requestedFrom,
  unsaidShops,
} from '@/lib/money/ads/coverage'
import { listAdsReports, spanOf, type AdsReports } from '@/lib/money/ads/queries'
import { asPlatform } from '@/lib/sales/sales-figures/filters'
import { withinSalesChannels, type SalesChannels } from '@/lib/sales/sales-figures/queries'
import { addDays, type Day, type DayRange } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { ofEntity } from '@/lib/money/expenses/place'
import { heldBy, outletsOf } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import { monthsOf } from './months'
import { addResults, noFacts, resultOf, type MoneyFact, type Result, type ResultFacts } from './result-lines'
import { EARLY_RETURN, shopMoneyOf, SOURCE_DAYS, type ShopEntry } from './shop-money'
import { listTax, startOf } from './tax'

/** The first day of a month. */
type Month = Day
export type ResultScope = SalesChannels & { entity: string | null }

/**
 * The facts of each month's result, from the roll-ups and later appended rows; empty months are left out. Reports of
 * ads are expected until `today`: without it, for the whole period.
 */
export async function listResultFacts(
  db: Reader,
  organizationId: string,
  range: DayRange,
  scope: ResultScope,
  today: Day = addDays(range.to, 1),
): Promise<Map<Month, ResultFacts>> {
  const [facts] = await listFactsOfPeriods(db, organizationId, [range], scope, today)
  return facts!
}

/** The same of several periods, each as it is alone; none may hold a day of another. */
export async function listFactsOfPeriods(
  db: Reader,
  organizationId: string,
  periods: readonly DayRange[],
  scope: ResultScope,
  today: Day,
): Promise<Map<Month, ResultFacts>[]> {
  const months = periods.map(monthsOf)
  const starts = startsOf(months.flat().map(({ range }) => range))
  const facts = await listFacts(db, organizationId, periods, scope, starts)
  const spent = await listAdsFacts(db, organizationId, periods, { scope, starts, today })
  return months.map((own, at) => {
    const result = new Map<Month, ResultFacts>()
    for (const { month, range } of own) {
      const [sold, ads] = [facts.get(range.from), spent[at]?.(range)]
      if (sold || ads) result.set(month, { ...(sold ?? noFacts), ...ads })
    }
    return result
  })
}

/** The results of several periods, each as the panel shows it alone, in as many statements whatever was sold in them. */
export async function listResultsOf(
  db: Reader,
  organizationId: string,
  ranges: readonly DayRange[],
  scope: ResultScope,
  today: Day,
): Promise<Result[]> {
  const starts = startsOf(ranges)
  const parts = [...(await listFacts(db, organizationId, [spanOf(ranges)], scope, starts))]
  const spent = await listAdsFacts(db, organizationId, ranges, { scope, starts, today })
  return ranges.map((range, at) => {
    const inside = parts.filter(([start]) => start >= range.from && start <= range.to)
    return addResults([...inside.map(([, facts]) => resultOf(facts)), resultOf({ ...noFacts, ...spent[at]?.(range) })])
  })
}

/** The days on which a part of time begins, where each of these periods is made of whole parts. */
const startsOf = (ranges: readonly DayRange[]): Day[] =>
  [...new Set(ranges.flatMap(({ from, to }) => [from, addDays(to, 1)]))].toSorted()

/** The facts of each part under the day on which it begins, without its ads. */
async function listFacts(
  db: Reader,
  organizationId: string,
  periods: readonly DayRange[],
  scope: ResultScope,
  starts: readonly Day[],
): Promise<Map<Day, ResultFacts>> {
  const span = spanOf(periods)
  const where = withinSalesChannels(organizationId, span, scope)
  const facts = new Map<Day, ResultFacts>()
  const at = (start: Day) => {
    const fact = facts.get(start) ?? {
      ...noFacts,
      money: [],
      expenses: { ...noFacts.expenses },
      shopMoney: { ...noFacts.shopMoney },
    }
    facts.set(start, fact)
    return fact
  }
  for (const { start, ...fact } of await listMoney(db, where, starts)) at(start).money.push(fact)
  for (const { start, ...sales } of await listSales(db, where, starts)) Object.assign(at(start), sales)
  for (const { start, ...tax } of await listTax(db, organizationId, span, scope, starts)) Object.assign(at(start), tax)
  for (const { start, kind, setAside, cents, share } of await listExpenses(db, organizationId, span, scope, starts)) {
    const fact = at(start)
    if (share === 'left') fact.sharedLeftCents += cents
    else if (setAside) fact.taxPaidCents += cents
    else fact.expenses[kind] += cents
    if (share === 'split' && !setAside) fact.sharedCents += cents
  }
  for (const period of periods)
    for (const { day, line, cents } of await listShopMoney(db, organizationId, period, scope))
      at(starts.findLast((start) => start <= day)!).shopMoney[line] += cents
  return facts
}

const listMoney = (db: Reader, where: Prisma.Sql, starts: readonly Day[]) => db.$queryRaw<
  (MoneyFact & { start: Day })[]
>`
  SELECT ${startOf(starts, Prisma.sql`day`)} AS start, kind, basis, sum(amount_cents)::bigint AS cents FROM (
    SELECT day, kind, basis, amount_cents FROM money_day WHERE ${where}
    UNION ALL SELECT day, kind, basis, amount_cents FROM money_day_delta WHERE ${where}
  ) counted GROUP BY 1, 2, 3 HAVING sum(amount_cents) <> 0 ORDER BY 1, 2, 3`

type AdsFacts = Pick<ResultFacts, 'adsCents' | 'ads' | 'adsGaps' | 'adsDespite' | 'adsUnsaid'>
type SalesRow = { start: Day } & Omit<
  ResultFacts,
  | 'money'
  | 'taxCents'
  | 'untaxedCents'
  | 'expenses'
  | 'taxPaidCents'
  | 'sharedCents'
  | 'sharedLeftCents'
  | 'shopMoney'
  | keyof AdsFacts
>

/** Costs are in reais, those of each item to the cent. */
function listSales(db: Reader, where: Prisma.Sql, starts: readonly Day[]) {
  const columns = Prisma.sql`day, platform, orders - pending - cancelled AS valid, units, gross_cents, unpriced, cancelled_cents,
    gross_charged_cents + gross_estimated_cents AS with_fees_cents, revenue_with_cost_cents, cost, packaging_cents`
  return db.$queryRaw<SalesRow[]>`
    SELECT ${startOf(starts, Prisma.sql`day`)} AS start, sum(valid)::bigint AS "validOrders", sum(units)::bigint AS units, sum(gross_cents)::bigint AS "grossCents",
      sum(unpriced)::bigint AS "unpricedOrders",
      sum(with_fees_cents)::bigint AS "grossWithFeesCents",
      sum(cancelled_cents)::bigint AS "cancelledCents",
      coalesce(sum(gross_cents) FILTER (WHERE platform = 'manual'), 0)::bigint AS "grossTypedCents",
      coalesce(sum(cancelled_cents) FILTER (WHERE platform = 'manual'), 0)::bigint AS "cancelledTypedCents", sum(revenue_with_cost_cents)::bigint AS "revenueWithCostCents",
      round(sum(cost) * 100)::bigint AS "costCents", sum(packaging_cents)::bigint AS "packagingCents"
    FROM (SELECT ${columns} FROM sales_day WHERE ${where} UNION ALL SELECT ${columns} FROM sales_day_delta WHERE ${where}) counted
    GROUP BY 1 ORDER BY 1`
}

/**
 * By the day they are due, paid or not. Those of no shop, channel or entity belong to the whole company, and to its entity where
 * it has one alone. Goods bought for stock are left out: they count at cost when they are sold. A tax is set aside where a rate of
 * the entity holds on the day it is due; one of the whole company where rates hold for all its entities. An entity also has its
 * part of what the company shares, and beside it what the company does not share.
 */
async function listExpenses(
  db: Reader,
  organizationId: string,
  { from, to }: DayRange,
  { shop, channel, entity }: ResultScope,
  starts: readonly Day[],
): Promise<ExpenseRow[]> {
  if (asPlatform(channel)) return []
  const conditions = [
    Prisma.sql`organization_id = ${organizationId}::uuid AND voided_at IS NULL AND due_on BETWEEN ${from}::date AND ${to}::date`,
    Prisma.sql`NOT stock_purchase`,
  ]
  if (shop) conditions.push(Prisma.sql`shop_id = ${shop}::uuid`)
  if (channel) conditions.push(Prisma.sql`channel_id = ${channel}::uuid`)
  if (entity) conditions.push(ofEntity(organizationId, entity))
  return db.$queryRaw`
    WITH e AS MATERIALIZED (
      SELECT due_on, kind, amount_cents, coalesce(legal_entity_id, entity_on(coalesce(shop_id, channel_id), due_on)) AS entity_id
      FROM expense WHERE ${Prisma.join(conditions, ' AND ')}
    )
    SELECT ${startOf(starts, Prisma.sql`e.due_on`)} AS start, e.kind, coalesce(e.kind = 'tax' AND t.ruled, false) AS "setAside", sum(e.amount_cents)::bigint AS cents,
      'own' AS share
    FROM e LEFT JOIN LATERAL (
      SELECT bool_and(coalesce((SELECT r.rate FROM tax_rate r WHERE r.organization_id = ${organizationId}::uuid AND r.legal_entity_id = l.id
        AND r.from_day <= e.due_on ORDER BY r.from_day DESC LIMIT 1), 0) > 0) AS ruled
      FROM legal_entity l WHERE l.organization_id = ${organizationId}::uuid AND CASE WHEN e.entity_id IS NULL THEN l.archived_at IS NULL ELSE l.id = e.entity_id END
    ) t ON e.kind = 'tax'
    GROUP BY 1, 2, 3
    ${entity && !shop && !channel ? sharedOf(organizationId, entity, { from, to }, starts) : Prisma.empty}`
}

type ExpenseRow = {
  start: Day
  kind: keyof ResultFacts['expenses']
  setAside: boolean
  cents: bigint
  /** Its own, its part of what the company shares, or what the company does not share. */
  share: 'own' | 'split' | 'left'
}

/** By parts, since those that see one entity alone see no expense of the whole company (shared_expense_parts). */
const sharedOf = (organizationId: string, entity: string, { from, to }: DayRange, starts: readonly Day[]) => Prisma.sql`
  UNION ALL
  SELECT ${startOf(starts, Prisma.sql`p.due_on`)} AS start, p.kind, p.set_aside, sum(p.cents)::bigint, 'split'
  FROM shared_expense_parts(${from}::date, ${to}::date) p WHERE p.legal_entity_id = ${entity}::uuid GROUP BY 1, 2, 3
  UNION ALL
  SELECT ${startOf(starts, Prisma.sql`x.due_on`)} AS start, x.kind, false, sum(x.amount_cents)::bigint, 'left'
  FROM expense x WHERE x.organization_id = ${organizationId}::uuid AND x.voided_at IS NULL AND x.due_on BETWEEN ${from}::date AND ${to}::date
    AND NOT x.stock_purchase AND num_nonnulls(x.shop_id, x.channel_id, x.legal_entity_id) = 0 AND sole_entity() IS NULL
    AND coalesce((SELECT s.method FROM expense_split s WHERE s.organization_id = ${organizationId}::uuid
      AND s.from_month <= date_trunc('month', x.due_on)::date ORDER BY s.from_month DESC LIMIT 1), 'none') = 'none'
  GROUP BY 1, 2`

/** The longest that an advance may wait for its orders. */
const TAKEN_BACK_WITHIN_DAYS = 60

/**
 * Movements in the wallet, or rows in the income report, for a shop and for none of its orders. Unexplained movements
 * are left out.
 */
async function listShopMoney(
  db: Reader,
  organizationId: string,
  range: DayRange,
  { shop, channel, entity }: ResultScope,
) {
  const platform = asPlatform(channel)
  if (channel && platform !== 'shopee') return []
  const [from, to] = [addDays(range.from, -SOURCE_DAYS), addDays(range.to, SOURCE_DAYS)]
  const shops = Prisma.sql`SELECT h.id FROM shop h WHERE h.organization_id = ${organizationId}::uuid AND h.platform = 'shopee'
    ${shop ? Prisma.sql`AND h.id = ${shop}::uuid` : Prisma.empty} ${entity ? Prisma.sql`AND h.id = ANY (${outletsOf(entity)})` : Prisma.empty}`
  const isOwn = (outlet: Prisma.Sql, day: Prisma.Sql) => (entity ? heldBy(entity, { outlet, day }) : Prisma.sql`true`)
  const rows = await db.$queryRaw<(ShopEntry & { witness: 'wallet' | 'report' | 'advances'; isOwn: boolean })[]>`
    WITH own AS MATERIALIZED (${shops})
    SELECT 'wallet' AS witness, w.shop_id AS "shopId", to_char(w.local_day, 'YYYY-MM-DD') AS day,
      CASE WHEN w.kind = 'early_payout' THEN -w.fee_cents ELSE w.amount_cents END AS cents,
      CASE WHEN w.kind IN ('early_payout', 'early_payout_fee') THEN 'early_payout_fee' WHEN w.kind = 'early_payout_return' THEN ${EARLY_RETURN} ELSE concat_ws(' · ', w.type, w.reason, w.description) END AS words,
      ${isOwn(Prisma.sql`w.shop_id`, Prisma.sql`w.local_day`)} AS "isOwn"
    FROM own CROSS JOIN LATERAL (
      SELECT * FROM wallet_transaction t WHERE t.organization_id = ${organizationId}::uuid AND t.shop_id = own.id AND t.local_day BETWEEN ${from}::date AND ${to}::date
        AND (t.kind = 'early_payout_fee' OR t.kind = 'early_payout' AND t.fee_cents <> 0
          OR t.external_code IS NULL AND t.kind IN ('adjustment', 'compensation', 'refund', 'affiliate')
          -- An advance taken back as it was given leaves nothing.
          OR t.external_code IS NULL AND t.kind = 'early_payout_return' AND NOT EXISTS (
            SELECT 1 FROM wallet_transaction a WHERE a.organization_id = ${organizationId}::uuid AND a.shop_id = own.id AND a.kind = 'early_payout'
              AND a.amount_cents = -t.amount_cents AND a.at <= t.at AND a.local_day >= t.local_day - ${TAKEN_BACK_WITHIN_DAYS}::int))) w
    UNION ALL
    SELECT 'report', a.shop_id, to_char(a.local_day, 'YYYY-MM-DD'), a.amount_cents, a.name, ${isOwn(Prisma.sql`a.shop_id`, Prisma.sql`a.local_day`)}
    FROM shop_adjustment a WHERE a.organization_id = ${organizationId}::uuid AND a.shop_id IN (SELECT id FROM own) AND a.local_day BETWEEN ${from}::date AND ${to}::date
    UNION ALL
    SELECT 'advances', e.shop_id, to_char((e.at AT TIME ZONE z.time_zone)::date, 'YYYY-MM-DD'), -sum(e.fee_cents)::bigint, '',
      ${isOwn(Prisma.sql`e.shop_id`, Prisma.sql`(e.at AT TIME ZONE z.time_zone)::date`)}
    FROM early_payout e JOIN organization z ON z.organization_id = ${organizationId}::uuid
    WHERE e.organization_id = ${organizationId}::uuid AND e.shop_id IN (SELECT id FROM own)
      AND e.at >= (${addDays(from, -1)}::date)::timestamptz AND e.at < (${addDays(to, 2)}::date)::timestamptz
      AND (e.at AT TIME ZONE z.time_zone)::date BETWEEN ${from}::date AND ${to}::date
    GROUP BY 2, 3, 6`
  const of = (source: string) => rows.filter((row) => row.witness === source)
  const result = shopMoneyOf({ wallet: of('wallet'), report: of('report'), advances: of('advances') })
  const own = new Set(rows.filter((row) => row.isOwn).map(({ shopId, day }) => `${shopId} ${day}`))
  return result.filter(({ shopId, day }) => day >= range.from && day <= range.to && own.has(`${shopId} ${day}`))
}

/** The reports' figures for any parts of their period; null where nothing was sold or reported. */
function adsFactsOf({ runs, firsts: sold, since, noAds }: AdsReports, today: Day) {
  if (sold.size === 0) return null
  const shops = adsSpansOf(requestedFrom(sold, since), noAds)
  const unsaid = unsaidShops(sold, since, noAds)
  return (days: DayRange): AdsFacts => {
    const inside = runs.filter(({ from }) => from >= days.from && from <= days.to)
    return {
      adsCents: inside.reduce((sum, { spendCents }) => sum + spendCents, 0n),
      ads: addCoverage([...coverageOfShops(days, shops, inside, today).values()]),
      adsGaps: gapsOfShops(days, shops, inside, today),
      adsDespite: despiteOf(inside, noAds),
      adsUnsaid: unsaid.filter((id) => sold.get(id)! <= days.to),
    }
  }
}

async function listAdsFacts(
  db: Reader,
  organizationId: string,
  ranges: readonly DayRange[],
  { scope, starts, today }: { scope: ResultScope; starts: readonly Day[]; today: Day },
): Promise<(((days: DayRange) => AdsFacts) | null)[]> {
  const { shop, channel, entity } = scope
  const reports = await listAdsReports(db, organizationId, ranges, { shop, channel, entity }, starts)
  return reports.map((report) => adsFactsOf(report, today))
}

/** The names of the shops, for the days that a report of ads is missing. */
export const listShopNames = (db: Reader, organizationId: string) =>
  db.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name::text AS name FROM shop WHERE organization_id = ${organizationId}::uuid`

export const listEntities = (db: Db, organizationId: string) =>
  db.legalEntity.findMany({
    where: { organizationId },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
