import { appendFileSync } from 'node:fs'

type Figure = { what: string; found: string; wanted: string; holds: boolean }
type Told = {
  accepted?: number
  refused?: number
  unknown?: number
  figures?: Figure[]
  notes?: Record<string, string | number>
}

/** Of the sizes a guarantee is tried in: the few of `npm test`, or all of them in `npm run torture`. */
export const isFullProfile = process.env.TORTURE_PROFILE === 'full'

/** Of drawn cases the default form takes a few, which are always the same. */
export const drawsOf = (few: number, many: number) =>
  isFullProfile ? { numRuns: many } : { numRuns: few, seed: 20_261_128 }

/** What a random run is drawn from; printed by the command that sets it. */
export const drawnFrom = process.env.TORTURE_SEED ?? '1'

/** Tells `npm run torture` what a test counted. Elsewhere nobody listens. */
export function tellFigures(told: Told): void {
  if (process.env.TORTURE_FIGURES) appendFileSync(process.env.TORTURE_FIGURES, `${JSON.stringify(told)}\n`)
}

export const exactly = (what: string, found: number, wanted: number): Figure => ({
  what,
  found: String(found),
  wanted: String(wanted),
  holds: found === wanted,
})

export const atMost = (what: string, found: number, wanted: number): Figure => ({
  what,
  found: String(found),
  wanted: `≤ ${wanted}`,
  holds: found <= wanted,
})

export const atLeast = (what: string, found: number, wanted: number): Figure => ({
  what,
  found: String(found),
  wanted: `≥ ${wanted}`,
  holds: found >= wanted,
})
