import { runProblems, type RunProblemCode } from './schema'

export type LabelError = { problem: RunProblemCode | null; text: string | null }

const maxChars = 300

/** The stored part of a label's failure: our code, and the platform's own words below it. */
export const keepLabelError = (problem: RunProblemCode, text: string | null): string =>
  [problem, text].filter(Boolean).join('\n').slice(0, maxChars)

/** Before a code was kept, the platform's words stood alone. */
export function readLabelError(kept: string | null): LabelError {
  const [first = '', ...rest] = (kept ?? '').split('\n')
  const problem = runProblems.find((known) => known === first) ?? null
  return { problem, text: (problem ? rest.join('\n') : kept) || null }
}
