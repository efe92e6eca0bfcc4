import { expectedCharges } from '@/lib/money/fees/expected-charges'
import { rateOf, type RateMillionths } from '@/lib/core/rounding'
import type { FeeRule } from '@/lib/money/fees/schema'
import type { TermsOfDay } from '@/lib/money/fees/terms'
import type { Cents } from '@/lib/core/money'

/** The terms of the price of one unit; an unknown one is null, and so are values that depend on it. */
export type PriceTerms = {
  rule: FeeRule
  terms: TermsOfDay
  costCents: Cents | null
  packagingCents: Cents
  /** Share of the price; a MEI's is zero, null where no rate holds. */
  taxRate: RateMillionths | null
  adsRate: RateMillionths
  /** The affiliates' own commission, of the price. */
  affiliateRate: RateMillionths
}

export const priceLineKeys = [
  'price',
  'commission',
  'service',
  'affiliate',
  'protection',
  'payout',
  'ads',
  'tax',
  'packaging',
  'cost',
  'profit',
] as const
export type PriceLineKey = (typeof priceLineKeys)[number]
export type PriceLines = Record<Exclude<PriceLineKey, 'tax' | 'cost' | 'profit'>, Cents> &
  Record<'tax' | 'cost' | 'profit', Cents | null> & {
    /** Share of the price, in millionths; null while the profit is unknown. */
    margin: RateMillionths | null
    trace: ReturnType<typeof expectedCharges>
  }

/** Line by line what is left of one unit sold alone, as the seller sees it: what is taken is negative. */
export function priceLines(priceCents: Cents, context: PriceTerms): PriceLines {
  const { rule, terms, costCents, packagingCents, taxRate, adsRate, affiliateRate } = context
  const affiliate = rateOf(priceCents, affiliateRate)
  const trace = expectedCharges(
    [{ unitPriceCents: priceCents, quantity: 1 }],
    0n,
    rule,
    { ...terms, affiliates: affiliate > 0n || terms.affiliates },
    affiliate,
  )
  const payout = priceCents - trace.feesCents - affiliate
  const ads = rateOf(priceCents, adsRate)
  const tax = taxRate === null ? null : rateOf(priceCents, taxRate)
  const profit = tax === null || costCents === null ? null : payout - ads - tax - packagingCents - costCents
  return {
    price: priceCents,
    commission: -trace.commissionCents,
    service: -trace.serviceCents,
    affiliate: -affiliate,
    protection: -trace.protectionCents,
    payout,
    ads: -ads,
    tax: tax === null ? null : -tax,
    packaging: -packagingCents,
    cost: costCents === null ? null : -costCents,
    profit,
    margin: profit === null || priceCents <= 0n ? null : (profit * 1_000_000n) / priceCents,
    trace,
  }
}
