import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Db } from '@/lib/core/db'
import type { AgentEventKind, AgentTask, Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { listMessages, ManusBusy, ManusRefusal, type ManusAccount } from '../manus/client'
import { instantOf, type ManusEvent } from '../manus/schemas'
import { OutboundError } from '@/lib/core/http/outbound'
import { lockTask, updateTask, wakeTaskIn } from './records'
import { followedStates } from './schema'
import { failTask } from './send-task'

const FIRST_MS = 3500
const LONGEST_MS = 60_000
const GROWTH = 1.2
const PAGES = 5
/** A timeline is not a place to fill our database from: beyond the first only ends and questions are kept, beyond both it is left. */
const MOST_EVENTS = 500
const MOST_TURNS_BEYOND = 20
const MOST_FILES = 20
/** A new task is not found for a while. */
const UNKNOWN_FOR_MS = 10 * 60_000
const LOST_AFTER_MS = 48 * 3_600_000

const isFollowed = ({ state }: AgentTask) => followedStates.some((one) => one === state)

/** Stores the news of the other side, in order; then the next poll, later each time without news. */
export async function followTask(account: ManusAccount, given: AgentTask): Promise<void> {
  const { organizationId, id } = given
  try {
    const news = await readNews(account, given)
    const { task, isFull } = await withOrganization({ organizationId }, (db) => absorb(db, given, news))
    if (!task || !isFollowed(task)) return
    if (isFull) return failTask(task, 'agentTaskEndless')
    await lookAgain(task)
  } catch (error) {
    const isPassing = error instanceof ManusBusy || error instanceof OutboundError
    const isUnknown = error instanceof ManusRefusal && error.status === 404
    const isCrowded = error instanceof ManusRefusal && error.status === 429
    if (!isPassing && !isUnknown && !isCrowded) {
      if (!(error instanceof ManusRefusal)) throw error
      return failTask(
        given,
        error.status === 401 || error.status === 403 ? 'agentKeyRefused' : 'agentRefused',
        error.code,
      )
    }
    if (isUnknown && Date.now() - (given.triedAt?.getTime() ?? 0) > UNKNOWN_FOR_MS)
      return failTask(given, 'agentTaskGone')
    const task = await withOrganization({ organizationId }, (db) => lockTask(db, organizationId, id))
    if (task && isFollowed(task)) await lookAgain(task, isCrowded ? error.retryAfterMs : undefined)
  }
}

async function lookAgain(task: AgentTask, waitMs = 0): Promise<void> {
  const { organizationId, polls, approvedAt } = task
  if (Date.now() - (approvedAt?.getTime() ?? 0) > LOST_AFTER_MS) return failTask(task, 'agentTaskLost')
  const ms = Math.max(waitMs, Math.min(LONGEST_MS, FIRST_MS * GROWTH ** polls))
  await withOrganization({ organizationId }, async (db) => {
    await updateTask(db, task, { polls: { increment: 1 } })
    await wakeTaskIn(db, task, ms)
  })
}

/** From the newest back to what is known, in the order in which it happened. */
async function readNews(
  account: ManusAccount,
  { organizationId, id, providerTaskId }: AgentTask,
): Promise<ManusEvent[]> {
  const news: ManusEvent[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const { messages, has_more: hasMore, next_cursor: next } = await listMessages(account, providerTaskId!, cursor)
    const ids = messages.map((message) => message.id)
    const known = await withOrganization({ organizationId }, (db) =>
      db.agentTaskEvent.findMany({
        where: { organizationId, taskId: id, providerEventId: { in: ids } },
        select: { providerEventId: true },
      }),
    )
    const seen = new Set(known.map(({ providerEventId }) => providerEventId))
    news.push(...messages.filter((message) => !seen.has(message.id)))
    if (seen.size > 0 || !hasMore || !next || next === cursor) break
    cursor = next
  }
  return news.toReversed()
}

/** In one transaction with the state that it leads to. A message of ours comes back too: it is ours already. */
async function absorb(
  db: Db,
  { organizationId, id }: AgentTask,
  news: readonly ManusEvent[],
): Promise<{ task: AgentTask | null; isFull: boolean }> {
  const task = await lockTask(db, organizationId, id)
  if (!task) return { task, isFull: false }
  const kept = await db.agentTaskEvent.count({ where: { organizationId, taskId: id } })
  const space = Math.max(0, MOST_EVENTS - kept)
  let change: Prisma.AgentTaskUncheckedUpdateInput = {}
  let fresh = 0
  for (const event of news) {
    const read = readEvent(event)
    const isTurn = ['stopped', 'error', 'waiting'].includes(event.status_update?.agent_status ?? '')
    if (kept + fresh >= MOST_EVENTS + MOST_TURNS_BEYOND) break
    if (!read || (fresh >= space && !isTurn)) continue
    const eventId = newId()
    const { files, ...data } = read
    const { count } = await db.agentTaskEvent.createMany({
      data: { organizationId, id: eventId, taskId: id, providerEventId: event.id, at: instantOf(event), ...data },
      skipDuplicates: true,
    })
    if (count === 0) continue
    fresh += 1
    await keepNames(db, task, eventId, files)
    change = { ...change, ...stateOf(event, eventId) }
  }
  const isFull = kept + fresh >= MOST_EVENTS + MOST_TURNS_BEYOND
  if (fresh === 0 || !isFollowed(task)) return { task, isFull }
  await updateTask(db, task, { ...change, polls: 0 })
  const ended = change.state === 'done' || change.state === 'failed'
  if (ended)
    await recordAudit(db, systemActor(organizationId, task.createdBy), {
      event: change.state === 'done' ? 'agentTask.finished' : 'agentTask.failed',
      subjectId: id,
      ...(change.state === 'failed' && { after: { code: 'agentTaskFailed' } }),
    })
  return { task: await lockTask(db, organizationId, id), isFull }
}

type Read = {
  kind: AgentEventKind
  text: string
  payload?: Prisma.InputJsonObject
  files: { name: string; url: string }[]
}

function readEvent(event: ManusEvent): Read | null {
  const { assistant_message: said, error_message: failed, status_update: status } = event
  if (said) {
    const files = (said.attachments ?? []).map(({ filename, url }) => ({ name: filename, url }))
    return { kind: 'message', text: said.content, files }
  }
  if (failed) return { kind: 'status', text: failed.content, payload: { status: 'error' }, files: [] }
  if (!status) return null
  const { agent_status: name, brief, status_detail: detail } = status
  if (name !== 'waiting' || !detail) return { kind: 'status', text: brief, payload: { status: name }, files: [] }
  const type = detail.waiting_for_event_type ?? ''
  const text = detail.waiting_description || brief
  if (type === 'messageAskUser') return { kind: 'question', text, files: [] }
  const schema = (detail.confirm_input_schema ?? null) as Prisma.InputJsonObject | null
  return {
    kind: 'action',
    text,
    payload: { waitingFor: detail.waiting_for_event_id ?? event.id, type, schema },
    files: [],
  }
}

/** Waiting is for a person: nothing is ever confirmed here. */
function stateOf({ status_update: status }: ManusEvent, eventId: string): Prisma.AgentTaskUncheckedUpdateInput {
  if (!status) return {}
  const finishedAt = new Date()
  if (status.agent_status === 'running') return { state: 'running', waitingEventId: null }
  if (status.agent_status === 'stopped') return { state: 'done', waitingEventId: null, finishedAt }
  if (status.agent_status === 'error')
    return { state: 'failed', errorCode: 'agentTaskFailed', waitingEventId: null, finishedAt }
  return status.status_detail ? { state: 'waiting', waitingEventId: eventId } : {}
}

async function keepNames(
  db: Db,
  { organizationId, id }: AgentTask,
  eventId: string,
  files: Read['files'],
): Promise<void> {
  const kept = await db.agentTaskFile.count({ where: { organizationId, taskId: id } })
  for (const { name, url } of files.slice(0, Math.max(0, MOST_FILES - kept)))
    await db.agentTaskFile.create({
      data: { organizationId, id: newId(), taskId: id, eventId, name: name.slice(0, 200) || 'resultado', url },
      select: { id: true },
    })
}
