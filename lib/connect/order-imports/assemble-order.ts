import { sumOf } from '@/lib/core/big-int'
import { plainDecimal } from '@/lib/core/money'
import { createHash } from 'node:crypto'
import { unmasked } from '@/lib/sales/orders/unmasked'
import { columnOf, fields, type ColumnMap, type Field } from './columns'
import { grossFees, uncharged } from './gross-fees'
import { addProblem, type ItemRow } from './order-row'
import { readStatus, unknownStatus, type ExportStatus, type Happened } from './statuses'

export type ExportItem = {
  sku: string | null
  title: string
  variation: string | null
  quantity: number
  unitPriceCents: bigint
  discountCents: bigint
  subtotalCents: bigint
}

export type ExportBuyer = {
  username: string | null
  name: string | null
  phone: string | null
  document: string | null
  address: string | null
  city: string | null
  state: string | null
  postalCode: string | null
}

/** An order as the export gives it: amounts of the order once, however many rows repeat them. Times in ms UTC. */
export type ExportOrder = ExportStatus & {
  code: string
  placedAt: number
  paidAt: number | null
  shipBy: number | null
  shippedAt: number | null
  deliveredAt: number | null
  completedAt: number | null
  cancelledAt: number | null
  /** The latest moment that the export knows of this order. */
  asOf: number
  trackingNumber: string | null
  /** Sent from the marketplace's own warehouse (FBS): it never takes from the seller's stock. */
  fulfilledByShopee: boolean
  items: ExportItem[]
  units: number
  revenueCents: bigint
  sellerDiscountCents: bigint
  sellerVoucherCents: bigint
  sellerCoinsCents: bigint
  freightPaidCents: bigint
  reverseFreightCents: bigint
  totalCents: bigint
  /** Gross, as before the rebates of commercial actions. Null where the export charges nothing. */
  commissionCents: bigint | null
  serviceCents: bigint | null
  transactionCents: bigint | null
  buyer: ExportBuyer
  /** Parts that no row of the order says: the value of an earlier sheet stands. */
  unsaid: UnsaidPart[]
}

/** Amounts of an order that a sheet may leave out, under the names that the database has for them. */
const parts = {
  total: ['total'],
  discount: ['sellerDiscount'],
  freight: ['freightPaid'],
  seller_voucher: ['sellerVoucher'],
  coins: ['sellerCoins'],
  reverse_freight: ['reverseFreight'],
  commission: ['commission', 'commissionGross'],
  service: ['service', 'serviceGross'],
  other: ['transactionFee'],
} as const satisfies Record<string, readonly Field[]>
export type UnsaidPart = keyof typeof parts
const partNames = Object.keys(parts) as UnsaidPart[]
const fees: readonly UnsaidPart[] = ['commission', 'service', 'other']
/** A sheet that has no column for one of the two fees of an order does not say what was charged. */
const isChargeHalf = ({ places }: ColumnMap): boolean =>
  parts.commission.some((field) => places.has(field)) !== parts.service.some((field) => places.has(field))
const listUnsaid = (rows: ItemRow[], map: ColumnMap): UnsaidPart[] =>
  partNames.filter(
    (part) =>
      (fees.includes(part) && isChargeHalf(map)) ||
      parts[part].every((field) => rows.every(({ values }) => values[field] === undefined)),
  )

/**
 * `repeated`: duplicate rows, counted once. `older`: rows of an earlier state of the order. `unknownStatus`: its
 * unknown word.
 */
export type Assembled =
  | { ok: true; order: ExportOrder; repeated: ItemRow[]; older: ItemRow[]; unknownStatus: string | null }
  | { ok: false; rows: ItemRow[] }

/**
 * Puts an order together from its rows, wherever they stand in the sheet. One bad row leaves the whole order out: half an order would be a
 * wrong one. Amounts, status and creation date must agree on every row that has them; dates of the parcels may differ (the earliest deadline
 * and the latest event hold).
 */
export function assembleOrder(all: ItemRow[], map: ColumnMap): Assembled {
  const { newest, older } = newestState(all)
  const { rows, repeated } = withoutRepeats(newest)
  const [first] = rows
  checkRows(rows, map)
  if (!first || rows.some((row) => row.problems.length > 0)) {
    for (const row of rows) if (row.problems.length === 0) addProblem(row, map, 'orderCode', 'orderHasBadRow')
    return { ok: false, rows }
  }
  const items = rows.map(toItem)
  if (items.length > 1) items.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  const placedAt = Number(first.values.placedAt)
  const moments = momentsOf(rows)
  const { paidAt, shippedAt, deliveredAt, completedAt, cancelledAt } = moments
  const word = String(first.values.status)
  const known = readStatus(word)
  const status = known ?? unknownStatus(word, moments)
  const revenueCents = sumOf(items.map((item) => item.subtotalCents))
  const sellerVoucherCents = firstOf(rows, 'sellerVoucher', 'bigint') ?? 0n
  const unsaid = listUnsaid(rows, map)
  const charges = isChargeHalf(map) ? uncharged : grossFees(rows, revenueCents - sellerVoucherCents)
  const freightPaidCents = firstOf(rows, 'freightPaid', 'bigint') ?? 0n
  // Each property by its name: one that spreads others takes ten times as long. Their order is part of the hash.
  return {
    ok: true,
    repeated,
    older,
    unknownStatus: known ? null : word,
    order: {
      status: status.status,
      stage: status.stage,
      platformStatus: status.platformStatus,
      code: String(first.values.orderCode),
      placedAt,
      paidAt,
      shippedAt,
      deliveredAt,
      completedAt,
      cancelledAt,
      shipBy: timeOf(rows, 'shipBy', Math.min),
      asOf: Math.max(placedAt, lastOf(moments)),
      trackingNumber: firstOf(rows, 'trackingNumber', 'string'),
      fulfilledByShopee: /^(?:y|yes|sim|s|true|1)$/i.test(firstOf(rows, 'fulfilledByShopee', 'string') ?? ''),
      items,
      units: items.reduce((units, item) => units + item.quantity, 0),
      revenueCents,
      sellerDiscountCents: sumOf(items.map((item) => item.discountCents)),
      sellerVoucherCents,
      sellerCoinsCents: firstOf(rows, 'sellerCoins', 'bigint') ?? 0n,
      freightPaidCents,
      reverseFreightCents: firstOf(rows, 'reverseFreight', 'bigint') ?? 0n,
      totalCents: firstOf(rows, 'total', 'bigint') ?? revenueCents + freightPaidCents,
      commissionCents: charged(charges.commission),
      serviceCents: charged(charges.service),
      transactionCents: charged(charges.transaction),
      unsaid,
      buyer: {
        username: unmasked(firstOf(rows, 'buyerUsername', 'string')),
        name: unmasked(firstOf(rows, 'buyerName', 'string')),
        phone: unmasked(firstOf(rows, 'buyerPhone', 'string')),
        document: unmasked(firstOf(rows, 'buyerDocument', 'string')),
        address: unmasked(firstOf(rows, 'buyerAddress', 'string')),
        city: unmasked(firstOf(rows, 'buyerCity', 'string')),
        state: unmasked(firstOf(rows, 'buyerState', 'string')),
        postalCode: unmasked(firstOf(rows, 'buyerPostalCode', 'string')),
      },
    },
  }
}

const momentsOf = (rows: ItemRow[]): Happened => ({
  paidAt: timeOf(rows, 'paidAt', Math.max),
  shippedAt: timeOf(rows, 'shippedAt', Math.max),
  deliveredAt: timeOf(rows, 'deliveredAt', Math.max),
  completedAt: timeOf(rows, 'completedAt', Math.max),
  cancelledAt: timeOf(rows, 'cancelledAt', Math.max),
})

const lastOf = ({ paidAt, shippedAt, deliveredAt, completedAt, cancelledAt }: Happened): number =>
  Math.max(paidAt ?? 0, shippedAt ?? 0, deliveredAt ?? 0, completedAt ?? 0, cancelledAt ?? 0)

const unitsOf = (rows: ItemRow[]) => rows.reduce((count, { values }) => count + Number(values.quantity ?? 0), 0)

/**
 * Sheets of several days that were joined have an order in several states. The newest is the one with the latest moment, or of the same moment the one that
 * comes later in the life of an order. It has to have all that the others have of the order, or as many products as the order says: else the rows are one
 * order's, and their statuses differ.
 */
function newestState(all: ItemRow[]): { newest: ItemRow[]; older: ItemRow[] } {
  const [one] = all
  if (!one || all.every(({ values }) => values.status === one.values.status)) return { newest: all, older: [] }
  const byStatus = new Map<Value, ItemRow[]>()
  for (const row of all) byStatus.set(row.values.status, [...(byStatus.get(row.values.status) ?? []), row])
  if (byStatus.has(undefined)) return { newest: all, older: [] }
  const states = [...byStatus].map(([status, rows]) => {
    const [word, moments] = [String(status), momentsOf(rows)]
    return { word, rows, at: lastOf(moments), stage: (readStatus(word) ?? unknownStatus(word, moments)).stage }
  })
  const [{ rows }] = states.toSorted((a, b) => b.at - a.at || b.stage - a.stage || (a.word < b.word ? -1 : 1)) as [
    (typeof states)[number],
  ]
  const older = all.filter((row) => !rows.includes(row))
  const known = new Set(rows.map(goodsOf))
  const isWhole =
    older.every((row) => known.has(goodsOf(row))) || rows[0]!.values.products === unitsOf(withoutRepeats(rows).rows)
  return isWhole ? { newest: rows, older } : { newest: all, older: [] }
}

const goodsOf = ({ values: { sku, parentSku, title, variation } }: ItemRow): string =>
  textOf([sku ?? parentSku, title, variation])

/**
 * Joined sheets have rows twice. An order that says how many products it has says which is meant: where it takes all of its rows to make
 * them, rows that say the same are each an item.
 */
function withoutRepeats(all: ItemRow[]): { rows: ItemRow[]; repeated: ItemRow[] } {
  if (all.length < 2) return { rows: all, repeated: [] }
  const known = new Set<string>()
  const rows: ItemRow[] = []
  const repeated: ItemRow[] = []
  for (const row of all) {
    const said = textOf([row.values, row.problems.map(({ field, problem, value }) => [field, problem, value])])
    if (known.has(said)) repeated.push(row)
    else rows.push(row)
    known.add(said)
  }
  const products = all[0]!.values.products
  return repeated.length > 0 && products === unitsOf(all) && products !== unitsOf(rows)
    ? { rows: all, repeated: [] }
    : { rows, repeated }
}

/** Rows of one item that name different states of its return are the same row. */
const textOf = (value: object) =>
  JSON.stringify(value, (key, each: unknown) =>
    key === 'returnState' || key === 'returnedUnits' ? undefined : typeof each === 'bigint' ? `${each}` : each,
  )

function checkRows(rows: ItemRow[], map: ColumnMap): void {
  if (rows.length < 2) return
  for (const field of fields) {
    if (!columnOf(field).strict) continue
    const reference = rows.find(({ values }) => values[field] !== undefined)?.values[field]
    for (const row of rows) {
      const mine = row.values[field]
      if (mine !== undefined && mine !== reference) addProblem(row, map, field, 'differsInOrder', shown(mine))
    }
  }
}

const shown = (value: string | number | bigint | undefined) => {
  if (typeof value === 'bigint') return plainDecimal(value)
  return value === undefined ? '' : String(value)
}

function toItem({ values }: ItemRow): ExportItem {
  const quantity = Number(values.quantity)
  const unitPrice = asCents(values.dealPrice)
  const subtotal = asCents(values.subtotal)
  return {
    sku: asText(values.sku) ?? asText(values.parentSku),
    title: asText(values.title) ?? '',
    variation: asText(values.variation),
    quantity,
    unitPriceCents: unitPrice ?? (subtotal ?? 0n) / BigInt(quantity),
    discountCents: asCents(values.sellerDiscount) ?? 0n,
    subtotalCents: subtotal ?? (unitPrice ?? 0n) * BigInt(quantity),
  }
}

type Value = ItemRow['values'][Field]
const asText = (value: Value) => (typeof value === 'string' ? value : null)
const asCents = (value: Value) => (typeof value === 'bigint' ? value : null)
const charged = (cents: bigint | null) => (cents === 0n ? null : cents)

function firstOf(rows: ItemRow[], field: Field, kind: 'string'): string | null
function firstOf(rows: ItemRow[], field: Field, kind: 'bigint'): bigint | null
function firstOf(rows: ItemRow[], field: Field, kind: 'string' | 'bigint'): string | bigint | null {
  for (const { values } of rows) {
    const value = values[field]
    if (typeof value === kind) return value as string | bigint
  }
  return null
}

/** The chosen one of the rows' times, by pairs; null where none has one. */
function timeOf(rows: ItemRow[], field: Field, choose: (a: number, b: number) => number): number | null {
  let result: number | null = null
  for (const { values } of rows) {
    const value = values[field]
    if (typeof value === 'number') result = result === null ? value : choose(result, value)
  }
  return result
}

/** The export's data of an order, apart from the buyer (whose data the platform masks later), its source, and what it leaves out. */
export function hashOrder(order: ExportOrder): Buffer {
  const text = JSON.stringify(order, (key, value: unknown) => {
    if (typeof value === 'bigint') return value.toString()
    return key === 'buyer' || key === 'unsaid' ? undefined : value
  })
  return createHash('sha256').update(text).digest()
}
