import type { Cents } from '@/lib/core/money'
import { divideHalfUp, oneInMillionths, rateOf, type RateMillionths } from '@/lib/core/rounding'
import type { PriceTerms } from '@/lib/money/fees/price-terms'
import { unitFees, unitProfit } from '@/lib/money/fees/unit-fees'

/** The terms of a listing's price; the Ads share is null where no report says it. */
export type ListingTerms = Omit<PriceTerms, 'adsRate'> & { adsRate: RateMillionths | null }

/** One unit at a price, with the calculator's figures; amounts taken are positive here. */
export type Quote = {
  priceCents: Cents
  /** All that the platform takes. */
  feeCents: Cents
  adsCents: Cents | null
  taxCents: Cents | null
  /** The goods and the packaging. */
  costCents: Cents | null
  /** Before Ads where their share is unknown; null without a cost or a tax rate. */
  profitCents: Cents | null
  margin: RateMillionths | null
}

export const termsOf = ({ adsRate, ...terms }: ListingTerms): PriceTerms => ({ ...terms, adsRate: adsRate ?? 0n })

export function quoteAt(priceCents: Cents, terms: ListingTerms): Quote {
  const { rule, costCents, packagingCents, taxRate, adsRate, affiliateRate } = terms
  const affiliateCents = rateOf(priceCents, affiliateRate)
  const feeCents = unitFees(priceCents, rule, terms.terms, affiliateCents) + affiliateCents
  const adsCents = adsRate === null ? null : rateOf(priceCents, adsRate)
  const taxCents = taxRate === null ? null : rateOf(priceCents, taxRate)
  const allCents = costCents === null ? null : costCents + packagingCents
  const isKnown = taxCents !== null && allCents !== null
  const profitCents = isKnown ? priceCents - feeCents - (adsCents ?? 0n) - taxCents - allCents : null
  const margin = profitCents === null || priceCents <= 0n ? null : (profitCents * oneInMillionths) / priceCents
  return { priceCents, feeCents, adsCents, taxCents, costCents: allCents, profitCents, margin }
}

/** For the remainder of a price before the goods; a tax rate that is unknown takes nothing. */
export const keptTerms = (terms: ListingTerms): PriceTerms => ({
  ...termsOf(terms),
  costCents: 0n,
  packagingCents: 0n,
  taxRate: terms.taxRate ?? 0n,
})

/** The same of a price whose quote is known. */
export const keptOf = ({ priceCents, feeCents, adsCents, taxCents }: Quote): Cents =>
  priceCents - feeCents - (adsCents ?? 0n) - (taxCents ?? 0n)

export const keptAt = (priceCents: Cents, kept: PriceTerms): Cents => unitProfit(priceCents, kept) ?? 0n

/** Sales of 30 days: of the product in its shop, where several listings sell it the units are of all of them. */
export type Sold = { units: bigint; sharers: bigint }

/** The profit of the sales of 30 days; a listing that shares its sales counts for its part. */
export const monthOf = (profitCents: Cents, { units, sharers }: Sold): Cents =>
  divideHalfUp(profitCents * units, sharers > 0n ? sharers : 1n)
