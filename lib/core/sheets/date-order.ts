import type { Cell, RowReader, SheetRow } from './sheet-reader'

/** So many rows are held until their days say in which order a file writes them. */
const heldRows = 1_000
const slashed = /^\s*(\d{1,2})\/(\d{1,2})\/(20[1-4]\d|[1-4]\d)(?:,? (\d{1,2}:\d{2}(?::\d{2})?))?\s*$/

type Order = 'monthFirst' | 'dayFirst'
type Column = { texts: number; days: number; orders: Set<Order> }

/**
 * A spreadsheet writes all days of a file in its own country's order: '11/3/2026' and '10/11/2026' say by '11/25/2026' which number is the month. Where
 * a day has a single reading, the file's columns of days are written out as year, month and day; where none has, or they contradict each other, they stay
 * as they are.
 */
export function withDateOrder(onRow: RowReader): { take: RowReader; end: () => void } {
  const held: SheetRow[] = []
  const columns = new Map<number, Column>()
  let order: Order | null = null
  let isOpen = true
  const give = (row: SheetRow) => onRow(order ? written(row, order, columns) : row)
  const release = () => {
    isOpen = false
    for (const [at, { texts, days }] of columns) if (days * 2 <= texts) columns.delete(at)
    const orders = new Set([...columns.values()].flatMap((column) => [...column.orders]))
    order = orders.size === 1 ? [...orders][0]! : null
    for (const row of held.splice(0)) give(row)
  }
  return {
    take(row) {
      if (!isOpen) return give(row)
      for (const [at, { kind, text }] of row.cells) if (kind === 'text') count(columns, at, text)
      held.push(row)
      if (held.length === heldRows) release()
    },
    end: release,
  }
}

function count(columns: Map<number, Column>, at: number, text: string): void {
  if (/^[\s–—-]*$/.test(text)) return
  const column: Column = columns.get(at) ?? { texts: 0, days: 0, orders: new Set() }
  columns.set(at, column)
  column.texts += 1
  const [, first, second] = text.includes('/') ? (slashed.exec(text) ?? []) : []
  if (first === undefined) return
  column.days += 1
  const [a, b] = [Number(first), Number(second)]
  if (a > 12 && a <= 31 && b >= 1 && b <= 12) column.orders.add('dayFirst')
  if (b > 12 && b <= 31 && a >= 1 && a <= 12) column.orders.add('monthFirst')
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
