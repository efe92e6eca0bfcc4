import { ratio } from './figures'
import type { Cents } from '@/lib/core/money'

/** The sales and the known part of their cost. `coveredCents` is the part of the revenue whose cost is known. */
export type Sold = { revenueCents: Cents; takenCents: Cents; coveredCents: Cents; costCents: Cents }

/**
 * The margin of the sales whose cost is known, after the marketplace's part, packaging and the goods; before tax, ads
 * and expenses. Deductions are shared out by revenue. Null where no cost is known: unknown is never zero.
 */
export function marginOf({ revenueCents, takenCents, coveredCents, costCents }: Sold): Cents | null {
  if (coveredCents <= 0n || revenueCents <= 0n) return null
  return coveredCents - costCents - roundedShare(takenCents, coveredCents, revenueCents)
}

/** Share of the covered revenue; null without a margin. */
export function marginRate(sold: Sold): number | null {
  const margin = marginOf(sold)
  return margin === null ? null : ratio(margin, sold.coveredCents)
}

/** How much of the revenue has a known cost, from 0 to 1. */
export const coverageOf = ({ revenueCents, coveredCents }: Sold): number =>
  revenueCents <= 0n ? 0 : coveredCents > revenueCents ? 1 : ratio(coveredCents, revenueCents)

/** To the nearest, halves away from zero, as PostgreSQL's round does. */
function roundedShare(amount: Cents, part: bigint, whole: bigint): Cents {
  const doubled = amount * part * 2n
  return (doubled + (doubled < 0n ? -whole : whole)) / (whole * 2n)
}

type Advertised = Pick<Sold, 'revenueCents' | 'coveredCents'> & { marginCents: Cents | null; adsCents: Cents | null }

/** The margin once ads are paid; null where one of the two is unknown, or the cost of a part of the sales. */
export const marginAfterAds = ({ marginCents, adsCents, revenueCents, coveredCents }: Advertised): Cents | null =>
  marginCents === null || adsCents === null || coveredCents < revenueCents ? null : marginCents - adsCents
