import type { Outcome, Severity } from './schema'

/** What a check weighs. */
const weights: Record<Severity, number> = { critical: 5, warning: 3, notice: 1 }
const WHOLE = 100

/**
 * Of 100: the weight of the checks that found nothing, of the weight of all. One that could not be asked counts as not healthy. Rounded
 * down: 100 is said only where nothing is wrong.
 */
export function scoreOf(findings: readonly { severity: Severity; outcome: Outcome }[]): number {
  const weigh = (some: readonly { severity: Severity }[]) =>
    some.reduce((sum, { severity }) => sum + weights[severity], 0)
  const all = weigh(findings)
  return all === 0 ? 0 : Math.floor((WHOLE * weigh(findings.filter(({ outcome }) => outcome === 'healthy'))) / all)
}
