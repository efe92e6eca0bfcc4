import { appendFileSync } from 'node:fs'

type Figure = { what: string; found: string; wanted: string; holds: boolean }
type TortureFigures = {
  accepted?: number
  refused?: number
  unknown?: number
  figures?: Figure[]
  notes?: Record<string, string | number>
}

/** The full profile tries all sizes of a guarantee (`npm run torture`), the default one a few (`npm test`). */
export const isFullProfile = process.env.TORTURE_PROFILE === 'full'

/** The default form takes a few of the drawn cases, always the same. */
export const drawsOf = (few: number, many: number) =>
  isFullProfile ? { numRuns: many } : { numRuns: few, seed: 20_261_128 }

/** The seed of a random run; printed by the command that sets it. */
export const drawnFrom = process.env.TORTURE_SEED ?? '1'

/** Reports a test's counts to `npm run torture`. Elsewhere they have no reader. */
export function reportFigures(figures: TortureFigures): void {
  if (process.env.TORTURE_FIGURES) appendFileSync(process.env.TORTURE_FIGURES, `${JSON.stringify(figures)}\n`)
}

export const exactly = (what: string, measured: number, wanted: number): Figure => ({
  what,
  found: String(measured),
  wanted: String(wanted),
  holds: measured === wanted,
})

export const atMost = (what: string, measured: number, wanted: number): Figure => ({
  what,
  found: String(measured),
  wanted: `≤ ${wanted}`,
  holds: measured <= wanted,
})

export const atLeast = (what: string, measured: number, wanted: number): Figure => ({
  what,
  found: String(measured),
  wanted: `≥ ${wanted}`,
  holds: measured >= wanted,
})
