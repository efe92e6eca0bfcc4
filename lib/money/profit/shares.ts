import { divideHalfUp } from '@/lib/core/rounding'
import type { Cents } from '@/lib/core/money'
import type { Result } from './result-lines'

/** A share in hundredths of a percent, rounded half up; none of nothing. */
export function shareInPoints(part: Cents, whole: Cents): bigint | null {
  if (whole <= 0n) return null
  return divideHalfUp(part * 10_000n, whole)
}

const shareOf = (part: Cents, whole: Cents): number | null => {
  const points = shareInPoints(part, whole)
  return points === null ? null : Number(points) / 10_000
}

/** How much of the sales has a known cost, from 0 to 1; none without sales. */
export const costCoverage = ({ grossCents, revenueWithCostCents }: Result): number | null =>
  shareOf(revenueWithCostCents, grossCents)

/** A sum as a share of the gross sales; none without sales. */
export const shareOfSales = ({ lines }: Result, cents: Cents): number | null => shareOf(cents, lines.revenue)
