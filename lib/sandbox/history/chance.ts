import { createHash } from 'node:crypto'

/** A number from 0 to 1 that belongs to its name: the same for the same seed, unlike for another. */
export const chance = (seed: string, ...name: (string | number)[]): number =>
  createHash('sha256')
    .update([seed, ...name].join('|'))
    .digest()
    .readUInt32BE(0) /
  2 ** 32

/** 64 bits for PostgreSQL's hash functions. */
export const seedNumber = (seed: string): bigint => createHash('sha256').update(seed).digest().readBigInt64BE(0)

/** Cuts a whole into parts by weight, each whole itself: what rounding leaves goes along to the next. */
export function apportion(total: number, weights: number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let weighed = 0
  let given = 0
  return weights.map((weight) => {
    weighed += weight
    const part = Math.round((total * weighed) / sum) - given
    given += part
    return part
  })
}
