import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { bandOf, cheapOf, percentagesOf } from '@/lib/money/fees/calculate'
import { checkRule, type ChargedOrder } from '@/lib/money/fees/check-rule'
import { expectedCharges } from '@/lib/money/fees/expected-charges'
import { edgeBetween, fitWindow, type Fit, type Sample } from '@/lib/money/fees/fit-charges'
import type { FeeBand, FeeBasis, FeeRule, Provenance } from '@/lib/money/fees/schema'
import type { Cents } from '@/lib/core/money'

export type ObservedRule = {
  basis: FeeBasis
  capCents: Cents | null
  bands: FeeBand[]
  matched: number
  orders: number
}

const window = 8
/** A band has to explain as many orders more than its neighbour's terms would, to be one. */
const newBandCost = 3
const mostSamples = 600

/**
 * The terms that charged orders show, from those with a single line: rates and fixed parts that give every charged cent,
 * band by band. Null where they show none that nearly all agree on, and where the rule itself gives as many of them.
 */
export function observeRule(orders: readonly ChargedOrder[], rule: FeeRule): ObservedRule | null {
  // The cap that is known comes first: where no order reaches it, what was charged cannot tell whether it holds.
  const caps = rule.capCents === null ? [null] : [rule.capCents, null]
  const matches = (['item', 'order'] as const).flatMap((basis) =>
    caps.flatMap((capCents) =>
      cheapVariants(rule, orders).flatMap((each) => observeBasis(orders, { ...each, capCents }, basis) ?? []),
    ),
  )
  const { matched } = checkRule(orders, rule)
  const better = matches.filter((each) => each.matched > matched)
  return better.reduce<ObservedRule | null>((best, each) => (!best || each.matched > best.matched ? each : best), null)
}

/** The rule first as it is: where no order is of a cheap item, what was charged cannot tell their limit. */
function cheapVariants(rule: FeeRule, orders: readonly ChargedOrder[]): FeeRule[] {
  const [first, ...more] = rule.bands
  const published = brazilFeeHistory.flatMap(({ bands }) => bands.flatMap(({ cheap }) => cheap ?? []))
  const others = new Map(published.map((cheap) => [cheap.belowCents, cheap]))
  others.delete(first?.cheap?.belowCents ?? 0n)
  const variants = [...others.values()].filter(({ belowCents }) =>
    orders.some(({ lines }) => lines.some(({ unitPriceCents }) => unitPriceCents < belowCents)),
  )
  return [rule, ...variants.map((cheap) => ({ ...rule, bands: first ? [{ ...first, cheap }, ...more] : [] }))]
}

function observeBasis(orders: readonly ChargedOrder[], rule: FeeRule, basis: FeeBasis): ObservedRule | null {
  const samples = samplesOf(orders, rule, basis)
  const fitted = candidates(samples, rule)
  const runs = segment(samples, fitted, rule)
  if (runs.length === 0) return null
  const bands = runs.map(({ fit, first }, index): FeeBand => {
    const previous = index > 0 ? samples[first - 1] : undefined
    const next = runs[index + 1]
    const edge = (at: number) => edgeBetween(samples[at - 1]!.unitPriceCents, samples[at]!.unitPriceCents, rule)
    const fromCents = previous ? edge(first) : 0n
    const toCents = next ? edge(next.first) - 1n : null
    return { ...fit, fromCents, toCents, cheap: bandOf(rule, fromCents)?.cheap ?? null, origin: observedHere }
  })
  const { capCents } = rule
  const observed: FeeRule = { ...rule, basis, bands }
  const { matched, differing, isConfirmed } = checkRule(orders, observed)
  return isConfirmed ? { basis, capCents, bands, matched, orders: matched + differing } : null
}

const observedHere: Provenance = { source: '', readOn: null, certainty: 'observed' }

/** Cheap items pay a share of their price, which tells nothing of the fixed part. */
const isCheap = (rule: FeeRule, unitPriceCents: Cents) => {
  const band = bandOf(rule, unitPriceCents)
  return band !== null && cheapOf(band, unitPriceCents) !== null
}

/**
 * Single lines, by price; the parts by the shop's terms are taken off the service fee, since they have rates of their
 * own.
 */
function samplesOf(orders: readonly ChargedOrder[], rule: FeeRule, basis: FeeBasis): Sample[] {
  const single = orders.filter(
    ({ lines: [line, ...more] }) =>
      line && more.length === 0 && line.unitPriceCents > 0n && !isCheap(rule, line.unitPriceCents),
  )
  const every = Math.max(1, Math.ceil(single.length / mostSamples))
  return single
    .toSorted((a, b) => (a.lines[0]!.unitPriceCents < b.lines[0]!.unitPriceCents ? -1 : 1))
    .filter((_, index) => index % every === 0)
    .map(({ lines, sellerVoucherCents, commissionCents, serviceCents, affiliateCents, terms }) => {
      const [{ unitPriceCents, quantity }] = [lines[0]!]
      const { parts } = expectedCharges(lines, sellerVoucherCents, rule, terms, affiliateCents)
      const added = parts.filter(({ money }) => money === 'service').reduce((sum, { cents }) => sum + cents, 0n)
      const amount = unitPriceCents * BigInt(quantity)
      return {
        unitPriceCents,
        units: basis === 'item' ? BigInt(quantity) : 1n,
        quantity: BigInt(quantity),
        baseCents: amount > sellerVoucherCents ? amount - sellerVoucherCents : 0n,
        commissionCents,
        serviceCents: serviceCents - added,
      }
    })
}

/** The common rates of neighbours; the known rates come first, and stay where several would fit. */
function candidates(samples: readonly Sample[], rule: FeeRule): Fit[] {
  const known = rule.bands.map(({ commission, service }) => ({ commission, service }))
  const results = new Map<string, Fit>()
  for (const { commission, service, fixedCents } of rule.bands)
    results.set(`${commission} ${service} ${fixedCents}`, { commission, service, fixedCents })
  const step = Math.max(1, Math.floor(window / 2))
  for (let at = 0; at < samples.length; at += step)
    for (const fit of fitWindow(samples.slice(at, at + window), known, rule.rounding))
      results.set(`${fit.commission} ${fit.service} ${fit.fixedCents}`, fit)
  return [...results.values()]
}

function fits(sample: Sample, fit: Fit, { capCents, rounding }: Terms): boolean {
  const cap = capCents === null ? null : capCents * sample.quantity
  const { commissionCents, serviceRateCents } = percentagesOf(sample.baseCents, fit, cap, rounding)
  return (
    commissionCents === sample.commissionCents &&
    serviceRateCents + fit.fixedCents * sample.units === sample.serviceCents
  )
}

type Terms = Pick<FeeRule, 'capCents' | 'rounding'>
type Run = { fit: Fit; first: number }

/** The fewest samples unexplained, where every further band has its price: the cheapest way through, one sample at a time. */
function segment(samples: readonly Sample[], fitted: readonly Fit[], terms: Terms): Run[] {
  let costs = fitted.map(() => 0)
  const cameFrom: number[][] = []
  for (const [at, sample] of samples.entries()) {
    const cheapest = costs.reduce((best, cost, index) => (cost < costs[best]! ? index : best), 0)
    // A band begins where a price does.
    const mayTurn = at > 0 && sample.unitPriceCents !== samples[at - 1]!.unitPriceCents
    const from = fitted.map((_, index) =>
      mayTurn && costs[cheapest]! + newBandCost < costs[index]! ? cheapest : index,
    )
    cameFrom.push(from)
    costs = fitted.map((fit, index) => {
      const turned = from[index] === index ? 0 : newBandCost
      return costs[from[index]!]! + turned + (fits(sample, fit, terms) ? 0 : 1)
    })
  }
  let current = costs.reduce((best, cost, index) => (cost < costs[best]! ? index : best), 0)
  const runs: Run[] = []
  for (let at = samples.length - 1; at >= 0; at--) {
    const before = cameFrom[at]![current]!
    if (before !== current || at === 0) runs.unshift({ fit: fitted[current]!, first: at })
    current = before
  }
  return runs
}
