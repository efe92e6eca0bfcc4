import type { Cost } from '@/lib/products/cost'
import { divideHalfUp } from './apportion'

/** What each of these units costs, in reais with six decimals. */
export function unitCostOf(cents: bigint, units: number): Cost {
  const digits = divideHalfUp(cents * 10_000n, BigInt(units))
    .toString()
    .padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
