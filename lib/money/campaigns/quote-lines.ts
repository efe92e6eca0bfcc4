import type { Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { divideHalfUp } from '@/lib/core/rounding'
import type { PricedListing } from '@/lib/money/prices/desk-rows'
import { quoteAt, type ListingTerms, type Quote } from '@/lib/money/prices/quote'
import type { CampaignLine } from './schema'

/** Days over which the desk counts the units sold. */
const SOLD_DAYS = 30n

const quoteWarnings = ['gone', 'loss', 'margin', 'unknown', 'dearer', 'stock'] as const
/** `promotion`: today's price is that of a promotion; `twice`: in another plan of these days too (views.ts). */
export const lineWarnings = [...quoteWarnings, 'promotion', 'twice'] as const
export type LineWarning = (typeof lineWarnings)[number]

/** Days of the campaign on which the same fees hold; null quotes where the listing is not for sale. */
export type LinePhase = { from: Day; days: number; before: Quote | null; after: Quote | null }

export type QuotedLine = CampaignLine & {
  /** By the desk's own calculation and the rules of the campaign's first day; null where the listing is not for sale. */
  before: Quote | null
  after: Quote | null
  /** The first day's, and one for each change of fees within the campaign. */
  phases: LinePhase[]
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

type Plan = { fromDay: Day; days: number; isHighlight: boolean; leastMargin: number | null }

export function quoteLine(
  line: CampaignLine,
  listing: PricedListing | null,
  available: number | null,
  { fromDay, days, isHighlight, leastMargin }: Plan,
): QuotedLine {
  if (!listing) {
    const phases = [{ from: fromDay, days, before: null, after: null }]
    const unsold = { before: null, after: null, phases, usualUnits: 0n, evenUnits: null }
    return { ...line, ...unsold, available, warnings: ['gone'] }
  }
  const before = quoteAt(listing.priceCents, listing.terms)
  const after = quoteAt(line.priceCents, inCampaign(listing.terms, isHighlight))
  const usualUnits = usualUnitsOf(listing, days)
  const warned: Record<(typeof quoteWarnings)[number], boolean> = {
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
    phases: [{ from: fromDay, days, before, after }],
    usualUnits,
    evenUnits: evenUnitsOf(before.profitCents, after.profitCents, usualUnits),
    available,
    warnings: quoteWarnings.filter((warning) => warned[warning]),
  }
}

export type ListingPhase = { from: Day; days: number; listing: PricedListing | null }

/** A line whose days may see a change of fees: each phase by its own rule, sales even over the days. */
export function quoteOverDays(
  line: CampaignLine,
  listings: readonly ListingPhase[],
  available: number | null,
  plan: Plan,
): QuotedLine {
  const quoted = listings.map(({ listing }) => quoteLine(line, listing, available, plan))
  const phases = quoted.map(({ before, after }, at) => {
    return { from: listings[at]!.from, days: listings[at]!.days, before, after }
  })
  const warnings = lineWarnings.filter((warning) => quoted.some((each) => each.warnings.includes(warning)))
  const [before, after] = [profitOver(phases, 'before'), profitOver(phases, 'after')]
  return { ...quoted[0]!, phases, warnings, evenUnits: evenUnitsOf(before, after, quoted[0]!.usualUnits) }
}

/** The profit of a unit, times the days of its phase; null where one is unknown. */
function profitOver(phases: readonly LinePhase[], which: 'before' | 'after'): Cents | null {
  let sum = 0n
  for (const phase of phases) {
    const cents = phase[which]?.profitCents ?? null
    if (cents === null) return null
    sum += cents * BigInt(phase.days)
  }
  return sum
}

const daysIn = (phases: readonly LinePhase[]) => phases.reduce((sum, { days }) => sum + BigInt(days), 0n)

/** The profit of so many units that sell evenly over the days. */
const profitOf = (phases: readonly LinePhase[], which: 'before' | 'after', units: bigint): Cents =>
  divideHalfUp((profitOver(phases, which) ?? 0n) * units, daysIn(phases))

function evenUnitsOf(before: Cents | null, after: Cents | null, usualUnits: bigint): bigint | null {
  if (before === null || after === null) return null
  const wanted = before * usualUnits
  if (wanted <= 0n) return after >= 0n ? 0n : null
  return after > 0n ? (wanted + after - 1n) / after : null
}

export function sumLines(lines: readonly QuotedLine[]): CampaignSums {
  const known = lines.filter(({ phases }) =>
    (['before', 'after'] as const).every((which) => profitOver(phases, which) !== null),
  )
  return {
    beforeCents: known.reduce((sum, { phases, usualUnits }) => sum + profitOf(phases, 'before', usualUnits), 0n),
    afterCents: known.reduce((sum, { phases, units }) => sum + profitOf(phases, 'after', BigInt(units)), 0n),
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
  // Listings of one shop pay the same fee at the same price, whatever their goods cost.
  const known = new Map<string, Cents>()
  const moreAt = ({ priceCents, terms }: PricedListing): Cents => {
    const key = `${priceCents} ${terms.adsRate} ${terms.terms.campaign}`
    const feeOf = (given: ListingTerms) => quoteAt(priceCents, given).feeCents
    const more = known.get(key) ?? feeOf(inCampaign(terms, true)) - feeOf(terms)
    known.set(key, more)
    return more
  }
  return listings
    .filter(({ id, units }) => !inPlan.has(id) && units > 0n)
    .reduce((sum, listing) => sum + moreAt(listing) * usualUnitsOf(listing, days), 0n)
}

/** The planned profit of so many units; the quote takes Ads where they are known, what orders brought is before them. */
export function plannedCents({ phases }: Pick<QuotedLine, 'phases'>, units: bigint): Cents | null {
  const profit = profitOver(phases, 'after')
  if (profit === null) return null
  const ads = phases.reduce((sum, { after, days }) => sum + (after?.adsCents ?? 0n) * BigInt(days), 0n)
  return divideHalfUp((profit + ads) * units, daysIn(phases))
}
