import 'server-only'
import { z } from 'zod'
import { withOrganization, type Scope } from '@/lib/core/db'
import type { AgentCallState, AgentTask, AgentTaskEvent } from '@/lib/generated/prisma/client'
import { confirmAction, sendMessage, stopTask, type ManusAccount } from '../manus/client'
import { outcomeOf } from './call-outcome'
import { lockTask, updateTask } from './records'

/** The people's messages since the last step, sent once each, in their order. True: some have to wait. */
export async function sendCalls(account: ManusAccount, task: AgentTask): Promise<boolean> {
  const { organizationId, id } = task
  const waiting = await withOrganization({ organizationId }, async (db) => {
    // A step that ended between the call and its outcome: that is unknown, and the message is not sent twice.
    await db.agentTaskEvent.updateMany({
      where: { organizationId, taskId: id, callState: 'trying' },
      data: { callState: 'unclear' },
    })
    return db.agentTaskEvent.findMany({
      where: { organizationId, taskId: id, callState: 'waiting' },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    })
  })
  for (const event of waiting) {
    const confirmation = await withOrganization({ organizationId }, async (db) => {
      await mark(db, event, 'trying')
      return event.answersId
        ? db.agentTaskEvent.findUnique({ where: { organizationId_id: { organizationId, id: event.answersId } } })
        : null
    })
    const state = await sendAnswer(account, task, event, confirmation)
    await settle({ organizationId }, task, event, state)
    if (state === 'waiting') return true
  }
  return false
}

async function sendAnswer(
  account: ManusAccount,
  { providerTaskId }: AgentTask,
  event: AgentTaskEvent,
  confirmation: AgentTaskEvent | null,
): Promise<AgentCallState> {
  if (!providerTaskId) return 'waiting'
  try {
    if (event.kind === 'answer') await sendMessage(account, providerTaskId, event.text)
    else if (event.kind === 'decision') {
      const { waitingFor, schema } = actionPayload.parse(confirmation?.payload)
      await confirmAction(account, providerTaskId, waitingFor, inputOf(schema, event.text === 'confirmed'))
    } else await stopTask(account, providerTaskId)
    return 'sent'
  } catch (error) {
    const { kind } = outcomeOf(error)
    return kind === 'later' ? 'waiting' : kind
  }
}

type Marked = Pick<AgentTaskEvent, 'organizationId' | 'id'>
type Db = Parameters<typeof lockTask>[0]

const mark = (db: Db, { organizationId, id }: Marked, callState: AgentCallState) =>
  db.agentTaskEvent.update({
    where: { organizationId_id: { organizationId, id } },
    data: { callState },
    select: { id: true },
  })

/** Once it has the answer, it works on: until its next message it waits for no one. */
async function settle(scope: Scope, { id }: AgentTask, event: AgentTaskEvent, state: AgentCallState): Promise<void> {
  await withOrganization(scope, async (db) => {
    await mark(db, event, state)
    const task = await lockTask(db, scope.organizationId, id)
    if (state === 'sent' && task?.state === 'waiting' && task.waitingEventId === event.answersId)
      await updateTask(db, task, { state: 'running', waitingEventId: null, polls: 0 })
  })
}

const actionPayload = z.object({
  waitingFor: z.string(),
  type: z.string(),
  schema: z.record(z.string(), z.unknown()).nullable(),
})

/**
 * The form of a yes or a no that the action's own schema names: `accept`, or an `action` that can be skipped. Assumed: one whose
 * schema has neither takes `accept` too. Nothing else of the schema is filled in, so that no wish of theirs is granted unseen.
 */
export function inputOf(schema: Record<string, unknown> | null, confirm: boolean): Record<string, unknown> {
  const properties = z.object({ properties: z.record(z.string(), z.unknown()) }).safeParse(schema)
  const names = properties.success ? Object.keys(properties.data.properties) : []
  if (!names.includes('accept') && names.includes('action') && !confirm) return { action: 'skip' }
  return { accept: confirm }
}
