import { recognizeByMeaning, recognizeHeadings, type Places } from '@/lib/core/sheets/heading-names'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { bankPlaces, isOfAccount, type BankPlaces, type Headings } from './bank-columns'
import type { SheetPart } from './columns'
import { fileTypes, moneySources } from './money-sources'
import type { MoneyFileType } from './schema'

export type { Headings }

/** Below that many rows there is a heading, or there is none. */
const searchedRows = 40

/** `width`: of the row, where the file says one. */
export type FoundHeadings = {
  source: SheetPart
  places: Places<string>
  headings: Headings
  row: number
  width: number | undefined
  /** The columns of a bank's statement; null of one that does not say in which direction money moved. */
  bank?: BankPlaces | null
}

const foundIn = (
  result: { source: SheetPart; places: Places<string> },
  headings: Headings,
  { number: row, width }: SheetRow,
): FoundHeadings => ({
  ...result,
  headings,
  row,
  width,
  ...(result.source === 'bankSheet' && { bank: bankPlaces(headings) }),
})

export const headingsOf = ({ cells }: SheetRow): Headings =>
  new Map([...cells].map(([at, { text }]) => [at, text] as const))

const isBlank = (text: string | undefined) => /^[\s-]*$/.test(text ?? '')

/** Headings of two rows: a cell that goes over both stands in the upper one, and of a group the columns have their names in the lower one. */
export const joinHeadings = (upper: Headings, lower: Headings): Headings =>
  new Map([...upper, ...[...lower].filter(([, text]) => !isBlank(text))])

/** The row below its headings that names columns of them: null where it is a row of its own. */
export function withRowBelow(
  foundHeadings: FoundHeadings,
  row: SheetRow,
  sheet: string | undefined,
): FoundHeadings | null {
  if (row.number !== foundHeadings.row + 1) return null
  if (Object.values(foundHeadings.places).some((at) => at !== undefined && !isBlank(row.cells.get(at)?.text)))
    return null
  const headings = joinHeadings(foundHeadings.headings, headingsOf(row))
  const joined = recognizeHeadings(headings, moneySources, sheet)
  const count = (places: Places<string>) => Object.keys(places).length
  return joined?.source === foundHeadings.source && count(joined.places) > count(foundHeadings.places)
    ? { ...joined, headings, row: row.number, width: row.width }
    : null
}

/** An order's day and eight more, as the platform makes its code; marks of a text are none of it. */
const orderCode = /^[\s'"=#]*\d{2}(0[1-9]|1[0-2])[0-3]\d[0-9A-Z]{8}[\s"]*$/i
const itemId = /^[\s'"=#]*\d{6,20}([.,]0+)?[\s"]*$/

/**
 * Whether the orders or items that stand below are the platform's own: another marketplace, a bank and a shop's own list have columns that mean the same.
 * Half of them and one at least.
 */
function isOfPlatform({ places }: FoundHeadings, below: readonly SheetRow[]): boolean {
  const reported = (at: number | undefined) =>
    below.flatMap(({ cells }) => {
      const text = at === undefined ? '' : (cells.get(at)?.text ?? '')
      return isBlank(text) ? [] : [text]
    })
  const are = (texts: string[], pattern: RegExp) =>
    texts.length > 0 && texts.filter((text) => pattern.test(text)).length * 2 >= texts.length
  if (places.code !== undefined) return are(reported(places.code), orderCode)
  return places.item === undefined || are(reported(places.item), itemId)
}

/** Whether no cell of a row begins as an amount, a day or a code: headings may. */
export const isWordsAlone = ({ cells }: SheetRow): boolean =>
  cells.size > 2 && [...cells.values()].every(({ kind, text }) => kind === 'text' && !/^\W*\d/.test(text))

export function recognizedIn(row: SheetRow, sheet: string | undefined): FoundHeadings | null {
  const headings = headingsOf(row)
  const result = recognizeHeadings(headings, moneySources, sheet)
  return result && foundIn(result, headings, row)
}

/** Where the headings of a sheet stand: by their names, and where no row of it has those, by their meaning. */
export class HeadingSearch {
  private readonly rows: SheetRow[] = []

  get isOver(): boolean {
    return this.rows.length >= searchedRows
  }

  take(row: SheetRow, sheet: string | undefined): FoundHeadings | null {
    const before = this.rows.at(-1)
    this.rows.push(row)
    const alone = headingsOf(row)
    const readings = [alone, ...(before?.number === row.number - 1 ? [joinHeadings(headingsOf(before), alone)] : [])]
    for (const headings of readings) {
      const result = recognizeHeadings(headings, moneySources, sheet)
      if (result) return foundIn(result, headings, row)
    }
    return null
  }

  /** The headings with the rows above and below them; `type`: the file is of that kind by another sheet. */
  byMeaning(type: MoneyFileType | null): { found: FoundHeadings; above: SheetRow[]; below: SheetRow[] } | null {
    for (const [at, row] of this.rows.entries()) {
      const headings = headingsOf(row)
      const result = recognizeByMeaning(headings, moneySources)
      if (!result || (type && fileTypes[result.source] !== type)) continue
      const place = { ...result, headings, row: row.number, width: row.width }
      const below = this.rows.slice(at + 1)
      if (isOfPlatform(place, below)) return { found: place, above: this.rows.slice(0, at), below }
    }
    return null
  }

  /** The headings of a bank's statement, where no sheet of the platform's was found: its columns may mean the same. */
  ofBank(type: MoneyFileType | null): { found: FoundHeadings; above: SheetRow[]; below: SheetRow[] } | null {
    if (type && type !== 'bank') return null
    for (const [at, row] of this.rows.entries()) {
      const found = recognizedIn(row, undefined)
      if (found?.source !== 'bankSheet') continue
      const below = this.rows.slice(at + 1)
      const bank = found.bank ?? (isOfAccount(below) ? bankPlaces(found.headings, true) : null)
      if (bank) return { found: { ...found, bank }, above: this.rows.slice(0, at), below }
    }
    return null
  }
}
