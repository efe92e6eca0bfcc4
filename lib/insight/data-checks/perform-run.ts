import 'server-only'
import { withOrganization, type Db } from '@/lib/core/db'
import { notifyHealthCritical } from '@/lib/identity/notices/causes'
import { runCheck, clockOf, type Answer } from './run-check'
import type { HealthCheck } from './contract'
import { purgeRuns } from './purge-runs'
import { healthChecks } from './registry'
import { scoreOf } from './score'

/** Runs every check without an answer in this run: a restarted run goes on where it was. */
export async function performRun(organizationId: string, runId: string, checks = healthChecks): Promise<void> {
  const scope = { organizationId }
  const answered = await withOrganization(scope, (db) => beginRun(db, organizationId, runId))
  if (!answered) return
  const clock = await clockOf(scope)
  for (const check of checks) {
    if (answered.has(check.name)) continue
    const answer = await runCheck(check, organizationId, clock)
    const goesOn = await withOrganization(scope, (db) => keepAnswer(db, { organizationId, runId, check, answer }))
    if (!goesOn) return
  }
  await withOrganization(scope, (db) => endRun(db, organizationId, runId))
}

/** The checks that were answered already; null for a run that has ended. */
async function beginRun(db: Db, organizationId: string, runId: string): Promise<Set<string> | null> {
  const begun = await db.$executeRaw`
    UPDATE health_run SET state = 'running', started_at = coalesce(started_at, now()), moved_at = now()
    WHERE organization_id = ${organizationId}::uuid AND id = ${runId}::uuid AND state IN ('queued', 'running')`
  if (begun === 0) return null
  const findings = await db.healthFinding.findMany({ where: { organizationId, runId }, select: { check: true } })
  return new Set(findings.map(({ check }) => check))
}

type Kept = { organizationId: string; runId: string; check: HealthCheck; answer: Answer }

/** Answers false where the run was ended meanwhile. */
async function keepAnswer(db: Db, kept: Kept): Promise<boolean> {
  const { organizationId, runId } = kept
  await writeAnswer(db, kept)
  const moved = await db.$executeRaw`
    UPDATE health_run SET moved_at = now(), done = (
      SELECT count(*) FROM health_finding WHERE organization_id = ${organizationId}::uuid AND run_id = ${runId}::uuid)
    WHERE organization_id = ${organizationId}::uuid AND id = ${runId}::uuid AND state = 'running'`
  return moved === 1
}

/** The newest answer of a check takes the place of the one before. */
export async function writeAnswer(db: Db, { organizationId, runId, check, answer }: Kept): Promise<void> {
  const { count, rows, outcome, tookMs, read = null } = answer
  await db.$executeRaw`
    INSERT INTO health_finding (organization_id, run_id, "check", severity, outcome, count, rows, read, took_ms)
    VALUES (${organizationId}::uuid, ${runId}::uuid, ${check.name}, ${check.severity}::"HealthSeverity", ${outcome}::"HealthOutcome",
      ${count}::bigint, ${JSON.stringify(rows)}::jsonb, nullif(${JSON.stringify(read)}::jsonb, 'null'), ${tookMs}::int)
    ON CONFLICT (organization_id, run_id, "check") DO UPDATE SET severity = excluded.severity, outcome = excluded.outcome, count = excluded.count,
      rows = excluded.rows, read = excluded.read, took_ms = excluded.took_ms, checked_at = now()`
}

async function endRun(db: Db, organizationId: string, runId: string): Promise<void> {
  const findings = await db.healthFinding.findMany({
    where: { organizationId, runId },
    select: { check: true, severity: true, outcome: true },
  })
  const { count } = await db.healthRun.updateMany({
    where: { organizationId, id: runId, state: 'running' },
    data: { state: 'done', score: scoreOf(findings), endedAt: new Date(), movedAt: new Date() },
  })
  if (count === 0) return
  await purgeRuns(db, organizationId, runId)
  const fresh = await countFreshCritical(db, organizationId, runId)
  if (fresh > 0) await notifyHealthCritical(db, organizationId, runId, fresh)
}

/** Critical checks that found something, and had not in the run before. */
async function countFreshCritical(db: Db, organizationId: string, runId: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM health_finding f
    WHERE f.organization_id = ${organizationId}::uuid AND f.run_id = ${runId}::uuid AND f.severity = 'critical' AND f.outcome = 'found'
      AND NOT EXISTS (
        SELECT 1 FROM health_finding g WHERE g.organization_id = ${organizationId}::uuid AND g."check" = f."check" AND g.outcome = 'found'
          AND g.run_id = (
            SELECT id FROM health_run WHERE organization_id = ${organizationId}::uuid AND state = 'done' AND id <> ${runId}::uuid
            ORDER BY created_at DESC, id DESC LIMIT 1))`
  return row.count
}

export async function failRun(organizationId: string, runId: string): Promise<void> {
  await withOrganization({ organizationId }, (db) =>
    db.healthRun.updateMany({
      where: { organizationId, id: runId, state: { in: ['queued', 'running'] } },
      data: { state: 'failed', endedAt: new Date() },
    }),
  )
}
