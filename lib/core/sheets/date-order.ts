import { valueText } from './cell-values'
import type { RowReader, SheetRow } from './sheet-reader'
import type { UnreadList } from './unread'

/** So many rows are held until their days say in which order a file writes them. */
const heldRows = 1_000
const slashed =
  /^\s*(\d{1,2})\/(\d{1,2})\/(20[1-4]\d|[1-4]\d)(?:,? (\d{1,2}:\d{2}(?::\d{2})?)(?: ?([AP])\.? ?M\.?)?)?\s*$/i
/** Such a day within a text, as in a period above the headings; a clock of twelve hours is the United States', which writes the month first. */
const within = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(20[1-4]\d)(?!\d)(?:,? \d{1,2}:\d{2}(?::\d{2})? ?([AP]M))?/gi
const periodChars = 100

type Order = 'monthFirst' | 'dayFirst'
type Column = { texts: number; days: number; orders: Set<Order> }
/** The columns of one sheet by their place. */
type Columns = Map<number, Column>

/**
 * A spreadsheet writes all days of a file in its own country's order: '11/3/2026' and '10/11/2026' say by '11/25/2026' which number is the month. Where
 * a day has a single reading, the file's days are written out as year, month and day; where none has, another text of the file may say it, as its period,
 * and last a clock of twelve hours; else, or where they contradict each other, they stay as they are.
 */
export function withDateOrder(onRow: RowReader): { take: RowReader; end: () => void } {
  const held: SheetRow[] = []
  const sheets = new Map<string | undefined, Columns>()
  const said = new Set<Order>()
  let hasHalves = false
  let order: Order | null = null
  let isGuess = false
  let isOpen = true
  const columnsOf = ({ sheet }: SheetRow) => {
    const columns = sheets.get(sheet) ?? new Map<number, Column>()
    sheets.set(sheet, columns)
    return columns
  }
  const give = (row: SheetRow) => onRow(order ? written(row, { order, isGuess }, columnsOf(row)) : row)
  const release = () => {
    isOpen = false
    const ofDays = [...sheets.values()].flatMap((columns) => [...columns.values()].filter(isOfDays))
    const ofColumns = new Set(ofDays.flatMap((column) => [...column.orders]))
    const orders = ofColumns.size > 0 ? ofColumns : said
    isGuess = orders.size === 0 && hasHalves
    order = orders.size === 1 ? [...orders][0]! : isGuess ? 'monthFirst' : null
    for (const row of held.splice(0)) give(row)
  }
  return {
    take(row) {
      if (!isOpen && !order) return onRow(row)
      const columns = columnsOf(row)
      for (const [at, { kind, text }] of row.cells)
        if (kind === 'text') {
          count(columns, at, text)
          if (!isOpen) continue
          const days = daysIn(text)
          for (const { single } of days) if (single) said.add(single)
          hasHalves ||= days.some(({ isHalf }) => isHalf)
        }
      if (!isOpen) return give(row)
      held.push(row)
      if (held.length === heldRows) release()
    },
    end: release,
  }
}

const isOfDays = ({ texts, days }: Column) => days * 2 > texts

/** A text above a column's first day is no value of it. */
function count(columns: Columns, at: number, text: string): void {
  if (/^[\s–—-]*$/.test(text)) return
  const [, first, second] = text.includes('/') ? (slashed.exec(text) ?? []) : []
  const known = columns.get(at)
  if (known) known.texts += 1
  if (first === undefined) return
  const column: Column = known ?? { texts: 1, days: 0, orders: new Set() }
  columns.set(at, column)
  column.days += 1
  const single = orderOf(Number(first), Number(second))
  if (single) column.orders.add(single)
}

/** The order of a day with a single reading. */
function orderOf(a: number, b: number): Order | null {
  if (a > 12 && a <= 31 && b >= 1 && b <= 12) return 'dayFirst'
  return b > 12 && b <= 31 && a >= 1 && a <= 12 ? 'monthFirst' : null
}

/** The days within a text: the order that one has by a single reading, and whether its clock is one of twelve hours. */
function daysIn(text: string): { single: Order | null; isHalf: boolean }[] {
  if (text.length > periodChars || !text.includes('/')) return []
  return [...text.matchAll(within)].map(([, a, b, , half]) => ({
    single: orderOf(Number(a), Number(b)),
    isHalf: half !== undefined && Number(a) <= 12,
  }))
}

/** A day that may be read either way, in a file that does not say how: it is read day first, and reported. */
const guessed = /^(0[1-9]|1[0-2])\/(0[1-9]|1[0-2])\/(20\d{2}|\d{2})(?!\d)(?!.*[AP]M$)/i
const eitherWay = /^(0?[1-9]|1[0-2])\/(0?[1-9]|1[0-2])\//
/** Such a day beside a clock of twelve hours is read month first, and reported as well. */
const guessedHalf = /^(0?[1-9]|1[0-2])\/(0?[1-9]|1[0-2])\/20\d{2},? .*[AP]M$/i
export function reportGuessedDays(
  unread: UnreadList,
  row: SheetRow,
  columns: Iterable<number | undefined>,
  headings: ReadonlyMap<number, string>,
): void {
  for (const at of columns) {
    const cell = at === undefined ? undefined : row.cells.get(at)
    if (at === undefined || cell?.kind !== 'text') continue
    const text = cell.guessedFrom ?? valueText(cell)
    if (!text.includes('/')) continue
    const kind = cell.guessedFrom !== undefined || guessedHalf.test(text) ? 'monthFirst' : 'dayFirst'
    const [, a, b] = (kind === 'monthFirst' ? eitherWay : guessed).exec(text) ?? []
    if (a === undefined || Number(a) === Number(b)) continue
    unread.add({ kind, name: headings.get(at) ?? '', place: row.sheet, sample: text })
  }
}

/**
 * A column of which more is something else keeps what may be no day, as '10/20/30'. A day of four figures in a file that writes the month first is one
 * in any column: left as it is, it would be read day first.
 */
function written(row: SheetRow, { order, isGuess }: { order: Order; isGuess: boolean }, columns: Columns): SheetRow {
  for (const [at, cell] of row.cells) {
    if (cell.kind !== 'text' || !cell.text.includes('/')) continue
    const [, a = '', b = '', year = '', time, half] = slashed.exec(cell.text) ?? []
    const column = columns.get(at)
    if (year === '' || !((column && isOfDays(column)) || (order === 'monthFirst' && year.length === 4))) continue
    const clock = half === undefined ? time : wholeClock(time!, half)
    if (clock === null) continue
    const text = dayText(order === 'monthFirst' ? [a, b] : [b, a], year, clock)
    row.cells.set(at, { ...cell, text, ...(isGuess && { guessedFrom: cell.text.trim() }) })
  }
  return row
}

/** The clock of 24 hours; null where the hour is none of twelve. */
function wholeClock(time: string, half: string): string | null {
  const [hour = '', ...rest] = time.split(':')
  if (Number(hour) < 1 || Number(hour) > 12) return null
  const whole = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
  return [String(whole).padStart(2, '0'), ...rest].join(':')
}

function dayText([month, day]: [string, string], year: string, clock: string | undefined): string {
  const text = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return clock === undefined ? text : `${text} ${clock}`
}
