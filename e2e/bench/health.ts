import { setTimeout as wait } from 'node:timers/promises'
import type { Places } from './places'

const EVERY_MS = 100

export type HealthRun = { seconds: number; checks: number; unknown: number; slowest: Record<string, number> }

const SLOWEST = 5

/** All checks over the company, asked for as its owner does and made by the worker; the slowest of them in milliseconds. */
export async function measureHealth({ organizationId, userId }: Places): Promise<HealthRun> {
  const { withOrganization } = await import('../../lib/core/db')
  const { requestRun } = await import('../../lib/insight/data-checks/request-run')
  const since = performance.now()
  const { id } = await requestRun({ organizationId, userId, role: 'owner', kind: 'person' })
  const where = { organizationId_id: { organizationId, id } }
  for (;;) {
    const { state } = await withOrganization({ organizationId }, (db) =>
      db.healthRun.findUniqueOrThrow({ where, select: { state: true } }),
    )
    if (state === 'failed') throw new Error('The run of the checks failed.')
    if (state === 'done') break
    await wait(EVERY_MS)
  }
  const seconds = Math.round((performance.now() - since) / 100) / 10
  const findings = await withOrganization({ organizationId }, (db) =>
    db.healthFinding.findMany({
      where: { organizationId, runId: id },
      select: { check: true, outcome: true, tookMs: true },
      orderBy: { tookMs: 'desc' },
    }),
  )
  return {
    seconds,
    checks: findings.length,
    unknown: findings.filter(({ outcome }) => outcome === 'unknown').length,
    slowest: Object.fromEntries(findings.slice(0, SLOWEST).map(({ check, tookMs }) => [check, tookMs])),
  }
}
