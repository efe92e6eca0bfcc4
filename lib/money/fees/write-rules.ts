import 'server-only'
import type { Db } from '@/lib/core/db'
import { rateText } from '@/lib/core/rounding'
import type { CheapItems, FeeTerms, Provenance } from '@/lib/money/fees/schema'

type Ruled = Pick<FeeTerms, 'bands' | 'parts'> & { id: string }

/** New rules, unconfirmed, with their bands and parts. */
export async function insertRules(
  db: Db,
  organizationId: string,
  rules: readonly (FeeTerms & { id: string })[],
): Promise<void> {
  const rows = rules.map(({ bands: _bands, parts: _parts, capCents, ...rule }) => ({
    ...rule,
    capCents: capCents === null ? null : `${capCents}`,
  }))
  await db.$executeRaw`
    INSERT INTO fee_rule (organization_id, id, platform, name, from_day, to_day, seller_type, programme, basis, rounding, published, cap_cents)
    SELECT ${organizationId}::uuid, r.id, r.platform, r.name, r."fromDay", r."toDay", r."sellerType", r.programme, r.basis, r.rounding, r.published,
      r."capCents"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, platform "Platform", name text, "fromDay" date, "toDay" date,
      "sellerType" "SellerType", programme text, basis "FeeBasis", rounding "FeeRounding", published text, "capCents" bigint)`
  await writeLines(db, organizationId, rules)
}

/** The bands and parts of rules that have none yet. */
export async function writeLines(db: Db, organizationId: string, rules: readonly Ruled[]): Promise<void> {
  const bands = rules.flatMap(({ id, bands }) =>
    bands.map(({ fromCents, toCents, commission, service, fixedCents, cheap, origin }) => ({
      rule: id,
      from: `${fromCents}`,
      to: toCents === null ? null : `${toCents}`,
      fixed: `${fixedCents}`,
      commission: rateText(commission),
      service: rateText(service),
      ...asColumns(cheap, origin),
    })),
  )
  const parts = rules.flatMap(({ id, parts }) =>
    parts.map(({ kind, rate, fixedCents, basis, capCents, cheap, origin }) => ({
      rule: id,
      kind,
      rate: rateText(rate),
      fixed: `${fixedCents}`,
      basis,
      cap: capCents === null ? null : `${capCents}`,
      ...asColumns(cheap, origin),
    })),
  )
  await db.$executeRaw`
    WITH band AS (
      INSERT INTO fee_band (organization_id, rule_id, from_cents, to_cents, commission_rate, service_rate, fixed_cents, cheap_below_cents,
        cheap_rate, source, read_on, certainty)
      SELECT ${organizationId}::uuid, b.rule, b.from, b.to, b.commission, b.service, b.fixed, b.below, b.cheap, b.source, b.read, b.certainty
      FROM jsonb_to_recordset(${JSON.stringify(bands)}::jsonb) AS b(rule uuid, "from" bigint, "to" bigint, commission numeric,
        service numeric, fixed bigint, below bigint, cheap numeric, source text, read date, certainty "FeeCertainty"))
    INSERT INTO fee_part (organization_id, rule_id, kind, rate, fixed_cents, basis, cap_cents, cheap_below_cents, cheap_rate, source, read_on,
      certainty)
    SELECT ${organizationId}::uuid, p.rule, p.kind, p.rate, p.fixed, p.basis, p.cap, p.below, p.cheap, p.source, p.read, p.certainty
    FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS p(rule uuid, kind "FeePartKind", rate numeric, fixed bigint,
      basis "FeeBasis", cap bigint, below bigint, cheap numeric, source text, read date, certainty "FeeCertainty")`
}

const asColumns = (cheap: CheapItems | null, { source, readOn, certainty }: Provenance) => ({
  below: cheap && `${cheap.belowCents}`,
  cheap: rateText(cheap?.rate ?? 0n),
  source,
  read: readOn,
  certainty,
})
