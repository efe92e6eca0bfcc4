import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { AgentEventKind, AgentTask } from '@/lib/generated/prisma/client'
import { isDaySpent } from '@/lib/identity/organization-keys/installation-limits'
import { getProviderKey } from '@/lib/identity/organization-keys/keys'
import { hashPack } from './pack'
import { addEvent, addNote, listPacks, requireTask, updateTask, wakeTask } from './records'
import type { AnswerInput, ApprovePackInput, DecideInput, TaskIdInput } from './schema'

type Done = { taskId: string }

/** Lets exactly the files that were seen leave. */
export async function approvePack(actor: Actor, { id, packHash }: ApprovePackInput): Promise<Done> {
  const key = await getProviderKey(actor, 'manus')
  if (key && (await isDaySpent('manus', { ...key, organizationId: actor.organizationId })))
    throw new UserError('agentDayUsed')
  return writeOnce(actor, async (db) => {
    const task = await requireTask(db, actor, id)
    if (task.state !== 'draft') throw new UserError('agentTaskMoved')
    const seen = Buffer.from(packHash, 'hex')
    if (!seen.equals(hashPack({ ...task, files: await listPacks(db, task) }))) throw new UserError('agentPackChanged')
    const approved = { approvedBy: actor.userId, approvedAt: new Date(), packHash: Uint8Array.from(seen) }
    await updateTask(db, task, { ...approved, state: 'sending' })
    await addNote(db, task, 'approved', actor.userId)
    await recordAudit(db, actor, { event: 'agentTask.approved', subjectId: id, after: { packHash } })
    await wakeTask(db, task)
    return { taskId: id }
  })
}

/** It is unknown whether the task was created at Manus: a person has looked, and wants it created (again). */
export const retryTask = (actor: Actor, { id }: TaskIdInput): Promise<Done> =>
  writeOnce(actor, async (db) => {
    const task = await requireTask(db, actor, id)
    if (task.state !== 'unclear') throw new UserError('agentTaskMoved')
    await updateTask(db, task, { state: 'sending', triedAt: null, polls: 0 })
    await addNote(db, task, 'retried', actor.userId)
    await recordAudit(db, actor, { event: 'agentTask.retried', subjectId: id })
    await wakeTask(db, task)
    return { taskId: id }
  })

/** Ends it here at once; the worker notifies the other side. */
export const cancelTask = (actor: Actor, { id }: TaskIdInput): Promise<Done> =>
  writeOnce(actor, async (db) => {
    const task = await requireTask(db, actor, id)
    if (['done', 'failed', 'cancelled'].includes(task.state)) throw new UserError('agentTaskMoved')
    await updateTask(db, task, { state: 'cancelled', waitingEventId: null, finishedAt: new Date() })
    // Also where it is just being created: the worker stops it as soon as it has a name.
    const isThere = task.providerTaskId !== null || task.triedAt !== null
    await addEvent(db, task, {
      kind: 'note',
      text: 'cancelled',
      byUserId: actor.userId,
      ...(isThere && { callState: 'waiting' }),
    })
    await recordAudit(db, actor, { event: 'agentTask.cancelled', subjectId: id, before: { state: task.state } })
    if (isThere) await wakeTask(db, task)
    return { taskId: id }
  })

export const answerQuestion = (actor: Actor, { id, eventId, text }: AnswerInput): Promise<Done> =>
  writeOnce(actor, async (db) => {
    const task = await requireWaiting(db, actor, { id, eventId, kind: 'question' })
    const said = { kind: 'answer', text, answersId: eventId, callState: 'waiting', byUserId: actor.userId } as const
    await addEvent(db, task, said)
    // The words themselves stand in the task; they may name a person.
    await recordAudit(db, actor, { event: 'agentTask.answered', subjectId: id, after: { eventId } })
    await wakeTask(db, task)
    return { taskId: id }
  })

/** One action that the other side wants to take: yes or no, by a person, for this one alone. */
export const decideAction = (actor: Actor, { id, eventId, confirm }: DecideInput): Promise<Done> =>
  writeOnce(actor, async (db) => {
    const task = await requireWaiting(db, actor, { id, eventId, kind: 'action' })
    await addEvent(db, task, {
      kind: 'decision',
      text: confirm ? 'confirmed' : 'refused',
      answersId: eventId,
      callState: 'waiting',
      byUserId: actor.userId,
    })
    const event = confirm ? 'agentTask.actionConfirmed' : 'agentTask.actionRefused'
    await recordAudit(db, actor, { event, subjectId: id, after: { eventId } })
    await wakeTask(db, task)
    return { taskId: id }
  })

type Waiting = { id: string; eventId: string; kind: AgentEventKind }

/** The unanswered request that it waits for now; an answer that did not arrive makes room for another. */
async function requireWaiting(db: Db, actor: Actor, { id, eventId, kind }: Waiting): Promise<AgentTask> {
  const { organizationId } = actor
  const task = await requireTask(db, actor, id)
  const request = await db.agentTaskEvent.findFirst({ where: { organizationId, id: eventId, taskId: id, kind } })
  if (!request) throw new UserError('notFound')
  if (task.state !== 'waiting' || task.waitingEventId !== eventId) throw new UserError('agentTaskMoved')
  const answered = await db.agentTaskEvent.findFirst({ where: { organizationId, answersId: eventId } })
  if (!answered) return task
  if (answered.callState !== 'refused' && answered.callState !== 'unclear') throw new UserError('agentTaskMoved')
  await db.agentTaskEvent.update({
    where: { organizationId_id: { organizationId, id: answered.id } },
    data: { answersId: null },
    select: { id: true },
  })
  return task
}
