import 'server-only'
import { withOrganization } from '@/lib/core/db'
import type { AgentTask } from '@/lib/generated/prisma/client'
import type { ManusAccount } from '../manus/client'
import { getProviderKey } from '@/lib/identity/organization-keys/keys'
import { followTask } from './follow-task'
import { keepFiles } from './keep-files'
import { wakeTaskIn } from './records'
import { runReport } from './run-report'
import { followedStates } from './schema'
import { sendCalls } from './send-calls'
import { failTask, sendTask } from './send-task'

const CALLS_AGAIN_MS = 15_000

/**
 * The next step of a task: it is sent, gets its people's messages, is polled, its results are fetched; or a report goes
 * on.
 */
export async function stepTask(organizationId: string, taskId: string): Promise<void> {
  const task = await load(organizationId, taskId)
  if (!task || task.state === 'draft') return
  if (task.worker === 'local') return task.state === 'running' ? runReport(task) : undefined
  const isFollowed = followedStates.some((state) => state === task.state)
  if (!isFollowed && !task.providerTaskId) return
  const key = await getProviderKey({ organizationId }, 'manus')
  if (!key) return failTask(task, 'agentKeyMissing')
  const account = { ...key, organizationId }
  await (task.state === 'sending' ? sendTask(account, task) : goOn(account, task))
}

async function goOn(account: ManusAccount, { organizationId, id }: AgentTask): Promise<void> {
  const before = (await load(organizationId, id))!
  const mustWait = before.providerTaskId ? await sendCalls(account, before) : false
  const task = (await load(organizationId, id))!
  if (followedStates.some((state) => state === task.state)) await followTask(account, task)
  else if (mustWait) await withOrganization({ organizationId }, (db) => wakeTaskIn(db, task, CALLS_AGAIN_MS))
  await keepFiles(task)
}

const load = (organizationId: string, id: string) =>
  withOrganization({ organizationId }, (db) =>
    db.agentTask.findUnique({ where: { organizationId_id: { organizationId, id } } }),
  )
