import { parseDay, type Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import type { Language } from '@/lib/core/language'
import { formatAmount, parseMoney } from '@/lib/core/money'
import { foldText } from '@/lib/core/text/fold-text'

type Month = { month: Day; revenueCents: bigint | null }
type ReadMonths = { months: Month[]; fields: FieldErrors; totalCents: bigint; known: number }

/** The fields as the action takes them: an empty one is unknown, where zero is zero. */
export function readMonths(months: { month: Day }[], texts: string[], language: Language): ReadMonths {
  const fields: FieldErrors = {}
  const read = months.map(({ month }, index) => {
    const text = texts[index]?.trim() ?? ''
    const parsed = text === '' ? null : parseMoney(text, language)
    if (parsed && !parsed.ok) fields[`months.${index}.revenueCents`] = [`errors.${parsed.error}`]
    return { month, revenueCents: parsed?.ok ? parsed.cents : null }
  })
  const amounts = read.flatMap(({ revenueCents }) => (revenueCents === null ? [] : [revenueCents]))
  return { months: read, fields, totalCents: amounts.reduce((sum, cents) => sum + cents, 0n), known: amounts.length }
}

/**
 * Rows copied from a sheet. With a column of months each amount goes to its month; else the last column of money fills
 * downwards from the field it is pasted into. Null for a single value and for what cannot be read.
 */
export function fillDown(
  months: { month: Day }[],
  texts: string[],
  at: number,
  pasted: string,
  language: Language,
): string[] | null {
  const rows = upright(readRows(pasted), language)
  const columns = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) =>
    rows.map((row) => row[column] ?? ''),
  )
  const monthColumn = columns.findIndex((cells) => reads(cells, (cell) => readMonth(cell, language) !== null))
  const amounts = columns.findLast(
    (cells, column) => column !== monthColumn && reads(cells, (cell) => parseMoney(cell, language).ok),
  )
  if (!amounts || (rows.length < 2 && monthColumn < 0)) return null
  const written = amounts.map((cell) => {
    const parsed = parseMoney(cell, language)
    return parsed.ok ? formatAmount(parsed.cents, language) : cell
  })
  if (monthColumn < 0) {
    const values = /^\D+$/.test(written[0] ?? '') ? written.slice(1) : written
    return texts.map((text, index) => (index < at ? text : (values[index - at] ?? text)))
  }
  const named = columns[monthColumn]!.map((cell) => readMonth(cell, language))
  const rowOf = ({ month }: { month: Day }) =>
    named.findIndex((name) => name !== null && month.slice(0, 7).endsWith(name))
  const matches = months.map(rowOf)
  return matches.every((row) => row < 0) ? null : texts.map((text, index) => written[matches[index] ?? -1] ?? text)
}

const readRows = (pasted: string) =>
  pasted
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()))

/** A sheet whose months, or whose only row, run sideways is turned to run downwards. */
function upright(rows: string[][], language: Language): string[][] {
  const [first = []] = rows
  const named = first.filter((cell) => readMonth(cell, language) !== null).length
  if (named > 1 || (rows.length === 1 && named === 0)) return first.map((_, at) => rows.map((row) => row[at] ?? ''))
  return rows
}

/** At least half of what is written in the column; a heading and a total may stand in it. */
function reads(cells: string[], can: (cell: string) => boolean): boolean {
  const written = cells.filter((cell) => cell !== '')
  return written.length > 0 && written.filter(can).length * 2 >= written.length
}

const monthNames = [
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'january february march april may june july august september october november december',
].map((names) => names.split(' '))

/** '2025-11', or '-11' where no year is written; null for what names no month. */
function readMonth(cell: string, language: Language): string | null {
  const text = foldText(cell)
  const day = parseDay(cell, language)
  if (day.ok) return day.day.slice(0, 7)
  const [, isoYear, isoMonth] = /^(\d{4})[-/.](\d{1,2})$/.exec(text) ?? []
  if (isoYear && isoMonth) return monthOf(isoYear, Number(isoMonth))
  const [, month, year] = /^(\d{1,2})(?:[-/]|\.(?=\d{4}))(\d{4}|\d{2})$/.exec(text) ?? []
  if (month && year) return monthOf(year, Number(month))
  const [, name, namedYear] = /^([a-z]{3,})\.?(?:(?:\s*[-/,]\s*|\s+de\s+|\s+)(\d{4}|\d{2}))?$/.exec(text) ?? []
  const number = name ? Math.max(...monthNames.map((names) => names.findIndex((full) => full.startsWith(name)))) + 1 : 0
  return monthOf(namedYear ?? '', number)
}

function monthOf(year: string, month: number): string | null {
  if (month < 1 || month > 12) return null
  return `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}`
}
