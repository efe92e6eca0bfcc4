import { readMoney } from './cell-values'
import { foldHeading } from './heading-names'
import type { SheetRow } from './sheet-reader'
import type { UnreadList } from './unread'

/** An amount under a heading that is not known. */
export type UnknownAmount = { name: string; cents: bigint }

/** `beside`: the column of the same name that is read. */
type Column = {
  name: string
  values: number
  cents: bigint
  isMoney: boolean
  hasCents: boolean
  sample: string
  beside: number | undefined
}
/** Weights, measures, counts and shares are no money, whatever decimals they have. */
const measured =
  /^(peso|altura|largura|comprimento|profundidade|volume|qtde?|quantidade|media|weight|height|width|length|quantity|qty|avg|average)\b|^(taxa de (conversao|rejeicao|comissao d[eo] (item|pedido))|percentual)|%|\brate\b|\((kg|g|cm|m|mm|m3|un|dias?|days?|h|min)\.?\)$/
const isMeasured = (name: string) => measured.test(foldHeading(name))
const says = (text: string) => !/^[\s-]*$/.test(text)
/** No amount is longer, and the expression's time grows fast with the length. */
const noughtChars = 40
const isNought = (text: string) => {
  const said = text.trim()
  return said.length <= noughtChars && /^(-?(R\$)?\s*0*(?:[.,]0*)?\s*%?|gr[áa]tis|isent[oa]|free)$/i.test(said)
}

/** The columns of a sheet that are neither read nor known to be of no use: how much stands in them. */
export class ColumnWatch {
  private readonly columns: [at: number, column: Column][]

  /** `read`: where the columns stand that are read. `isSpare`: by its heading. `isPrivate`: words of a column may be a person's, and are not shown. */
  constructor(
    headings: ReadonlyMap<number, string>,
    read: Iterable<number | undefined>,
    isSpare: (heading: string) => boolean,
    private readonly isPrivate = false,
  ) {
    const taken = new Set(read)
    const readNames = new Map<string, number>()
    for (const at of taken) if (at !== undefined) readNames.set(foldHeading(headings.get(at) ?? ''), at)
    this.columns = [...headings].flatMap(([at, name]): [number, Column][] => {
      if (taken.has(at) || !says(name)) return []
      const beside = isSpare(name) ? readNames.get(foldHeading(name)) : undefined
      if (isSpare(name) && beside === undefined) return []
      return [[at, { name, values: 0, cents: 0n, isMoney: !isMeasured(name), hasCents: false, sample: '', beside }]]
    })
  }

  /** Counts a row's cells in them, and answers those that are amounts. */
  take({ cells }: SheetRow): UnknownAmount[] {
    return this.columns.flatMap(([at, column]) => {
      const cell = cells.get(at)
      if (!cell || !says(cell.text) || isNought(cell.text)) return []
      const money = readMoney(cell)
      if (column.beside !== undefined && !isOtherAmount(money, readMoney(cells.get(column.beside)))) return []
      column.values += 1
      const hasCents = /[.,]\d|^-|R\$/.test(cell.text.trim())
      if (!this.isPrivate || (money.ok && hasCents)) column.sample ||= cell.text.trim()
      column.isMoney &&= money.ok
      column.hasCents ||= hasCents
      if (!money.ok || money.value === null || isMeasured(column.name)) return []
      column.cents += money.value
      return [{ name: column.name.trim(), cents: money.value }]
    })
  }

  /** A template names its fields by keys, and in a row below by words: both are said. */
  addTitles({ cells }: SheetRow): void {
    for (const [at, column] of this.columns) {
      const title = cells.get(at)?.text.trim()
      if (title && says(title) && title !== column.name) column.name = `${title} (${column.name})`
    }
  }

  report(unread: UnreadList, sheet: string | undefined): void {
    for (const [, { name, values, cents, isMoney, hasCents, sample }] of this.columns) {
      if (values === 0) continue
      unread.add({ kind: 'column', name, place: sheet, cents: isMoney && hasCents ? cents : null, sample }, values)
    }
  }
}

type Amount = ReturnType<typeof readMoney>
/** The second of two columns of one name is missed where both are amounts that differ. */
const isOtherAmount = (one: Amount, read: Amount) =>
  one.ok && read.ok && one.value !== null && one.value !== (read.value ?? 0n)
