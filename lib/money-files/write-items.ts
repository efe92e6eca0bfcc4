import 'server-only'
import type { Db } from '../db'
import { newId } from '../ids'
import { storedJson } from '../sync/stored-json'
import { writeWallet } from '../wallet/write-wallet'
import { judges, listReturnNumbers, numbered, type Place } from './judge-items'
import type { MoneyFileType } from './schema'
import type { StoredOf } from './stored-items'

export type Written = { created: number; updated: number; kept: number }
type Writers = { [T in MoneyFileType]: (db: Db, place: Place, rows: StoredOf<T>[]) => Promise<Written> }

/** Each in the caller's transaction; the same rows again change nothing. */
export const writers: Writers = {
  income: async (db, { ownerId }, rows) => {
    const [row] = await db.$queryRaw<[Written]>`
      SELECT * FROM write_income(${ownerId}::uuid, ${numbered(rows)}::jsonb)`
    return row
  },
  wallet: (db, { ownerId }, rows) => writeWallet(db, ownerId, rows),
  returns: writeReturns,
  advances: async (db, place, rows) => {
    const { organizationId, ownerId } = place
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('advances:' || ${ownerId}, 0))`
    const verdicts = await judges.advances(db, place, rows)
    const count = (outcome: string) => verdicts.filter((verdict) => verdict.outcome === outcome).length
    const changed = rows.filter((_, i) => verdicts[i]!.outcome !== 'same')
    await db.$executeRaw`
      INSERT INTO early_payout AS t (organization_id, shop_id, number, external_code, at, advance_cents, fee_cents, received_cents, rest_cents, returned_cents,
        status, due_on)
      SELECT DISTINCT ON (r.number) ${organizationId}::uuid, ${ownerId}::uuid, r.number, r.code, r.at, r."advanceCents", r."feeCents", r."receivedCents",
        r."restCents", r."returnedCents", r.status, r."dueOn"
      FROM jsonb_to_recordset(${storedJson(changed)}::jsonb) AS r(number text, code text, at timestamptz, "advanceCents" bigint, "feeCents" bigint,
        "receivedCents" bigint, "restCents" bigint, "returnedCents" bigint, status text, "dueOn" date)
      ORDER BY r.number
      ON CONFLICT (organization_id, shop_id, number) DO UPDATE SET external_code = excluded.external_code, at = excluded.at,
        advance_cents = excluded.advance_cents, fee_cents = excluded.fee_cents, received_cents = excluded.received_cents, rest_cents = excluded.rest_cents,
        returned_cents = excluded.returned_cents, status = excluded.status, due_on = excluded.due_on`
    return { created: count('new'), updated: count('changed'), kept: count('same') }
  },
  ads: writeAds,
  bank: async (db, { organizationId, ownerId }, rows) => {
    const { count } = await db.bankEntry.createMany({
      data: rows.map(({ fitid, day, amountCents, memo, account, end }) => ({
        ...{ organizationId, id: newId(), legalEntityId: ownerId, fitid, memo },
        ...{ accountKey: Uint8Array.from(Buffer.from(account, 'hex')), accountEnd: end },
        ...{ day: new Date(day), amountCents: BigInt(amountCents) },
      })),
      skipDuplicates: true,
    })
    return { created: count, updated: 0, kept: rows.length - count }
  },
}

/** Only what nobody has told of: what the API says of a return is not written over. */
async function writeReturns(db: Db, place: Place, rows: StoredOf<'returns'>[]): Promise<Written> {
  const { ownerId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${ownerId}, 0))`
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('returns:' || ${ownerId}, 0))`
  const numbers = await listReturnNumbers(
    db,
    place,
    rows.map(({ number }) => number),
  )
  const missing = rows.filter(({ number }) => !numbers.has(number))
  const [row] = await db.$queryRaw<[{ changed: number }]>`
    SELECT changed FROM write_returns(${ownerId}::uuid, ${storedJson(missing)}::jsonb)`
  return { created: row.changed, updated: 0, kept: rows.length - row.changed }
}

/** A day as a whole, by the report of the fewest days: what one of that day alone says is not written over by a month's share. */
async function writeAds(db: Db, place: Place, rows: StoredOf<'ads'>[]): Promise<Written> {
  const { organizationId, ownerId: shopId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('ads:' || ${shopId}, 0))`
  const verdicts = await judges.ads(db, place, rows)
  const written = { created: 0, updated: 0, kept: 0 }
  for (const [i, { day: text, days: reportDays, rows: items }] of rows.entries()) {
    const { outcome } = verdicts[i]!
    if (outcome === 'same') {
      written.kept += 1
      continue
    }
    const day = new Date(text)
    await db.adsSpend.deleteMany({ where: { organizationId, shopId, day } })
    await db.adsSpend.createMany({
      data: items.map((one) => ({
        ...{ organizationId, shopId, day, reportDays, itemId: String(one.item), title: String(one.title) },
        ...{ spendCents: BigInt(one.spendCents!), salesCents: BigInt(one.salesCents!) },
        ...{ clicks: Number(one.clicks), impressions: Number(one.impressions) },
      })),
    })
    written[outcome === 'new' ? 'created' : 'updated'] += 1
  }
  return written
}
