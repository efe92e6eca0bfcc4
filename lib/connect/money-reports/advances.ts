import 'server-only'
import type { Db } from '@/lib/core/db'
import { storedJson } from '@/lib/core/stored-json'
import { followAdvance, type ReportedAdvance } from './advance-words'
import type { MoneyOutcome } from './schema'
import type { Place, StoredOf } from './stored-items'

type Row = StoredOf<'advances'>
const keyOf = (number: string, code: string) => `${number} ${code}`
const amountOf = (cents: bigint | null) => (cents === null ? null : Number(cents))
const dayOf = (day: Date | null) => day?.toISOString().slice(0, 10) ?? null

async function listKnown(db: Db, { organizationId, ownerId }: Place, rows: readonly Row[]) {
  const known = await db.earlyPayout.findMany({
    where: { organizationId, shopId: ownerId, number: { in: [...new Set(rows.map(({ number }) => number))] } },
    omit: { organizationId: true, shopId: true },
  })
  return new Map<string, ReportedAdvance>(
    known.map((one) => [
      keyOf(one.number, one.externalCode),
      {
        at: one.at.toISOString(),
        advanceCents: Number(one.advanceCents),
        feeCents: Number(one.feeCents),
        receivedCents: Number(one.receivedCents),
        restCents: amountOf(one.restCents),
        returnedCents: amountOf(one.returnedCents),
        status: one.status,
        dueOn: dayOf(one.dueOn),
      },
    ]),
  )
}

type Followed = { outcome: MoneyOutcome; row: Row }

/** The effect of each row on what is known, in the order of the rows: two states of one advance may be in one file. */
async function followAdvances(db: Db, place: Place, rows: readonly Row[]): Promise<Followed[]> {
  const known = await listKnown(db, place, rows)
  return rows.map((row) => {
    const key = keyOf(row.number, row.code)
    const before = known.get(key)
    const after = before ? followAdvance(before, row) : row
    if (after) known.set(key, after)
    return { outcome: !after ? 'same' : before ? 'changed' : 'new', row: after ?? row }
  })
}

export const judgeAdvances = async (db: Db, place: Place, rows: readonly Row[]): Promise<MoneyOutcome[]> =>
  (await followAdvances(db, place, rows)).map(({ outcome }) => outcome)

/** In the caller's transaction. The further state of an advance stands, in any order of the reports. */
export async function writeAdvances(db: Db, place: Place, rows: readonly Row[]) {
  const { organizationId, ownerId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('advances:' || ${ownerId}, 0))`
  const followed = await followAdvances(db, place, rows)
  const count = (outcome: MoneyOutcome) => followed.filter((one) => one.outcome === outcome).length
  // The last one of a key that is not the same is the furthest.
  const changed = new Map(
    followed.flatMap(({ outcome, row }) => (outcome === 'same' ? [] : [[keyOf(row.number, row.code), row] as const])),
  )
  await db.$executeRaw`
    INSERT INTO early_payout AS t (organization_id, shop_id, number, external_code, at, advance_cents, fee_cents, received_cents, rest_cents, returned_cents,
      status, due_on)
    SELECT ${organizationId}::uuid, ${ownerId}::uuid, r.number, r.code, r.at, r."advanceCents", r."feeCents", r."receivedCents",
      r."restCents", r."returnedCents", r.status, r."dueOn"
    FROM jsonb_to_recordset(${storedJson([...changed.values()])}::jsonb) AS r(number text, code text, at timestamptz, "advanceCents" bigint, "feeCents" bigint,
      "receivedCents" bigint, "restCents" bigint, "returnedCents" bigint, status text, "dueOn" date)
    ORDER BY r.number, r.code
    ON CONFLICT (organization_id, shop_id, number, external_code) DO UPDATE SET at = excluded.at,
      advance_cents = excluded.advance_cents, fee_cents = excluded.fee_cents, received_cents = excluded.received_cents, rest_cents = excluded.rest_cents,
      returned_cents = excluded.returned_cents, status = excluded.status, due_on = excluded.due_on`
  return { created: count('new'), updated: count('changed'), kept: count('same') }
}
