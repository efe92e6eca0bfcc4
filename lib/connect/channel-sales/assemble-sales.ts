import { createHash } from 'node:crypto'
import type { StagedSheetRow } from '../order-imports/sheet-run'
import type { UnreadList } from '@/lib/core/sheets/unread'
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
/** The company's data about the names in the sales; names in lower case. */
type KnownSale = { day: string; status: SaleStatus; lines: readonly string[] }
export type SaleContext = {
  skus: ReadonlyMap<string, { archived: boolean }>
  /** The product that an unknown number is with other leading zeros: asked, never taken. */
  zeroTwins?: ReadonlyMap<string, string>
  /** By saleKey each order that is here: its day, where it stands, and its lines as lineOf writes them. */
  known: ReadonlyMap<string, KnownSale>
  /** Order codes of the marketplace's shops that are here: a sheet that names them too would sell them twice. */
  ofShops: ReadonlySet<string>
}

const maxLines = 200
/** Each number under which an order of the marketplace's shops may be this sale. */
export const marketplaceCodes = ({ code, rows }: Sale): string[] => [
  ...(code === null ? [] : [code.toUpperCase()]),
  ...rows.flatMap(({ otherCodes = [] }) => otherCodes),
]

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
    for (const { column, cell, value } of row.odd)
      this.unread.add({ kind: 'cell', name: column, sample: value === '' ? cell : `${cell}: ${value}` })
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

/** The rows of a sale that count, its status, and the reports about the rest. */
type Parts = {
  /** Those that make the order or join it; none where there is nothing but where it stands. */
  taken: SaleRow[]
  status: SaleStatus
  /** Where an order that is here goes on to; null where the sheet does not say so. */
  to: SaleStatus | null
  /** Parts that were cancelled while others were not, and that no order here has. */
  cancelled: SaleRow[]
  /** Differing values of goods that the order has, and its differing status: left as they are. */
  kept: SaleRow[]
}

/**
 * An order that was cut between two sheets is put together: its goods that the other sheet had not join it, if they are
 * of the same day. A sale has the status of its part that is furthest behind. A later sheet's status counts, except for
 * a sale without a number: several equal ones cannot be distinguished. A cancelled part cannot be taken out of an order
 * that has it.
 */
export function partsOf({ rows, channel, sale, code }: Sale, { known }: SaleContext): Parts {
  const before = known.get(saleKey(channel, sale))
  const isCancelled = (row: SaleRow) => row.values.status === 'cancelled'
  const going = rows.filter((row) => !isCancelled(row))
  const counted = going.length > 0 ? going : rows
  const beside = going.length > 0 ? rows.filter(isCancelled) : []
  const status = saleStatuses.find((one) => counted.some(({ values }) => values.status === one)) ?? 'delivered'
  if (!before) return { taken: counted, status, to: null, cancelled: beside, kept: [] }

  const left = [...before.lines]
  const goods = new Set(left.map((line) => line.slice(0, line.lastIndexOf(' ', line.lastIndexOf(' ') - 1))))
  const parts: Parts = { taken: [], status, to: null, cancelled: [], kept: [] }
  for (const row of counted) {
    const at = left.indexOf(lineOf(row.values.sku!, row.values.quantity!, wholeOf(row)))
    if (at >= 0) left.splice(at, 1)
    else if (goods.has(fold(row.values.sku!)) || row.values.day !== before.day) parts.kept.push(row)
    // Nothing was sold of what is cancelled as a whole: it adds nothing to an order that is here.
    else if (going.length > 0) parts.taken.push(row)
  }
  for (const row of beside) (goods.has(fold(row.values.sku!)) ? parts.kept : parts.cancelled).push(row)
  const isSaid = counted.some(saysStatus) && counted[0]!.values.day === before.day
  if (code === null || !isSaid || beside.some((row) => parts.kept.includes(row))) return parts
  if (before.status === 'cancelled' && status !== 'cancelled') return { ...parts, kept: counted, taken: [] }
  return isLater(before.status, status) ? { ...parts, to: status } : parts
}

export const wholeOf = ({ values: { quantity = 0, unitPrice = 0n, discount = 0n } }: SaleRow): bigint =>
  unitPrice * BigInt(quantity) - discount

const saysStatus = ({ written, values, unknownStatus }: SaleRow) =>
  (written.status !== undefined || (written.afterSales !== undefined && values.status === 'cancelled')) &&
  unknownStatus === undefined

/** As advance_sale takes it: sheets may come in any order, so a sale only ever goes forward, and one that was cancelled stays so. */
export const isLater = (from: SaleStatus, to: SaleStatus) => saleStatuses.indexOf(to) > saleStatuses.indexOf(from)

/**
 * One order as place_order would take it; one bad row leaves the whole order out, since half an order would be a wrong
 * one. The result does not depend on the order of its rows. The parts left out are added to the list.
 */
export function judgeSale(sale: Sale, layout: SaleLayout, context: SaleContext, unread: UnreadList): StagedSheetRow {
  const { rows, channel, sale: name, code } = sale
  const [first] = rows as [SaleRow, ...SaleRow[]]
  for (const row of rows) checkRow(row, first, layout, context)
  if (rows.length > maxLines) addSaleProblem(first, layout, 'code', 'tooMany', `${rows.length}`)
  const taken = marketplaceCodes(sale).find((each) => context.ofShops.has(each))
  if (taken !== undefined && !context.known.has(saleKey(channel, name)))
    addSaleProblem(first, layout, 'code', 'numberTaken', taken)
  const key = code ?? ''
  if (rows.some(({ problems }) => problems.length > 0)) {
    reportStatuses(rows, layout, unread)
    for (const row of rows) if (row.problems.length === 0) addSaleProblem(row, layout, 'code', 'rowOfOrderBad', key)
    const problems = rows.map((row) => ({ row: row.number, key, cells: row.problems, values: row.written }))
    return { number: first.number, key, outcome: 'failed', payload: { problems } }
  }
  const { taken: lines, status, to, cancelled, kept } = partsOf(sale, context)
  for (const row of cancelled)
    unread.add({ kind: 'cancelled', name: key, place: row.written.status, cents: wholeOf(row) })
  if (kept.length > 0)
    unread.add({ kind: 'kept', name: key, place: channel, cents: kept.reduce((sum, row) => sum + wholeOf(row), 0n) })
  const before = context.known.get(saleKey(channel, name))
  const isKnown = before !== undefined
  reportStatuses(rows, layout, unread, to ?? before?.status ?? status)
  if (isKnown && lines.length === 0 && to === null) return { number: first.number, key, outcome: 'same', payload: {} }
  const sorted = lines.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  const values = sorted.map((row) => row.values as SaleValues)
  const items = sorted.map((row) => {
    const { sku, quantity, unitPrice, discount } = row.values as SaleValues
    return { sku, q: quantity, p: `${unitPrice}`, d: `${discount}`, m: `${wholeOf(row)}` }
  })
  const fees = values.flatMap(({ fee }) => (fee === null ? [] : fee))
  const customer = values.find((value) => value.customer !== null)?.customer ?? null
  const otherCodes = [...new Set(rows.flatMap((row) => row.otherCodes ?? []))]
  return {
    number: first.number,
    key,
    outcome: isKnown ? 'changed' : 'new',
    payload: {
      ...(isKnown && { joins: true }),
      ...(otherCodes.length > 0 && { otherCodes }),
      channel,
      sale: name,
      code,
      day: first.values.day,
      status,
      to,
      customer,
      items,
      values: (sorted[0] ?? first).written,
      placedAt: new Date(Math.min(...rows.map((row) => row.values.placedAt!))).toISOString(),
      units: values.reduce((sum, { quantity }) => sum + quantity, 0),
      revenue: `${items.reduce((sum, { m }) => sum + BigInt(m), 0n)}`,
      discount: `${values.reduce((sum, value) => sum + value.discount, 0n)}`,
      fee: fees.length > 0 ? `${fees.reduce((sum, fee) => sum + fee, 0n)}` : null,
    },
  }
}

/** Unknown words for where a sale stands, each with the status that the sale has; none for a sale that is left out. */
function reportStatuses(rows: readonly SaleRow[], layout: SaleLayout, unread: UnreadList, becomes?: SaleStatus): void {
  for (const { unknownStatus, afterSales, values } of rows) {
    const { quantity = 0, unitPrice = 0n } = values
    const cents = unitPrice * BigInt(quantity)
    if (unknownStatus !== undefined)
      unread.add({ kind: 'word', name: unknownStatus, place: headingOf(layout, 'status'), cents, becomes })
    if (afterSales !== undefined)
      unread.add({ kind: 'word', name: afterSales, place: headingOf(layout, 'afterSales'), cents, becomes })
  }
}

function checkRow(row: SaleRow, first: SaleRow, layout: SaleLayout, { skus, zeroTwins }: SaleContext): void {
  const { sku, day } = row.values
  const product = sku === undefined ? null : skus.get(fold(sku))
  const twin = zeroTwins?.get(sku ?? '')
  if (product === undefined && twin !== undefined) addSaleProblem(row, layout, 'sku', 'zerosLost', `${sku} → ${twin}`)
  else if (product === undefined) addSaleProblem(row, layout, 'sku', 'skuUnknown', sku ?? '')
  else if (product?.archived) addSaleProblem(row, layout, 'sku', 'skuArchived', sku ?? '')
  if (row === first) return
  if (day !== undefined && first.values.day !== undefined && day !== first.values.day)
    addSaleProblem(row, layout, 'day', 'differsInSale', day)
}
