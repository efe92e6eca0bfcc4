import { plainDecimal } from '@/lib/core/money'
import {
  readCount,
  readMoney,
  readText,
  readTime,
  valueText,
  type CellProblem,
  type Parsed,
} from '@/lib/core/sheets/cell-values'
import { columnOf, fields, type ColumnMap, type Field } from './columns'
import { columnLetters, type Cell, type SheetRow } from '@/lib/core/sheets/sheet-reader'
import { rowFault } from '@/lib/core/sheets/row-fault'
import { isCutNumber, platformCode, unwrapped, withText } from '@/lib/core/sheets/sheet-values'

export type RowProblem = { field: Field; cell: string; column: string; problem: CellProblem; value: string }

/** One row of the sheet with its values typed: money in cents, times in ms UTC, texts trimmed, empty cells null. */
export type ItemRow = {
  row: number
  values: Partial<Record<Field, string | number | bigint>>
  problems: RowProblem[]
  /** Fields that the order is read without, and that are reported to the sender. */
  odd: RowProblem[]
}

const shownCharacters = 60
const codePattern = /^[0-9A-Za-z-]{6,40}$/
const longTexts: Partial<Record<Field, number>> = { title: 1000, buyerAddress: 1000, cancelReason: 1000 }

/** Null for a row without any value in the known columns. `width`: of its headings, where the file says one. */
export function readItemRow(row: SheetRow, map: ColumnMap, width?: number): ItemRow | null {
  const item: ItemRow = { row: row.number, values: {}, problems: [], odd: [] }
  let empty = true
  for (const field of fields) {
    const place = map.places.get(field)
    if (place === undefined) continue
    const cell = row.cells.get(place)
    if (cell) empty = false
    const value = readCell(field, row, place, item, map)
    if (value !== null) item.values[field] = value
  }
  if (empty) return null
  const fault = rowFault(row, width)
  if (fault) {
    // Its cells do not stand under their own headings.
    item.problems.length = 0
    item.odd.length = 0
    addProblem(item, map, 'orderCode', fault)
    return item
  }
  if (item.values.buyerCity === undefined && map.otherCity !== null) {
    const other = readText(row.cells.get(map.otherCity))
    if (other.ok && other.value) item.values.buyerCity = other.value
  }
  requireValues(item, map)
  return item
}

function readCell(field: Field, row: SheetRow, place: number, item: ItemRow, map: ColumnMap) {
  const cell = row.cells.get(place)
  const parsed = parseCell(field, row, place)
  if (!parsed.ok)
    addProblem(item, map, field, parsed.problem, cell?.text, isSecondary(field) ? item.odd : item.problems)
  if (!parsed.ok) return null
  // A charge may be written as a negative amount.
  const { value } = parsed
  return typeof value === 'bigint' && value < 0n && charges.has(field) ? -value : value
}

const needed: readonly Field[] = ['dealPrice', 'subtotal', 'quantity', 'sku']
/** An optional field: neither the order's identity, nor its goods, nor money that no other column replaces. */
function isSecondary(field: Field): boolean {
  const { kind, required, strict } = columnOf(field)
  if (required || needed.includes(field)) return false
  return !strict || kind !== 'money' || isFee(field) || field === 'total'
}

const charges: ReadonlySet<Field> = new Set<Field>([
  ...(['sellerDiscount', 'sellerVoucher', 'sellerCoins', 'reverseFreight', 'transactionFee'] as const),
  ...(['commission', 'commissionGross', 'service', 'serviceGross'] as const),
])
const fees: readonly Field[] = [
  'commission',
  'commissionGross',
  'service',
  'serviceGross',
  'transactionFee',
  'feeRebate',
]
const isFee = (field: Field): boolean => fees.includes(field)

/** Codes of the seller's own, which a spreadsheet may have cut. */
const codes: readonly Field[] = ['sku', 'parentSku', 'trackingNumber']

function parseCell(field: Field, row: SheetRow, place: number): Parsed<string | number | bigint | null> {
  const cell = row.cells.get(place)
  if (codes.includes(field) && isCutNumber(valueText(cell))) return { ok: false, problem: 'notCode' }
  switch (columnOf(field).kind) {
    case 'money':
      return readMoney(cell)
    case 'count':
      return readCount(cell)
    case 'time':
      return readTime(cell)
    case 'text':
      return readText(field === 'orderCode' ? plainCode(cell) : unwrapped(cell), longTexts[field])
  }
}

/** Programs mark a code as text, lest it be taken for a number, and people as a number. */
const plainCode = (cell: Cell | undefined): Cell | undefined =>
  cell &&
  withText(
    cell,
    platformCode(
      valueText(cell)
        .replace(/^#\s*/, '')
        .replace(/^(\d{5,})[.,]0+$/, '$1'),
    ),
  )

function requireValues(item: ItemRow, map: ColumnMap): void {
  const { values } = item
  const isBad = (field: Field) => item.problems.some((problem) => problem.field === field)
  for (const field of ['orderCode', 'status', 'placedAt', 'title', 'quantity'] as const) {
    if (values[field] === undefined && !isBad(field)) addProblem(item, map, field, 'missing')
  }
  if (values.dealPrice === undefined && values.subtotal === undefined && !isBad('dealPrice') && !isBad('subtotal')) {
    addProblem(item, map, 'dealPrice', 'missing')
  }
  if (values.orderCode !== undefined && !codePattern.test(String(values.orderCode))) {
    addProblem(item, map, 'orderCode', 'notCode', String(values.orderCode))
  }
  for (const field of ['dealPrice', 'subtotal', 'originalPrice', 'total', 'freightPaid'] as const) {
    const value = values[field]
    if (typeof value !== 'bigint' || value >= 0n) continue
    addProblem(item, map, field, 'negative', plainDecimal(value), isSecondary(field) ? item.odd : item.problems)
    if (isSecondary(field)) delete values[field]
  }
}

export function addProblem(
  item: ItemRow,
  map: ColumnMap,
  field: Field,
  problem: CellProblem,
  value = '',
  into = item.problems,
): void {
  const place = map.places.get(field)
  into.push({
    field,
    cell: place === undefined ? '' : `${columnLetters(place)}${item.row}`,
    column: place === undefined ? columnOf(field).names[0]! : (map.headers.get(place) ?? ''),
    problem,
    value: columnOf(field).buyer ? '' : value.slice(0, shownCharacters),
  })
}
