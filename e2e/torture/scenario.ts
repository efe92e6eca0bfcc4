import type { Random } from './random'
import type { Stage } from './stage'

export type Company = { id: string; name: string }
export type Figure = {
  what: string
  found: string
  wanted: string
  holds: boolean
}

export type Counts = {
  accepted?: number
  refused?: number
  /** Never an acceptance: the client got no answer, however often it retried. */
  unknown?: number
}

export type Outcome = Counts & {
  figures: Figure[]
  /** Whose figures and trail are verified afterwards. */
  companies: Company[]
  notes?: Record<string, string | number>
}

export type Options = Record<string, number>
export type Context<O extends Options> = {
  options: O
  seed: string
  random: Random
  stage: Stage
  isFull: boolean
  /** The guard that is missing, for a scenario that takes it out itself. */
  mutant?: Mutant | undefined
}

/** A guard of an SQL function, and what stands in its place. */
export type FunctionGuard = { of: string; guard: RegExp; put?: string }

/** A guard that is taken out, so that the scenario has to turn red. */
export type Mutant = {
  name: string
  removes: string
  remove?: (stage: Stage) => Promise<void> | void
  fromFunction?: FunctionGuard
}

/** A guard taken out of a copy of the checkout: texts replaced, or SQL as its last migration. */
export type TextMutant = Mutant & { texts?: { file: string; find: RegExp; put: string }[]; sql?: string }

export type Scenario<O extends Options = Options> = {
  name: string
  /** The row of the figures to reach. */
  claim: string
  options: { short: O; full: O }
  mutants: Mutant[]
  /** A suite's steps and the patterns of their test files, with Playwright's options. */
  tests?: string[]
  /** It needs no product started for it. */
  hasOwnStage?: boolean
  run(context: Context<O>): Promise<Outcome>
}

export const exactly = (what: string, result: number | string, wanted: number | string): Figure => ({
  what,
  found: String(result),
  wanted: String(wanted),
  holds: String(result) === String(wanted),
})

/** An event that may not happen even once. */
export const never = (what: string, measured: number): Figure => exactly(what, measured, 0)

export const below = (what: string, measured: number, limit: number, unit: string): Figure => ({
  what,
  found: `${Math.round(measured)} ${unit}`,
  wanted: `< ${limit} ${unit}`,
  holds: measured < limit,
})

export const atLeast = (what: string, measured: number, least: number): Figure => ({
  what,
  found: String(Math.round(measured * 10) / 10),
  wanted: `≥ ${least}`,
  holds: measured >= least,
})

/** A figure that depends on the load of the machine: compared with its limit in the full profile alone. */
export const timed = (isFull: boolean, figure: Figure): Figure =>
  isFull ? figure : { ...figure, wanted: `${figure.wanted} (full profile)`, holds: true }

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
