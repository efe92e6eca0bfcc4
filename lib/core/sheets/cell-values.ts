import { tzOffset } from '@date-fns/tz'
import type { Cell } from './sheet-reader'

export const cellProblems = [
  'missing',
  'notMoney',
  'ambiguousMoney',
  'tooPrecise',
  'negative',
  'tooLarge',
  'notCount',
  'notTime',
  'unknownStatus',
  'notCode',
  'brokenFormula',
  'tooLong',
  'differsInOrder',
  'orderHasBadRow',
  'rowCut',
  'rowShifted',
] as const
export type CellProblem = (typeof cellProblems)[number]
export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: CellProblem }

const ok = <T>(value: T): Parsed<T> => ({ ok: true, value })
const bad = (problem: CellProblem): Parsed<never> => ({ ok: false, problem })

const maxCents = 100_000_000_000n
const maxText = 500

export function cellText(cell: Cell | undefined): string {
  return cell ? cell.text.replace(/[\s\u0000]+/gu, ' ').trim() : ''
}

/** A text without what programs put around it so that no other changes it: ="…" and an apostrophe. */
export const unwrapText = (text: string): string =>
  /^\s*['=]/.test(text) ? (/^="?([^"]*)"?$/.exec(text.trim())?.[1] ?? text.trim()).replace(/^'(?=.)/s, '').trim() : text

const unseen = /\p{Cf}/gu
/** The text of a number, a day or a code: neither wrapped nor with marks that have no width. */
export const valueText = (cell: Cell | undefined): string => unwrapText(cellText(cell).replace(unseen, ''))

export function readText(cell: Cell | undefined, limit = maxText): Parsed<string | null> {
  if (cell?.kind === 'error') return bad('brokenFormula')
  const text = cellText(cell)
  return text.length > limit ? bad('tooLong') : ok(text === '' ? null : text)
}

/**
 * Cents, without a float on the way. A numeric cell is read digit by digit as Excel stores it (39.990000000000002 is
 * 39.99; more than two real decimals are refused). A text is what the marketplace writes ('1234.56') or what a sheet
 * saved again in Portuguese or English shows ('1.234,56', '1,234.56'). A lone separator before exactly three digits
 * ('1.234') could be either and is refused rather than guessed.
 */
export function readMoney(cell: Cell | undefined): Parsed<bigint | null> {
  if (cell?.kind === 'error') return bad('brokenFormula')
  const text = valueText(cell)
  if (isNoAmount(text)) return ok(null)
  const parsed = cell?.kind === 'number' ? numberCents(text) : textCents(text)
  if (!parsed.ok) return parsed
  const magnitude = parsed.value < 0n ? -parsed.value : parsed.value
  return magnitude > maxCents ? bad('tooLarge') : parsed
}

/** A dash, also as accounting formats write a nought, and what people write where there is none. */
export const isNoAmount = (text: string) =>
  text.length <= 12 && /^(?:(?:R\$|BRL)?\s*[-–—]{0,2}|n\/[ad]\.?|#n\/[ad])$/i.test(text)

function numberCents(text: string): Parsed<bigint> {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text)
  if (!match) return bad('notMoney')
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  const digits = shift >= 0 ? whole + fraction.padEnd(shift, '0') : whole.padStart(1 - shift, '0') + fraction
  const point = shift >= 0 ? whole.length + shift : digits.length - fraction.length + shift
  const padded = digits.padEnd(point + 2, '0')
  const rest = padded.slice(point + 2)
  let cents = BigInt(padded.slice(0, point + 2))
  // Excel stores 17 digits: what is left after the cents is noise when it starts with zeros or nines.
  if (/^9{4}/.test(rest)) cents += 1n
  else if (rest !== '' && !/^0{4}/.test(rest) && !/^0+$/.test(rest)) return bad('tooPrecise')
  return ok(sign ? -cents : cents)
}

function textCents(written: string): Parsed<bigint> {
  const match =
    /^([-−–+(])?\s*(?:R\$|BRL)?\s*([-−–+(])?\s*([\d.,]+(?: \d{3})*(?:[.,]\d{1,2})?)\s*(?:R\$|BRL)?\s*([-−–+)])?$/i.exec(
      written,
    )
  const digits = match?.[3]?.replaceAll(' ', '')
  if (!match || !digits) return bad('notMoney')
  const [, before = '', within = '', , behind = ''] = match
  const signs = before + within + behind
  // One sign, wherever it stands; brackets are one.
  if (!/^(?:[-−–+]?|\(\))$/.test(signs)) return bad('notMoney')
  const negative = /[-−–(]/.test(signs)
  if (/^\d{1,3}[.,]\d{3}$/.test(digits) && !digits.startsWith('0')) return bad('ambiguousMoney')
  const plain =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(digits) ??
    /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/.exec(digits) ??
    /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/.exec(digits) ??
    /^(\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,})$/.exec(digits)
  if (!plain) return fineCents(digits, negative)
  const cents = BigInt((plain[1] ?? '').replace(/[.,]/g, '') + (plain[2] ?? '').padEnd(2, '0'))
  return ok(negative ? -cents : cents)
}

/** More than two decimals, as programs write their calculations: '75.5000', '39.990000000000002', '1.234,5600'. */
function fineCents(digits: string, negative: boolean): Parsed<bigint> {
  const [, whole, fraction] =
    /^(\d+|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{3})+(?=\.))[.,](\d{3,20})$/.exec(digits) ?? []
  if (whole === undefined) return bad('notMoney')
  return numberCents(`${negative ? '-' : ''}${whole.replace(/[.,]/g, '')}.${fraction}`)
}

export function readCount(cell: Cell | undefined): Parsed<number | null> {
  if (cell?.kind === 'error') return bad('brokenFormula')
  const text = valueText(cell)
  if (text === '') return ok(null)
  const match = (cell?.kind === 'number' ? /^(\d{1,9})(?:\.0+)?$/ : /^(\d{1,9})(?:[.,](?:0{1,2}|0{4,9}))?$/).exec(text)
  const count = Number(match?.[1])
  if (!match || count < 1) return bad('notCount')
  return count > 1_000_000 ? bad('tooLarge') : ok(count)
}

const minuteMs = 60_000
const dayMs = 86_400_000
const daySeconds = 86_400
const excelEpochMs = Date.UTC(1899, 11, 30)
/** Days from there to the first of 1904. */
const days1904 = 1_462
/** A sheet's day is a fraction of 17 digits: so little of a second before midnight is midnight. */
const noiseSeconds = 0.005
const earliestMs = Date.UTC(2010, 0, 1)
const latestMs = Date.UTC(2100, 0, 1)
const exportZone = 'America/Sao_Paulo'

/** An instant as milliseconds UTC. The marketplace writes São Paulo's wall clock, whatever the organization's zone is, unless a zone is written. */
export function readTime(cell: Cell | undefined): Parsed<number | null> {
  if (cell?.kind === 'error') return bad('brokenFormula')
  const text = valueText(cell)
  if (text === '' || text === '-') return ok(null)
  const { wall, zone } = cell?.kind === 'number' ? storedTime(text, cell.from1904 ? days1904 : 0) : zonedTime(text)
  if (wall === null || wall < earliestMs || wall > latestMs) return bad('notTime')
  return ok(zone === null ? wallToInstant(wall) : wall - zone * minuteMs)
}

/** `zone`: minutes east of UTC; null for São Paulo's clock. */
type Zoned = { wall: number | null; zone: number | null }

const epoch = /^(1\d{9})(\d{3})?$/
/** A day as a sheet stores it, or an instant in seconds or milliseconds of the epoch, as programs write it. */
function storedTime(text: string, since: number): Zoned {
  const [, seconds, fraction = ''] = epoch.exec(text) ?? []
  if (seconds !== undefined) return { wall: Number(seconds) * 1000 + Number(fraction), zone: 0 }
  return { wall: serialTime(text, since), zone: null }
}

const zoneNames: Record<string, number> = { z: 0, utc: 0, gmt: 0, brt: -180, brst: -120 }
/** A clock, and the zone behind it: 'Z', '-0300', '(GMT-3)', 'BRT'. */
const zoned =
  /^(.*\d:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?) ?\(?(?:(?:GMT|UTC) ?([+-])(\d{1,2})(?::?(\d{2}))?|([+-])(\d{2}):?(\d{2})?|(Z|UTC|GMT|BRS?T))\)?$/i

/** Minutes east of UTC that a time says; null where it says none. */
export const zoneMinutes = (cell: Cell | undefined): number | null => {
  const text = valueText(cell)
  return epoch.test(text) ? 0 : splitZone(text).zone
}

function splitZone(text: string): { clock: string; zone: number | null } {
  const [, clock, sign1, hours1, minutes1, sign2, hours2, minutes2, name] = zoned.exec(text) ?? []
  if (clock === undefined) return { clock: text, zone: null }
  if (name !== undefined) return { clock, zone: zoneNames[name.toLowerCase()]! }
  const minutes = Number(hours1 ?? hours2) * 60 + Number(minutes1 ?? minutes2 ?? 0)
  return { clock, zone: (sign1 ?? sign2) === '-' ? -minutes : minutes }
}

const weekday = /^(?:dom|seg|ter|qua|qui|sex|s[áa]b|sun|mon|tue|wed|thu|fri|sat)[a-zç-]*\.?,? (?=\d|[a-z]{3,9}\.? \d)/i
/** A sheet's day that a program wrote out as the number that stands for it. */
const serialText = /^[345]\d{4}(?:[.,]\d{1,17})?$/

function zonedTime(text: string): Zoned {
  if (serialText.test(text)) return storedTime(text.replace(',', '.'), 0)
  if (epoch.test(text)) return storedTime(text, 0)
  const { clock, zone } = splitZone(text)
  const wall = writtenTime(clock.replace(weekday, '').replace(/^(\d{1,2}:\d{2}(?::\d{2})?),? (\d\S*)$/, '$2 $1'))
  return { wall, zone }
}

/** To the second; what is rounded never becomes the next day. */
function serialTime(text: string, since: number): number | null {
  if (!/^\d{1,6}(?:\.\d+)?(?:[eE]\+?\d)?$/.test(text)) return null
  const serial = Number(text)
  const day = Math.floor(serial)
  const seconds = (serial - day) * daySeconds
  const whole = seconds > daySeconds - noiseSeconds ? daySeconds : Math.min(Math.round(seconds), daySeconds - 1)
  return excelEpochMs + (day + since) * dayMs + whole * 1000
}

const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/
const compact = /^(20\d{2})(\d{2})(\d{2})(?:[ T]?(\d{2}):?(\d{2})(?::?(\d{2}))?)?$/
const padded = /^(\d{2})([/.-])(\d{2})\2(\d{4})(?:,? (?:às )?(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
/** The day first, as Brazilian sheets shorten a year. */
const twoDigits = /^(\d{2})\/(\d{2})\/(\d{2})(?:,? (?:às )?(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const short = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ([AP])M)?)?$/i
const clockWords = '(?:,? (?:às |at )?(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?(?: ?([AP])M| ?h\\w*\\.?)?)?$'
/** '8 de novembro de 2026 14:43 hs.', '3 nov. 2026', '03-Nov-26'. */
const dayWord = new RegExp(
  `^(\\d{1,2})º?(?: de |[ /-])([a-zç]{3,9})\\.?(?: de |,? |[/-])(\\d{4}|\\d{2})${clockWords}`,
  'i',
)
/** 'Nov 3, 2026 10:15 AM'. */
const wordDay = new RegExp(`^([a-zç]{3,9})\\.? (\\d{1,2}),? (\\d{4})${clockWords}`, 'i')
const months = [
  'jan(?:eiro|uary)?',
  'fev(?:ereiro)?|feb(?:ruary)?',
  'mar(?:ço|co|ch)?',
  'abr(?:il)?|apr(?:il)?',
  'maio?|may',
  'jun(?:ho|e)?',
  'jul(?:ho|y)?',
  'ago(?:sto)?|aug(?:ust)?',
  'set(?:embro)?|sept?(?:ember)?',
  'out(?:ubro)?|oct(?:ober)?',
  'nov(?:embro|ember)?',
  'dez(?:embro)?|dec(?:ember)?',
].map((names) => new RegExp(`^(?:${names})$`, 'i'))

/** The wall clock as it is written, as if it were UTC's; null for what is no time, and for a day that may be either of two. */
function writtenTime(text: string): number | null {
  const plain = iso.exec(text)
  if (plain) return wallOf(plain[1], plain[3], plain[4], plain.slice(5))
  const joined = compact.exec(text)
  if (joined) return wallOf(joined[1], joined[2], joined[3], joined.slice(4))
  const local = padded.exec(text)
  if (local) return wallOf(local[4], local[3], local[1], local.slice(5))
  const brief = twoDigits.exec(text)
  if (brief) return wallOf(`20${brief[3]}`, brief[2], brief[1], brief.slice(4))
  const [, a = '', b = '', year, ...clock] = short.exec(text) ?? []
  if (year) {
    const half = clock[3]
    const isMonthFirst = Number(a) <= 12 && (half !== undefined || Number(b) > 12)
    if (half === undefined && Number(a) <= 12 && Number(b) <= 12 && a !== b) return null
    const [day, month] = isMonthFirst ? [b, a] : [a, b]
    return wallOf(year, month, day, clock)
  }
  const first = dayWord.exec(text)
  if (first) return namedDay(first[3]!.padStart(4, '20'), first[2]!, first[1]!, first.slice(4))
  const second = wordDay.exec(text)
  return second && namedDay(second[3]!, second[1]!, second[2]!, second.slice(4))
}

function namedDay(year: string, name: string, day: string, clock: readonly (string | undefined)[]): number | null {
  const month = months.findIndex((names) => names.test(name)) + 1
  return month === 0 ? null : wallOf(year, String(month), day, clock)
}

function wallOf(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  clock: readonly (string | undefined)[],
): number | null {
  const [written, minute, second] = [0, 1, 2].map((at) => Number(clock[at] ?? 0)) as [number, number, number]
  const half = clock[3]?.toUpperCase()
  if (half !== undefined && (written < 1 || written > 12)) return null
  const hour = half === undefined ? written : (written % 12) + (half === 'P' ? 12 : 0)
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, second)
  const back = new Date(wall)
  const isReal = back.getUTCMonth() === Number(month) - 1 && back.getUTCDate() === Number(day)
  return isReal && hour < 24 && minute < 60 && second < 60 ? wall : null
}

const offsetByDay = new Map<string, { start: number; end: number }>()

/** Minutes east of UTC around that wall-clock day: asking the time zone data once a day, not once a cell. */
function offsetsAround(wall: number, zone: string): { start: number; end: number } {
  const day = Math.floor(wall / dayMs)
  const key = `${zone} ${day}`
  const known = offsetByDay.get(key)
  if (known) return known
  const at = (ms: number) => tzOffset(zone, new Date(ms))
  const around = { start: at((day - 1) * dayMs + dayMs / 2), end: at((day + 1) * dayMs + dayMs / 2) }
  if (offsetByDay.size > 20_000) offsetByDay.clear()
  offsetByDay.set(key, around)
  return around
}

/** A time that the clock skips moves forward with it; of one that happens twice, the first is meant. */
export function wallToInstant(wall: number, zone = exportZone): number {
  const { start, end } = offsetsAround(wall, zone)
  const first = wall - start * minuteMs
  if (start === end) return first
  const second = wall - end * minuteMs
  const fits = (ms: number) => ms + tzOffset(zone, new Date(ms)) * minuteMs === wall
  const candidates = [first, second].sort((a, b) => a - b)
  return candidates.find(fits) ?? candidates[1] ?? first
}

/** The calendar day of an instant in a zone, 'YYYY-MM-DD'. */
export function dayInZone(instant: number, zone: string): string {
  const { start, end } = offsetsAround(instant, zone)
  const offset = start === end ? start : tzOffset(zone, new Date(instant))
  return new Date(instant + offset * minuteMs).toISOString().slice(0, 10)
}
