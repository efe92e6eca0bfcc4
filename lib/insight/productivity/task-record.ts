import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { AuditEventName } from '@/lib/core/audit/events'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDay } from '@/lib/core/database/days'
import { Prisma } from '@/lib/generated/prisma/client'
import { requireProductivity } from './require-productivity'

const taskFields = {
  id: true,
  column: true,
  position: true,
  title: true,
  notes: true,
  assigneeId: true,
  dueOn: true,
  removedAt: true,
  version: true,
} as const satisfies Prisma.TaskSelect
export type StoredTask = Prisma.TaskGetPayload<{ select: typeof taskFields }>

type Change = { event: AuditEventName; data: Prisma.TaskUncheckedUpdateManyInput }

/** The one way a task changes: of this version, with what it was and became in the trail. */
export async function changeTask(
  actor: Actor,
  { id, version }: { id: string; version: number },
  decide: (db: Db, before: StoredTask) => Promise<Change> | Change,
): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await requireProductivity(db, organizationId)
    const where = { organizationId_id: { organizationId, id } }
    const before = await db.task.findUnique({ where, select: taskFields })
    if (!before || before.removedAt) throw new UserError('notFound')
    const { event, data } = await decide(db, before)
    const { count } = await db.task.updateMany({
      where: { organizationId, id, version, removedAt: null },
      data: { ...data, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    const after = await db.task.findUniqueOrThrow({ where, select: taskFields })
    await recordAudit(db, actor, { event, subjectId: id, before: traceOf(before), after: traceOf(after) })
    return { version: version + 1 }
  })
}

export const traceOf = ({ column, title, assigneeId, dueOn }: Omit<StoredTask, 'id' | 'version' | 'removedAt'>) => ({
  column,
  title,
  assigneeId,
  dueOn: dueOn && asDay(dueOn),
})
