import { cheapOf } from '@/lib/money/fees/calculate'
import { afterZones, deadZones, highestPriceCents, paysAt, zoneOf, type DeadZone } from '@/lib/money/fees/dead-zones'
import { firstPrice } from '@/lib/money/fees/first-price'
import type { PriceTerms } from '@/lib/money/fees/price-terms'
import { unitProfit } from '@/lib/money/fees/unit-fees'
import { oneInMillionths, type RateMillionths } from '@/lib/core/rounding'
import { takesPart } from '@/lib/money/fees/terms'
import type { Cents } from '@/lib/core/money'

/** A price and what is paid for it. */
export type PricePoint = { priceCents: Cents; paysCents: Cents }
export type BetterPrices = {
  zone: DeadZone
  paysCents: Cents
  /** The last price before the edge; sells for less and pays more. */
  below: PricePoint
  /** The first price that pays at least as much; null where none does. */
  above: PricePoint | null
  lossCents: Cents
}

/** For a price in a dead zone: the prices around it that pay more. */
export function betterPrices(
  { rule, terms }: Pick<PriceTerms, 'rule' | 'terms'>,
  zones: readonly DeadZone[],
  priceCents: Cents,
): BetterPrices | null {
  const zone = zoneOf(zones, priceCents)
  if (!zone) return null
  const paysCents = paysAt(rule, priceCents, terms)
  const { lastGoodCents, againCents } = zone
  return {
    zone,
    paysCents,
    below: { priceCents: lastGoodCents, paysCents: zone.paysCents },
    above: againCents === null ? null : { priceCents: againCents, paysCents: paysAt(rule, againCents, terms) },
    lossCents: zone.paysCents - paysCents,
  }
}

type Goal = { margin: RateMillionths } | { profitCents: Cents }

/**
 * The lowest price from one on that leaves at least the margin (of the price) or the profit that is wanted and stands in no
 * dead zone; null where none does, or where the cost or the tax is unknown.
 */
export function priceFor(
  context: PriceTerms,
  goal: Goal,
  fromCents: Cents = 1n,
  zones: readonly DeadZone[] = deadZones(context.rule, context.terms),
): Cents | null {
  const { rule, costCents, packagingCents, taxRate, adsRate, affiliateRate } = context
  if (costCents === null || taxRate === null) return null
  const margin = 'margin' in goal ? goal.margin : 0n
  const wanted = 'profitCents' in goal ? goal.profitCents : 0n
  const parts = rule.parts.filter(({ kind }) => takesPart(context.terms, kind) || kind === 'affiliate_service')
  const charged = parts.filter(({ kind }) => kind !== 'affiliate_service' && kind !== 'ads_top_up')
  const partRate = charged.reduce((sum, { rate }) => sum + rate, 0n)
  const partCents = charged.reduce((sum, { fixedCents }) => sum + fixedCents, 0n)
  const service = parts.find(({ kind }) => kind === 'affiliate_service')
  const reaches = (priceCents: Cents) => {
    const profit = unitProfit(priceCents, context)
    return profit !== null && profit * oneInMillionths >= wanted * oneInMillionths + priceCents * margin
  }
  const otherRate =
    (taxRate + adsRate + affiliateRate + partRate + margin) * oneInMillionths + affiliateRate * (service?.rate ?? 0n)
  const needCents = wanted + costCents + packagingCents + partCents
  const passOver = (priceCents: Cents) => afterZones(zones, priceCents)
  const search = { otherRate, reaches, passOver }
  // The affiliates' fee beside their rate is charged once their commission rounds to a cent.
  const freeUpTo = affiliateRate > 0n ? oneInMillionths / (2n * affiliateRate) : highestPriceCents
  const affiliatesFixed = (from: Cents) => (from > freeUpTo ? (service?.fixedCents ?? 0n) : 0n)
  // Below a limit a part goes by the price, so that it needs no more than nothing there.
  const limits = charged.flatMap(({ cheap }) => (cheap ? [cheap.belowCents] : []))
  const cheapCents = (from: Cents) =>
    charged.reduce((sum, part) => (cheapOf(part, from) ? sum + part.fixedCents : sum), 0n)
  const turns = [fromCents, freeUpTo + 1n, ...limits].filter((turn) => turn >= fromCents && turn <= highestPriceCents)
  const starts = [...new Set(turns)].toSorted((a, b) => (a < b ? -1 : 1))
  for (const [at, from] of starts.entries()) {
    const upToCents = starts[at + 1] === undefined ? highestPriceCents : starts[at + 1]! - 1n
    const need = needCents + affiliatesFixed(from) - cheapCents(from)
    const result = firstPrice(rule, { ...search, fromCents: from, upToCents, needCents: need })
    if (result !== null) return result
  }
  return null
}
