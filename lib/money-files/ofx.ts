import { isDay, type Day } from '../dates'
import { SheetRefused } from '../imports/refusal'

export const ofxLimits = { bytes: 10 * 1024 * 1024, entries: 50_000, value: 2_000, tags: 1_500_000 } as const

export type OfxEntry = {
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
  problem: 'missing' | 'notMoney' | 'notTime' | 'tooLarge'
}
export type OfxStatement = {
  bank: string
  branch: string
  account: string
  from: Day | null
  to: Day | null
  entries: OfxEntry[]
  problems: OfxProblem[]
}
/** A part of a statement's rows on its way out of the thread that reads it. */
export type OfxBatch = {
  account: Omit<OfxStatement, 'entries' | 'problems'>
  rows: (OfxEntry | OfxProblem)[]
  /** Entries that are not taken, over the whole statement: nothing came in by them. */
  leftOut: number
  progress: number
}

/** Whether what a file begins with is a bank statement, of either version. */
export const looksLikeOfx = (head: string): boolean => /OFXHEADER\s*[:=]|<OFX[\s>]/i.test(head)

/** Banks name one character set and write another: UTF-8 where it is that, else what Windows writes. */
export function decodeOfx(bytes: Uint8Array): string {
  if (bytes.length > ofxLimits.bytes)
    throw new SheetRefused('importFileTooLarge', { megabytes: ofxLimits.bytes / 1_048_576 })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
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

type Element = { tag: string; value: string; isEnd: boolean }

/** Tags and the text behind each, in order: elements of the older version have no end, aggregates of both have one. */
function* elementsOf(text: string): Generator<Element> {
  const pattern = /<(\/?)([A-Za-z0-9_.:]{1,40})\s*\/?>([^<]*)/g
  let count = 0
  for (const [, end, tag, value] of text.matchAll(pattern)) {
    count += 1
    if (count > ofxLimits.tags) throw new SheetRefused('importUnsafe')
    if (value!.length > ofxLimits.value && value!.trim().length > ofxLimits.value)
      throw new SheetRefused('importUnsafe')
    yield { tag: tag!.toUpperCase().replace(/^.*:/, ''), value: plain(value!), isEnd: end === '/' }
  }
}

/** '-1234.56', '+10', '1.234,56', '1,234.56', '10,5'. Null for what is no amount. */
export function readOfxAmount(text: string): bigint | null {
  const match = /^([+-]?)\s*(?:R\$)?\s*([\d.,]+)$/.exec(text.replace(/\s+/g, ' ').trim())
  if (!match) return null
  const [, sign, digits = ''] = match
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const decimals = at === -1 ? '' : digits.slice(at + 1)
  const isFraction = at !== -1 && decimals.length <= 2
  // Some banks write more places than cents have, all of them zeros.
  const long = /^(\d{2})0+$/.exec(decimals)?.[1]
  const isLong = !isFraction && long !== undefined && digits.indexOf(digits[at]!) === at
  const whole = (isFraction || isLong ? digits.slice(0, at) : digits).replace(/[.,]/g, '')
  const cents = isFraction ? decimals.padEnd(2, '0') : isLong ? long : '00'
  if (!/^\d{1,12}$/.test(whole || '0')) return null
  const value = BigInt((whole || '0') + cents)
  return sign === '-' ? -value : value
}

/** The day as the bank writes it: the time and the zone behind it are of the bank's clock, and some are wrong. */
export function readOfxDay(text: string): Day | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? null
  const day = match ? `${match[1]}-${match[2]}-${match[3]}` : null
  return day && isDay(day) ? day : null
}

type Raw = Record<string, string>
type Reading = OfxStatement & { raw: Raw[] }

/** Reads a statement; throws SheetRefused for what is none, and where a second account begins to say something. */
export function parseOfx(text: string): OfxStatement {
  if (/<!(?:DOCTYPE|ENTITY|\[CDATA\[<!)/i.test(text)) throw new SheetRefused('importUnsafe')
  let statement = null as Reading | null
  let transaction: Raw | null = null
  let account: Raw = {}
  let inAccount = false
  let hasBody = false
  let entries = 0
  const begin = (): Reading => {
    const { BANKID: bank = '', BRANCHID: branch = '', ACCTID: number = '' } = account
    return { ...{ bank, branch, account: number }, from: null, to: null, entries: [], problems: [], raw: [] }
  }
  const open = () => {
    statement ??= begin()
    if (statement.account !== (account.ACCTID ?? '') || statement.bank !== (account.BANKID ?? ''))
      throw new SheetRefused('moneyFileSeveralAccounts')
    return statement
  }
  const close = () => {
    if (transaction) open().raw.push(transaction)
    transaction = null
  }
  for (const { tag, value, isEnd } of elementsOf(text)) {
    if (tag === 'OFX') hasBody = true
    else if (tag === 'BANKACCTFROM' || tag === 'CCACCTFROM') {
      inAccount = !isEnd
      if (!isEnd) account = {}
    } else if (tag === 'STMTTRN') {
      close()
      if (isEnd) continue
      entries += 1
      if (entries > ofxLimits.entries) throw new SheetRefused('importTooManyRows', { rows: ofxLimits.entries })
      transaction = { row: String(entries) }
    } else if (isEnd) {
      if (tag === 'BANKTRANLIST') close()
    } else if (transaction) transaction[tag] ??= value
    else if (inAccount) account[tag] ??= value
    else if (tag === 'DTSTART') open().from ??= readOfxDay(value)
    else if (tag === 'DTEND') open().to ??= readOfxDay(value)
  }
  close()
  if (!hasBody) throw new SheetRefused('moneyFileUnknown')
  return finish(statement ?? begin())
}

function finish({ raw, ...statement }: Reading): OfxStatement {
  // Nothing signed at all, and yet debits: then the type alone says the direction.
  const isUnsigned = raw.some(isDebit) && !raw.some(({ TRNAMT = '' }) => /^\s*[+-]/.test(TRNAMT))
  const counts = new Map<string, number>()
  for (const one of raw) {
    const row = Number(one.row)
    const amount = readOfxAmount(one.TRNAMT ?? '')
    const day = readOfxDay(one.DTPOSTED ?? '')
    if (amount === null || !day) {
      const [tag, problem] = amount === null ? (['TRNAMT', 'notMoney'] as const) : (['DTPOSTED', 'notTime'] as const)
      statement.problems.push({
        row,
        tag,
        value: (one[tag] ?? '').slice(0, 60),
        problem: one[tag] ? problem : 'missing',
      })
      continue
    }
    const amountCents = isUnsigned && isDebit(one) ? -amount : amount
    const memo = [one.NAME, one.MEMO === one.NAME ? '' : one.MEMO].filter(Boolean).join(' · ').slice(0, 300)
    // Some banks give many entries one number, or none: day and amount are part of it, and how many are alike.
    const alike = `${(one.FITID ?? '').slice(0, 120)}|${day}|${amountCents}`
    const nth = (counts.get(alike) ?? 0) + 1
    counts.set(alike, nth)
    statement.entries.push({ fitid: `${alike}|${nth}`, day, amountCents, memo: memo || (one.CHECKNUM ?? ''), row })
  }
  const days = statement.entries.map(({ day }) => day).toSorted()
  return { ...statement, from: statement.from ?? days[0] ?? null, to: statement.to ?? days.at(-1) ?? null }
}

const isDebit = ({ TRNTYPE }: Raw) => /^(DEBIT|FEE|SRVCHG)$/i.test(TRNTYPE ?? '')
