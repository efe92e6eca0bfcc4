import 'server-only'
import { can, type Role } from '@/lib/core/permissions'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { isSameVisibility } from '@/lib/insight/exports/requester'
import type { AgentEventKind, AgentTask, Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { enqueueInTurn } from '@/lib/core/queue/task'
import type { ToolViewer } from '../tools/contract'
import { viewerOf } from '../tools/viewer'
import type { Language } from '@/lib/core/language'

export type NoteCode =
  | 'asked'
  | 'approved'
  | 'sent'
  | 'unclear'
  | 'retried'
  | 'confirmed'
  | 'refused'
  | 'answered'
  | 'cancelled'
  | 'done'
  | 'failed'

type Visibility = { role: string; legalEntityIds?: string[] | null }
type Reader = { userId: string | null; role: Role; legalEntityIds?: string[] | null }

const visibilityOf = ({ madeAs }: Pick<AgentTask, 'madeAs'>) => madeAs as Visibility

/** One's own, as long as one sees what it was read for; owners and admins see everybody's. */
export function mayRead(reader: Reader, task: Pick<AgentTask, 'createdBy' | 'madeAs'>): boolean {
  if (!can(reader.role, 'assistant.ask')) return false
  if (reader.role === 'owner' || reader.role === 'admin') return true
  const visibility = { role: reader.role, legalEntityIds: reader.legalEntityIds ?? null }
  return task.createdBy === reader.userId && isSameVisibility(visibility, visibilityOf(task))
}

/** Locked until the transaction ends, so that of two steps of a task one comes first. */
export async function lockTask(db: Db, organizationId: string, id: string): Promise<AgentTask | null> {
  await db.$queryRaw`
    SELECT id FROM agent_task WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  return db.agentTask.findUnique({ where: { organizationId_id: { organizationId, id } } })
}

export async function requireTask(db: Db, actor: Actor, id: string): Promise<AgentTask> {
  const task = await lockTask(db, actor.organizationId, id)
  if (!task || !mayRead(actor, task)) throw new UserError('notFound')
  return task
}

export const updateTask = (db: Db, { organizationId, id }: AgentTask, data: Prisma.AgentTaskUncheckedUpdateInput) =>
  db.agentTask.update({ where: { organizationId_id: { organizationId, id } }, data, select: { id: true } })

/** The files of a task in their order. */
export const listPacks = (db: Db, { organizationId, id }: Pick<AgentTask, 'organizationId' | 'id'>) =>
  db.dataPack.findMany({ where: { organizationId, taskId: id }, orderBy: { position: 'asc' } })

type EventInput = {
  kind: AgentEventKind
  text?: string
  payload?: Prisma.InputJsonObject
  providerEventId?: string
  answersId?: string
  callState?: 'waiting'
  byUserId?: string | null
  at?: Date
}

export async function addEvent(db: Db, { organizationId, id: taskId }: AgentTask, event: EventInput): Promise<string> {
  const { text = '', at = new Date(), ...rest } = event
  const id = newId()
  await db.agentTaskEvent.create({ data: { organizationId, id, taskId, text, at, ...rest }, select: { id: true } })
  return id
}

/** A step that the product itself knows; the page words it. */
export const addNote = (db: Db, task: AgentTask, code: NoteCode, byUserId: string | null = null) =>
  addEvent(db, task, { kind: 'note', text: code, byUserId })

/** The worker takes the next step of a task; of one task a single step at a time. */
export const wakeTask = (db: Db, { id }: Pick<AgentTask, 'id'>) =>
  enqueueInTurn(db, 'agent-task', { taskId: id }, { key: `agent-task:${id}`, queue: `agent-task:${id}` })

/** The same, after a while. */
export async function wakeTaskIn(db: Db, { id }: Pick<AgentTask, 'id'>, ms: number): Promise<void> {
  const key = `agent-task:${id}`
  await db.$executeRaw`
    SELECT enqueue_shop_job('agent-task', ${JSON.stringify({ taskId: id })}::json, ${key}, ${key}, ${new Date(Date.now() + ms)}::timestamptz)`
}

/** The asker's eyes: what tools and views are read with. */
export async function loadAsker(db: Db, actor: Actor, language: Language): Promise<ToolViewer> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: actor.organizationId },
    select: { timeZone: true },
  })
  return viewerOf({ actor, timeZone, language })
}
