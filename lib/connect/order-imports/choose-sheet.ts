import { SheetRefused } from '@/lib/core/sheets/refusal'
import { rowFault } from '@/lib/core/sheets/row-fault'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import type { UnreadList } from '@/lib/core/sheets/unread'
import { headingRows, LayoutUnknown } from './sheet-layouts'

type Opened<Layout> = { layout: Layout; from: number }

/**
 * One sheet of a workbook is read: the first whose headings are known. Sheets before it (a cover, instructions) and
 * behind it are reported. Where no sheet has known headings, the person is asked about the one with the most of them.
 */
export class SheetChoice<Layout> {
  layout: Layout | null = null
  private sheet: string | undefined
  private width: number | undefined
  private waiting: SheetRow[] = []
  private isOther = false
  private refusal: SheetRefused | LayoutUnknown | null = null

  /** `open` finds the headings among the first rows of a sheet; it throws where there are none that it knows. */
  constructor(
    private readonly open: (rows: readonly SheetRow[]) => Opened<Layout>,
    private readonly unread: UnreadList,
  ) {}

  /** The rows that stand below the headings of the sheet that is read. */
  take(rows: readonly SheetRow[]): SheetRow[] {
    return this.rowsBelow(rows).map((row) => this.withFault(row))
  }

  private rowsBelow(rows: readonly SheetRow[]): SheetRow[] {
    const below: SheetRow[] = []
    for (const row of rows) {
      if (row.sheet !== this.sheet) {
        if (!this.layout) below.push(...this.tryToOpen())
        if (!this.layout) this.isOther = false
      }
      if (!this.layout && !this.isOther) {
        this.sheet = row.sheet
        this.waiting.push(row)
        if (this.waiting.length >= headingRows) below.push(...this.tryToOpen())
      } else if (this.layout && row.sheet === this.sheet) below.push(row)
      else if (row.cells.size > 0) this.unread.add({ kind: 'sheet', name: row.sheet ?? '' })
    }
    return below
  }

  /** The rows still waiting; throws where no sheet can be read. */
  end(): SheetRow[] {
    const below = this.layout ? [] : this.tryToOpen()
    if (!this.layout) throw this.refusal ?? new SheetRefused('importNoRows')
    return below.map((row) => this.withFault(row))
  }

  private withFault(row: SheetRow): SheetRow {
    const fault = rowFault(row, this.width)
    return fault ? { ...row, fault } : row
  }

  private tryToOpen(): SheetRow[] {
    const rows = this.waiting.splice(0)
    if (rows.length === 0) return []
    try {
      const { layout, from } = this.open(rows)
      this.layout = layout
      this.width = rows[from - 1]?.width
      return rows.slice(from)
    } catch (error) {
      if (!(error instanceof LayoutUnknown) && !(error instanceof SheetRefused)) throw error
      this.refusal = likelier(this.refusal, error)
      this.isOther = true
      const filled = rows.filter(({ cells }) => cells.size > 0).length
      if (filled > 0) this.unread.add({ kind: 'sheet', name: rows[0]!.sheet ?? '' }, filled)
      return []
    }
  }
}

const headingsOf = (error: SheetRefused | LayoutUnknown | null) =>
  error instanceof LayoutUnknown ? error.sheet.headings.length : 0

/** A sheet that another page takes says more than the headings of a cover. */
const isKnown = (error: SheetRefused | LayoutUnknown) => error instanceof SheetRefused && error.code !== 'importNoRows'

const likelier = (before: SheetRefused | LayoutUnknown | null, now: SheetRefused | LayoutUnknown) =>
  before === null || isKnown(now) || (!isKnown(before) && headingsOf(now) > headingsOf(before)) ? now : before
