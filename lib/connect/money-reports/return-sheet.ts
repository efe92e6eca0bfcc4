import type { ReturnField } from './columns'
import type { ReturnItem } from './items'
import { lineText, returnRank } from './return-words'
import type { RowCells } from './row-cells'

type Row = { cells: RowCells<ReturnField>; item: ReturnItem }
type Answer = Row & {
  isBad: boolean
  /** The other rows of the return. */
  more: readonly Row[]
  /** Rows of an earlier state of it, as in joined reports. */
  older: readonly Row[]
  /** Rows with a smaller refund or compensation than the one that stands. */
  less: readonly Row[]
}

const size = (cents: bigint | null) => (cents === null ? -1n : cents < 0n ? -cents : cents)
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const textOf = ({ status, kind, solution, reason, text, dueAt, openedAt, refundCents }: ReturnItem) =>
  `${String(size(refundCents)).padStart(18, '0')} ${JSON.stringify([dueAt ?? '', status, kind, solution, reason, text, openedAt])}`

/** A return has a row for each item, wherever they stand: it is whole at the end of the file, and their order has no effect. */
export class ReturnSheet {
  private readonly rows = new Map<string, Row[]>()

  take(cells: RowCells<ReturnField>, item: ReturnItem): void {
    const known = this.rows.get(item.number)
    if (known) known.push({ cells, item })
    else this.rows.set(item.number, [{ cells, item }])
  }

  *end(): Generator<Answer> {
    for (const rows of this.rows.values()) {
      if (new Set(rows.map(({ item }) => item.code)).size === 1) yield wholeOf(rows)
      else
        for (const row of rows) {
          row.cells.refuse('number', 'repeated')
          yield { ...row, isBad: true, more: [], older: [], less: [] }
        }
    }
  }
}

function wholeOf(rows: readonly Row[]): Answer {
  const sorted = rows.toSorted(
    ({ item: a }, { item: b }) => returnRank(b.status) - returnRank(a.status) || byText(textOf(b), textOf(a)),
  )
  const first = sorted[0]!
  const older = sorted.filter(({ item }) => item.status !== first.item.status)
  const current = sorted.filter((row) => !older.includes(row))
  const most = (field: 'refundCents' | 'compensationCents', of: readonly Row[]) =>
    of.map(({ item }) => item[field]).reduce((a, b) => (size(b) > size(a) ? b : a))
  const own = most('refundCents', current)
  const refund = own === null ? furthestRefund(older) : null
  const refundCents = own ?? refund?.refundCents ?? null
  const compensationCents = most('compensationCents', rows)
  const known = new Set(current.flatMap(({ item }) => item.lines.map(lineText)))
  // An item that an earlier state alone names is one of the return's too.
  const lines = [
    ...current.flatMap(({ item }) => item.lines),
    ...older.flatMap(({ item }) => item.lines.filter((line) => !known.has(lineText(line)))),
  ]
  const less = current.filter(
    ({ item }) =>
      (item.refundCents !== null && item.refundCents !== refundCents) ||
      (item.compensationCents !== null && item.compensationCents !== compensationCents),
  )
  const item = { ...first.item, refundCents, compensationCents, lines, ...(refund && { refundState: refund.status }) }
  return { cells: first.cells, item, isBad: false, more: sorted.slice(1), older, less }
}

/** The row of the furthest of earlier states that gives a refund, and there the greatest. */
const furthestRefund = (rows: readonly Row[]): ReturnItem | null =>
  rows
    .map(({ item }) => item)
    .filter(({ refundCents }) => refundCents !== null)
    .toSorted(
      (a, b) =>
        returnRank(b.status) - returnRank(a.status) ||
        (size(b.refundCents) > size(a.refundCents) ? 1 : size(b.refundCents) < size(a.refundCents) ? -1 : 0),
    )[0] ?? null
