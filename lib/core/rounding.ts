import { smallest, sumOf } from '@/lib/core/big-int'
import type { Cents } from '@/lib/core/money'

/** A rate in millionths, as exact as its column numeric(18,6): 180_000n is 18 %. */
export type RateMillionths = bigint

/** Half a cent goes up, or to the even neighbour. */
export const roundingModes = ['halfUp', 'halfEven'] as const
export type Rounding = (typeof roundingModes)[number]

export const oneInMillionths: RateMillionths = 1_000_000n

/** Exact division, rounded half to even, as rules of a seller's own may say: 0.5 cents goes to the even neighbour. Both sides must not be negative. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  if (twice < denominator) return quotient
  if (twice > denominator) return quotient + 1n
  return quotient % 2n === 0n ? quotient : quotient + 1n
}

/** Exact division, rounded half up; below zero half a cent goes away from it, as in the database's round(). The denominator must be positive. */
export const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  numerator < 0n ? -divideHalfUp(-numerator, denominator) : (numerator * 2n + denominator) / (denominator * 2n)

export const divideRounded = (numerator: bigint, denominator: bigint, rounding: Rounding): bigint =>
  rounding === 'halfUp' ? divideHalfUp(numerator, denominator) : divideHalfEven(numerator, denominator)

/** Fees name the rounding of their rule; all else is rounded half up. */
export const rateOf = (cents: Cents, rate: RateMillionths, rounding: Rounding = 'halfUp'): Cents =>
  divideRounded(cents * rate, oneInMillionths, rounding)

/** '0.18' → 180000n. Takes what the database's numeric(18,6) prints; more digits than six are refused. */
export function rateFromText(text: string): RateMillionths {
  const match = /^(\d+)(?:\.(\d{0,6})0*)?$/.exec(text)
  if (!match) throw new RangeError(`not a rate of at most six decimals: ${text}`)
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(6, '0'))
}

export function rateText(rate: RateMillionths): string {
  const digits = rate.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/**
 * Splits an amount by weight, rounded as given, the remainder to the last line. Where weights are amounts (a voucher
 * against its lines) no line gets more than its own: a last line too small passes the rest to the one before.
 */
export function splitByWeight(
  total: Cents,
  weights: Cents[],
  { withinWeight = false, rounding = 'halfUp' as Rounding } = {},
): Cents[] {
  const sum = sumOf(weights)
  if (sum === 0n) return weights.map((_, index) => (index === weights.length - 1 && !withinWeight ? total : 0n))
  let left = withinWeight ? smallest(total, sum) : total
  const shared = left
  const parts = weights.map((weight) => {
    const part = smallest(divideRounded(shared * weight, sum, rounding), left)
    left -= part
    return part
  })
  for (let index = parts.length - 1; index >= 0 && left > 0n; index--) {
    const part = parts[index] ?? 0n
    const space = withinWeight ? (weights[index] ?? 0n) - part : left
    const more = smallest(space, left)
    parts[index] = part + more
    left -= more
  }
  return parts
}
