import type { Outcome, Severity } from './schema'

/** The weight of a check. */
const weights: Record<Severity, number> = { critical: 5, warning: 3, notice: 1 }
const WHOLE = 100

/**
 * Out of 100: the weight of the checks without findings, of the weight of all. A failed check counts as not healthy.
 * Rounded down: 100 means no findings.
 */
export function scoreOf(findings: readonly { severity: Severity; outcome: Outcome }[]): number {
  const weigh = (some: readonly { severity: Severity }[]) =>
    some.reduce((sum, { severity }) => sum + weights[severity], 0)
  const all = weigh(findings)
  return all === 0 ? 0 : Math.floor((WHOLE * weigh(findings.filter(({ outcome }) => outcome === 'healthy'))) / all)
}
