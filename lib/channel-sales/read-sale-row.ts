import { tzOffset } from '@date-fns/tz'
import { cellText, dayInZone, readTime, wallToInstant } from '../imports/cell-values'
import { centsOf, codeOf, textOf, unitsOf, type Read, type SheetProblem } from '../imports/sheet-values'
import { columnLetters, type Cell, type SheetRow } from '../imports/sheet-reader'
import { saleFields, type SaleField, type SaleLayout } from './fields'
import { foldText } from '../fold-text'

export type SaleStatus = 'pending' | 'confirmed' | 'processing' | 'shipped' | 'delivered' | 'cancelled'
export type SaleValues = {
  day: string
  placedAt: number
  channel: string | null
  code: string | null
  sku: string
  quantity: number
  unitPrice: bigint
  discount: bigint
  fee: bigint | null
  customer: string | null
  status: SaleStatus
}
export type SaleProblem = { field: SaleField | ''; column: string; cell: string; problem: SheetProblem; value: string }
export type SaleRow = {
  number: number
  values: Partial<SaleValues>
  problems: SaleProblem[]
  /** As it was written, without the customer. */
  written: Partial<Record<SaleField, string>>
}

const maxShownChars = 60
/** A day without a time stands for its noon, so that it is that day in every zone of Brazil. */
const noonMs = 12 * 3_600_000
const dayMs = 86_400_000

const statusWords: [RegExp, SaleStatus][] = [
  [/cancel|estorn|devolvid/, 'cancelled'],
  [/nao pag|aguardando pag|pendente|pending|novo|new|em aberto|unpaid/, 'pending'],
  [/process|preparand|separand|faturad/, 'processing'],
  [/entreg|delivered|conclu|complet|finaliz|atendid/, 'delivered'],
  [/enviad|shipped|despachad|postad|transito/, 'shipped'],
  [/pago|paid|confirm|aprovad/, 'confirmed'],
]

/** What is not said has been delivered: a sheet tells of sales that are over. */
export function statusOf(text: string): SaleStatus | null {
  const words = foldText(text)
  if (words === '') return 'delivered'
  return statusWords.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

export function readSaleRow(row: SheetRow, layout: SaleLayout, zone: string, now: number): SaleRow | null {
  const read: SaleRow = { number: row.number, values: {}, problems: [], written: {} }
  const cellOf = (field: SaleField): Cell | undefined => {
    const at = layout.places[field]
    return at === undefined ? undefined : row.cells.get(at)
  }
  for (const field of saleFields) {
    const text = cellText(cellOf(field))
    if (text !== '' && field !== 'customer') read.written[field] = text.slice(0, 200)
  }
  if (Object.keys(read.written).length === 0) return null
  const take = <T>(field: SaleField, value: Read<T | null>): T | null => {
    if (value.ok) return value.value
    addSaleProblem(read, layout, field, value.problem, cellText(cellOf(field)))
    return null
  }
  const { values } = read
  readDay(read, layout, cellOf('day'), zone, now)
  values.channel = take('channel', textOf(cellOf('channel'), 80))
  values.code = take('code', codeOf(cellOf('code'), 60))
  values.customer = take('customer', textOf(cellOf('customer'), 200))
  values.discount = take('discount', centsOf(cellOf('discount'))) ?? 0n
  values.fee = take('fee', centsOf(cellOf('fee')))
  const sku = take('sku', codeOf(cellOf('sku'), 100))
  const quantity = take('quantity', unitsOf(cellOf('quantity'), 100_000))
  const unitPrice = take('unitPrice', centsOf(cellOf('unitPrice')))
  if (sku !== null) values.sku = sku
  if (quantity !== null && quantity < 1) addSaleProblem(read, layout, 'quantity', 'notCount', `${quantity}`)
  else if (quantity !== null) values.quantity = quantity
  if (unitPrice !== null) values.unitPrice = unitPrice
  const status = statusOf(cellText(cellOf('status')))
  if (status) values.status = status
  else addSaleProblem(read, layout, 'status', 'notStatus', cellText(cellOf('status')))
  requireAll(read, layout)
  return read
}

function readDay(read: SaleRow, layout: SaleLayout, cell: Cell | undefined, zone: string, now: number): void {
  const time = readTime(cell)
  if (!time.ok) return addSaleProblem(read, layout, 'day', 'notDay', cellText(cell))
  if (time.value === null) return
  // The reader takes São Paulo's clock; the company's own is meant here.
  const wall = wallOf(time.value)
  const hasTime = wall % dayMs !== 0
  const placedAt = wallToInstant(hasTime ? wall : wall + noonMs, zone)
  if (placedAt > now + dayMs) return addSaleProblem(read, layout, 'day', 'inTheFuture', cellText(cell))
  read.values.placedAt = Math.min(placedAt, now)
  read.values.day = hasTime ? dayInZone(placedAt, zone) : new Date(wall).toISOString().slice(0, 10)
}

const sheetZone = 'America/Sao_Paulo'
const wallOf = (instant: number) => instant + tzOffset(sheetZone, new Date(instant)) * 60_000

function requireAll(read: SaleRow, layout: SaleLayout): void {
  for (const field of ['day', 'sku', 'quantity', 'unitPrice'] as const) {
    const isBad = read.problems.some((problem) => problem.field === field)
    if (read.values[field] === undefined && !isBad) addSaleProblem(read, layout, field, 'missing', '')
  }
  const { quantity, unitPrice, discount = 0n } = read.values
  if (quantity !== undefined && unitPrice !== undefined && BigInt(quantity) * unitPrice < discount)
    addSaleProblem(read, layout, 'discount', 'negativeTotal', '')
}

export function addSaleProblem(
  row: SaleRow,
  { places, headings }: SaleLayout,
  field: SaleField,
  problem: SheetProblem,
  value: string,
): void {
  const at = places[field]
  row.problems.push({
    field,
    column: headings.find(([place]) => place === at)?.[1] ?? '',
    cell: at === undefined ? '' : `${columnLetters(at)}${row.number}`,
    problem,
    value: field === 'customer' ? '' : value.slice(0, maxShownChars),
  })
}
