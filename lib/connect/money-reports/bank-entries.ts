import 'server-only'
import type { Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { partnerKey, sheetKeys } from './find-owner'
import { bareOf, compareAccounts, type BankLine, type SameAccount } from './same-account'
import type { MoneyOutcome } from './schema'
import type { Place, StoredOf } from './stored-items'

type Entry = StoredOf<'bank'>
/**
 * `like`: an entry of another statement has its day and amount, and it counts once with it (`isOnce`) or beside it. `sheet`: the account
 * of a spreadsheet that it moves from.
 */
type Judged = { outcome: MoneyOutcome; isUnknown: false; like?: { end: string; isOnce: boolean }; sheet?: string }
const known = (outcome: MoneyOutcome, like?: Judged['like']): Judged => ({
  outcome,
  isUnknown: false,
  ...(like && { like }),
})

/** By day, amount and text, counted; a file is a spreadsheet or an OFX file as a whole. */
export async function judgeEntries(db: Db, place: Place, rows: Entry[]): Promise<Judged[]> {
  return rows.some(({ rank }) => rank !== undefined) ? judgeSheet(db, place, rows) : judgeOfx(db, place, rows)
}

/**
 * An entry is known that an earlier version kept under the bank's own number, or without the branch. So is one that a spreadsheet of the same account
 * brought, whose text may be another: one of them for each entry of its day and amount.
 */
async function judgeOfx(db: Db, place: Place, rows: Entry[]): Promise<Judged[]> {
  const { organizationId } = place
  const keys = [...new Set(rows.flatMap(({ account, former }) => [account, former ?? account]))]
  const here = await db.$queryRaw<{ key: string; count: number }[]>`
    SELECT f.key, count(*)::int AS count FROM (
      SELECT encode(e.account_key, 'hex') || '|' || to_char(e.day, 'YYYY-MM-DD') || '|' || e.amount_cents || '|' || lower(e.memo) AS key
      FROM bank_entry e WHERE e.organization_id = ${organizationId}::uuid AND encode(e.account_key, 'hex') = ANY (${keys}::text[])
        AND e.day = ANY (${rows.map(({ day }) => day)}::date[])) f
    GROUP BY 1`
  const counts = new Map(here.map(({ key, count }) => [key, count]))
  const lines = await listLines(db, place, rows)
  const left = countLines(lines)
  const sheets = new Map(
    [...new Set(rows.map((row) => row.account))].map((account) => {
      const mine = rows.filter((row) => row.account === account)
      return [account, sheetsOf(place, mine, lines)]
    }),
  )
  return rows.map((row) => {
    const { account, former, day, amountCents, memo, fitid } = row
    const nth = Number(fitid.slice(fitid.lastIndexOf('|') + 1))
    const under = (key: string) => counts.get(`${key}|${day}|${amountCents}|${memo.toLowerCase()}`) ?? 0
    const own = under(account)
    if (nth <= own) return known('same')
    if (former && nth <= own + under(former)) return known('changed')
    for (const { key, same } of sheets.get(account)!) {
      const bare = `${key}|${bareOf(row)}`
      const count = left.get(bare) ?? 0
      if (count <= 0) continue
      left.set(bare, count - 1)
      return { ...judgeMet(same, 'changed', ''), sheet: key }
    }
    return known('new')
  })
}

/** The accounts of spreadsheets whose entries may be an OFX account's, the surest first: what was said to be of it is. */
function sheetsOf({ organizationId, ownerId }: Place, mine: Entry[], lines: readonly StoredLine[]) {
  const { account, entity } = mine[0]!
  const owner = entity ?? ownerId
  const partner = partnerKey(organizationId, owner, account)
  return [partner, ...sheetKeys(organizationId, owner)]
    .flatMap((key) => {
      const theirs = lines.filter((line) => line.account === key)
      if (theirs.length === 0) return []
      return [{ key, same: key === partner ? ('sure' as const) : compareAccounts(mine, theirs) }]
    })
    .toSorted((a, b) => ranks.indexOf(a.same) - ranks.indexOf(b.same))
}

/**
 * An entry that an OFX file of the same account brought is known, by its day and amount: its text may be another there. Where the account
 * is known, no other is looked at.
 */
async function judgeSheet(db: Db, place: Place, rows: Entry[]): Promise<Judged[]> {
  const { account: key, of } = rows[0]!
  const accounts = new Map<string, StoredLine[]>()
  for (const line of await listLines(db, place, rows))
    accounts.set(line.account, [...(accounts.get(line.account) ?? []), line])
  const own = new Set(accounts.get(key)?.map(({ fitid }) => fitid))
  accounts.delete(key)
  // Entries under its own key have stayed behind when others of their file went to the account of an OFX file.
  const others = [...accounts.entries()]
    .filter(([account]) => of === undefined || account === of)
    .map(([, lines]) => ({
      end: lines[0]!.end,
      counts: countBare(lines),
      same: of === undefined ? compareAccounts(rows, lines) : ('sure' as const),
    }))
  return rows.map((row) => {
    const { fitid, rank = 0 } = row
    if (own.has(fitid)) return known('same')
    const bare = bareOf(row)
    const met = others
      .filter(({ counts }) => rank <= (counts.get(bare) ?? 0))
      .toSorted((a, b) => ranks.indexOf(a.same) - ranks.indexOf(b.same))[0]
    return met ? judgeMet(met.same, 'same', met.end) : known('new')
  })
}

const ranks: readonly SameAccount[] = ['sure', 'likely', 'other']
const judgeMet = (same: SameAccount, outcome: MoneyOutcome, end: string): Judged => {
  if (same === 'sure') return known(outcome)
  return same === 'likely' ? known(outcome, { end, isOnce: true }) : known('new', { end, isOnce: false })
}

type StoredLine = BankLine & { account: string; end: string; fitid: string }

/** The legal entity's entries between the first and the last of these days. */
async function listLines(db: Db, { organizationId, ownerId }: Place, rows: Entry[]): Promise<StoredLine[]> {
  const days = rows.map(({ day }) => day).toSorted()
  const entities = [...new Set(rows.map(({ entity }) => entity ?? ownerId))]
  return db.$queryRaw<StoredLine[]>`
    SELECT encode(e.account_key, 'hex') AS account, e.account_end AS "end", e.fitid, to_char(e.day, 'YYYY-MM-DD') AS day,
      e.amount_cents::float8 AS "amountCents", e.memo
    FROM bank_entry e WHERE e.organization_id = ${organizationId}::uuid AND e.legal_entity_id = ANY (${entities}::uuid[])
      AND e.day BETWEEN ${days[0]}::date AND ${days.at(-1)}::date ORDER BY e.fitid COLLATE "C"`
}

const countBare = (lines: readonly StoredLine[]) => countBy(lines, bareOf)
const countLines = (lines: readonly StoredLine[]) => countBy(lines, (line) => `${line.account}|${bareOf(line)}`)
function countBy<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}

/** An entry that was kept without the account's branch, or by a spreadsheet, goes to the account that names it. */
export async function writeEntries(db: Db, place: Place, rows: Entry[]) {
  const { organizationId, ownerId } = place
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('bank:' || ${organizationId}, 0))`
  const verdicts = await judgeEntries(db, place, rows)
  const withOutcome = (outcome: MoneyOutcome) => rows.filter((_, i) => verdicts[i]!.outcome === outcome)
  const moved = withOutcome('changed')
  for (const [i, row] of rows.entries()) {
    const { outcome, sheet } = verdicts[i]!
    if (outcome !== 'changed') continue
    if ((await moveFormer(db, place, row)) === 0 && sheet) await moveFromSheet(db, place, row, sheet)
  }
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
async function moveFromSheet(db: Db, { organizationId }: Place, row: Entry, sheet: string): Promise<number> {
  const { account, day, amountCents, memo, fitid, end } = row
  return db.$executeRaw`
    UPDATE bank_entry SET account_key = decode(${account}, 'hex'), account_end = ${end}, fitid = ${fitid}, memo = ${memo}
    WHERE organization_id = ${organizationId}::uuid AND id = (
      SELECT id FROM bank_entry WHERE organization_id = ${organizationId}::uuid AND account_key = decode(${sheet}, 'hex')
        AND day = ${day}::date AND amount_cents = ${amountCents}::bigint ORDER BY fitid COLLATE "C" LIMIT 1)`
}
