import 'server-only'
import type { Day, DayRange } from '@/lib/core/dates'
import { withinSalesChannels } from '@/lib/sales/sales-figures/queries'
import type { Db, Reader } from '@/lib/core/db'
import { readObserved } from '@/lib/money/fees/observed'
import { Prisma } from '@/lib/generated/prisma/client'
import type { MoneyBasis, MoneyKind } from '@/lib/generated/prisma/enums'
import { rateFromText } from '@/lib/core/rounding'
import type { RuleSpan } from '@/lib/money/fees/rule-spans'
import type { FeeCertainty, FeePart, FeeRule } from '@/lib/money/fees/schema'
import { asFeeProgramme } from '@/lib/money/fees/terms'

type StoredLine = {
  fixedCents: string
  cheapBelowCents: string | null
  cheapRate: string
  source: string
  readOn: Day | null
  certainty: FeeCertainty
}
type StoredBand = StoredLine & {
  fromCents: string
  toCents: string | null
  commissionRate: string
  serviceRate: string
}
type StoredPart = StoredLine & Pick<FeePart, 'kind' | 'basis'> & { rate: string; capCents: string | null }
/** A rule as `storedRules` gives it: amounts and rates are text, since JSON's numbers would round them. */
export type StoredRule = Omit<FeeRule, 'programme' | 'capCents' | 'bands' | 'parts'> & {
  programme: string
  capCents: string | null
  bands: StoredBand[]
  parts: StoredPart[]
}

const lineFields = Prisma.sql`'fixedCents', x.fixed_cents::text, 'cheapBelowCents', x.cheap_below_cents::text, 'cheapRate', x.cheap_rate::text,
  'source', x.source, 'readOn', x.read_on, 'certainty', x.certainty`

/** In SQL: every rule of the company with its bands, oldest first, or those of one day, as one JSON value. */
export const storedRules = (organizationId: string, on?: Day): Prisma.Sql => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', r.id, 'platform', r.platform, 'name', r.name, 'fromDay', r.from_day, 'toDay', r.to_day,
    'sellerType', r.seller_type, 'programme', r.programme, 'basis', r.basis, 'capCents', r.cap_cents::text, 'rounding', r.rounding,
    'published', r.published, 'confirmedBy', r.confirmed_by, 'version', r.version,
    'bands', (SELECT coalesce(json_agg(json_build_object('fromCents', x.from_cents::text, 'toCents', x.to_cents::text,
        'commissionRate', x.commission_rate::text, 'serviceRate', x.service_rate::text, ${lineFields}) ORDER BY x.from_cents), '[]')
      FROM fee_band x WHERE x.organization_id = r.organization_id AND x.rule_id = r.id),
    'parts', (SELECT coalesce(json_agg(json_build_object('kind', x.kind, 'rate', x.rate::text, 'basis', x.basis, 'capCents', x.cap_cents::text,
        ${lineFields}) ORDER BY x.kind), '[]')
      FROM fee_part x WHERE x.organization_id = r.organization_id AND x.rule_id = r.id)
  ) ORDER BY r.from_day, r.id), '[]')
  FROM fee_rule r WHERE r.organization_id = ${organizationId}::uuid ${
    on ? Prisma.sql`AND r.from_day <= ${on}::date AND (r.to_day IS NULL OR r.to_day >= ${on}::date)` : Prisma.empty
  })`

/** Every rule of the company with its bands, oldest first, or those of one day: few rows, so feeRuleOn picks from all of them. */
export async function listFeeRules(db: Reader, organizationId: string, on?: Day): Promise<FeeRule[]> {
  const [row] = await db.$queryRaw<[{ rules: StoredRule[] }]>`SELECT ${storedRules(organizationId, on)} AS rules`
  return readRules(row.rules)
}

export const readRules = (stored: readonly StoredRule[]): FeeRule[] =>
  stored.map(({ bands, parts, ...rule }) => ({
    ...rule,
    programme: asFeeProgramme(rule.programme),
    capCents: centsOf(rule.capCents),
    bands: bands.map((band) => ({
      fromCents: BigInt(band.fromCents),
      toCents: centsOf(band.toCents),
      commission: rateFromText(band.commissionRate),
      service: rateFromText(band.serviceRate),
      ...readLine(band),
    })),
    parts: parts.map(({ kind, rate, basis, capCents, ...line }) => ({
      kind,
      rate: rateFromText(rate),
      basis,
      capCents: centsOf(capCents),
      ...readLine(line),
    })),
  }))

const centsOf = (stored: string | null) => (stored === null ? null : BigInt(stored))

const readLine = ({ fixedCents, cheapBelowCents, cheapRate, source, readOn, certainty }: StoredLine) => ({
  fixedCents: BigInt(fixedCents),
  cheap: cheapBelowCents === null ? null : { belowCents: BigInt(cheapBelowCents), rate: rateFromText(cheapRate) },
  origin: { source, readOn, certainty },
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
