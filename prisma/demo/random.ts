/** Mulberry32: the same seed gives the same company. */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const weighted = <T extends { pull: number }>(items: readonly T[]): T => {
    let rest = next() * items.reduce((sum, { pull }) => sum + pull, 0)
    return items.find(({ pull }) => (rest -= pull) < 0) ?? items[0]!
  }
  return { next, below, pick, weighted }
}
export type Random = ReturnType<typeof randomFrom>
