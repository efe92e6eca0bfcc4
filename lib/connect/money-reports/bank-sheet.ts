import { localDay, type Day } from '@/lib/core/dates'
import { plainDecimal } from '@/lib/core/money'
import { cellText, readMoney, readTime } from '@/lib/core/sheets/cell-values'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { columnLetters, type SheetRow } from '@/lib/core/sheets/sheet-reader'
import type { UnreadList, UnreadOne } from '@/lib/core/sheets/unread'
import { foldText } from '@/lib/core/text/fold-text'
import { BalanceBreaks } from './balance-breaks'
import { letterBehind, type BankPlaces, type Headings } from './bank-columns'
import type { ReadRow } from './file-facts'
import { finishStatement, type OfxAccount, type OfxEntry, type OfxProblem } from './ofx'
import { isBalanceLine, type RawEntry } from './ofx-words'
import type { SumCheck } from './schema'

const bankZone = 'America/Sao_Paulo'
const outWord = /^(d|debito|deb|saida|debit|out)\b/i
const inWord = /^(c|credito|cred|entrada|credit|in)\b/i
type Read = {
  row: number
  /** Its text may go on in rows below it. */
  lastRow: number
  raw: RawEntry
  cents: bigint | null
  balance: bigint | null
  isUndirected: boolean
  isDirected: boolean
  isLettered: boolean
  places: BankPlaces
  headings: Headings
}
/** `isUndirected`: a word stands for its direction, and is none. `isDirected`: a word says it. */
type Amount = { cents: bigint | null; text: string; isUndirected?: true; isDirected?: true; isLettered?: true }

/**
 * Statements as spreadsheets: their rows are entries as those of an OFX file, known again by day, amount and text. A charge in a column of its
 * own went out, and is left out as everything that did: its column is reported with its sum.
 */
export class BankSheet {
  private readonly read: Read[] = []
  private sheets: { places: BankPlaces; headings: Headings }[] = []
  private account: OfxAccount = { bank: '', branch: '', account: '' }
  leftOut = 0
  checks: SumCheck[] = []

  constructor(private readonly unread: UnreadList) {}

  /** A sheet begins, below its headings; `above`: the lines over them. */
  open(places: BankPlaces, headings: Headings, above: readonly (readonly string[])[]): void {
    this.sheets.push({ places, headings })
    if (this.account.account === '') this.account = accountAbove(above)
  }

  take(row: SheetRow): void {
    const { places, headings } = this.sheets.at(-1)!
    const { at, texts, others, id, balance } = places
    const said = textsIn(row, texts)
    const [NAME = '', ...more] = said.length > 0 ? said : textsIn(row, others)
    const MEMO = more.join(' · ')
    const time = readTime(row.cells.get(at))
    const day = time.ok && time.value !== null ? localDay(new Date(time.value), bankZone) : null
    const after = readMoney(balance === undefined ? undefined : row.cells.get(balance))
    const balanceCents = after.ok ? after.value : null
    const { cents, text, isUndirected = false, isDirected = false, isLettered = false } = amountOf(row, places)
    const balanceLine = isBalanceLine({ NAME, MEMO }) ? NAME : day === null && balanceIn(row)
    if (balanceLine) {
      this.unread.add({ kind: 'balance', name: balanceLine, cents: cents ?? balanceCents, sample: day ?? '' })
      return
    }
    const idle = idleKind(row, places)
    if (idle) return this.unread.add({ ...idle, cents, sample: day ?? '' })
    this.reportState(row, places, headings, cents)
    const raw: RawEntry = {
      row: String(this.read.length),
      section: String(this.sheets.length),
      DTPOSTED: day ?? cellText(row.cells.get(at)),
      TRNAMT: cents === null ? text : `${cents < 0n ? '' : '+'}${plainDecimal(cents)}`,
      NAME,
      MEMO,
      FITID: id === undefined ? '' : cellText(row.cells.get(id)),
    }
    this.read.push({
      row: row.number,
      lastRow: row.number,
      raw,
      cents,
      balance: balanceCents,
      isUndirected,
      isDirected,
      isLettered,
      places,
      headings,
    })
  }

  private reportState({ cells }: SheetRow, { state }: BankPlaces, headings: Headings, cents: bigint | null): void {
    if (state === undefined) return
    const word = cellText(cells.get(state))
    if (word !== '' && !movedWord.test(foldText(word)))
      this.unread.add({ kind: 'word', name: word, place: headings.get(state), cents })
  }

  /** Whether a row is the rest of the text of the entry above it, which it then has. */
  goesOn(row: SheetRow): boolean {
    const last = this.read.at(-1)
    const [only, ...more] = [...row.cells].filter(([, { text }]) => !/^[\s-]*$/.test(text))
    if (!last || !only || more.length > 0 || row.number !== last.lastRow + 1) return false
    if (last.cents === null || !last.places.texts.includes(only[0])) return false
    last.lastRow = row.number
    last.raw.MEMO = [last.raw.MEMO, cellText(only[1])].filter(Boolean).join(' · ')
    return true
  }

  /** All entries that money came in by, and the rows that cannot be read. */
  end(today: Day): ReadRow[] {
    // Where letters say the directions, an amount without one may be either.
    if (this.read.some(({ isLettered }) => isLettered))
      for (const one of this.read)
        if (!one.isDirected && (one.cents ?? 0n) > 0n) {
          one.isUndirected = true
          one.raw.TRNAMT = `${plainDecimal(one.cents!)}?`
        }
    const raw = this.read.map((one) => one.raw)
    const begun = { isCard: false, currency: null, from: null, to: null }
    const lists = { entries: [], problems: [], idle: [], outAhead: 0 }
    const statement = finishStatement({ ...this.account, ...begun, ...lists, raw }, today)
    for (const { kind, memo, amountCents, day } of statement.idle)
      this.unread.add({ kind, name: memo, cents: amountCents, sample: day })
    const came = statement.entries.filter(({ amountCents }) => amountCents > 0n)
    this.leftOut = statement.entries.length - came.length + statement.outAhead
    this.checks = this.followBalance()
    const entries = withRanks(came).map(({ row: n, ...one }): ReadRow => {
      const item = { ...one, of: this.account }
      return { row: this.read[n]!.row, key: '', read: { type: 'bank', item } }
    })
    return [...entries, ...statement.problems.map((one) => this.bad(one))].toSorted((a, b) => a.row - b.row)
  }

  /** Rows stand in the order of time or against it; each says the balance after it. */
  private followBalance(): SumCheck[] {
    const rows = this.read.filter(({ cents }) => cents !== null)
    const breaksOf = (ordered: readonly Read[]) => {
      const breaks = new BalanceBreaks()
      for (const [n, { row, cents, balance }] of ordered.entries())
        breaks.add(row, { at: new Date(n * 60_000), amountCents: cents!, balanceCents: balance })
      return breaks.list()
    }
    const [forward, backward] = [breaksOf(rows), breaksOf(rows.toReversed())]
    const least = countOf(forward) <= countOf(backward) ? forward : backward
    const followed = rows.filter(({ balance }) => balance !== null).length
    if (countOf(least) * 3 <= followed) return least
    // Amounts without a sign that make no balance went out as well as in.
    if (rows.every(({ cents, places, isDirected }) => cents! >= 0n && places.amount !== undefined && !isDirected))
      throw new SheetRefused('moneyFileBankSheet')
    // A balance at the end of the day stands in each row of that day, and follows none of them.
    return []
  }

  private bad({ row: n, tag, value, problem: said }: OfxProblem): ReadRow {
    const { row, places, headings, isUndirected } = this.read[n]!
    const ofAmount = (isUndirected ? places.direction : undefined) ?? places.amount ?? places.moneyIn
    const place = (tag === 'DTPOSTED' ? undefined : ofAmount) ?? places.at
    const problem = isUndirected && tag === 'TRNAMT' ? 'noDirection' : said
    const cell = `${columnLetters(place)}${row}`
    return { row, key: '', problems: [{ column: headings.get(place) ?? '', cell, value, problem }] }
  }
}

const textsIn = ({ cells }: SheetRow, places: readonly number[]): string[] => [
  ...new Set(places.map((place) => cellText(cells.get(place))).filter(Boolean)),
]

/** The name of a balance in whichever column: for a row without a day. */
const balanceIn = ({ cells }: SheetRow): string | undefined =>
  [...cells.values()].map(cellText).find((text) => text !== '' && isBalanceLine({ NAME: text }))

const countOf = (breaks: readonly SumCheck[]) => {
  const last = breaks.at(-1)
  return last?.name === 'balanceMore' ? Number(last.saidCents) : breaks.length
}

const reais = /^(r\$|br[a-z]|reais|real( brasileiro)?)$/
const movedWord =
  /^(efetiv|receb|envi|conclu|confirm|realiz|liquid|complet|aprov|pag[oa]|sucesso|ok\b|debit|credit|lancad|compens|process(ad|ed)|done|paid|settled|success)/
const aheadWord =
  /^(agend|program|pend|aguard|em (analise|processamento|andamento)|processando|futur|schedul|process(ing)?$)/
const unmovedWord = /^(cancel|estorn|recus|rejeit|negad|falh|devolv|expir|nao |fail|reject|refund|declin)/

/** Why no money of ours moves by a row, by its own words. */
function idleKind({ cells }: SheetRow, { currency, state }: BankPlaces): Pick<UnreadOne, 'kind' | 'name'> | null {
  const inMoney = currency === undefined ? '' : cellText(cells.get(currency))
  if (inMoney !== '' && !reais.test(foldText(inMoney))) return { kind: 'currency', name: inMoney }
  const word = state === undefined ? '' : cellText(cells.get(state))
  if (aheadWord.test(foldText(word))) return { kind: 'pending', name: word }
  return unmovedWord.test(foldText(word)) ? { kind: 'notMoved', name: word } : null
}

/** The movement of a row: with its sign, by the word beside it, or by the column in which it stands. */
function amountOf({ cells }: SheetRow, { amount, moneyIn, moneyOut, direction, kind }: BankPlaces): Amount {
  const read = (place: number | undefined): Amount => {
    const cell = place === undefined ? undefined : cells.get(place)
    const lettered = letterBehind(cellText(cell))
    const money = readMoney(lettered ? { kind: 'text', text: lettered[0] } : cell)
    if (!money.ok || money.value === null) return { cents: null, text: money.ok ? '' : cellText(cell) }
    if (!lettered) return { cents: money.value, text: '' }
    const isOut = lettered[1] === 'D' && money.value > 0n
    return { cents: isOut ? -money.value : money.value, text: '', isDirected: true, isLettered: true }
  }
  if (amount !== undefined) {
    const one = read(amount)
    if (one.isDirected || /^\s*\+/.test(cellText(cells.get(amount)))) return { ...one, isDirected: true }
    const place = direction ?? kind
    const word = place === undefined ? '' : foldText(cellText(cells.get(place))).trim()
    if (one.cents === null || word === '' || one.cents < 0n) return one
    if (inWord.test(word)) return { ...one, isDirected: true }
    if (outWord.test(word)) return { ...one, cents: -one.cents, isDirected: true }
    return direction === undefined ? one : { cents: null, text: word, isUndirected: true }
  }
  const [into, out] = [read(moneyIn), read(moneyOut)]
  const moves = ({ cents, text }: Amount) => text !== '' || (cents !== null && cents !== 0n)
  if (moves(into) && moves(out)) return { cents: null, text: `${into.cents ?? into.text} / ${out.cents ?? out.text}` }
  if (!moves(out)) return into
  return out.cents === null || out.cents < 0n ? out : { ...out, cents: -out.cents }
}

/** Among entries of one day and amount each has its place, whatever the order of the file. */
function withRanks(entries: readonly OfxEntry[]): (OfxEntry & { rank: number })[] {
  const counts = new Map<string, number>()
  const sorted = entries.toSorted((a, b) => (a.fitid < b.fitid ? -1 : 1))
  return sorted.map((one) => {
    const key = `${one.day} ${one.amountCents}`
    const rank = (counts.get(key) ?? 0) + 1
    counts.set(key, rank)
    return { ...one, rank }
  })
}

/** The account that stands above the headings, as `Conta` with its number; nothing where none does. */
function accountAbove(lines: readonly (readonly string[])[]): OfxAccount {
  const text = lines.map((line) => line.join(' ')).find((line) => /^\W*conta\b[^\d]{0,30}\d[\d.-]{3,20}/i.test(line))
  const account = /\d[\d.-]{3,20}/.exec(text ?? '')?.[0].replace(/\D/g, '') ?? ''
  return { bank: '', branch: '', account }
}
