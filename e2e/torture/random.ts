import { createHash } from 'node:crypto'
import { randomFrom } from '../../lib/testing/harnesses/settlement-faults'

export type Random = ReturnType<typeof makeRandom>

/** Draws that the seed alone decides. */
export function makeRandom(seed: string) {
  const random = randomFrom(createHash('sha256').update(seed).digest().readUInt32LE(0))
  const shuffle = <T>(of: readonly T[]): T[] => {
    const all = [...of]
    for (let at = all.length - 1; at > 0; at -= 1) {
      const other = random.between(0, at)
      ;[all[at], all[other]] = [all[other]!, all[at]!]
    }
    return all
  }
  return { ...random, shuffle }
}
