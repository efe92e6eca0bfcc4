/** Chance that is the same each time, for the same seed. */
export function chanceFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return ((state ^ (state >>> 15)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(some: readonly T[]): T => some[between(0, some.length - 1)]!
  const shuffle = <T>(some: readonly T[]): T[] => {
    const all = [...some]
    for (let i = all.length - 1; i > 0; i--) {
      const j = between(0, i)
      ;[all[i], all[j]] = [all[j]!, all[i]!]
    }
    return all
  }
  return { next, between, pick, shuffle }
}

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
export const reais = (cents: number) => {
  const text = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
