export type Step = { name: string; lanes: number; needs?: string }
export function nextStep<S extends Step>(waiting: S[], state: { done: Set<string>; freeLanes: number }): S | undefined
export function runSchedule<S extends Step>(
  steps: S[],
  options: { lanes: number; run: (step: S) => Promise<boolean>; skip: (step: S) => void },
): Promise<void>
