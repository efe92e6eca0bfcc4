import { isNoAmount, readMoney, readText, unwrapText, valueText, type CellProblem } from './cell-values'
import type { Cell } from './sheet-reader'

export const sheetProblems = [
  'notNumber',
  'ambiguousNumber',
  'notWhole',
  'notFlag',
  'notDay',
  'notNcm',
  'notCest',
  'notOrigin',
  'notUnit',
  'notBarcode',
  'tooMany',
  'repeated',
  'cannotClear',
  'costHeld',
  'kitNoStock',
  'kitHasStock',
  'kitInKit',
  'componentUnknown',
  'skuUnknown',
  'zerosLost',
  'skuNew',
  'skuArchived',
  'channelMissing',
  'channelGone',
  'numberMissing',
  'numberTaken',
  'rowOfOrderBad',
  'differsInSale',
  'negativeTotal',
  'inTheFuture',
  'changedSince',
  'stockMoved',
  'insufficientStock',
  'orderUnknown',
  'noDirection',
] as const
export type SheetProblem = CellProblem | (typeof sheetProblems)[number]
export type Read<T> = { ok: true; value: T } | { ok: false; problem: SheetProblem }

const ok = <T>(value: T): Read<T> => ({ ok: true, value })
const bad = (problem: SheetProblem): Read<never> => ({ ok: false, problem })
const maxUnits = 1_000_000

/** Cells that our own sheets mark as text, lest a spreadsheet take them for a formula, come back without the mark. */
export const unmarked = (text: string) => text.replace(/(^|[,;\t\r\n]\s*)'(?=\s*'?\s*[=+\-@＝＋－＠])/gu, '$1')

export const unwrapped = (cell: Cell | undefined): Cell | undefined => cell && withText(cell, unwrapText(cell.text))

/** A cell of another text; most have the same, and are not made again. */
export const withText = (cell: Cell, text: string): Cell => (text === cell.text ? cell : { ...cell, text })

/** An order's or a return's code in the platform's own capitals, which some programs take away: a day and eight more. */
export const platformCode = (code: string): string => (/^\d{6}[0-9a-z]{8,9}$/i.test(code) ? code.toUpperCase() : code)

export function textOf(cell: Cell | undefined, limit: number): Read<string | null> {
  const read = readText(cell, limit + 1)
  if (!read.ok || read.value === null) return read
  const plain = unmarked(unwrapText(read.value))
  return plain.length > limit ? bad('tooLong') : ok(plain)
}

/** A code that a spreadsheet took for a number is written out again: 1.001E3 and 1001.0 are 1001. One that it took for a day is lost. */
export function codeOf(given: Cell | undefined, limit: number): Read<string | null> {
  const cell = given && withText(given, valueText(given))
  if (cell?.isDay) return bad('notCode')
  const read = readText(cell, limit + 20)
  if (!read.ok || read.value === null) return read
  const plain = cell?.kind === 'number' ? writtenOut(read.value) : read.value
  if (isCutNumber(plain)) return bad('notCode')
  return plain.length > limit ? bad('tooLong') : ok(plain || null)
}

/** A number too long for a spreadsheet's cell, as it then writes it: its last digits are lost. */
export const isCutNumber = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d{2,}$/i.test(text)

function writtenOut(text: string): string {
  const value = Number(text)
  return /[.eE]/.test(text) && Number.isSafeInteger(value) ? String(value) : text
}

/** Cents; what others write with more places than cents have is taken where those are zeros. */
export function centsOf(cell: Cell | undefined): Read<bigint | null> {
  const read = readMoney(shortened(cell))
  return read.ok && read.value !== null && read.value < 0n ? bad('negative') : read
}

const shortened = (cell: Cell | undefined): Cell | undefined =>
  cell?.kind === 'text' ? { kind: 'text', text: valueText(cell).replace(/([.,]\d\d)0{2,}$/, '$1') } : cell

/** A plain decimal with up to six places, as text: '12.3456'. A lone separator before three digits is refused, not guessed. */
export function costOf(cell: Cell | undefined): Read<string | null> {
  const fine = decimalOf(cell, { places: 6 })
  if (!fine.ok || fine.value === null) return fine
  const [whole = '0', fraction = ''] = fine.value.split('.')
  if (whole.length > 9) return bad('tooLarge')
  return ok(`${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`)
}

type DecimalOptions = { places: number; threeIsFraction?: boolean }

/** `threeIsFraction`: '0,250' and '1,250' are kilograms as every Brazilian sheet writes them; a point there stays ambiguous. */
export function decimalOf(cell: Cell | undefined, { places, threeIsFraction }: DecimalOptions): Read<string | null> {
  if (cell?.kind === 'error') return bad('brokenFormula')
  const text = valueText(cell).replace(/^R\$\s?/i, '')
  if (isNoAmount(text)) return ok(null)
  const plain = cell?.kind === 'number' ? fromNumber(text, places) : fromText(text, threeIsFraction ?? false)
  if (!plain) return bad('notNumber')
  if (plain === 'ambiguous') return bad('ambiguousNumber')
  if (plain.startsWith('-')) return bad('negative')
  return (plain.split('.')[1] ?? '').replace(/0+$/, '').length > places ? bad('tooPrecise') : ok(plain)
}

// Excel keeps 17 digits: what is behind the sixth place is its noise.
function fromNumber(text: string, places: number): string | null {
  const value = Number(text)
  if (!Number.isFinite(value) || Math.abs(value) >= 1e12) return null
  return value.toFixed(places).replace(/\.?0+$/, '') || '0'
}

function fromText(text: string, threeIsFraction: boolean): string | 'ambiguous' | null {
  if (!/^-?[\d.,]+$/.test(text)) return null
  const both = text.includes('.') && text.includes(',')
  if (both) {
    const decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.'
    const group = decimal === ',' ? '.' : ','
    const shape = new RegExp(`^-?\\d{1,3}(?:\\${group}\\d{3})+\\${decimal}\\d+$`)
    return shape.test(text) ? text.replaceAll(group, '').replace(decimal, '.') : null
  }
  if (/^-?\d{1,3}(?:[.,]\d{3}){2,}$/.test(text)) return text.replace(/[.,]/g, '')
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text) && !(threeIsFraction && text.includes(','))) return 'ambiguous'
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? text.replace(',', '.') : null
}

/** Whole units from zero on: '10', '10,00', '1.234,00'. */
export function unitsOf(cell: Cell | undefined, max = maxUnits): Read<number | null> {
  const read = decimalOf(cell, { places: 6 })
  if (!read.ok) return read
  if (read.value === null) return ok(null)
  const value = Number(read.value)
  if (!Number.isInteger(value)) return bad('notWhole')
  return value > max ? bad('tooLarge') : ok(value)
}

/** A measure in the unit of the sheet, as whole ones of ours (`factor` of them in each). */
export function measureOf(cell: Cell | undefined, factor: number, max: number): Read<number | null> {
  const read = decimalOf(cell, { places: 6, threeIsFraction: factor > 1 })
  if (!read.ok) return read
  if (read.value === null) return ok(null)
  const value = Math.round(Number(read.value) * factor)
  return value > max ? bad('tooLarge') : ok(value)
}

const yes = /^(?:s|sim|y|yes|true|1|x)$/i
const no = /^(?:n|nao|não|no|false|0)$/i

export function flagOf(cell: Cell | undefined): Read<boolean | null> {
  const text = valueText(cell)
  if (text === '') return ok(null)
  return yes.test(text) ? ok(true) : no.test(text) ? ok(false) : bad('notFlag')
}

/** Exactly so many digits, whatever separates them. */
export function digitsOf(cell: Cell | undefined, length: number, problem: SheetProblem): Read<string | null> {
  const read = codeOf(cell, 40)
  if (!read.ok || read.value === null) return read
  const digits = read.value.replace(/[.\s/-]/g, '')
  if (digits === '' || /^0+$/.test(digits)) return ok(null)
  const whole = cell?.kind === 'number' ? digits.padStart(length, '0') : digits
  return new RegExp(`^\\d{${length}}$`).test(whole) ? ok(whole) : bad(problem)
}
