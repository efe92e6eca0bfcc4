import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { scopeOf, type Role } from '@/lib/core/permissions'
import { withOrganization, writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueInTurn } from '@/lib/core/queue/task'
import { findCheck } from './registry'
import { repairTask, turnOf } from './request-run'
import type { RepairInput } from './schema'

const mayRepair = (role: Role) => scopeOf(role, 'audit.health') === 'all'

/** The requester may have left, or been given another role, before the worker comes to it. */
export async function requireRepairer({ organizationId, userId }: Actor): Promise<void> {
  const [member] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<{ role: Role }[]>`SELECT role::text AS role FROM get_member_scope(${userId}::uuid)`,
  )
  if (!member || !mayRepair(member.role)) throw new UserError('permissionDenied')
}

/** Has the worker repair a check's findings, and run it again. The right to run the checks alone is not enough. */
export async function requestRepair(actor: Actor, { runId, check }: RepairInput): Promise<{ check: string }> {
  if (!mayRepair(actor.role)) throw new UserError('permissionDenied')
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    if (!findCheck(check)?.repair) throw new UserError('notFound')
    const finding = { organizationId, runId, check, outcome: 'found' as const, run: { state: 'done' as const } }
    const { count } = await db.healthFinding.updateMany({
      where: { ...finding, OR: [{ repair: null }, { repair: { not: 'asked' } }] },
      data: { repair: 'asked' },
    })
    if (count === 0) {
      if ((await db.healthFinding.count({ where: finding })) === 0) throw new UserError('notFound')
      // Asked for already: it is under way.
      return { check }
    }
    const turn = { key: `${repairTask}:${runId}:${check}`, queue: turnOf(organizationId) }
    await enqueueInTurn(db, repairTask, { runId, check, userId }, turn)
    await recordAudit(db, actor, { event: 'healthRun.repairRequested', subjectId: runId, after: { check } })
    return { check }
  })
}
