import 'server-only'
import { z } from 'zod'
import { serverFunction } from './contract'
import { requestRun } from '@/lib/insight/data-checks/request-run'
import { getAuditHealthFor } from '@/lib/insight/data-checks/views'

/** Starts a run of all checks (or names the one under way), or tells what the last one found. */
export const auditRun = serverFunction({
  name: 'audit-run',
  description:
    'With start true, has every check of the company’s data asked in the background and answers the id of that run. Otherwise answers the score of the last run, what it found by check (severity, count, and the page that lists the rows) and how far a run under way is.',
  permission: 'audit.health',
  changes: true,
  schema: z.strictObject({ start: z.boolean().default(false) }),
  run: async ({ actor, timeZone }, { start }) => {
    if (start) {
      const { id, started } = await requestRun(actor)
      return { runId: id, started }
    }
    const { latest, running, findings, healthy } = await getAuditHealthFor(
      { ...actor, timeZone, legalEntityIds: actor.legalEntityIds ?? null },
      {},
    )
    return {
      score: latest?.score ?? null,
      checkedAt: latest?.at.toISOString() ?? null,
      running: running && { done: running.done, total: running.total },
      findings: findings.map(({ check, severity, outcome, count, href }) => ({
        check,
        severity,
        outcome,
        count,
        href,
      })),
      healthy,
    }
  },
})
