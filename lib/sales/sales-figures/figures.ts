import type { Cents } from '@/lib/core/money'
import type { orderStatuses } from '@/lib/sales/orders/schema'

export type OrderStatus = (typeof orderStatuses)[number]

/** The roll-ups' counts. Sales, units, fees and cost are those of valid orders: neither pending nor cancelled. */
export type SalesFigures = Record<OrderStatus, bigint> & {
  orders: bigint
  units: bigint
  grossCents: Cents
  /** Valid orders with an item that no source gives a price for: their sales are unknown, and count as zero. */
  unpriced: bigint
  cancelledCents: Cents
  feesChargedCents: Cents
  grossChargedCents: Cents
  feesEstimatedCents: Cents
  grossEstimatedCents: Cents
}

export type Figure = keyof SalesFigures

export const noSales: SalesFigures = {
  orders: 0n,
  pending: 0n,
  confirmed: 0n,
  processing: 0n,
  shipped: 0n,
  delivered: 0n,
  cancelled: 0n,
  units: 0n,
  grossCents: 0n,
  unpriced: 0n,
  cancelledCents: 0n,
  feesChargedCents: 0n,
  grossChargedCents: 0n,
  feesEstimatedCents: 0n,
  grossEstimatedCents: 0n,
}

const figures = Object.keys(noSales) as Figure[]

export function addSales(a: SalesFigures, b: SalesFigures): SalesFigures {
  const sum = { ...a }
  for (const figure of figures) sum[figure] = a[figure] + b[figure]
  return sum
}

export const sumSales = (rows: readonly SalesFigures[]): SalesFigures => rows.reduce(addSales, noSales)

export function validOrders(sales: SalesFigures): bigint {
  return sales.orders - sales.pending - sales.cancelled
}

/** Gross sales ÷ valid orders, to the nearest cent; none without orders. */
export function averageOrderCents(sales: SalesFigures): Cents | null {
  const orders = validOrders(sales)
  return orders > 0n ? (sales.grossCents * 2n + orders) / (orders * 2n) : null
}

/** Cancelled ÷ all orders placed; none without orders. */
export function cancellationRate(sales: SalesFigures): number | null {
  return sales.orders > 0n ? ratio(sales.cancelled, sales.orders) : null
}

export function netOfFeesCents(sales: SalesFigures): Cents {
  return sales.grossCents - sales.feesChargedCents - sales.feesEstimatedCents
}

export type FeeCoverage = { charged: number; estimated: number; without: number }

/**
 * Per hundred of gross sales, those with their fees charged, estimated by rule, or not known at all: whole
 * numbers that make a hundred, the remainder with those that lost most by rounding down. None without sales.
 */
export function feeCoverage({ grossCents, grossChargedCents, grossEstimatedCents }: SalesFigures): FeeCoverage | null {
  if (grossCents <= 0n) return null
  const parts = [grossChargedCents, grossEstimatedCents, grossCents - grossChargedCents - grossEstimatedCents]
  const shares = parts.map((part) => Number((part * 100n) / grossCents))
  const byLoss = [0, 1, 2].sort(
    (a, b) => Number(((parts[b] ?? 0n) * 100n) % grossCents) - Number(((parts[a] ?? 0n) * 100n) % grossCents),
  )
  const left = 100 - shares.reduce((sum, share) => sum + share, 0)
  const [charged = 0, estimated = 0, without = 0] = shares.map((share, part) =>
    byLoss.indexOf(part) < left ? share + 1 : share,
  )
  return { charged, estimated, without }
}

/** Four decimals are enough for a percentage with one, and keep the division in integers until then. */
export function ratio(part: bigint, whole: bigint): number {
  return Number((part * 20_000n + (part < 0n ? -whole : whole)) / (whole * 2n)) / 10_000
}

export type Change = { kind: 'ratio' | 'points'; value: number; direction: 'up' | 'down' | 'flat' }

const directionOf = (value: number) => (value > 0 ? 'up' : value < 0 ? 'down' : 'flat')

/** Relative to the previous period; none where that had nothing to compare with. */
export function changeOf(current: bigint | null, previous: bigint | null): Change | null {
  if (current === null || previous === null || previous <= 0n) return null
  const value = ratio(current - previous, previous)
  return { kind: 'ratio', value, direction: directionOf(value) }
}

/** Between two rates the difference is in percentage points. */
export function pointsBetween(current: number | null, previous: number | null): Change | null {
  if (current === null || previous === null) return null
  const value = Math.round((current - previous) * 10_000) / 10_000
  return { kind: 'points', value, direction: directionOf(value) }
}
