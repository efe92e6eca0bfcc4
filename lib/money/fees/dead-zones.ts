import type { Cents } from '@/lib/core/money'
import { expectedFees, fixedOf } from '@/lib/money/fees/calculate'
import { expectedParts } from '@/lib/money/fees/expected-parts'
import { firstPrice, piecesOf } from '@/lib/money/fees/first-price'
import { oneInMillionths } from '@/lib/core/rounding'
import type { FeePart, FeeRule } from '@/lib/money/fees/schema'
import { defaultTerms, takesPart, type TermsOfDay } from '@/lib/money/fees/terms'

export type DeadZone = {
  /** The band's edge, and the last price of the run that pays less than the price before the edge. */
  fromCents: Cents
  toCents: Cents
  /** The last price before the edge. */
  lastGoodCents: Cents
  /** The first price after the run; null where no price of a million reais pays as much again. */
  againCents: Cents | null
  /** The payout of the last price before the edge, and the largest loss of the run against it. */
  paysCents: Cents
  dipCents: Cents
}

/** A unit sold alone, without vouchers and affiliates, by a shop that takes part in that. */
export function paysAt(rule: FeeRule, priceCents: Cents, terms: TermsOfDay = defaultTerms): Cents {
  const lines = [{ unitPriceCents: priceCents, quantity: 1 }]
  const fees = expectedFees(lines, 0n, rule)
  const { serviceCents, protectionCents } = expectedParts(lines, fees, rule, terms)
  return priceCents - fees.totalCents - serviceCents - protectionCents
}

export const highestPriceCents: Cents = 1_000_000_00n
/** Less than this only rounding makes. */
const leastDipCents: Cents = 5n

type Span = { fromCents: Cents; toCents: Cents }

/**
 * The runs of prices after a band's edge that pay less than the last price before it; each ends before the first price that
 * pays at least as much. Those that begin within the span. A campaign takes a share of every price, so that its zones are longer.
 */
export function deadZones(
  rule: FeeRule,
  terms: TermsOfDay = defaultTerms,
  { fromCents, toCents }: Span = { fromCents: 1n, toCents: highestPriceCents },
): DeadZone[] {
  const edges = piecesOf(rule.bands)
    .map((piece) => piece.fromCents)
    .filter((edge) => edge > 1n && edge >= fromCents)
  return edges
    .filter((edge) => edge <= toCents)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((edge) => zoneAfter(rule, terms, edge) ?? [])
}

/** The charges on a unit beside the bands; without the affiliates' fee and transfers to the balance for ads. */
const chargedParts = ({ parts }: FeeRule, terms: TermsOfDay): FeePart[] =>
  parts.filter(({ kind }) => takesPart(terms, kind) && kind !== 'affiliate_service' && kind !== 'ads_top_up')

function zoneAfter(rule: FeeRule, terms: TermsOfDay, edge: Cents): DeadZone | null {
  const paysCents = paysAt(rule, edge - 1n, terms)
  const parts = chargedParts(rule, terms)
  const fixed = (part: FeePart) => (part.basis === 'order' ? part.fixedCents : fixedOf(part, edge, rule.rounding))
  const againCents = firstPrice(rule, {
    fromCents: edge,
    upToCents: highestPriceCents,
    otherRate: parts.reduce((sum, { rate }) => sum + rate, 0n) * oneInMillionths,
    needCents: parts.reduce((sum, part) => sum + fixed(part), paysCents),
    reaches: (price) => paysAt(rule, price, terms) >= paysCents,
  })
  const toCents = againCents === null ? highestPriceCents : againCents - 1n
  if (toCents < edge) return null
  const dipCents = paysCents - worstBetween(rule, terms, edge, toCents)
  if (dipCents < leastDipCents) return null
  return { fromCents: edge, toCents, lastGoodCents: edge - 1n, againCents, paysCents, dipCents }
}

/** Within a band what is paid grows with the price but for rounding, so the least is near where bands begin. */
function worstBetween(rule: FeeRule, terms: TermsOfDay, from: Cents, to: Cents): Cents {
  const starts = [
    from,
    ...piecesOf(rule.bands)
      .map(({ fromCents }) => fromCents)
      .filter((start) => start > from && start <= to),
  ]
  const near = starts.flatMap((start) => [0n, 1n, 2n, 3n].map((step) => start + step)).filter((price) => price <= to)
  return near.map((price) => paysAt(rule, price, terms)).reduce((least, pays) => (pays < least ? pays : least))
}

/** The widest of the zones that a price stands in. */
export const zoneOf = (zones: readonly DeadZone[], priceCents: Cents): DeadZone | null =>
  zones.findLast((zone) => zone.fromCents <= priceCents && priceCents <= zone.toCents) ?? null

/** The first price from one on that stands in none of the zones, which are in order. */
export const afterZones = (zones: readonly DeadZone[], priceCents: Cents): Cents =>
  zones.reduce(
    (price, { fromCents, toCents }) => (fromCents <= price && price <= toCents ? toCents + 1n : price),
    priceCents,
  )
