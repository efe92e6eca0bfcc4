import type { Cents } from '@/lib/core/money'
import { rateOf } from '@/lib/core/rounding'
import { bandOf, fixedOf, percentagesOf } from '@/lib/money/fees/calculate'
import type { PriceTerms } from '@/lib/money/fees/price-terms'
import type { FeeRule } from '@/lib/money/fees/schema'
import { takesPart, type TermsOfDay } from '@/lib/money/fees/terms'

/**
 * The platform's fees of one unit sold alone, as `expectedCharges` has them, without their derivation: a grid asks for them
 * thousands of times. The affiliates' own commission is not in it.
 */
export function unitFees(priceCents: Cents, rule: FeeRule, terms: TermsOfDay, affiliateCents: Cents = 0n): Cents {
  const { rounding } = rule
  const band = bandOf(rule, priceCents)
  let fees = 0n
  if (band) {
    const { commissionCents, serviceRateCents } = percentagesOf(priceCents, band, rule.capCents, rounding)
    fees = commissionCents + serviceRateCents + fixedOf(band, priceCents, rounding)
  }
  for (const { kind, basis, rate, capCents, ...fixed } of rule.parts) {
    const isAffiliates = kind === 'affiliate_service'
    // Money that moves to the balance for ads is no fee.
    if (kind === 'ads_top_up' || !(takesPart(terms, kind) || (isAffiliates && affiliateCents > 0n))) continue
    const base = isAffiliates ? affiliateCents : priceCents
    const share = rateOf(base, rate, rounding)
    fees += capCents !== null && share > capCents ? capCents : share
    // A fee per item is charged at any price; one per order, or on a commission, only where there is one.
    if (base !== 0n || (basis === 'item' && !isAffiliates))
      fees += basis === 'order' ? fixed.fixedCents : fixedOf(fixed, priceCents, rounding)
  }
  return fees
}

/** The profit of one unit, as `priceLines` has it, without its lines; null without a cost or a tax rate. */
export function unitProfit(priceCents: Cents, context: PriceTerms): Cents | null {
  const { rule, terms, costCents, packagingCents, taxRate, adsRate, affiliateRate } = context
  if (costCents === null || taxRate === null) return null
  const affiliateCents = rateOf(priceCents, affiliateRate)
  const shares = affiliateCents + rateOf(priceCents, adsRate) + rateOf(priceCents, taxRate)
  return priceCents - unitFees(priceCents, rule, terms, affiliateCents) - shares - packagingCents - costCents
}
