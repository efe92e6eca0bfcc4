import 'server-only'
import type { Db } from '@/lib/core/db'
import { storedJson } from '@/lib/core/stored-json'
import { isFurtherFee } from './fee-rows'
import type { MoneyOutcome } from './schema'
import type { Place, StoredFees } from './stored-items'

const keyOf = (code: string, report: string, key: string) => JSON.stringify([code, report, key])

async function listKnown(db: Db, { organizationId, ownerId }: Place, rows: readonly StoredFees[]) {
  const orderFeeDetails = await db.orderFeeDetail.findMany({
    where: { organizationId, shopId: ownerId, externalCode: { in: rows.map(({ code }) => code) } },
    omit: { organizationId: true, shopId: true, name: true },
  })
  return new Map(
    orderFeeDetails.map(({ externalCode, report, key, amountCents, state }) => [
      keyOf(externalCode, report, key),
      { amount: Number(amountCents), state },
    ]),
  )
}

export async function judgeFees(db: Db, place: Place, rows: readonly StoredFees[]): Promise<MoneyOutcome[]> {
  const known = await listKnown(db, place, rows)
  return rows.map(({ code, report, fees }) => {
    const before = fees.map(({ key }) => known.get(keyOf(code, report, key)))
    if (fees.length > 0 && before.every((one) => one === undefined)) return 'new'
    return fees.some((fee, i) => !before[i] || isFurtherFee(before[i], fee)) ? 'changed' : 'same'
  })
}

/** In the caller's transaction; the same rows again change nothing, nor do rows of an earlier state. */
export async function writeFees(db: Db, place: Place, rows: readonly StoredFees[]) {
  const { organizationId, ownerId: shopId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('fee-details:' || ${shopId}, 0))`
  const known = await listKnown(db, place, rows)
  const written = { created: 0, updated: 0, kept: 0 }
  const changed = new Map<string, StoredFees['fees'][number] & Pick<StoredFees, 'code' | 'report'>>()
  for (const { code, report, fees } of rows)
    for (const fee of fees) {
      const id = keyOf(code, report, fee.key)
      const before = known.get(id)
      if (before && !isFurtherFee(before, fee)) {
        written.kept += 1
        continue
      }
      written[before ? 'updated' : 'created'] += 1
      known.set(id, fee)
      changed.set(id, { code, report, ...fee })
    }
  if (changed.size > 0)
    await db.$executeRaw`
      INSERT INTO order_fee_detail (organization_id, shop_id, external_code, report, part, name, amount_cents, state)
      SELECT ${organizationId}::uuid, ${shopId}::uuid, r.code, r.report, r.key, r.name, r.amount, r.state
      FROM jsonb_to_recordset(${storedJson([...changed.values()])}::jsonb)
        AS r(code text, report text, key text, name text, amount bigint, state text)
      ON CONFLICT (organization_id, shop_id, external_code, report, part)
        DO UPDATE SET name = excluded.name, amount_cents = excluded.amount_cents, state = excluded.state`
  return written
}
