import { maskMemo } from '@/lib/money/bank/mask-memo'
import { isDay, type Day } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { decodeText } from '@/lib/core/sheets/decode-text'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { isBalanceLine, readDirections, type RawEntry } from './ofx-words'

export const ofxLimits = {
  bytes: 10 * 1024 * 1024,
  entries: 50_000,
  value: 2_000,
  tags: 1_500_000,
  accounts: 50,
} as const

export type OfxAccount = { bank: string; branch: string; account: string }
export type OfxEntry = {
  /**
   * The identity of the entry: its day, amount and text, and its position among equal ones. Banks make a new number at
   * each download.
   */
  fitid: string
  day: Day
  amountCents: bigint
  memo: string
  /** Place among the file's entries, from 1. */
  row: number
}
export type OfxProblem = {
  row: number
  tag: string
  value: string
  problem: 'missing' | 'notMoney' | 'ambiguousMoney' | 'notTime' | 'tooLarge' | 'noDirection' | 'rowCut'
}
/** A line that moves no money of ours: a balance, what is pending or to come in on a day ahead, an amount in another currency, an entry that stands there already, or one that the bank corrected. */
export type OfxIdle = {
  kind: 'balance' | 'future' | 'currency' | 'repeat' | 'pending' | 'correction'
  memo: string
  amountCents: bigint
  day: Day
}
export type OfxStatement = OfxAccount & {
  isCard: boolean
  /** The currency of an account that is not kept in reais. */
  currency: string | null
  from: Day | null
  to: Day | null
  entries: OfxEntry[]
  problems: OfxProblem[]
  idle: OfxIdle[]
  /** Entries that are dated ahead by which nothing comes in: no more of them than that there are so many. */
  outAhead: number
}

/** Whether what a file begins with is a bank statement, of either version. */
export const looksLikeOfx = (head: Uint8Array): boolean =>
  /OFXHEADER\s*[:=]|<OFX[\s>]/i.test(decodeText(head, () => 'windows-1252'))

/** UTF-8 where the bytes prove it, else what the header names, else what Windows writes. */
export function decodeOfx(bytes: Uint8Array): string {
  if (bytes.length > ofxLimits.bytes)
    throw new SheetRefused('importFileTooLarge', { megabytes: ofxLimits.bytes / 1_048_576 })
  const named = (head: string) =>
    /^\s*CHARSET\s*:\s*([\w-]+)/im.exec(head)?.[1]?.replace(/^NONE$/i, '') ||
    (/^<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)/i.exec(head.trimStart())?.[1] ?? null)
  return decodeText(bytes, named)
}

const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The five named ones and numbers; whatever else is written with an ampersand is text. Nothing is ever fetched or declared. */
const plain = (text: string) =>
  text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, ten, sixteen, name) => {
      const point = ten ? Number(ten) : sixteen ? parseInt(String(sixteen), 16) : null
      if (point !== null)
        return point > 31 && point < 0x110000 && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : ' '
      return names[String(name).toLowerCase()] ?? whole
    })
    .replace(/[\s\u0000]+/gu, ' ')
    .trim()

/** Text of a CDATA section is taken as it is written; a break of a line is a space. */
const spelledOut = (text: string) =>
  text
    .replace(/<br\s{0,3}\/?>/gi, ' ')
    .replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_, inner: string) =>
      inner.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'),
    )

type Element = { tag: string; value: string; isEnd: boolean }

/** Elements of an entry that the older version writes without an end. */
const entryTags =
  /^(TRNTYPE|DT(POSTED|USER|AVAIL|TRAN|ASOF)|TRNAMT|FITID|CORRECT(FITID|ACTION)|SRVRTID|CHECKNUM|REFNUM|SIC|PAYEEID|NAME|EXTDNAME|MEMO|CUR(SYM|RATE)|INV401KSOURCE|BALAMT|(BANK|BRANCH|ACCT)(ID|TYPE|KEY)|ADDR[123]|CITY|STATE|POSTALCODE|COUNTRY|PHONE)$/
const textTags = /^(MEMO|NAME|EXTDNAME)$/

/** Whether a word in brackets is a part of the text before it: no known element, on the same line, and nothing ends it. */
function makeBracketed(text: string): (before: Element | null, tag: string, at: number) => boolean {
  const ended = new Map<string, boolean>()
  const hasEnd = (tag: string) => {
    const known = ended.get(tag) ?? text.includes(`</${tag}`)
    ended.set(tag, known)
    return known
  }
  return (before, tag, at) =>
    before !== null &&
    !before.isEnd &&
    textTags.test(before.tag) &&
    !/[.:]/.test(tag) &&
    !entryTags.test(tag.toUpperCase()) &&
    !/[\r\n][^\S\r\n]*$/.test(text.slice(Math.max(0, at - 200), at)) &&
    !hasEnd(tag)
}

/**
 * Tags and the text behind each, in order: elements of the older version have no end, aggregates of both have one. A `<` that begins no tag is a
 * part of the text, and a word in brackets within one: banks write both as they are.
 */
function* elementsOf(text: string): Generator<Element> {
  const pattern = /<(\/?)([A-Za-z0-9_.:]{1,40})\s*\/?>([^<]*(?:<(?![!?]|\/?[A-Za-z0-9_.:]{1,40}\s*\/?>)[^<]*){0,20})/g
  const isBracketed = makeBracketed(text)
  let count = 0
  let before: Element | null = null
  for (const { 0: whole, 1: end, 2: tag, 3: value, index } of text.matchAll(pattern)) {
    count += 1
    if (count > ofxLimits.tags) throw new SheetRefused('importUnsafe')
    if (value!.length > ofxLimits.value && value!.trim().length > ofxLimits.value)
      throw new SheetRefused('importUnsafe')
    if (end === '' && isBracketed(before, tag!, index)) {
      before!.value = plain(`${before!.value} ${whole}`)
      if (before!.value.length > ofxLimits.value) throw new SheetRefused('importUnsafe')
      continue
    }
    if (before) yield before
    before = { tag: tag!.toUpperCase().replace(/^.*:/, ''), value: plain(value!), isEnd: end === '/' }
  }
  if (before) yield before
}

const rounded = (whole: string, decimals: string): bigint => {
  const cents = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'))
  return decimals.length > 2 && decimals[2]! >= '5' ? cents + 1n : cents
}

/**
 * '-1234.56', '+10', '1.234,56', '1,234.56', '10,5'. The format has no separators of thousands, so four and more digits behind the only separator are
 * decimals; three could be either and are not guessed. A sign may stand behind, brackets and a D are one. Null for what is no amount.
 */
export function readOfxAmount(text: string): bigint | 'ambiguous' | null {
  const plainText = text.replace(/\s+/g, ' ').trim()
  const match = /^([+\-−(]?) ?(?:R\$)? ?([+\-−]?) ?([\d.,]+) ?([-−)DC]?)$/i.exec(plainText)
  if (!match) return null
  const [, before = '', within = '', digits = '', behind = ''] = match
  const sign = `${before}${within}${behind}`.toUpperCase()
  if (!/^(?:[+\-−DC]?|\(\))$/.test(sign)) return null
  const separators = digits.replace(/\d/g, '')
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const isGrouped = separators.length > 1 && new Set(separators).size === 1
  if (isGrouped && !/^\d{1,3}([.,]\d{3})+$/.test(digits)) return null
  const decimals = at === -1 || isGrouped ? '' : digits.slice(at + 1)
  const whole = (at === -1 || isGrouped ? digits : digits.slice(0, at)).replace(/[.,]/g, '') || '0'
  if (decimals.length === 3 && separators.length === 1) return 'ambiguous'
  if (!/^\d{1,12}$/.test(whole) || !/^\d{0,12}$/.test(decimals) || !/\d/.test(digits)) return null
  const value = rounded(whole, decimals)
  return /[-−(D]/.test(sign) ? -value : value
}

/** The day as the bank writes it: the time and the zone behind it are of the bank's clock, and some are wrong. */
export function readOfxDay(text: string): Day | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text)
  const local = /^(\d{2})[/.-](\d{2})[/.-](\d{4})(?!\d)/.exec(text)
  const day = local ? `${local[3]}-${local[2]}-${local[1]}` : match ? `${match[1]}-${match[2]}-${match[3]}` : null
  return day && isDay(day) ? day : null
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
/** A currency that is none of Brazil's: some banks still write BRC or BRR, and some words of their own. */
const otherCurrency = (code: string | undefined): string | null => {
  const name = (code ?? '').trim().toUpperCase()
  return currencies.has(name) && !/^(BR|X)/.test(name) ? name : null
}

type Reading = OfxStatement & { raw: RawEntry[] }

/**
 * Reads a file's statements, one an account; throws SheetRefused for any other file. An entry after `today` has not
 * come yet.
 */
export function parseOfx(text: string, today: Day = '9999-12-31'): OfxStatement[] {
  const spelled = spelledOut(text)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(spelled)) throw new SheetRefused('importUnsafe')
  const statements = new Map<string, Reading>()
  let transaction: RawEntry | null = null
  let account: Record<string, string> = {}
  let inAccount = false
  let isCard = false
  let inCardList = false
  let currency: string | null = null
  let hasBody = false
  let entries = 0
  let section = 0
  const open = () => {
    const { BANKID: bank = '', BRANCHID: branch = '', ACCTID: number = '', ACCTTYPE = '' } = account
    const key = JSON.stringify([bank, branch, number, isCard, currency])
    const known = statements.get(key)
    if (known) return known
    if (statements.size === ofxLimits.accounts) throw new SheetRefused('importUnsafe')
    const lists = { entries: [], problems: [], idle: [], outAhead: 0, raw: [] }
    const isDebt = isCard || /CREDITLINE|CREDITCARD/i.test(ACCTTYPE)
    const begun = { bank, branch, account: number, isCard: isDebt, currency, from: null, to: null, ...lists }
    statements.set(key, begun)
    return begun
  }
  const close = () => {
    if (transaction) open().raw.push(transaction)
    transaction = null
  }
  for (const { tag, value, isEnd } of elementsOf(spelled)) {
    if (tag === 'OFX') hasBody = true
    else if (tag === 'BANKACCTFROM' || tag === 'CCACCTFROM') {
      inAccount = !isEnd
      if (isEnd) continue
      close()
      account = {}
      section += 1
      isCard = inCardList || tag === 'CCACCTFROM'
    } else if (tag === 'STMTRS' || tag === 'CCSTMTRS') {
      close()
      account = {}
      currency = null
      section += 1
      isCard = inCardList = tag === 'CCSTMTRS' && !isEnd
    } else if (tag === 'STMTTRN' || tag === 'STMTTRNP') {
      close()
      if (isEnd) continue
      entries += 1
      if (entries > ofxLimits.entries) throw new SheetRefused('importTooManyRows', { rows: ofxLimits.entries })
      inAccount = false
      transaction = { row: String(entries), section: String(section), ...(tag === 'STMTTRNP' && { pending: 'yes' }) }
    } else if (isEnd) {
      if (tag === 'BANKTRANLIST' || tag === 'BANKTRANLISTP') close()
    } else if (transaction) transaction[tag] = textOf(tag, transaction[tag], value)
    else if (tag === 'CURDEF') currency = otherCurrency(value)
    else if (tag === 'DTSTART') open().from ??= readOfxDay(value)
    else if (tag === 'DTEND') open().to ??= readOfxDay(value)
    else if (inAccount) account[tag] ??= value
  }
  // Nothing ends the last entry, nor the list that it stands in: the file ends within it.
  if (transaction) transaction.isCut = 'yes'
  close()
  if (!hasBody) throw new SheetRefused('moneyFileUnknown')
  if (statements.size === 0) open()
  return [...statements.values()].map((statement) => finishStatement(statement, today))
}

/** The first of each element counts; only a text is written in several pieces, each an element of its own. */
const textOf = (tag: string, before: string | undefined, value: string): string =>
  before === undefined || (tag === 'MEMO' && before === '')
    ? value
    : tag === 'MEMO' && value !== '' && value !== before
      ? `${before} ${value}`.slice(0, ofxLimits.value)
      : before

/** As a bank's text is compared: its letters, without case and spacing. */
const folded = (memo: string) => memo.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').slice(0, 300)

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * Whether the bank's number of an entry tells it from others. Some banks write zeros, the day with the amount, or one number for entries that differ: two
 * equal entries are then two. A bank that does so once is not believed for any of its entries.
 */
function readsNumbers(raw: readonly RawEntry[]): (one: RawEntry) => boolean {
  const first = new Map<string, string>()
  const dataOf = ({ DTPOSTED = '', TRNAMT = '', NAME = '', MEMO = '' }: RawEntry) =>
    JSON.stringify([DTPOSTED.slice(0, 10), TRNAMT, NAME, MEMO])
  const isMade = ({ FITID = '', DTPOSTED = '', TRNAMT = '' }: RawEntry) => {
    const digits = digitsOf(FITID)
    const [day, amount] = [digitsOf(DTPOSTED.slice(0, 10)).slice(0, 8), digitsOf(TRNAMT)]
    const rest = digits.startsWith(day) ? digits.slice(8) : null
    return !/[1-9a-z]/i.test(FITID) || (rest !== null && (rest === '' || rest.includes(amount)))
  }
  for (const one of raw) {
    if (isBalanceLine(one) || isMade(one)) continue
    const before = first.get(one.FITID!)
    if (before !== undefined && before !== dataOf(one)) return () => false
    first.set(one.FITID!, dataOf(one))
  }
  return (one) => !isMade(one)
}

/** As posted; some banks leave that day out, and say when the payment was made. */
const dayOf = ({ DTPOSTED = '', DTTRAN = '', DTUSER = '' }: RawEntry): Day | null =>
  readOfxDay(DTPOSTED) ?? readOfxDay(DTTRAN) ?? (/[1-9]/.test(DTPOSTED) ? null : readOfxDay(DTUSER))

function memoOf({ NAME, EXTDNAME, MEMO, CHECKNUM }: RawEntry): string {
  const name = NAME || EXTDNAME
  const said = [name, MEMO === name ? '' : MEMO].filter(Boolean).join(' · ').slice(0, 300)
  return maskMemo(said || (CHECKNUM ?? ''))
}

const isDeletion = ({ CORRECTACTION = '' }: RawEntry) => /^delete$/i.test(CORRECTACTION.trim())

/** Without the entries that the bank corrects by their numbers, and without the deletions; a number that several entries have names none. */
function withoutCorrected(raw: readonly RawEntry[]): { kept: RawEntry[]; corrections: RawEntry[] } {
  const corrections = raw.filter(({ CORRECTFITID }) => CORRECTFITID)
  if (corrections.length === 0) return { kept: [...raw], corrections }
  const numbered = groupBy(
    raw.filter(({ FITID, pending }) => FITID && !pending),
    ({ FITID }) => FITID!,
  )
  const gone = new Set<RawEntry>()
  for (const one of corrections) {
    const [corrected, more] = (numbered.get(one.CORRECTFITID!) ?? []).filter((each) => each !== one)
    if (corrected && !more) gone.add(corrected)
  }
  const kept = raw.filter((one) => !gone.has(one) && !(one.CORRECTFITID && isDeletion(one)))
  return { kept, corrections }
}

export function finishStatement({ raw: all, ...statement }: Reading, today: Day): OfxStatement {
  const { kept: raw, corrections } = withoutCorrected(all)
  for (const one of corrections) {
    const [amountCents, day] = [readOfxAmount(one.TRNAMT ?? ''), readOfxDay(one.DTPOSTED ?? '')]
    if (typeof amountCents === 'bigint' && amountCents > 0n && day)
      statement.idle.push({ kind: 'correction', memo: memoOf(one), amountCents, day })
  }
  const directions = readDirections(raw)
  const counts = new Map<string, number>()
  const known = new Set<string>()
  const isOwnNumber = readsNumbers(raw)
  const numbers = new Set<string>()
  for (const [index, one] of raw.entries()) {
    const row = Number(one.row)
    const bad = (tag: 'TRNAMT' | 'DTPOSTED' | 'TRNTYPE', problem: OfxProblem['problem']) =>
      void statement.problems.push({
        row,
        tag,
        value: (one[tag] ?? '').slice(0, 60),
        problem: one[tag] || tag === 'TRNTYPE' ? problem : 'missing',
      })
    if (one.isCut) {
      bad('TRNAMT', 'rowCut')
      continue
    }
    const amount = readOfxAmount(one.TRNAMT ?? '')
    const day = dayOf(one)
    if (amount === null || amount === 'ambiguous') {
      bad('TRNAMT', amount === null ? 'notMoney' : 'ambiguousMoney')
      continue
    }
    if (!day) {
      bad('DTPOSTED', 'notTime')
      continue
    }
    const memo = memoOf(one)
    if (isBalanceLine(one)) {
      statement.idle.push({ kind: 'balance', memo, amountCents: amount, day })
      continue
    }
    // CURRENCY says in what the amount is; ORIGCURRENCY in what it was before the bank changed it.
    if (one.CURRENCY !== undefined && otherCurrency(one.CURSYM)) {
      statement.idle.push({ kind: 'currency', memo, amountCents: amount, day })
      continue
    }
    const direction = directions[index]!
    if (direction === null) {
      bad('TRNTYPE', 'noDirection')
      continue
    }
    const amountCents = amount * direction
    if (one.pending || day > today) {
      if (amountCents > 0n) statement.idle.push({ kind: one.pending ? 'pending' : 'future', memo, amountCents, day })
      else statement.outAhead += 1
      continue
    }
    const alike = `${day}|${amountCents}|${folded(memo)}`
    // A file may have two statements of one account: each counts for itself, and what both tell is one entry.
    const counted = `${one.section} ${alike}`
    const numbered = `${one.FITID} ${counted}`
    if (isOwnNumber(one)) {
      if (numbers.has(numbered)) {
        if (amountCents > 0n) statement.idle.push({ kind: 'repeat', memo, amountCents, day })
        continue
      }
      numbers.add(numbered)
    }
    const nth = (counts.get(counted) ?? 0) + 1
    counts.set(counted, nth)
    const fitid = `${alike}|${nth}`
    if (known.has(fitid)) continue
    known.add(fitid)
    statement.entries.push({ fitid, day, amountCents, memo, row })
  }
  const days = statement.entries.map(({ day }) => day).toSorted()
  return { ...statement, from: statement.from ?? days[0] ?? null, to: statement.to ?? days.at(-1) ?? null }
}
