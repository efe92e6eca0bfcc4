import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { asDate } from '@/lib/core/database/days'
import { newId } from '@/lib/core/ids'
import { findPlace, lockBoard } from './move-task'
import { requirePerson, requireProductivity } from './require-productivity'
import type { CreateTaskInput, OneRecordInput, UpdateTaskInput } from './schema'
import { changeTask, traceOf } from './task-record'

/** A new card, at the top of its column. */
export function createTask(actor: Actor, { dueOn, ...input }: CreateTaskInput): Promise<{ id: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    await requireProductivity(db, organizationId)
    await requirePerson(db, organizationId, input.assigneeId)
    await lockBoard(db, organizationId)
    const position = await findPlace(db, organizationId, { id: null, column: input.column, afterId: null })
    const data = { ...input, id: newId(), position, dueOn: dueOn ? asDate(dueOn) : null, createdBy: userId }
    const doneAt = input.column === 'done' ? new Date() : null
    await db.task.create({ data: { organizationId, ...data, doneAt }, select: { id: true } })
    await recordAudit(db, actor, { event: 'task.created', subjectId: data.id, after: traceOf(data) })
    return { id: data.id }
  })
}

export const updateTask = (actor: Actor, { id, version, dueOn, ...input }: UpdateTaskInput) =>
  changeTask(actor, { id, version }, async (db, before) => {
    if (input.assigneeId !== before.assigneeId) await requirePerson(db, actor.organizationId, input.assigneeId)
    return { event: 'task.updated', data: { ...input, dueOn: dueOn && asDate(dueOn) } }
  })

export const removeTask = (actor: Actor, one: OneRecordInput) =>
  changeTask(actor, one, () => ({ event: 'task.removed', data: { removedAt: new Date() } }))
