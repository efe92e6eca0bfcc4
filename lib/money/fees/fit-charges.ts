import { rateOf, type Rounding, type RateMillionths } from '@/lib/core/rounding'
import type { FeeBand, FeeRule } from '@/lib/money/fees/schema'
import type { Cents } from '@/lib/core/money'

/** A charged order of one line. */
export type Sample = {
  unitPriceCents: Cents
  /** How often the fixed part is charged. */
  units: bigint
  quantity: bigint
  baseCents: Cents
  commissionCents: Cents
  serviceCents: Cents
}
export type Fit = Pick<FeeBand, 'commission' | 'service' | 'fixedCents'>

/** Rates are looked for in whole percents first, then in halves, tenths and hundredths. */
const steps: readonly RateMillionths[] = [10_000n, 5_000n, 1_000n, 100n]
const highestRate: RateMillionths = 400_000n
const leastAgreeing = 4

/** Rates and fixed parts that explain most of some neighbours; several where the neighbours do not tell them apart. */
export function fitWindow(
  samples: readonly Sample[],
  known: readonly Pick<Fit, 'commission' | 'service'>[],
  rounding: Rounding,
): Fit[] {
  if (samples.length < leastAgreeing) return []
  const commission = commissionOf(
    samples,
    known.map((each) => each.commission),
    rounding,
  )
  if (commission === null) return []
  const agreeing = samples.filter((sample) => rateOf(sample.baseCents, commission, rounding) === sample.commissionCents)
  return servicesOf(
    agreeing,
    known.map((each) => each.service),
    rounding,
  ).map((fit) => ({ commission, ...fit }))
}

const enough = (count: number, of: number) => count >= leastAgreeing && count * 4 >= of * 3

function commissionOf(
  samples: readonly Sample[],
  known: readonly RateMillionths[],
  rounding: Rounding,
): RateMillionths | null {
  const agrees = (rate: RateMillionths) =>
    enough(
      samples.filter((one) => rateOf(one.baseCents, rate, rounding) === one.commissionCents).length,
      samples.length,
    )
  const hint = known.find(agrees)
  if (hint !== undefined) return hint
  for (const step of steps) {
    // The dearest tells most exactly; one that is wrong must not decide alone.
    for (const { baseCents, commissionCents } of samples
      .toSorted((a, b) => (a.baseCents > b.baseCents ? -1 : 1))
      .slice(0, 3)) {
      if (baseCents === 0n) continue
      const near = (commissionCents * 1_000_000n) / baseCents / step
      const rate = [near, near + 1n].map((times) => times * step).find(agrees)
      if (rate !== undefined && rate <= highestRate) return rate
    }
  }
  return null
}

type Service = Pick<Fit, 'service' | 'fixedCents'>

function servicesOf(samples: readonly Sample[], known: readonly RateMillionths[], rounding: Rounding): Service[] {
  const hinted = [...new Set(known)].flatMap((rate) => fixedOf(samples, rate, rounding) ?? [])
  if (hinted.length > 0) return hinted
  for (const step of steps) {
    const results: Service[] = []
    for (let rate = 0n; rate <= highestRate; rate += step) {
      const fit = fixedOf(samples, rate, rounding)
      if (fit) results.push(fit)
    }
    if (results.length > 0) return results.length > 12 ? [] : results
    if (step === 1_000n) break
  }
  return []
}

/** The fixed part that most of the samples leave at a rate; null where they do not agree on one. */
function fixedOf(samples: readonly Sample[], service: RateMillionths, rounding: Rounding): Service | null {
  const counts = new Map<Cents, number>()
  for (const { serviceCents, baseCents, units } of samples) {
    const left = serviceCents - rateOf(baseCents, service, rounding)
    if (left >= 0n && left % units === 0n) counts.set(left / units, (counts.get(left / units) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best && enough(best[1], samples.length) ? { service, fixedCents: best[0] } : null
}

/** Where a band begins between two prices: at an edge that is known, else at the roundest price. */
export function edgeBetween(last: Cents, next: Cents, rule: Pick<FeeRule, 'bands'>): Cents {
  const known = rule.bands.find(({ fromCents }) => last < fromCents && fromCents <= next)
  if (known) return known.fromCents
  for (const round of [100_00n, 50_00n, 10_00n, 5_00n, 1_00n, 50n, 10n, 5n]) {
    const edge = (next / round) * round
    if (edge > last) return edge
  }
  return next
}
