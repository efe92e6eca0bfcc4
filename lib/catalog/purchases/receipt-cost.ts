import { divideHalfUp } from '@/lib/core/rounding'
import type { CostRule } from './schema'
import { microsOfCost, costFromMicros, unitCostOf } from '../costs/cost'

/** Received units, costed by one of the rules. Costs are in reais, six decimals. */
type Came = { rule: CostRule; stockBefore: bigint; costBefore: string | null; units: number; landedCents: bigint }

/**
 * The unit cost after a receipt. By the last: this receipt's cost; by the average: of the present and the received
 * units. Present units without a known cost do not count towards the average. FIFO keeps the receipt's own as its
 * layer. Free goods change the average alone.
 */
export function costAfter({ rule, stockBefore, costBefore, units, landedCents }: Came): string | null {
  if (rule !== 'average' || costBefore === null || stockBefore <= 0n)
    return landedCents === 0n ? costBefore : unitCostOf(landedCents, units)
  const value = stockBefore * microsOfCost(costBefore) + landedCents * 10_000n
  return costFromMicros(divideHalfUp(value, stockBefore + BigInt(units)))
}
