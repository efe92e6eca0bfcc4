import type { Language } from '@/lib/core/language'
import type { Cost } from './cost'

export type ReadCost =
  | { ok: true; cost: Cost }
  /** The possible readings, in plain decimals; none where it is no amount at all. */
  | { ok: false; readings: Cost[] }

const MOST_WHOLE_DIGITS = 10
const unreadable: ReadCost = { ok: false, readings: [] }

/**
 * A unit cost in reais as typed or pasted, in any notation: '1.234,56', '1,234.56', '18,50' and '18.50' have one
 * reading. A single mark before three digits ('1.234') groups thousands or begins decimals: both readings are returned.
 * Up to six decimals.
 */
export function readCost(text: string): ReadCost {
  const amount = plainAmount(text)
  const match = /^(\d[\d.,]*)$/.exec(amount)
  if (!match) return unreadable
  const marks = amount.replace(/\d/g, '')
  if (marks === '') return costFrom(amount, '')
  const decimal = marks.at(-1)!
  const group = decimal === ',' ? '.' : ','
  const at = amount.lastIndexOf(decimal)
  const [whole, fraction] = [amount.slice(0, at), amount.slice(at + 1)]
  if (marks.length === 1) {
    const grouped = isGrouped(amount, decimal) ? costFrom(amount.replace(decimal, ''), '') : unreadable
    const decimals = costFrom(whole, fraction)
    if (grouped.ok && decimals.ok) return { ok: false, readings: [grouped.cost, decimals.cost] }
    return grouped.ok ? grouped : decimals
  }
  if (new Set(marks).size === 1)
    return isGrouped(amount, decimal) ? costFrom(amount.replaceAll(decimal, ''), '') : unreadable
  const isWhole = !whole.includes(decimal) && isGrouped(whole, group)
  return isWhole ? costFrom(whole.replaceAll(group, ''), fraction) : unreadable
}

/** Without its currency, what keeps it a text, and spaces between groups of thousands. */
const plainAmount = (text: string): string =>
  text
    .trim()
    .replace(/^="?([^"]*)"?$/, '$1')
    .replace(/^'/, '')
    .replace(/^R\$\s*|\s*(?:R\$|reais)$/giu, '')
    .replace(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '')
    .replace(/^[.,](?=\d)/, '0$&')

const isGrouped = (text: string, mark: ',' | '.' | (string & {})) =>
  new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`).test(text)

function costFrom(whole: string, fraction: string): ReadCost {
  const digits = whole.replace(/^0+(?=\d)/, '')
  if (!/^\d+$/.test(digits) || digits.length > MOST_WHOLE_DIGITS || !/^\d{0,6}$/.test(fraction)) return unreadable
  return { ok: true, cost: `${digits}.${fraction.padEnd(2, '0')}` }
}

/** As a field holds it: in the language's notation, and so that it has one reading. */
export function writeCost(cost: Cost, language: Language): string {
  const [whole = '0', fraction = ''] = cost.split('.')
  const digits = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${whole}${language === 'pt' ? ',' : '.'}${digits.length === 3 ? `${digits}0` : digits}`
}

/** The cell beside the SKU, or where that is none, as a name, the first amount behind it. */
const costAmong = ([, beside = '', ...more]: readonly string[]): string =>
  isAmount(beside) ? beside : (more.find(isAmount) ?? beside)
const isAmount = (text: string): boolean => {
  const read = readCost(text)
  return read.ok || read.readings.length > 0
}

/**
 * A column of costs, or SKUs beside costs, as a spreadsheet copies them or a CSV has them: rows by lines, cells by tabs or
 * semicolons. An empty cell of a column keeps its place, its heading has none.
 */
export function readPasted(text: string): { sku: string | null; cost: string }[] {
  const rows = text
    .replace(/(?:\r\n|\r|\n)$/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
    .map((cells) => (cells.length > 1 ? { sku: cells[0]!, cost: costAmong(cells) } : { sku: null, cost: cells[0]! }))
  const [first, ...more] = rows
  const isHeading = first?.sku === null && /^\P{N}+$/u.test(first.cost) && more.some(({ cost }) => isAmount(cost))
  return (isHeading ? more : rows).filter(({ sku, cost }) => sku !== '' || cost !== '')
}
