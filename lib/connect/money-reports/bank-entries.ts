import 'server-only'
import type { Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { sheetKey } from './find-owner'
import type { MoneyOutcome } from './schema'
import type { Place, StoredOf } from './stored-items'

type Entry = StoredOf<'bank'>
type Judged = { outcome: MoneyOutcome; isUnknown: false }
const known = (outcome: MoneyOutcome): Judged => ({ outcome, isUnknown: false })

const sheetKeyOf = ({ organizationId, ownerId }: Place, { entity }: Entry) =>
  sheetKey(organizationId, entity ?? ownerId).toString('hex')

/** By day, amount and text, counted; a file is a spreadsheet or an OFX file as a whole. */
export async function judgeEntries(db: Db, place: Place, rows: Entry[]): Promise<Judged[]> {
  return rows.some(({ rank }) => rank !== undefined) ? judgeSheet(db, place, rows) : judgeOfx(db, place, rows)
}

/**
 * An entry is known that an earlier version kept under the bank's own number, or without the branch. So is one that a spreadsheet brought, whose text may be
 * another: one of them for each entry of its day and amount.
 */
async function judgeOfx(db: Db, place: Place, rows: Entry[]): Promise<Judged[]> {
  const { organizationId } = place
  const sheets = new Set(rows.map((row) => sheetKeyOf(place, row)))
  const keys = [...new Set(rows.flatMap(({ account, former }) => [account, former ?? account])), ...sheets]
  const here = await db.$queryRaw<{ key: string; bare: string; account: string; count: number }[]>`
    SELECT f.bare || '|' || f.memo AS key, f.bare, f.account, count(*)::int AS count FROM (
      SELECT encode(e.account_key, 'hex') AS account, lower(e.memo) AS memo,
        encode(e.account_key, 'hex') || '|' || to_char(e.day, 'YYYY-MM-DD') || '|' || e.amount_cents AS bare
      FROM bank_entry e WHERE e.organization_id = ${organizationId}::uuid AND encode(e.account_key, 'hex') = ANY (${keys}::text[])
        AND e.day = ANY (${rows.map(({ day }) => day)}::date[])) f
    GROUP BY 1, 2, 3`
  const counts = new Map(here.map(({ key, count }) => [key, count]))
  const ofSheets = new Map<string, number>()
  for (const { bare, account, count } of here)
    if (sheets.has(account)) ofSheets.set(bare, (ofSheets.get(bare) ?? 0) + count)
  return rows.map((row) => {
    const { account, former, day, amountCents, memo, fitid } = row
    const nth = Number(fitid.slice(fitid.lastIndexOf('|') + 1))
    const under = (key: string) => counts.get(`${key}|${day}|${amountCents}|${memo.toLowerCase()}`) ?? 0
    const own = under(account)
    if (nth <= own) return known('same')
    if (former && nth <= own + under(former)) return known('changed')
    const bare = `${sheetKeyOf(place, row)}|${day}|${amountCents}`
    const left = ofSheets.get(bare) ?? 0
    ofSheets.set(bare, left - 1)
    return known(left > 0 ? 'changed' : 'new')
  })
}

/** An entry that an OFX file of the same legal entity brought is known, by its day and amount: its text may be another there. */
async function judgeSheet(db: Db, { organizationId, ownerId }: Place, rows: Entry[]): Promise<Judged[]> {
  const key = sheetKey(organizationId, ownerId).toString('hex')
  const here = await db.$queryRaw<{ key: string; others: number; own: string[] }[]>`
    SELECT to_char(e.day, 'YYYY-MM-DD') || '|' || e.amount_cents AS key,
      (count(*) FILTER (WHERE e.account_key <> decode(${key}, 'hex')))::int AS others,
      coalesce(array_agg(e.fitid) FILTER (WHERE e.account_key = decode(${key}, 'hex')), '{}') AS own
    FROM bank_entry e WHERE e.organization_id = ${organizationId}::uuid AND e.legal_entity_id = ${ownerId}::uuid
      AND e.day = ANY (${rows.map(({ day }) => day)}::date[])
    GROUP BY 1`
  const days = new Map(here.map((one) => [one.key, one]))
  return rows.map(({ day, amountCents, fitid, rank = 0 }) => {
    const same = days.get(`${day}|${amountCents}`)
    return known(same && (rank <= same.others || same.own.includes(fitid)) ? 'same' : 'new')
  })
}

/** An entry that was kept without the account's branch, or by a spreadsheet, goes to the account that names it. */
export async function writeEntries(db: Db, place: Place, rows: Entry[]) {
  const { organizationId, ownerId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('bank:' || ${organizationId}, 0))`
  const verdicts = await judgeEntries(db, place, rows)
  const withOutcome = (outcome: MoneyOutcome) => rows.filter((_, i) => verdicts[i]!.outcome === outcome)
  const moved = withOutcome('changed')
  for (const row of moved) if ((await moveFormer(db, place, row)) === 0) await moveFromSheet(db, place, row)
  const { count } = await db.bankEntry.createMany({
    data: withOutcome('new').map(({ fitid, day, amountCents, memo, account, end, entity }) => ({
      organizationId,
      id: newId(),
      legalEntityId: entity ?? ownerId,
      fitid,
      memo,
      accountKey: Uint8Array.from(Buffer.from(account, 'hex')),
      accountEnd: end,
      day: new Date(day),
      amountCents: BigInt(amountCents),
    })),
    skipDuplicates: true,
  })
  return { created: count, updated: moved.length, kept: rows.length - count - moved.length }
}

async function moveFormer(db: Db, { organizationId }: Place, row: Entry): Promise<number> {
  const { account, former = null, day, amountCents, memo, fitid } = row
  return db.$executeRaw`
    UPDATE bank_entry SET account_key = decode(${account}, 'hex'), fitid = ${fitid}
    WHERE organization_id = ${organizationId}::uuid AND id = (
      SELECT id FROM bank_entry WHERE organization_id = ${organizationId}::uuid AND account_key = decode(${former}, 'hex')
        AND day = ${day}::date AND amount_cents = ${amountCents}::bigint AND lower(memo) = lower(${memo}) ORDER BY id LIMIT 1)`
}

/** The first by its text, as a spreadsheet that comes later leaves out the first. */
async function moveFromSheet(db: Db, place: Place, row: Entry): Promise<number> {
  const { organizationId } = place
  const { account, day, amountCents, memo, fitid, end } = row
  return db.$executeRaw`
    UPDATE bank_entry SET account_key = decode(${account}, 'hex'), account_end = ${end}, fitid = ${fitid}, memo = ${memo}
    WHERE organization_id = ${organizationId}::uuid AND id = (
      SELECT id FROM bank_entry WHERE organization_id = ${organizationId}::uuid AND account_key = decode(${sheetKeyOf(place, row)}, 'hex')
        AND day = ${day}::date AND amount_cents = ${amountCents}::bigint ORDER BY fitid COLLATE "C" LIMIT 1)`
}
