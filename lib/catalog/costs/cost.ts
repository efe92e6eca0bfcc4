import type { Day } from '@/lib/core/dates'
import { formatMoney, formatNumber, plainDecimal } from '@/lib/core/money'
import type { Language } from '@/lib/core/language'
import { divideHalfUp } from '@/lib/core/rounding'

/** A unit cost in reais as plain decimal text with up to six places, as the database keeps it. */
export type Cost = string

/** The day of a cost that holds from the beginning: before any order. */
export const BEGINNING: Day = '2000-01-01'

export const costFromCents = (cents: bigint): Cost => plainDecimal(cents)

/** In cents, or null when it is finer than a cent. */
export function centsOfCost(cost: Cost): bigint | null {
  const [whole = '0', fraction = ''] = cost.split('.')
  if (!/^0*$/.test(fraction.slice(2))) return null
  return BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'))
}

/** Millionths of a real, as finely as a cost is kept. */
export const microsOfCost = (cost: Cost): bigint => {
  const [whole = '0', fraction = ''] = cost.split('.')
  return BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'))
}

export function costFromMicros(micros: bigint): Cost {
  const digits = micros.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The cost of each of these units, in reais with six decimals. */
export const unitCostOf = (cents: bigint, units: number): Cost =>
  costFromMicros(divideHalfUp(cents * 10_000n, BigInt(units)))

/** The value of units at a cost, to the cent, halves up, as PostgreSQL's round does. */
export const worthOf = (units: bigint, cost: Cost): bigint => (units * microsOfCost(cost) + 5_000n) / 10_000n

export function formatCost(cost: Cost, language: Language): string {
  const cents = centsOfCost(cost)
  if (cents !== null) return formatMoney(cents, language)
  return `${formatMoney(0n, language).replace(/[\d.,]+$/, '')}${formatNumber(cost, language, 6)}`
}

/** The remainder of the price after the product's cost, before fees and taxes; null where one of the two is unknown. */
export function marginOf(priceCents: bigint | null, cost: Cost | null): number | null {
  if (priceCents === null || priceCents <= 0n || cost === null) return null
  const price = priceCents * 10_000n
  return Number(((price - microsOfCost(cost)) * 1_000_000n) / price) / 1_000_000
}
