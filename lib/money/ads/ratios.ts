import { divideHalfUp } from '@/lib/core/rounding'
import type { Cents } from '@/lib/core/money'

/** An ad's impressions, clicks, spending and, by the marketplace's own count, sales; null is what a report does not have. */
export type AdsFigures = {
  spendCents: Cents
  salesCents: Cents | null
  clicks: bigint | null
  impressions: bigint | null
}

/** Unknown where one of them is. */
export const sumOrNull = (values: readonly (bigint | null)[]): bigint | null =>
  values.reduce<bigint | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0n)

/** For the sales of a period without any missing part. */
type Contribution = { revenueCents: Cents; contributionCents: Cents }

/** Sales ÷ spend in hundredths, half up: 350 are 3.50 reais sold for each real spent. None where nothing was spent. */
export const roasOf = ({ spendCents, salesCents }: Pick<AdsFigures, 'spendCents' | 'salesCents'>): bigint | null =>
  spendCents > 0n && salesCents !== null && salesCents >= 0n ? divideHalfUp(salesCents * 100n, spendCents) : null

/** Spend ÷ sales in hundredths of a percent, half up; none where nothing was sold. */
export const acosOf = ({ spendCents, salesCents }: Pick<AdsFigures, 'spendCents' | 'salesCents'>): bigint | null =>
  salesCents !== null && salesCents > 0n ? divideHalfUp(spendCents * 10_000n, salesCents) : null

/** Clicks ÷ impressions in hundredths of a percent, half up. */
export const ctrOf = ({ clicks, impressions }: Pick<AdsFigures, 'clicks' | 'impressions'>): bigint | null =>
  clicks !== null && impressions !== null && impressions > 0n ? divideHalfUp(clicks * 10_000n, impressions) : null

/**
 * The ROAS from which an ad leaves nothing less than it costs: 1 ÷ contribution margin before ads, in hundredths, rounded up so that who
 * reaches it does not lose. Null where the contribution is not known or nothing sold; 'never' where each sale loses money as it is.
 */
export function breakEvenRoas(sold: Contribution | null): bigint | 'never' | null {
  if (sold === null || sold.revenueCents <= 0n) return null
  const { revenueCents, contributionCents } = sold
  if (contributionCents <= 0n) return 'never'
  return (revenueCents * 100n + contributionCents - 1n) / contributionCents
}

/** Whether the sales that an ad brought pay for it, by the exact fractions; null where one of them is not known. */
export function paysOff(
  { spendCents, salesCents }: Pick<AdsFigures, 'spendCents' | 'salesCents'>,
  sold: Contribution | null,
): boolean | null {
  if (sold === null || sold.revenueCents <= 0n || spendCents <= 0n || salesCents === null) return null
  return salesCents * sold.contributionCents >= spendCents * sold.revenueCents
}

/** Hundredths of a percent as the ratio that percentages are written from. */
export const asRatio = (points: bigint): string => {
  const digits = (points < 0n ? -points : points).toString().padStart(5, '0')
  return `${points < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}
