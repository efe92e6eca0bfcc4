import { valueText } from './cell-values'
import type { Cell, RowReader, SheetRow } from './sheet-reader'
import type { UnreadList } from './unread'

/** So many rows are held until their days say in which order a file writes them. */
const heldRows = 1_000
const slashed = /^\s*(\d{1,2})\/(\d{1,2})\/(20[1-4]\d|[1-4]\d)(?:,? (\d{1,2}:\d{2}(?::\d{2})?))?\s*$/
/** Such a day within a text, as in a period above the headings; a clock of twelve hours is the United States', which writes the month first. */
const within = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(20[1-4]\d)(?!\d)(?:,? \d{1,2}:\d{2}(?::\d{2})? ?([AP]M))?/gi
const periodChars = 100

type Order = 'monthFirst' | 'dayFirst'
type Column = { texts: number; days: number; orders: Set<Order> }

/**
 * A spreadsheet writes all days of a file in its own country's order: '11/3/2026' and '10/11/2026' say by '11/25/2026' which number is the month. Where
 * a day has a single reading, the file's columns of days are written out as year, month and day; where none has, another text of the file may say it, as
 * its period or a clock of twelve hours; else, or where they contradict each other, they stay as they are.
 */
export function withDateOrder(onRow: RowReader): { take: RowReader; end: () => void } {
  const held: SheetRow[] = []
  const columns = new Map<number, Column>()
  const said = new Set<Order>()
  let order: Order | null = null
  let isOpen = true
  const give = (row: SheetRow) => onRow(order ? written(row, order, columns) : row)
  const release = () => {
    isOpen = false
    for (const [at, { texts, days }] of columns) if (days * 2 <= texts) columns.delete(at)
    const ofColumns = new Set([...columns.values()].flatMap((column) => [...column.orders]))
    const orders = ofColumns.size > 0 ? ofColumns : said
    order = orders.size === 1 ? [...orders][0]! : null
    for (const row of held.splice(0)) give(row)
  }
  return {
    take(row) {
      if (!isOpen) return give(row)
      for (const [at, { kind, text }] of row.cells)
        if (kind === 'text') {
          count(columns, at, text)
          for (const one of ordersIn(text)) said.add(one)
        }
      held.push(row)
      if (held.length === heldRows) release()
    },
    end: release,
  }
}

/** A text above a column's first day is no value of it. */
function count(columns: Map<number, Column>, at: number, text: string): void {
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

function ordersIn(text: string): Order[] {
  if (text.length > periodChars || !text.includes('/')) return []
  return [...text.matchAll(within)].flatMap(([, a, b, , half]): Order[] => {
    const single = orderOf(Number(a), Number(b))
    return single ? [single] : half !== undefined && Number(a) <= 12 ? ['monthFirst'] : []
  })
}

/** A day that may be read either way, in a file that does not say how: it is read day first, and reported. */
const guessed = /^(0[1-9]|1[0-2])\/(0[1-9]|1[0-2])\/(20\d{2}|\d{2})(?!\d)(?!.*[AP]M$)/i
export function reportGuessedDays(
  unread: UnreadList,
  row: SheetRow,
  columns: Iterable<number | undefined>,
  headings: ReadonlyMap<number, string>,
): void {
  for (const at of columns) {
    const cell = at === undefined ? undefined : row.cells.get(at)
    if (at === undefined || cell?.kind !== 'text' || !cell.text.includes('/')) continue
    const text = valueText(cell)
    const [, a, b] = guessed.exec(text) ?? []
    if (a === undefined || a === b) continue
    unread.add({ kind: 'dayFirst', name: headings.get(at) ?? '', place: row.sheet, sample: text })
  }
}

function written(row: SheetRow, order: Order, columns: ReadonlyMap<number, Column>): SheetRow {
  for (const at of columns.keys()) {
    const cell = row.cells.get(at)
    const text = cell?.kind === 'text' && cell.text.includes('/') ? dayOf(cell, order) : null
    if (cell && text !== null) row.cells.set(at, { ...cell, text })
  }
  return row
}

function dayOf({ text }: Cell, order: Order): string | null {
  const [, a = '', b = '', year = '', clock] = slashed.exec(text) ?? []
  if (year === '') return null
  const [month, day] = order === 'monthFirst' ? [a, b] : [b, a]
  const said = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return clock === undefined ? said : `${said} ${clock}`
}
