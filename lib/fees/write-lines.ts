import 'server-only'
import type { Db } from '@/lib/db'
import { rateText } from '@/lib/fees/rounding'
import type { CheapItems, FeeTerms, Provenance } from '@/lib/fees/schema'

type Ruled = Pick<FeeTerms, 'bands' | 'parts'> & { id: string }

/** The bands and parts of rules that have none yet. */
export async function writeLines(db: Db, organizationId: string, rules: readonly Ruled[]): Promise<void> {
  const bands = rules.flatMap(({ id, bands }) =>
    bands.map(({ fromCents, toCents, commission, service, fixedCents, cheap, origin }) => ({
      ...{ rule: id, from: `${fromCents}`, to: toCents === null ? null : `${toCents}`, fixed: `${fixedCents}` },
      ...{ commission: rateText(commission), service: rateText(service), ...asColumns(cheap, origin) },
    })),
  )
  const parts = rules.flatMap(({ id, parts }) =>
    parts.map(({ kind, rate, fixedCents, basis, capCents, cheap, origin }) => ({
      ...{ rule: id, kind, rate: rateText(rate), fixed: `${fixedCents}`, basis },
      ...{ cap: capCents === null ? null : `${capCents}`, ...asColumns(cheap, origin) },
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
  ...{ below: cheap && `${cheap.belowCents}`, cheap: rateText(cheap?.rate ?? 0n) },
  ...{ source, read: readOn, certainty },
})
