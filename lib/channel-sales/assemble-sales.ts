import { createHash } from 'node:crypto'
import type { StagedSheetRow } from '../imports/sheet-run'
import type { UnreadList } from '../imports/unread'
import type { SaleLayout } from './fields'
import {
  addSaleProblem,
  headingOf,
  saleStatuses,
  type SaleRow,
  type SaleStatus,
  type SaleValues,
} from './read-sale-row'

export type Sale = { rows: SaleRow[]; channel: string; sale: string; code: string | null }
/** What the company knows of what the sales name; names in lower case. */
type KnownSale = { day: string; status: SaleStatus; lines: readonly string[] }
export type SaleContext = {
  skus: ReadonlyMap<string, { archived: boolean }>
  /** By saleKey each order that is here: its day, where it stands, and its lines as lineOf writes them. */
  known: ReadonlyMap<string, KnownSale>
}

const maxLines = 200
const fold = (text: string) => text.toLowerCase()
export const saleKey = (channel: string, sale: string) => `${fold(channel)}\n${sale}`
export const lineOf = (sku: string, quantity: number, cents: bigint) => `${fold(sku)} ${quantity} ${cents}`

/**
 * Rows of one channel and order number are one order, wherever they stand, and one that comes twice counts once. A row without a number is
 * an order of its own, known again by what it says and by which one of the same it is.
 */
export class SaleGroups {
  readonly sales = new Map<string, Sale>()
  private readonly alike = new Map<string, number>()
  private readonly said = new Set<string>()

  constructor(
    private readonly layout: SaleLayout,
    private readonly channelOfSheet: string | null,
    private readonly unread: UnreadList,
  ) {}

  take(row: SaleRow): void {
    if (row.unknownStatus !== undefined) {
      const { quantity = 0, unitPrice = 0n } = row.values
      const place = headingOf(this.layout, 'status')
      this.unread.add({ kind: 'word', name: row.unknownStatus, place, cents: unitPrice * BigInt(quantity) })
    }
    const channel = row.values.channel ?? this.channelOfSheet ?? ''
    if (!channel) addSaleProblem(row, this.layout, 'channel', 'channelMissing', '')
    const code = row.values.code ?? null
    const sale = code ?? this.nameOf(row, channel)
    const key = saleKey(channel, sale)
    const said = JSON.stringify([key, row.written, row.values.customer])
    if (code !== null && this.said.has(said)) return this.unread.add({ kind: 'repeat', name: code })
    this.said.add(said)
    const known = this.sales.get(key)
    if (known) known.rows.push(row)
    else this.sales.set(key, { rows: [row], channel, sale, code })
  }

  /**
   * The sales that were read. Parts of one may stand differently: it stands where the part does that is furthest behind, and a part that was
   * cancelled while others were not is left out and told.
   */
  list(): Sale[] {
    return [...this.sales.values()].map((sale) => {
      const going = sale.rows.filter(({ values }) => values.status !== 'cancelled')
      const rows = going.length > 0 ? going : sale.rows
      for (const { written, values } of sale.rows.filter((row) => !rows.includes(row))) {
        const { quantity = 0, unitPrice = 0n, discount = 0n } = values
        const cents = unitPrice * BigInt(quantity) - discount
        this.unread.add({ kind: 'cancelled', name: sale.code ?? '', place: written.status, cents })
      }
      const statuses = rows.flatMap(({ values }) => values.status ?? [])
      const least = saleStatuses.find((status) => statuses.includes(status))
      if (least) for (const row of rows) row.values.status = least
      return { ...sale, rows }
    })
  }

  private nameOf({ values, number }: SaleRow, channel: string): string {
    const { day, sku, quantity, unitPrice, discount, customer } = values
    if (!day || !sku) return `row ${number}`
    const said = JSON.stringify([fold(channel), day, fold(sku), quantity, `${unitPrice}`, `${discount}`, customer])
    const name = createHash('sha256').update(said).digest('hex').slice(0, 32)
    const count = (this.alike.get(name) ?? 0) + 1
    this.alike.set(name, count)
    return `${name}-${count}`
  }
}

/** Sorts by SKU before the rest, in whatever case it is written. */
const textOf = ({ written, values }: SaleRow) => JSON.stringify([fold(values.sku ?? ''), written, values.customer])

/**
 * What a sheet says of an order that is here and that the order has not. An order that was cut between two sheets is put together: its goods that
 * the other sheet had not are `joined`, if they are of the same day. What is told otherwise of goods that the order has is `kept` out and told; null
 * where there is nothing.
 */
export function beyondKnown(
  { rows, channel, sale }: Sale,
  { known }: SaleContext,
): { joined: SaleRow[]; kept: bigint | null } {
  const before = known.get(saleKey(channel, sale))
  const left = [...(before?.lines ?? [])]
  const goods = new Set(left.map((line) => line.slice(0, line.lastIndexOf(' ', line.lastIndexOf(' ') - 1))))
  const joined: SaleRow[] = []
  let kept: bigint | null = null
  for (const row of rows) {
    const { sku, quantity, unitPrice, discount, day } = row.values as SaleValues
    const whole = unitPrice * BigInt(quantity) - discount
    const at = left.indexOf(lineOf(sku, quantity, whole))
    if (at >= 0) left.splice(at, 1)
    else if (!goods.has(fold(sku)) && day === before?.day) joined.push(row)
    else kept = (kept ?? 0n) + whole
  }
  return { joined, kept }
}

/**
 * One order as place_order would take it; one bad row leaves the whole order out, since half an order would be a wrong one. What it says does
 * not depend on the order of its rows.
 */
export function judgeSale(
  { rows, channel, sale, code }: Sale,
  layout: SaleLayout,
  context: SaleContext,
): StagedSheetRow {
  const [first] = rows as [SaleRow, ...SaleRow[]]
  for (const row of rows) checkRow(row, first, layout, context)
  if (rows.length > maxLines) addSaleProblem(first, layout, 'code', 'tooMany', `${rows.length}`)
  const key = code ?? ''
  if (rows.some(({ problems }) => problems.length > 0)) {
    for (const row of rows) if (row.problems.length === 0) addSaleProblem(row, layout, 'code', 'rowOfOrderBad', key)
    const problems = rows.map((row) => ({ row: row.number, key, cells: row.problems, values: row.written }))
    return { number: first.number, key, outcome: 'failed', payload: { problems } }
  }
  const known = context.known.get(saleKey(channel, sale))
  const told = known ? beyondKnown({ rows, channel, sale, code }, context).joined : rows
  const isCancelled = first.values.status === 'cancelled'
  if (known && told.length > 0 && (known.status === 'cancelled') !== isCancelled) {
    for (const row of told) addSaleProblem(row, layout, 'status', 'differsInSale', row.written.status ?? '')
    const problems = told.map((row) => ({ row: row.number, key, cells: row.problems, values: row.written }))
    return { number: first.number, key, outcome: 'failed', payload: { problems } }
  }
  const to = rows.some(saysStatus) ? first.values.status! : null
  if (known && told.length === 0 && !(to && known.day === first.values.day && isLater(known.status, to)))
    return { number: first.number, key, outcome: 'same', payload: {} }
  const sorted = told.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  const values = sorted.map((row) => row.values as SaleValues)
  const items = values.map(({ sku, quantity, unitPrice, discount }) => ({
    ...{ sku, q: quantity, p: `${unitPrice}`, d: `${discount}`, m: `${unitPrice * BigInt(quantity) - discount}` },
  }))
  const fees = values.flatMap(({ fee }) => (fee === null ? [] : fee))
  const { day, status } = first.values as SaleValues
  const customer = values.find((value) => value.customer !== null)?.customer ?? null
  const written = (sorted[0] ?? first).written
  return {
    ...{ number: first.number, key, outcome: known ? 'changed' : 'new' },
    payload: {
      ...(known && { joins: true }),
      ...{ channel, sale, code, day, status, to, customer, items, values: written },
      placedAt: new Date(Math.min(...rows.map(({ values }) => values.placedAt!))).toISOString(),
      units: values.reduce((sum, { quantity }) => sum + quantity, 0),
      revenue: `${items.reduce((sum, { m }) => sum + BigInt(m), 0n)}`,
      discount: `${values.reduce((sum, value) => sum + value.discount, 0n)}`,
      fee: fees.length > 0 ? `${fees.reduce((sum, fee) => sum + fee, 0n)}` : null,
    },
  }
}

const saysStatus = ({ written, unknownStatus }: SaleRow) => written.status !== undefined && unknownStatus === undefined

/** As advance_sale takes it: sheets may come in any order, so a sale only ever goes forward, and one that was cancelled stays so. */
export const isLater = (from: SaleStatus, to: SaleStatus) => saleStatuses.indexOf(to) > saleStatuses.indexOf(from)

function checkRow(row: SaleRow, first: SaleRow, layout: SaleLayout, { skus }: SaleContext): void {
  const { sku, day } = row.values
  const product = sku === undefined ? null : skus.get(fold(sku))
  if (product === undefined) addSaleProblem(row, layout, 'sku', 'skuUnknown', sku ?? '')
  else if (product?.archived) addSaleProblem(row, layout, 'sku', 'skuArchived', sku ?? '')
  if (row === first) return
  if (day !== undefined && first.values.day !== undefined && day !== first.values.day)
    addSaleProblem(row, layout, 'day', 'differsInSale', day)
}
