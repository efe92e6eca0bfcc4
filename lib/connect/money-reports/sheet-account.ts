import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { partnerKey, sheetKeys } from './find-owner'
import { bareOf, compareAccounts, within, type BankLine, type SameAccount } from './same-account'
import type { BankAccount } from './schema'

/** Where the entries of a statement as a spreadsheet are kept, and the account that it is known to be of. */
export type SheetAccount = { key: string; of: string | null }
/** The question, with the accounts among which it is decided. */
type AccountQuestion = { asks: BankAccount[] }

/** The answer of a person: one more account. */
const anotherAccount = 'new'

type Statement = { entity: string; lines: readonly BankLine[]; end: string; chosen: string | undefined }
type Known = BankAccount & { isSheet: boolean; lines: BankLine[]; partner: boolean }

/**
 * A spreadsheet names no bank: whose account it is follows from the number above it, or from entries that it has in common with one. Where
 * neither says it and the entity has several accounts, or one from a spreadsheet, the person is asked: a guess would count entries of two
 * banks once.
 */
export async function findSheetAccount(
  db: Db,
  organizationId: string,
  { entity, lines, end, chosen }: Statement,
): Promise<SheetAccount | AccountQuestion> {
  const sheets = sheetKeys(organizationId, entity)
  const known = await listKnown(db, organizationId, { entity, lines, sheets })
  const accounts = known.filter(({ partner }) => !partner)
  const [first] = sheets as [string]
  const chosenAccount = accounts.find(({ key }) => key === chosen)
  if (chosenAccount) return placeOf(organizationId, entity, chosenAccount)
  const free = sheets.find((key) => known.every((one) => one.key !== key))
  if (chosen === anotherAccount && free) return { key: free, of: free }
  const named = accounts.filter((one) => end !== '' && one.end === end)
  if (named.length === 1) return placeOf(organizationId, entity, named[0]!)
  const met = likeliest(lines, accounts)
  const metSheets = met.filter(({ isSheet }) => isSheet)
  if (metSheets.length === 1) return { key: metSheets[0]!.key, of: null }
  if (met.length > 0 && metSheets.length === 0) {
    const partner = met.length === 1 ? partnerKey(organizationId, entity, met[0]!.key) : first
    return { key: known.some(({ key }) => key === partner) ? partner : first, of: null }
  }
  const mayMix = accounts.length > 1 || known.some(({ isSheet, partner }) => isSheet || partner)
  if (!mayMix) return { key: first, of: null }
  return { asks: accounts.map(({ key, end: last, from, to, entries }) => ({ key, end: last, from, to, entries })) }
}

const placeOf = (organizationId: string, entity: string, { key, isSheet }: Known): SheetAccount =>
  isSheet ? { key, of: key } : { key: partnerKey(organizationId, entity, key), of: key }

/** Those that surely are the same account, else those that likely are. */
function likeliest(lines: readonly BankLine[], accounts: readonly Known[]): Known[] {
  const judged = accounts.map((account) => ({ account, same: sameOf(lines, account) }))
  const of = (same: SameAccount) => judged.flatMap((one) => (one.same === same ? [one.account] : []))
  const sure = of('sure')
  return sure.length > 0 ? sure : of('likely')
}

/** Two spreadsheets of one account word an entry alike: where all entries of the days that both have do, it is likely one. */
function sameOf(lines: readonly BankLine[], { isSheet, lines: theirs }: Known): SameAccount {
  const same = compareAccounts(lines, theirs)
  if (same !== 'other' || !isSheet) return same
  const [mine, others] = [within(lines, theirs), within(theirs, lines)]
  const left = others.map(textOf)
  const met = mine.filter((line) => {
    const at = left.indexOf(textOf(line))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return met.length > 0 && met.length === Math.min(mine.length, others.length) ? 'likely' : 'other'
}

const textOf = (line: BankLine) => `${bareOf(line)}|${line.memo}`

type Asked = { entity: string; lines: readonly BankLine[]; sheets: readonly string[] }
type Row = { key: string; end: string; from: Day; to: Day; entries: number; lines: BankLine[] }

/** The entity's accounts, with their entries of the statement's days. */
async function listKnown(db: Db, organizationId: string, { entity, lines, sheets }: Asked): Promise<Known[]> {
  const days = lines.map(({ day }) => day).toSorted()
  const rows = await db.$queryRaw<Row[]>`
    SELECT encode(e.account_key, 'hex') AS key, max(e.account_end) AS "end", to_char(min(e.day), 'YYYY-MM-DD') AS "from",
      to_char(max(e.day), 'YYYY-MM-DD') AS "to", count(*)::int AS entries,
      coalesce(jsonb_agg(jsonb_build_object('day', to_char(e.day, 'YYYY-MM-DD'), 'amountCents', e.amount_cents, 'memo', e.memo) ORDER BY e.id)
        FILTER (WHERE e.day BETWEEN ${days[0] ?? null}::date AND ${days.at(-1) ?? null}::date), '[]') AS lines
    FROM bank_entry e WHERE e.organization_id = ${organizationId}::uuid AND e.legal_entity_id = ${entity}::uuid
    GROUP BY e.account_key ORDER BY max(e.day) DESC, 1`
  const partners = new Set(rows.map(({ key }) => partnerKey(organizationId, entity, key)))
  return rows.map((row) => ({ ...row, isSheet: sheets.includes(row.key), partner: partners.has(row.key) }))
}
