import { divideHalfUp } from '@/lib/core/rounding'
import type { CostRule } from './schema'
import { microsOfCost, costFromMicros, unitCostOf } from './unit-cost'

/** Of units that came, by one of the rules. Costs are in reais, six decimals. */
type Came = { rule: CostRule; stockBefore: bigint; costBefore: string | null; units: number; landedCents: bigint }

/**
 * What a unit costs after a receipt. By the last: what it cost this time; by the average: of what lay there and what came.
 * What lay there without a known cost does not count towards the average. FIFO keeps the receipt's own as its layer. Goods
 * that came for nothing change the average alone.
 */
export function costAfter({ rule, stockBefore, costBefore, units, landedCents }: Came): string | null {
  if (rule !== 'average' || costBefore === null || stockBefore <= 0n)
    return landedCents === 0n ? costBefore : unitCostOf(landedCents, units)
  const value = stockBefore * microsOfCost(costBefore) + landedCents * 10_000n
  return costFromMicros(divideHalfUp(value, stockBefore + BigInt(units)))
}
