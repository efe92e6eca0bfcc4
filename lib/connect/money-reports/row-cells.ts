import { cellText, readMoney, readTime, unwrapText, valueText } from '@/lib/core/sheets/cell-values'
import { columnLetters, type Cell, type SheetRow } from '@/lib/core/sheets/sheet-reader'
import {
  centsOf,
  codeOf,
  isCutNumber,
  platformCode,
  unitsOf,
  type Read,
  type SheetProblem,
} from '@/lib/core/sheets/sheet-values'
import { wholeGtin } from '@/lib/catalog/products/gtin'
import type { Places } from '@/lib/core/sheets/heading-names'
import type { Day } from '@/lib/core/dates'

export type CellProblemAt = { column: string; cell: string; problem: SheetProblem; value: string }

const shownChars = 60
const codePattern = /^[0-9A-Za-z-]{1,40}$/
/** An order's code has more; a shorter one is a slip. */
const leastChars = 6
/** Dashes of any length. */
const dash = /^[-–—]{1,2}$/
/** A lone separator before three digits of whole units is one of thousands. */
const ungrouped = (cell: Cell | undefined): Cell | undefined =>
  cell?.kind === 'text' && /^\s*[1-9]\d{0,2}([.,]\d{3})+\s*$/.test(cell.text)
    ? { ...cell, text: cell.text.replace(/[.,]/g, '') }
    : cell
const blank = (text: string) => text === '' || dash.test(text)

/** One row of a sheet by the names of its columns; what cannot be read is kept beside its cell. */
export class RowCells<F extends string> {
  /** Problems of required fields. */
  readonly problems: CellProblemAt[] = []
  /** Problems of other fields: the row is read without them, and they are reported to the sender. */
  readonly odd: CellProblemAt[] = []

  constructor(
    readonly row: SheetRow,
    private readonly places: Places<F>,
    private readonly headings: ReadonlyMap<number, string>,
  ) {}

  has(field: F): boolean {
    return this.places[field] !== undefined
  }

  isDash(field: F): boolean {
    return dash.test(valueText(this.cell(field)))
  }

  /** Text that only explains is cut rather than refused. */
  note(field: F, limit = 500): string | null {
    const text = unwrapText(cellText(this.cell(field)))
    return blank(text) ? null : text.slice(0, limit)
  }

  /** Text that names something: none where a spreadsheet made a day of it, which is reported. */
  label(field: F, limit: number): string | null {
    const cell = this.cell(field)
    if (cell && isCutNumber(valueText(cell))) {
      this.add(field, 'notCode', cell.text, this.odd)
      return null
    }
    if (!cell?.isDay) return this.note(field, limit)
    const day = readTime(cell)
    this.add(
      field,
      'notCode',
      day.ok && day.value !== null ? new Date(day.value).toISOString().slice(0, 10) : cell.text,
      this.odd,
    )
    return null
  }

  code(field: F, { required = true, least = leastChars } = {}): string | null {
    const into = required ? this.problems : this.odd
    const before = into.length
    const value = this.read(field, (cell) => codeOf(cell, 60), into)
    // A program that takes a number for a measure writes it with a decimal.
    const plain = value?.replace(/^#\s*/, '').replace(/^(\d{5,})[.,]0+$/, '$1') ?? null
    if (plain === null || blank(plain)) {
      if (required && into.length === before) this.add(field, 'missing')
      return null
    }
    if (codePattern.test(plain) && plain.length >= least) return platformCode(plain)
    this.add(field, 'notCode', plain, into)
    return null
  }

  money(field: F, { required = false } = {}): bigint | null {
    return this.need(field, readMoney, required)
  }

  /** An amount that is never below zero; null for any other, which is reported. */
  price(field: F): bigint | null {
    return this.read(field, centsOf, this.odd)
  }

  /** An instant; what is written is São Paulo's clock. */
  moment(field: F, { required = false } = {}): Date | null {
    const value = this.need(field, readTime, required)
    return value === null ? null : new Date(value)
  }

  count(field: F): number {
    return this.whole(field) ?? 0
  }

  /** A count, with any thousands separator; null where there is none. */
  whole(field: F): number | null {
    const text = valueText(this.cell(field))
    if (blank(text)) return null
    const digits = text.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(/[.,]0+$/, '')
    if (/^\d{1,9}$/.test(digits)) return Number(digits)
    this.add(field, 'notCount', text, this.odd)
    return null
  }

  /** A number with a percent sign, or the number that a sheet keeps, in millionths of what is written. Null where it is neither. */
  percent(field: F): { millionths: bigint; isWritten: boolean } | null {
    const text = valueText(this.cell(field))
    if (blank(text)) return null
    const [, whole, fraction = '', sign] = /^(\d{1,6})(?:[.,](\d{1,20}))?\s*(%?)$/.exec(text) ?? []
    if (whole !== undefined)
      return { millionths: BigInt(whole + fraction.slice(0, 6).padEnd(6, '0')), isWritten: sign === '%' }
    this.add(field, 'notNumber', text, this.odd)
    return null
  }

  /** Whole units from zero on, with any thousands separator; null where there are none. */
  units(field: F): number | null {
    return this.read(field, (cell) => unitsOf(ungrouped(cell)), this.odd)
  }

  /** Fourteen digits; null where there is none, or where it is no code of an article. */
  gtin(field: F): string | null {
    const code = this.read(field, (cell) => codeOf(cell, 40), this.odd)
    if (code === null || /^[0\s-]*$/.test(code) || /^sem (gtin|ean)$/i.test(code)) return null
    const digits = code.replace(/[\s.-]/g, '')
    if (/^\d{8,14}$/.test(digits)) return wholeGtin(digits)
    this.add(field, 'notBarcode', code, this.odd)
    return null
  }

  headingOf(field: F): string {
    const at = this.places[field]
    return at === undefined ? '' : (this.headings.get(at) ?? '').trim().slice(0, shownChars)
  }

  /** The mapped columns' values, in any order: two equal rows are duplicates. */
  said(): string {
    const fields = Object.keys(this.places).toSorted() as F[]
    return fields.map((field) => this.cell(field)?.text.trim() ?? '').join('\u0001')
  }

  /** All its values, under unknown headings too: two ads of one product may agree in all that is read. */
  saidByRow(): string {
    return [...this.row.cells].map(([at, { text }]) => `${at} ${text.trim()}`).join('\u0001')
  }

  /** A field that is read without its value, which is reported. */
  doubt(field: F, problem: SheetProblem): void {
    this.add(field, problem, this.note(field) ?? '', this.odd)
  }

  refuse(field: F, problem: SheetProblem): void {
    this.add(field, problem, this.note(field) ?? '')
  }

  private add(field: F, problem: SheetProblem, value = '', into = this.problems): void {
    const at = this.places[field]
    into.push({
      column: this.headingOf(field),
      cell: at === undefined ? '' : `${columnLetters(at)}${this.row.number}`,
      problem,
      value: value.slice(0, shownChars),
    })
  }

  private need<T>(field: F, parse: (cell: Cell | undefined) => Read<T | null>, required: boolean): T | null {
    const into = required ? this.problems : this.odd
    const before = into.length
    const value = this.isDash(field) ? null : this.read(field, parse, into)
    if (value === null && required && into.length === before) this.add(field, 'missing')
    return value
  }

  private cell(field: F): Cell | undefined {
    const at = this.places[field]
    return at === undefined ? undefined : this.row.cells.get(at)
  }

  private read<T>(field: F, parse: (cell: Cell | undefined) => Read<T | null>, into: CellProblemAt[]): T | null {
    const cell = this.cell(field)
    const parsed = parse(cell)
    if (parsed.ok) return parsed.value
    this.add(field, parsed.problem, cell?.text, into)
    return null
  }
}

/** Days that a text names, in the order in which it does: 2026-08-01, 2026/08/01, 01/08/2026, 01/08/26, 01_08_2026, 20260801. */
export function daysIn(text: string): Day[] {
  const matches = text.matchAll(
    /(?<!\d)(?:(?<y1>\d{4})(?<a>[/._-])(?<m1>\d{2})\k<a>(?<d1>\d{2})|(?<d2>\d{2})(?<b>[/._-])(?<m2>\d{2})\k<b>(?<y2>\d{4})|(?<d4>\d{2})\/(?<m4>\d{2})\/(?<y4>\d{2})(?!\/)|(?<y3>20\d{2})(?<m3>\d{2})(?<d3>\d{2}))(?!\d)/g,
  )
  return [...matches].flatMap(({ groups: { y1, m1, d1, y2, m2, d2, y3, m3, d3, y4, m4, d4 } = {} }) => {
    const day = `${y1 ?? y2 ?? y3 ?? `20${y4}`}-${m1 ?? m2 ?? m3 ?? m4}-${d1 ?? d2 ?? d3 ?? d4}`
    const time = Date.parse(`${day}T00:00:00Z`)
    return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? [] : [day]
  })
}
