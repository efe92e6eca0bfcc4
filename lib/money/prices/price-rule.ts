import type { Cents } from '@/lib/core/money'
import { divideHalfUp, oneInMillionths, type RateMillionths } from '@/lib/core/rounding'
import { priceFor } from '@/lib/money/fees/best-price'
import { lowerPrice, type PriceShape } from './lower-price'
import { keptAt, quoteAt, termsOf, type ListingTerms, type Quote } from './quote'

export const priceRuleKinds = ['margin', 'percent', 'lower', 'raise', 'keep', 'set'] as const
export const priceEndings = ['none', 'ninety'] as const
export type PriceEnding = (typeof priceEndings)[number]

/** How the new prices come about, for many listings at once. */
export type PriceRule = (
  | { kind: 'margin'; margin: RateMillionths }
  | { kind: 'percent'; basisPoints: bigint }
  /** To the lower price that pays more, or up to the one that pays as much again. */
  | { kind: 'lower' }
  | { kind: 'raise' }
  /** Up to the price that leaves the margin of today's fees. */
  | { kind: 'keep' }
  | { kind: 'set'; cents: Cents }
) & {
  ending: PriceEnding
  /** No price that leaves less of itself than this is sent. */
  leastMargin: RateMillionths | null
}

/** Why a listing keeps its price under a rule. */
export const keptReasons = ['unknown', 'never', 'same', 'noLower', 'lock', 'lockUnknown'] as const
export type KeptReason = (typeof keptReasons)[number]
export type NewPrice = { next: Quote | null; kept: KeptReason | null }

const ENDING = 90n
const REAL = 100n
const mostTried = 60

/** The last price at or below, and the first at or above, that ends in ,90; none below R$0.90. */
export const endedBelow = (priceCents: Cents): Cents | null => {
  const ended = ((priceCents - ENDING) / REAL) * REAL + ENDING
  return priceCents < ENDING ? null : ended
}
export const endedAbove = (priceCents: Cents): Cents =>
  priceCents <= ENDING ? ENDING : ((priceCents - ENDING + REAL - 1n) / REAL) * REAL + ENDING

/** The nearer one; halfway it is the higher. */
export function endedNear(priceCents: Cents): Cents {
  const [below, above] = [endedBelow(priceCents), endedAbove(priceCents)]
  return below !== null && priceCents - below < above - priceCents ? below : above
}

/** `marginToday`: by today's fees, where the terms are those of another day. */
export function newPrice(
  priceCents: Cents,
  terms: ListingTerms,
  shape: PriceShape,
  rule: PriceRule,
  marginToday: RateMillionths | null = null,
): NewPrice {
  const wanted = wantedPrice(priceCents, terms, shape, rule, marginToday)
  if (typeof wanted !== 'bigint') return { next: null, kept: wanted }
  if (wanted === priceCents) return { next: null, kept: 'same' }
  const next = quoteAt(wanted, terms)
  if (rule.leastMargin === null) return { next, kept: null }
  if (next.profitCents === null) return { next, kept: 'lockUnknown' }
  const isBelow = next.profitCents * oneInMillionths < wanted * rule.leastMargin
  return { next, kept: isBelow ? 'lock' : null }
}

function wantedPrice(
  priceCents: Cents,
  terms: ListingTerms,
  shape: PriceShape,
  rule: PriceRule,
  marginToday: RateMillionths | null,
): Cents | 'unknown' | 'never' | 'noLower' {
  const isEnded = rule.ending === 'ninety'
  switch (rule.kind) {
    case 'set':
      return rule.cents
    case 'percent': {
      const changed = divideHalfUp(priceCents * (10_000n + rule.basisPoints), 10_000n)
      if (changed <= 0n) return 'never'
      return isEnded ? endedNear(changed) : changed
    }
    case 'margin': {
      if (terms.costCents === null || terms.taxRate === null) return 'unknown'
      const context = termsOf(terms)
      const first = (from: Cents) => priceFor(context, { margin: rule.margin }, from, shape.zones)
      return firstEnded(first, 1n, isEnded) ?? 'never'
    }
    case 'keep': {
      const { margin } = quoteAt(priceCents, terms)
      if (margin === null || marginToday === null) return margin === null ? 'unknown' : priceCents
      if (margin >= marginToday) return priceCents
      const context = termsOf(terms)
      const first = (from: Cents) => priceFor(context, { margin: marginToday }, from, shape.zones)
      return firstEnded(first, priceCents, isEnded) ?? 'never'
    }
    case 'lower': {
      const lower = lowerPrice(shape, priceCents)
      if (!lower) return 'noLower'
      const ended = isEnded ? endedBelow(lower.priceCents) : lower.priceCents
      // Rounding down may take back the gain.
      return ended !== null && keptAt(ended, shape.kept) > keptAt(priceCents, shape.kept) ? ended : 'noLower'
    }
    case 'raise': {
      const lower = lowerPrice(shape, priceCents)
      if (!lower) return 'noLower'
      const profitCents = keptAt(lower.priceCents, shape.kept)
      const first = (from: Cents) => priceFor(shape.kept, { profitCents }, from, shape.zones)
      return firstEnded(first, priceCents, isEnded) ?? 'never'
    }
    default:
      return rule satisfies never
  }
}

/** The first price that reaches the goal, and ends in ,90 where that is asked. */
function firstEnded(first: (from: Cents) => Cents | null, from: Cents, isEnded: boolean): Cents | null {
  let price = first(from)
  for (let tried = 0; isEnded && price !== null && tried < mostTried; tried++) {
    const ended = endedAbove(price)
    price = first(ended)
    if (price === ended) return ended
  }
  return isEnded ? null : price
}
