import { oneInMillionths } from '@/lib/core/rounding'
import type { Cents } from '@/lib/core/money'
import { priceFor } from '@/lib/money/fees/best-price'
import { deadZones, highestPriceCents, zoneOf, type DeadZone } from '@/lib/money/fees/dead-zones'
import { piecesOf } from '@/lib/money/fees/first-price'
import type { PriceTerms } from '@/lib/money/fees/price-terms'
import { takesPart } from '@/lib/money/fees/terms'
import { keptAt, keptTerms, type ListingTerms } from './quote'

/** The price of a run of prices that leaves the most. */
type Peak = { priceCents: Cents; keptCents: Cents }
export type PriceShape = { kept: PriceTerms; zones: DeadZone[]; peaks: Peak[] }

export type LowerPrice = {
  priceCents: Cents
  /** So much more is left of each unit than at the present price. */
  gainCents: Cents
  /** The first price from the present one on that leaves as much again; null where none does. */
  againCents: Cents | null
}

/** Less than this only rounding makes, as with dead zones. */
const leastGainCents: Cents = 5n
/** Fees, tax and Ads are rounded apart: together they move what is left by less than this. */
const roundedCents: Cents = 6n
/** Where less of a price is left no other price is suggested: the cheapest one would be the best. */
const leastSlope = 50_000n

/**
 * Where the prices of a shop leave most. The remainder grows with the price inside a band, but for rounding, so the best price
 * of a band is among its last ones.
 */
export function priceShape(terms: ListingTerms, zones: DeadZone[] = deadZones(terms.rule, terms.terms)): PriceShape {
  const kept = keptTerms(terms)
  const { rule } = terms
  const parts = rule.parts.filter(
    ({ kind }) => takesPart(terms.terms, kind) && kind !== 'affiliate_service' && kind !== 'ads_top_up',
  )
  const limits = parts.flatMap(({ cheap }) => (cheap ? [cheap.belowCents] : []))
  const otherRate = kept.adsRate + (kept.taxRate ?? 0n) + parts.reduce((sum, { rate }) => sum + rate, 0n)
  const pieces = piecesOf(rule.bands)
  const edges = [...new Set([...pieces.map(({ fromCents }) => fromCents), ...limits])]
    .filter((edge) => edge > 1n)
    .toSorted((a, b) => (a < b ? -1 : 1))
  const peaks = edges.flatMap((edge): Peak | [] => {
    const piece = pieces.findLast(({ fromCents }) => fromCents < edge)
    if (!piece) return []
    // Below its limit such a part goes by the price.
    const cheapRate = parts.reduce((sum, { cheap }) => (cheap && edge <= cheap.belowCents ? sum + cheap.rate : sum), 0n)
    const slope = oneInMillionths - otherRate - cheapRate - piece.rate - piece.cheapRate
    if (slope < leastSlope) return []
    const within = (roundedCents * oneInMillionths) / slope + 1n
    return bestOf(kept, edge - within > 1n ? edge - within : 1n, edge - 1n)
  })
  return { kept, zones, peaks }
}

function bestOf(kept: PriceTerms, from: Cents, to: Cents): Peak {
  let best: Peak = { priceCents: to, keptCents: keptAt(to, kept) }
  for (let priceCents = to - 1n; priceCents >= from; priceCents--) {
    const keptCents = keptAt(priceCents, kept)
    if (keptCents > best.keptCents) best = { priceCents, keptCents }
  }
  return best
}

/**
 * The lower price that leaves the most, where it leaves more than the present one: in the fees' dead zone, and beyond it as
 * far as tax and Ads, which a lower price lowers too, make it longer.
 */
export function lowerPrice(
  { kept, zones, peaks }: PriceShape,
  priceCents: Cents,
  keptCents: Cents = keptAt(priceCents, kept),
): LowerPrice | null {
  const below = peaks.filter((peak) => peak.priceCents < priceCents)
  if (below.length === 0) return null
  const best = below.reduce((most, peak) => (peak.keptCents >= most.keptCents ? peak : most))
  const gainCents = best.keptCents - keptCents
  const least = zoneOf(zones, priceCents) === null ? leastGainCents : 1n
  if (gainCents < least || priceCents > highestPriceCents) return null
  const againCents = priceFor(kept, { profitCents: best.keptCents }, priceCents, zones)
  return { priceCents: best.priceCents, gainCents, againCents }
}
