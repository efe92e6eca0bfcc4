import { cellText } from '@/lib/core/sheets/cell-values'
import { ColumnWatch } from '@/lib/core/sheets/column-watch'
import { reportGuessedDays } from '@/lib/core/sheets/date-order'
import { reportLacking } from '@/lib/core/sheets/lacking-columns'
import {
  columnOf,
  fields,
  isSpareOrderColumn,
  namesMissing,
  recognizeColumns,
  usefulColumns,
  type ColumnMap,
} from './columns'
import { readItemRow, type ItemRow } from './order-row'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { withRowAbove } from '@/lib/core/sheets/row-above'
import { isTotalsRow, noteIn } from '@/lib/core/sheets/totals-row'
import type { UnreadList } from '@/lib/core/sheets/unread'
import { refusalOfOtherPage, refusalOfReport } from '../money-reports/other-pages'

const timeFields = fields.filter((field) => columnOf(field).kind === 'time')
const headerSearchRows = 20
/** The platform's order codes are a day and eight more; older ones are longer. */
const codeChars = 14
/** A sheet with so many of the export's headings is one of which some were taken away. */
const ownColumns = 8
type OpenSheet = {
  name: string | undefined
  map: ColumnMap | null
  watch: ColumnWatch | null
  rows: number
  isOther: boolean
  /** The width of its headings, where the file says one. */
  width: number | undefined
  /** The last row with an order's own cells. */
  above: SheetRow | null
}

/** The rows of a workbook of orders, sheet after sheet; `unread` takes the unknown sheets and columns. */
export class OrderReading {
  /** The headings of the first sheet of orders. */
  map: ColumnMap | null = null
  private sheet: OpenSheet = opened(undefined)
  private refusal: SheetRefused | null = null
  private otherPage: SheetRefused | null = null
  private items = 0

  constructor(private readonly unread?: UnreadList) {}

  /** Null for what is no item: what stands above the headings, and rows without a value. */
  take(row: SheetRow): ItemRow | null {
    if (row.sheet !== this.sheet.name) {
      this.close()
      this.sheet = opened(row.sheet)
    }
    const { map, watch } = this.sheet
    if (!map) {
      this.open(row)
      return null
    }
    if (isHeader(row, map)) return null
    const needed = (['orderCode', 'status', 'placedAt'] as const).map((field) => map.places.get(field))
    if (isTotalsRow(row, needed)) {
      this.unread?.add({ kind: 'row', name: 'Total', place: row.sheet ?? '' })
      return null
    }
    const note = noteIn(row)
    if (note !== null) {
      this.unread?.add({ kind: 'row', name: note, place: row.sheet ?? '' })
      return null
    }
    const title = map.places.get('title')
    const continued = withRowAbove(row, this.sheet.above, { empty: needed, own: title, shared: needed })
    const item = readItemRow(continued ?? row, map, this.sheet.width)
    if (item && item.problems.length > 0 && this.reopen(row)) return null
    if (!item) return null
    if (continued) this.unread?.add({ kind: 'continued', name: String(item.values.orderCode), place: row.sheet })
    else this.sheet.above = item.problems.length > 0 ? null : row
    if (this.unread) {
      watch?.take(row)
      reportGuessedDays(
        this.unread,
        row,
        timeFields.map((field) => map.places.get(field)),
        map.headers,
      )
    }
    this.items += 1
    const code = String(item.values.orderCode ?? '')
    if (code !== '' && code.length < codeChars) this.unread?.add({ kind: 'oddCode', name: code, place: row.sheet })
    return item
  }

  /** Throws where no sheet has what an order needs, or none has a row. */
  end(): ColumnMap {
    this.close()
    if (!this.map) throw this.otherPage ?? this.refusal ?? missingEverything()
    if (this.items === 0) throw new SheetRefused('importNoRows')
    return this.map
  }

  private open(row: SheetRow, searchedRows = headerSearchRows): void {
    const { sheet } = this
    if (row.cells.size === 0) return
    sheet.rows += 1
    if (sheet.isOther || row.number > searchedRows) return
    const headings = new Map([...row.cells].map(([at, cell]) => [at, cellText(cell)]))
    try {
      sheet.map = recognizeColumns(headings)
    } catch (error) {
      if (!(error instanceof SheetRefused)) throw error
      this.refusal ??= error
      sheet.isOther = true
    }
    const { map } = sheet
    if (!map) {
      this.otherPage ??= otherPageOf(headings)
      return
    }
    if (this.unread) reportLacking(this.unread, usefulColumns, (field) => map.places.has(field), sheet.name)
    if (row.isHidden) this.unread?.add({ kind: 'hiddenOrders', name: sheet.name ?? '' })
    this.map ??= map
    sheet.width = row.width
    const read = [...map.places.values(), ...(map.otherDiscount === null ? [] : [map.otherDiscount])]
    sheet.watch = new ColumnWatch(map.headers, read, isSpareOrderColumn, true)
  }

  /** Exports of several months that were joined have each its own headings. */
  private reopen(row: SheetRow): boolean {
    const known = this.sheet
    this.sheet = { ...opened(known.name), rows: known.rows }
    this.open(row, Infinity)
    if (!this.sheet.map) {
      this.sheet = known
      return false
    }
    if (this.unread) known.watch?.report(this.unread, known.name)
    return true
  }

  private close(): void {
    const { name, watch, rows } = this.sheet
    if (!this.unread) return
    if (watch) watch.report(this.unread, name)
    else if (rows > 0) this.unread.add({ kind: 'sheet', name: name ?? '' }, rows)
  }
}

const opened = (name: string | undefined): OpenSheet => ({
  name,
  map: null,
  watch: null,
  rows: 0,
  isOther: false,
  width: undefined,
  above: null,
})

/** Sheets that were joined have their headings again. */
function isHeader({ cells }: SheetRow, { places, headers }: ColumnMap): boolean {
  for (const at of [places.get('orderCode'), places.get('status')])
    if (at === undefined || cellText(cells.get(at)) !== headers.get(at)) return false
  return true
}

/** The refusal of a sheet that another page takes. */
function otherPageOf(headings: ReadonlyMap<number, string>): SheetRefused | null {
  if (headings.size < 3) return null
  const isOwn = [...headings.values()].filter(isSpareOrderColumn).length >= ownColumns
  const report = refusalOfReport(headings)
  const code = report === 'importIsMoney' ? report : isOwn ? null : refusalOfOtherPage(headings)
  return code && new SheetRefused(code)
}

/** Nothing in the first rows is a header: all that is needed is missing. */
const missingEverything = () =>
  new SheetRefused('importColumnsMissing', { columns: namesMissing(() => false).join(', ') })
