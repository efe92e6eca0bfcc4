import { readMoney } from '../imports/cell-values'
import type { Places } from '../imports/heading-names'
import type { SheetRow } from '../imports/sheet-reader'
import type { UnreadList } from '../imports/unread'
import type { SheetPart } from './columns'
import type { UnknownAmount } from './income-rows'
import { isSpareColumn } from './spare-columns'

type Column = { name: string; values: number; cents: bigint; isMoney: boolean; hasCents: boolean; sample: string }
const says = (text: string) => !/^[\s-]*$/.test(text)
const isNought = (text: string) => /^\s*-?(R\$)?\s*0*(?:[.,]0*)?\s*%?\s*$/.test(text)

/** The columns of a sheet that are neither read nor known to be of no use: how much stands in them. */
export class ColumnWatch {
  private readonly columns: [at: number, column: Column][]

  constructor(part: SheetPart, places: Places<string>, headings: ReadonlyMap<number, string>) {
    const read = new Set(Object.values(places))
    this.columns = [...headings].flatMap(([at, name]): [number, Column][] =>
      read.has(at) || !says(name) || isSpareColumn(part, name)
        ? []
        : [[at, { name, values: 0, cents: 0n, isMoney: true, hasCents: false, sample: '' }]],
    )
  }

  /** Counts a row's cells in them, and answers those that are amounts. */
  take({ cells }: SheetRow): UnknownAmount[] {
    return this.columns.flatMap(([at, column]) => {
      const cell = cells.get(at)
      if (!cell || !says(cell.text) || isNought(cell.text)) return []
      column.values += 1
      column.sample ||= cell.text.trim()
      const money = readMoney(cell)
      column.isMoney &&= money.ok
      column.hasCents ||= /[.,]\d|^-|R\$/.test(cell.text.trim())
      if (!money.ok || money.value === null) return []
      column.cents += money.value
      return [{ name: column.name.trim(), cents: money.value }]
    })
  }

  tell(unread: UnreadList, sheet: string | undefined): void {
    for (const [, { name, values, cents, isMoney, hasCents, sample }] of this.columns) {
      if (values === 0) continue
      unread.add({ kind: 'column', name, place: sheet, cents: isMoney && hasCents ? cents : null, sample }, values)
    }
  }
}
