import 'server-only'
import type { Db } from '@/lib/db'
import { brazilFeeHistory } from '@/lib/fees/brazil'
import { writeLines } from '@/lib/fees/write-lines'
import { newId } from '@/lib/ids'

/** What a new company starts from: Brazil's history, unconfirmed. Runs in the transaction that makes the company. */
export async function seedFeeRules(db: Db, organizationId: string): Promise<void> {
  const rules = brazilFeeHistory.map((terms) => ({ ...terms, id: newId() }))
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
