import 'server-only'
import type { Day, DayRange } from '@/lib/core/dates'
import { withinSalesChannels } from '@/lib/sales/sales-figures/queries'
import type { Db } from '@/lib/core/db'
import { readObserved } from '@/lib/money/fees/observed'
import { Prisma } from '@/lib/generated/prisma/client'
import type { MoneyBasis, MoneyKind } from '@/lib/generated/prisma/enums'
import { rateFromText } from '@/lib/core/rounding'
import type { RuleSpan } from '@/lib/money/fees/rule-spans'
import type { FeeCertainty, FeeRule } from '@/lib/money/fees/schema'
import { asFeeProgramme } from '@/lib/money/fees/terms'

const asDay = (date: Date) => date.toISOString().slice(0, 10)

/** Every rule of the company with its bands, oldest first, or those of one day: few rows, so feeRuleOn picks from all of them. */
export async function listFeeRules(db: Db, organizationId: string, on?: Day): Promise<FeeRule[]> {
  const day = on && new Date(on)
  const rules = await db.feeRule.findMany({
    where: { organizationId, ...(day && { fromDay: { lte: day }, OR: [{ toDay: null }, { toDay: { gte: day } }] }) },
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
      rounding: true,
      published: true,
      confirmedBy: true,
      version: true,
      bands: {
        select: {
          fromCents: true,
          toCents: true,
          commissionRate: true,
          serviceRate: true,
          fixedCents: true,
          cheapBelowCents: true,
          cheapRate: true,
          source: true,
          readOn: true,
          certainty: true,
        },
        orderBy: { fromCents: 'asc' },
      },
      parts: {
        select: {
          kind: true,
          rate: true,
          fixedCents: true,
          basis: true,
          capCents: true,
          cheapBelowCents: true,
          cheapRate: true,
          source: true,
          readOn: true,
          certainty: true,
        },
        orderBy: { kind: 'asc' },
      },
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
      commission: rateOf(band.commissionRate),
      service: rateOf(band.serviceRate),
      fixedCents: band.fixedCents,
      ...readLine(band),
    })),
    parts: parts.map(({ kind, rate, fixedCents, basis, capCents, ...line }) => ({
      kind,
      rate: rateOf(rate),
      fixedCents,
      basis,
      capCents,
      ...readLine(line),
    })),
  }))
}

const rateOf = (stored: Prisma.Decimal) => rateFromText(stored.toFixed(6))

type StoredLine = {
  cheapBelowCents: bigint | null
  cheapRate: Prisma.Decimal
  source: string
  readOn: Date | null
  certainty: FeeCertainty
}
const readLine = ({ cheapBelowCents, cheapRate, source, readOn, certainty }: StoredLine) => ({
  cheap: cheapBelowCents === null ? null : { belowCents: cheapBelowCents, rate: rateOf(cheapRate) },
  origin: { source, readOn: readOn && asDay(readOn), certainty },
})

const spanRows = (spans: readonly RuleSpan[]) => Prisma.sql`
  jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) AS s("shopId" uuid, "ruleId" uuid, "from" date, "to" date)`

/** For those shops and days, from the roll-ups. */
export async function countOrdersIn(db: Db, organizationId: string, spans: readonly RuleSpan[]): Promise<bigint> {
  const [row] = await db.$queryRaw<[{ orders: bigint }]>`
    SELECT coalesce(sum(d.orders), 0)::bigint AS orders FROM ${spanRows(spans)} JOIN (
      SELECT outlet_id, day, orders FROM sales_day WHERE organization_id = ${organizationId}::uuid
      UNION ALL SELECT outlet_id, day, orders FROM sales_day_delta WHERE organization_id = ${organizationId}::uuid
    ) d ON d.outlet_id = s."shopId" AND d.day BETWEEN s."from" AND s."to"`
  return row.orders
}

export type RuleFees = { ruleId: string; kind: MoneyKind; cents: bigint }

/**
 * The charged (or estimated) fees of each kind on the days of each rule, from the roll-ups; signed from the seller's
 * side.
 */
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
  const where = withinSalesChannels(organizationId, range, { shop, channel: 'shopee' })
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
      ruleId: true,
      matched: true,
      differing: true,
      isConfirmed: true,
      provedFrom: true,
      observed: true,
      checkedAt: true,
      shop: { select: { id: true, name: true } },
    },
  })
  return checks.map(({ observed, ...check }) => ({ ...check, observed: readObserved(observed) }))
}
export type RuleCheckRow = Awaited<ReturnType<typeof listRuleChecks>>[number]
