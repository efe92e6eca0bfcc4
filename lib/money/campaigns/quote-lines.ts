import type { Cents } from '@/lib/core/money'
import { divideHalfUp } from '@/lib/core/rounding'
import type { PricedListing } from '@/lib/money/prices/desk-rows'
import { quoteAt, type ListingTerms, type Quote } from '@/lib/money/prices/quote'
import type { CampaignLine } from './schema'

/** Days over which the desk counts the units sold. */
const SOLD_DAYS = 30n

export const lineWarnings = ['gone', 'loss', 'margin', 'unknown', 'dearer', 'stock'] as const
export type LineWarning = (typeof lineWarnings)[number]

export type QuotedLine = CampaignLine & {
  /** By the desk's own calculation and the rules of the campaign's first day; null where the listing is not for sale. */
  before: Quote | null
  after: Quote | null
  /** The units that sell in as many days without the campaign. */
  usualUnits: bigint
  /** So many must sell for the campaign to leave as much as usual; null where no number does, or something is unknown. */
  evenUnits: bigint | null
  available: number | null
  warnings: LineWarning[]
}

export type CampaignSums = {
  /** The profit of the usual units, and of the units set aside, where both are known. */
  beforeCents: Cents
  afterCents: Cents
  unknown: number
  loss: number
}

/** The terms of a campaign: the shop's, and the campaign's fee. */
export const inCampaign = (terms: ListingTerms, isHighlight: boolean): ListingTerms => {
  return { ...terms, terms: { ...terms.terms, campaign: terms.terms.campaign || isHighlight } }
}

export const usualUnitsOf = ({ units, sharers }: Pick<PricedListing, 'units' | 'sharers'>, days: number): bigint =>
  divideHalfUp(units * BigInt(days), SOLD_DAYS * (sharers > 0n ? sharers : 1n))

type Plan = { days: number; isHighlight: boolean; leastMargin: number | null }

export function quoteLine(
  line: CampaignLine,
  listing: PricedListing | null,
  available: number | null,
  { days, isHighlight, leastMargin }: Plan,
): QuotedLine {
  if (!listing)
    return { ...line, before: null, after: null, usualUnits: 0n, evenUnits: null, available, warnings: ['gone'] }
  const before = quoteAt(listing.priceCents, listing.terms)
  const after = quoteAt(line.priceCents, inCampaign(listing.terms, isHighlight))
  const usualUnits = usualUnitsOf(listing, days)
  const warned: Record<LineWarning, boolean> = {
    gone: false,
    loss: after.profitCents !== null && after.profitCents < 0n,
    margin: after.margin !== null && after.margin >= 0n && leastMargin !== null && after.margin < BigInt(leastMargin),
    unknown: after.profitCents === null,
    dearer: line.priceCents >= listing.priceCents,
    stock: available !== null && line.units > available,
  }
  return {
    ...line,
    before,
    after,
    usualUnits,
    evenUnits: evenUnitsOf(before.profitCents, after.profitCents, usualUnits),
    available,
    warnings: lineWarnings.filter((warning) => warned[warning]),
  }
}

function evenUnitsOf(before: Cents | null, after: Cents | null, usualUnits: bigint): bigint | null {
  if (before === null || after === null) return null
  const wanted = before * usualUnits
  if (wanted <= 0n) return after >= 0n ? 0n : null
  return after > 0n ? (wanted + after - 1n) / after : null
}

export function sumLines(lines: readonly QuotedLine[]): CampaignSums {
  const known = lines.filter(({ before, after }) => before?.profitCents != null && after?.profitCents != null)
  return {
    beforeCents: known.reduce((sum, { before, usualUnits }) => sum + (before?.profitCents ?? 0n) * usualUnits, 0n),
    afterCents: known.reduce((sum, { after, units }) => sum + (after?.profitCents ?? 0n) * BigInt(units), 0n),
    unknown: lines.length - known.length,
    loss: lines.filter(({ warnings }) => warnings.includes('loss')).length,
  }
}

/** The campaign's fee on the usual sales of the shop's other listings in these days; zero where the shop pays it anyway. */
export function feeOnOthers(
  listings: readonly PricedListing[],
  inPlan: ReadonlySet<string>,
  { days, isHighlight }: Pick<Plan, 'days' | 'isHighlight'>,
): Cents {
  if (!isHighlight) return 0n
  return listings
    .filter(({ id, units }) => !inPlan.has(id) && units > 0n)
    .reduce((sum, listing) => {
      const { feeCents } = quoteAt(listing.priceCents, listing.terms)
      const more = quoteAt(listing.priceCents, inCampaign(listing.terms, true)).feeCents - feeCents
      return sum + more * usualUnitsOf(listing, days)
    }, 0n)
}

/** The quote takes Ads where they are known; what orders brought is before them. */
export const beforeAds = ({ after }: Pick<QuotedLine, 'after'>): bigint | null =>
  after?.profitCents === undefined || after.profitCents === null ? null : after.profitCents + (after.adsCents ?? 0n)
