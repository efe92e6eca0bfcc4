import 'server-only'
import type { Day, DayRange } from '@/lib/dates'
import { withinOutlets } from '@/lib/dashboard/queries'
import type { Db } from '@/lib/db'
import { readObserved } from '@/lib/fees/observed'
import { Prisma } from '@/lib/generated/prisma/client'
import type { MoneyBasis, MoneyKind } from '@/lib/generated/prisma/enums'
import { rateFromText } from '@/lib/fees/rounding'
import type { FeeShop, RuleSpan } from '@/lib/fees/rule-spans'
import type { FeeRule } from '@/lib/fees/schema'
import { asFeeProgramme, asProgramme, type ShopTerms } from '@/lib/fees/terms'

const asDay = (date: Date) => date.toISOString().slice(0, 10)

/** Every rule of the company with its bands, oldest first: few rows, so ruleOn picks from all of them. */
export async function listFeeRules(db: Db, organizationId: string): Promise<FeeRule[]> {
  const rules = await db.feeRule.findMany({
    where: { organizationId },
    select: {
      id: true,
      platform: true,
      name: true,
      fromDay: true,
      toDay: true,
      sellerType: true,
      programme: true,
      basis: true,
      capCents: true,
      confirmedBy: true,
      version: true,
      bands: {
        select: { fromCents: true, toCents: true, commissionRate: true, serviceRate: true, fixedCents: true },
        orderBy: { fromCents: 'asc' },
      },
      parts: { select: { kind: true, rate: true, fixedCents: true, basis: true }, orderBy: { kind: 'asc' } },
    },
    orderBy: [{ fromDay: 'asc' }, { id: 'asc' }],
  })
  return rules.map(({ bands, parts, ...rule }) => ({
    ...rule,
    fromDay: asDay(rule.fromDay),
    toDay: rule.toDay && asDay(rule.toDay),
    programme: asFeeProgramme(rule.programme),
    bands: bands.map((band) => ({
      fromCents: band.fromCents,
      toCents: band.toCents,
      commission: rateFromText(band.commissionRate.toFixed(6)),
      service: rateFromText(band.serviceRate.toFixed(6)),
      fixedCents: band.fixedCents,
    })),
    parts: parts.map((part) => ({ ...part, rate: rateFromText(part.rate.toFixed(6)) })),
  }))
}

/** The terms of each shop, oldest first; a shop of which nothing was said has none (defaultTerms). */
export async function listShopTerms(db: Db, organizationId: string): Promise<Map<string, ShopTerms[]>> {
  const rows = await db.shopTerms.findMany({
    where: { organizationId },
    orderBy: [{ shopId: 'asc' }, { fromDay: 'asc' }],
    select: {
      ...{ shopId: true, fromDay: true, programme: true },
      ...{ campaign: true, affiliates: true, protection: true, adsTopUp: true },
    },
  })
  const terms = new Map<string, ShopTerms[]>()
  for (const { shopId, fromDay, programme, ...switches } of rows)
    terms.set(shopId, [
      ...(terms.get(shopId) ?? []),
      { ...switches, fromDay: asDay(fromDay), programme: asProgramme(programme) },
    ])
  return terms
}

/** Every shop of the platform, with what says which rules are its own. */
export async function listFeeShops(db: Db, organizationId: string): Promise<FeeShop[]> {
  const terms = await listShopTerms(db, organizationId)
  const shops = await db.shop.findMany({
    where: { organizationId, platform: 'shopee' },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, legalEntity: { select: { sellerType: true } } },
  })
  return shops.map(({ id, name, legalEntity: { sellerType } }) => ({
    ...{ id, name, sellerType },
    terms: terms.get(id) ?? [],
  }))
}

const spanRows = (spans: readonly RuleSpan[]) => Prisma.sql`
  jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) AS s("shopId" uuid, "ruleId" uuid, "from" date, "to" date)`

/** Of those shops and days, from the roll-ups. */
export async function countOrdersIn(db: Db, organizationId: string, spans: readonly RuleSpan[]): Promise<bigint> {
  const [row] = await db.$queryRaw<[{ orders: bigint }]>`
    SELECT coalesce(sum(d.orders), 0)::bigint AS orders FROM ${spanRows(spans)} JOIN (
      SELECT outlet_id, day, orders FROM sales_day WHERE organization_id = ${organizationId}::uuid
      UNION ALL SELECT outlet_id, day, orders FROM sales_day_delta WHERE organization_id = ${organizationId}::uuid
    ) d ON d.outlet_id = s."shopId" AND d.day BETWEEN s."from" AND s."to"`
  return row.orders
}

export type RuleFees = { ruleId: string; kind: MoneyKind; cents: bigint }

/** What was charged (or is estimated) of each kind on the days of each rule, from the roll-ups; signed from the seller's side. */
export const listFeesByRule = (
  db: Db,
  organizationId: string,
  spans: readonly RuleSpan[],
  { from, to }: DayRange,
): Promise<RuleFees[]> => db.$queryRaw`
  SELECT s."ruleId", d.kind, sum(d.amount_cents)::bigint AS cents FROM ${spanRows(spans)} JOIN (
    SELECT outlet_id, day, kind, amount_cents FROM money_day
    WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
    UNION ALL SELECT outlet_id, day, kind, amount_cents FROM money_day_delta
    WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
  ) d ON d.outlet_id = s."shopId" AND d.day BETWEEN s."from" AND s."to"
  GROUP BY 1, 2`

export type MonthFees = { month: Day; kind: MoneyKind; basis: MoneyBasis; cents: bigint }

/** The same month by month, of all shops of the platform or of one. */
export const listFeesByMonth = (
  db: Db,
  organizationId: string,
  range: DayRange,
  shop: string | null,
): Promise<MonthFees[]> => {
  const where = withinOutlets(organizationId, range, { shop, channel: 'shopee' })
  return db.$queryRaw`
    SELECT to_char(date_trunc('month', day), 'YYYY-MM-DD') AS month, kind, basis, sum(amount_cents)::bigint AS cents FROM (
      SELECT day, kind, basis, amount_cents FROM money_day WHERE ${where}
      UNION ALL SELECT day, kind, basis, amount_cents FROM money_day_delta WHERE ${where}
    ) counted GROUP BY 1, 2, 3 HAVING sum(amount_cents) <> 0 ORDER BY 1, 2, 3`
}

/** How each rule did against the charged orders of each shop. */
export async function listRuleChecks(db: Db, organizationId: string) {
  const checks = await db.feeRuleCheck.findMany({
    where: { organizationId },
    orderBy: [{ ruleId: 'asc' }, { shop: { name: 'asc' } }],
    select: {
      ...{ ruleId: true, matched: true, differing: true, isConfirmed: true, observed: true, checkedAt: true },
      shop: { select: { id: true, name: true } },
    },
  })
  return checks.map(({ observed, ...check }) => ({ ...check, observed: readObserved(observed) }))
}
export type RuleCheckRow = Awaited<ReturnType<typeof listRuleChecks>>[number]
