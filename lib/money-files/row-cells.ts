import { readMoney, readTime } from '../imports/cell-values'
import { columnLetters, type Cell, type SheetRow } from '../imports/sheet-reader'
import { codeOf, textOf, type Read, type SheetProblem } from '../imports/sheet-values'
import type { Places } from '../imports/heading-names'
import type { Day } from '../dates'

export type CellProblemAt = { column: string; cell: string; problem: SheetProblem; value: string }

const shownChars = 60
const codePattern = /^[0-9A-Za-z-]{6,40}$/
const blank = (text: string) => text === '' || text === '-' || text === '--'

/** One row of a sheet by the names of its columns; what cannot be read is kept beside its cell. */
export class RowCells<F extends string> {
  readonly problems: CellProblemAt[] = []

  constructor(
    readonly row: SheetRow,
    private readonly places: Places<F>,
    private readonly headings: ReadonlyMap<number, string>,
  ) {}

  has(field: F): boolean {
    return this.places[field] !== undefined
  }

  text(field: F, limit = 500): string | null {
    const value = this.read(field, (cell) => textOf(cell, limit))
    return value === null || blank(value) ? null : value
  }

  /** What is cut rather than refused: words that only explain. */
  note(field: F, limit = 500): string | null {
    const text =
      this.cell(field)
        ?.text.replace(/[\s\u0000]+/gu, ' ')
        .trim() ?? ''
    return blank(text) ? null : text.slice(0, limit)
  }

  code(field: F, { required = true } = {}): string | null {
    const value = this.read(field, (cell) => codeOf(unwrapped(cell), 60))
    if (value === null || blank(value)) {
      if (required) this.note404(field)
      return null
    }
    if (codePattern.test(value)) return value
    this.add(field, 'notCode', value)
    return null
  }

  money(field: F, { required = false } = {}): bigint | null {
    const before = this.problems.length
    const value = this.read(field, (cell) => readMoney(cell))
    if (value === null && required && this.problems.length === before) this.note404(field)
    return value
  }

  /** An instant; what is written is São Paulo's clock. */
  moment(field: F, { required = false } = {}): Date | null {
    const before = this.problems.length
    const value = this.read(field, (cell) => readTime(cell))
    if (value === null && required && this.problems.length === before) this.note404(field)
    return value === null ? null : new Date(value)
  }

  count(field: F): number {
    const text = this.cell(field)?.text.trim() ?? ''
    if (blank(text)) return 0
    const digits = text.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(/[.,]0+$/, '')
    if (/^\d{1,9}$/.test(digits)) return Number(digits)
    this.add(field, 'notCount', text)
    return 0
  }

  add(field: F, problem: SheetProblem, value = ''): void {
    const at = this.places[field]
    this.problems.push({
      column: at === undefined ? '' : (this.headings.get(at) ?? '').trim().slice(0, shownChars),
      cell: at === undefined ? '' : `${columnLetters(at)}${this.row.number}`,
      ...{ problem, value: value.slice(0, shownChars) },
    })
  }

  private note404(field: F): void {
    this.add(field, 'missing')
  }

  private cell(field: F): Cell | undefined {
    const at = this.places[field]
    return at === undefined ? undefined : this.row.cells.get(at)
  }

  private read<T>(field: F, parse: (cell: Cell | undefined) => Read<T | null>): T | null {
    const cell = this.cell(field)
    const parsed = parse(cell)
    if (parsed.ok) return parsed.value
    this.add(field, parsed.problem, cell?.text)
    return null
  }
}

/** Numbers that must stay texts are written ="219…" into text files. */
const unwrapped = (cell: Cell | undefined): Cell | undefined => {
  const inner = cell && /^="?([^"]*)"?$/.exec(cell.text.trim())?.[1]
  return cell && inner !== undefined ? { ...cell, text: inner } : cell
}

/** Days that a text names, in the order in which it does: 2026-08-01, 01/08/2026, 20260801. */
export function daysIn(text: string): Day[] {
  const found = text.matchAll(/(\d{4})-(\d{2})-(\d{2})|(\d{2})\/(\d{2})\/(\d{4})|(?<!\d)(20\d{2})(\d{2})(\d{2})(?!\d)/g)
  return [...found].flatMap((m) => {
    const day = m[1] ? `${m[1]}-${m[2]}-${m[3]}` : m[4] ? `${m[6]}-${m[5]}-${m[4]}` : `${m[7]}-${m[8]}-${m[9]}`
    const time = Date.parse(`${day}T00:00:00Z`)
    return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? [] : [day]
  })
}
