import { divideHalfUp } from '@/lib/core/rounding'

/**
 * Shares an amount out by weight, to the cent: the parts add up to it, and none is more than a cent from its exact share.
 * Without any weight the first takes it all.
 */
export function apportion(totalCents: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((before, weight) => before + weight, 0n)
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? totalCents : 0n))
  let weightToHere = 0n
  let given = 0n
  return weights.map((weight) => {
    weightToHere += weight
    const toHere = divideHalfUp(totalCents * weightToHere, sum)
    const part = toHere - given
    given = toHere
    return part
  })
}

export const extraKinds = ['freight', 'ipi', 'st', 'other', 'discount'] as const
export type ExtraKind = (typeof extraKinds)[number]
export type Extras = Record<`${ExtraKind}Cents`, bigint>
export const noExtras: Extras = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }

/** The cost of the goods once they are on the shelf. */
export const landedOf = (goodsCents: bigint, extras: Extras): bigint =>
  goodsCents + extras.freightCents + extras.ipiCents + extras.stCents + extras.otherCents - extras.discountCents

/** Each line's share of each cost beside the goods, by the value of its goods. */
export function shareExtras(extras: Extras, goods: readonly bigint[]): Extras[] {
  const shares = Object.fromEntries(
    extraKinds.map((kind) => [`${kind}Cents`, apportion(extras[`${kind}Cents`], goods)]),
  ) as Record<keyof Extras, bigint[]>
  return goods.map((_, index) => ({
    freightCents: shares.freightCents[index]!,
    ipiCents: shares.ipiCents[index]!,
    stCents: shares.stCents[index]!,
    otherCents: shares.otherCents[index]!,
    discountCents: shares.discountCents[index]!,
  }))
}

/** The share of received units in a line's whole cost, after earlier receipts; in any parts it adds up to the whole. */
export function landedShare(landedCents: bigint, quantity: bigint, receivedAfter: bigint, takenCents: bigint): bigint {
  const share = divideHalfUp(landedCents * receivedAfter, quantity) - takenCents
  return share > 0n ? share : 0n
}
