import { divideHalfUp } from '@/lib/core/rounding'
import type { Cost } from '@/lib/catalog/products/cost'

/** Millionths of a real, as finely as a cost is kept. */
export const microsOfCost = (cost: Cost): bigint => {
  const [whole = '0', fraction = ''] = cost.split('.')
  return BigInt(whole + fraction.padEnd(6, '0').slice(0, 6))
}

export function costFromMicros(micros: bigint): Cost {
  const digits = micros.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The cost of each of these units, in reais with six decimals. */
export const unitCostOf = (cents: bigint, units: number): Cost =>
  costFromMicros(divideHalfUp(cents * 10_000n, BigInt(units)))
