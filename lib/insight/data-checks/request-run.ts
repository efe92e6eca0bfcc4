import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { enqueueInTurn } from '@/lib/core/queue/task'
import { aliveStates, checkNames } from './schema'

export const runTask = 'health-run'
export const nightlyTask = 'health-nightly'
export const repairTask = 'health-repair'
/** A run that has not moved for so long is none any more: its worker was lost, and its job with it. */
const ABANDONED_MINUTES = 15

export const turnOf = (organizationId: string) => `health:${organizationId}`

/** Has all checks asked in the background. Where a run is under way already, that one is meant. */
export async function requestRun(actor: Actor): Promise<{ id: string; started: boolean }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const opened = await openRun(db, organizationId, userId)
    if (!opened.started) return opened
    const turn = { key: `${runTask}:${opened.id}`, queue: turnOf(organizationId) }
    await enqueueInTurn(db, runTask, { runId: opened.id }, turn)
    await recordAudit(db, actor, { event: 'healthRun.requested', subjectId: opened.id })
    return opened
  })
}

/** The run that is under way, or a new one; one that was abandoned ends first. */
export async function openRun(db: Db, organizationId: string, askedBy: string | null) {
  await db.$executeRaw`
    UPDATE health_run SET state = 'failed', ended_at = now() WHERE organization_id = ${organizationId}::uuid
      AND state IN ('queued', 'running') AND moved_at < now() - make_interval(mins => ${ABANDONED_MINUTES})`
  const id = newId()
  // Two at once: one makes it, the other waits for that and finds it.
  const made = await db.$executeRaw`
    INSERT INTO health_run (organization_id, id, asked_by, total)
    VALUES (${organizationId}::uuid, ${id}::uuid, ${askedBy}::uuid, ${checkNames.length}) ON CONFLICT DO NOTHING`
  if (made === 1) return { id, started: true }
  const alive = await db.healthRun.findFirstOrThrow({
    where: { organizationId, state: { in: [...aliveStates] } },
    select: { id: true },
  })
  return { id: alive.id, started: false }
}
