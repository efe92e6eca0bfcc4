import type { Cents } from '@/lib/core/money'
import { oneInMillionths, type RateMillionths } from '@/lib/core/rounding'
import type { FeeRule } from '@/lib/money/fees/schema'

/** A rate of a rate, as the affiliates' service fee is one of the price. */
export type RateTrillionths = bigint
export const oneInTrillionths: RateTrillionths = oneInMillionths * oneInMillionths

type Search = {
  fromCents: Cents
  upToCents: Cents
  /** The other shares of the price beside the bands' rates, all together. */
  otherRate: RateTrillionths
  /** Price less all rates less the band's fixed part has to come to this at least, give or take rounding. */
  needCents: Cents
  /** The exact answer for a price, rounding and caps included. */
  reaches: (priceCents: Cents) => boolean
  /** The first price from one on that may be the answer; all may by default. */
  passOver?: (priceCents: Cents) => Cents
}

/** The remainder of a price, as a straight line, and the amount it has to reach. */
type Line = { slope: RateTrillionths; needCents: Cents }

/** Each rounded amount is half a cent off at most, one of them (a rate of a rounded one) a whole: nine halves in all. */
const slackCents: Cents = 5n
/** Prices tried in one search, all bands together: enough within a band where four of each hundred cents are left. */
const mostSteps = 300

const larger = (a: Cents, b: Cents) => (a > b ? a : b)
const smaller = (a: Cents, b: Cents) => (a < b ? a : b)

/**
 * The first price from a place on that reaches what is asked, or null. Within a band, what is left of a price is a straight
 * line give or take rounding: prices that cannot reach it are passed over, those that rounding decides are tried one by one.
 * Where the line is so flat that those are too many, it is the first price that reaches it whatever the rounding.
 */
export function firstPrice(rule: Pick<FeeRule, 'bands' | 'capCents'>, search: Search): Cents | null {
  const pieces = piecesOf(rule.bands)
  const steps = { left: mostSteps }
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]?.fromCents
    const from = larger(larger(search.fromCents, piece.fromCents), 1n)
    const to = next === undefined ? search.upToCents : smaller(search.upToCents, next - 1n)
    const needCents = search.needCents + piece.fixedCents
    const kept = oneInTrillionths - search.otherRate - piece.cheapRate * oneInMillionths
    // Where there is a cap, what is left is the larger of both.
    const lines: Line[] = [{ slope: kept - piece.rate * oneInMillionths, needCents }]
    if (rule.capCents !== null) lines.push({ slope: kept, needCents: needCents + rule.capCents })
    const result = firstWithin(lines, search, { from, to }, steps)
    if (result !== null) return result
  }
  return null
}

type Piece = { fromCents: Cents; rate: RateMillionths; cheapRate: RateMillionths; fixedCents: Cents }

/** A band with cheap items is two straight lines: one whose fixed part goes by the price, and the rest. */
export const piecesOf = (bands: FeeRule['bands']): Piece[] =>
  bands
    .toSorted((a, b) => (a.fromCents < b.fromCents ? -1 : 1))
    .flatMap(({ fromCents, toCents, commission, service, fixedCents, cheap }) => {
      const rate = commission + service
      const whole = { fromCents, rate, cheapRate: 0n, fixedCents }
      if (!cheap || cheap.belowCents <= fromCents) return [whole]
      const part = { fromCents, rate, cheapRate: cheap.rate, fixedCents: 0n }
      const isAll = toCents !== null && cheap.belowCents > toCents
      return isAll ? [part] : [part, { ...whole, fromCents: cheap.belowCents }]
    })

function firstWithin(
  lines: readonly Line[],
  { reaches, passOver = (price) => price }: Search,
  { from, to }: { from: Cents; to: Cents },
  steps: { left: number },
): Cents | null {
  for (let price = from; ;) {
    const isSure = steps.left === 0
    const next = firstOnLines(lines, isSure ? slackCents : -slackCents, price)
    if (next === null || next > to) return null
    price = passOver(next)
    if (price > next) continue
    if (reaches(price)) return price
    if (isSure) return null
    steps.left--
    price++
  }
}

/** The first price from one on at which one of the lines comes to what it has to and so much more. */
function firstOnLines(lines: readonly Line[], moreCents: Cents, from: Cents): Cents | null {
  const matches = lines.flatMap(({ slope, needCents }) => {
    const need = (needCents + moreCents) * oneInTrillionths
    if (from * slope >= need) return from
    // A line that does not rise only gets further away.
    return slope > 0n ? (need + slope - 1n) / slope : []
  })
  return matches.length === 0 ? null : matches.reduce(smaller)
}
