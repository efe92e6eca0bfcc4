import Decimal from 'decimal.js'
import type { CostRule } from './schema'

/** Of units that came, by one of the rules. Costs are in reais, six decimals. */
type Came = { rule: CostRule; stockBefore: bigint; costBefore: string | null; units: number; landedCents: bigint }

/**
 * What a unit costs after a receipt. By the last: what it cost this time; by the average: of what lay there and what came.
 * What lay there without a known cost does not count towards the average. FIFO keeps the receipt's own as its layer. Goods
 * that came for nothing change the average alone.
 */
export function costAfter({ rule, stockBefore, costBefore, units, landedCents }: Came): string | null {
  const landed = new Decimal(landedCents.toString()).div(100)
  if (rule !== 'average') return landedCents === 0n ? costBefore : landed.div(units).toFixed(6)
  if (costBefore === null || stockBefore <= 0n) return landedCents === 0n ? costBefore : landed.div(units).toFixed(6)
  const before = new Decimal(stockBefore.toString())
  return before.mul(costBefore).add(landed).div(before.add(units)).toFixed(6)
}
