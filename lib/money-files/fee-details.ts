import 'server-only'
import type { Db } from '../db'
import { isFurtherFee } from './fee-rows'
import type { MoneyOutcome } from './schema'
import type { Place, StoredFees } from './stored-items'

const keyOf = (code: string, report: string, key: string) => JSON.stringify([code, report, key])

async function listTold(db: Db, { organizationId, ownerId }: Place, rows: readonly StoredFees[]) {
  const found = await db.orderFeeDetail.findMany({
    where: { organizationId, shopId: ownerId, externalCode: { in: rows.map(({ code }) => code) } },
    omit: { organizationId: true, shopId: true, name: true },
  })
  return new Map(
    found.map(({ externalCode, report, key, amountCents, state }) => [
      keyOf(externalCode, report, key),
      { amount: Number(amountCents), state },
    ]),
  )
}

export async function judgeFees(db: Db, place: Place, rows: readonly StoredFees[]): Promise<MoneyOutcome[]> {
  const told = await listTold(db, place, rows)
  return rows.map(({ code, report, fees }) => {
    const before = fees.map(({ key }) => told.get(keyOf(code, report, key)))
    if (before.every((one) => one === undefined)) return 'new'
    return fees.some((fee, i) => !before[i] || isFurtherFee(before[i], fee)) ? 'changed' : 'same'
  })
}

/** In the caller's transaction; the same rows again change nothing, nor do rows of an earlier state. */
export async function writeFees(db: Db, place: Place, rows: readonly StoredFees[]) {
  const { organizationId, ownerId: shopId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('fee-details:' || ${shopId}, 0))`
  const told = await listTold(db, place, rows)
  const written = { created: 0, updated: 0, kept: 0 }
  for (const { code: externalCode, report, fees } of rows)
    for (const { key, name, amount, state } of fees) {
      const id = { organizationId, shopId, externalCode, report, key }
      const before = told.get(keyOf(externalCode, report, key))
      told.set(
        keyOf(externalCode, report, key),
        !before || isFurtherFee(before, { amount, state }) ? { amount, state } : before,
      )
      if (before && !isFurtherFee(before, { amount, state })) written.kept += 1
      else {
        written[before ? 'updated' : 'created'] += 1
        const data = { name, amountCents: BigInt(amount), state }
        await db.orderFeeDetail.upsert({
          ...{ where: { organizationId_shopId_externalCode_report_key: id } },
          ...{ create: { ...id, ...data }, update: data, select: { key: true } },
        })
      }
    }
  return written
}
