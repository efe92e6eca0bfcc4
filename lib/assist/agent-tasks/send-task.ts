import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization } from '@/lib/core/db'
import type { ErrorCode } from '@/lib/core/errors'
import { translatorOf } from '@/lib/core/i18n/translator'
import type { AgentTask } from '@/lib/generated/prisma/client'
import { systemActor } from '@/lib/core/queue/task'
import { createTask, uploadFile, type ManusAccount } from '../manus/client'
import { settleDay, spendOfDay } from '@/lib/identity/organization-keys/installation-limits'
import { backoffMs } from '@/lib/core/http/outbound'
import { outcomeOf } from './call-outcome'
import { hashPack } from './pack'
import { addEvent, addNote, listPacks, lockTask, updateTask, wakeTask, wakeTaskIn } from './records'

const TRIES = 12
const FIRST_POLL_MS = 3000
type Refused = { code: ErrorCode; detail?: string }
type NotYet = { kind: 'later' | 'unclear'; afterMs?: number }

/**
 * Creates an approved task on the other side. The attempt is recorded before the call: a step that finds such a mark
 * and no id of the task does not retry, since it is unknown whether it was created. A person decides.
 */
export async function sendTask(account: ManusAccount, given: AgentTask): Promise<void> {
  const { organizationId, id } = given
  const scope = { organizationId }
  if (given.triedAt) return markUnclear(given)
  const files = await withOrganization(scope, (db) => listPacks(db, given))
  if (!given.packHash || !hashPack({ ...given, files }).equals(given.packHash))
    return failTask(given, 'agentPackChanged')
  // Tried again it is still the same task, also after a worker that was killed: the mark stands before it is counted.
  const isNew = await beginTries(given)
  if (isNew && !(await spendOfDay('manus', account, 1))) return failTask(given, 'agentDayUsed')
  const fileIds: string[] = []
  try {
    for (const { name, content } of files) fileIds.push(await uploadFile(account, name, content))
  } catch (error) {
    // Files alone are nothing yet: they may be sent again.
    const outcome = outcomeOf(error)
    return outcome.kind === 'refused' ? refuse(account, given, outcome) : tryLater(account, given, outcome)
  }
  const begun = await withOrganization(scope, async (db) => {
    const task = await lockTask(db, organizationId, id)
    if (task?.state !== 'sending' || task.triedAt) return task?.state === 'cancelled' ? 'cancelled' : null
    await updateTask(db, task, { triedAt: new Date() })
    return 'begun'
  })
  if (begun === 'cancelled') await settleDay('manus', account, -1)
  if (begun !== 'begun') return
  const { title, language } = given
  const locale = language === 'pt' ? 'pt-BR' : 'en'
  try {
    await markSent(given, await createTask(account, { text: wordsOf(given), fileIds, title, locale }))
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome.kind === 'unclear') return markUnclear(given)
    await withOrganization(scope, async (db) => updateTask(db, given, { triedAt: null }))
    return outcome.kind === 'refused' ? refuse(account, given, outcome) : tryLater(account, given, outcome)
  }
}

/** Whether this is the first try of a task. */
async function beginTries({ organizationId, id, polls }: AgentTask): Promise<boolean> {
  if (polls > 0) return false
  const { count } = await withOrganization({ organizationId }, (db) =>
    db.agentTask.updateMany({ where: { organizationId, id, state: 'sending', polls: 0 }, data: { polls: 1 } }),
  )
  return count === 1
}

/** Ends a task that was never begun over there: the day has it back. */
async function refuse(account: ManusAccount, given: AgentTask, { code, detail }: Refused): Promise<void> {
  await failTask(given, code, detail)
  await settleDay('manus', account, -1)
}

/** The instruction; the files are data, and say so. */
function wordsOf({ kind, question, language }: AgentTask): string {
  const t = translatorOf(language === 'en' ? 'en' : 'pt')
  return [question ?? t(`agentTasks.prompts.${kind}`), t('agentTasks.prompts.data')].join('\n\n')
}

async function markSent(given: AgentTask, providerTaskId: string): Promise<void> {
  const { organizationId, id } = given
  await withOrganization({ organizationId }, async (db) => {
    const task = await lockTask(db, organizationId, id)
    if (!task) return
    const isCancelled = task.state === 'cancelled'
    await updateTask(db, task, { providerTaskId, polls: 0, ...(!isCancelled && { state: 'running' }) })
    await addNote(db, task, 'sent')
    const actor = systemActor(organizationId, task.approvedBy)
    await recordAudit(db, actor, { event: 'agentTask.sent', subjectId: id, after: { providerTaskId } })
    await (isCancelled ? wakeTask(db, task) : wakeTaskIn(db, task, FIRST_POLL_MS))
  })
}

async function markUnclear(given: AgentTask): Promise<void> {
  const { organizationId, id } = given
  await withOrganization({ organizationId }, async (db) => {
    const task = await lockTask(db, organizationId, id)
    if (task?.state !== 'sending' || task.providerTaskId) return
    await updateTask(db, task, { state: 'unclear' })
    await addNote(db, task, 'unclear')
    await recordAudit(db, systemActor(organizationId, task.approvedBy), { event: 'agentTask.unclear', subjectId: id })
  })
}

async function tryLater(account: ManusAccount, given: AgentTask, outcome: NotYet): Promise<void> {
  const tries = Math.max(given.polls, 1)
  if (tries >= TRIES) return refuse(account, given, { code: 'agentUnreachable' })
  const { organizationId } = given
  await withOrganization({ organizationId }, async (db) => {
    await updateTask(db, given, { polls: tries + 1 })
    await wakeTaskIn(db, given, backoffMs(tries - 1, outcome.kind === 'later' ? outcome.afterMs : undefined, 4000))
  })
}

/** Ends a task that cannot go on, with the reason for its people. */
export async function failTask(given: AgentTask, code: ErrorCode, detail?: string): Promise<void> {
  const { organizationId, id } = given
  await withOrganization({ organizationId }, async (db) => {
    const task = await lockTask(db, organizationId, id)
    if (!task || ['done', 'failed', 'cancelled'].includes(task.state)) return
    await updateTask(db, task, { state: 'failed', errorCode: code, waitingEventId: null, finishedAt: new Date() })
    await addEvent(db, task, { kind: 'note', text: 'failed', ...(detail && { payload: { detail } }) })
    const actor = systemActor(organizationId, task.createdBy)
    await recordAudit(db, actor, { event: 'agentTask.failed', subjectId: id, after: { code, detail } })
  })
}
