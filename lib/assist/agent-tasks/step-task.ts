import 'server-only'
import { withOrganization } from '@/lib/core/db'
import type { AgentTask, AgentTaskFile } from '@/lib/generated/prisma/client'
import { type ManusAccount, downloadFile } from '../manus/client'
import { getProviderKey } from '@/lib/identity/organization-keys/keys'
import { followTask } from './follow-task'
import { wakeTaskIn } from './records'
import { runReport } from './run-report'
import { followedStates } from './schema'
import { sendCalls } from './send-calls'
import { failTask, sendTask } from './send-task'
import { Readable } from 'node:stream'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { systemActor } from '@/lib/core/queue/task'
import { OutboundError, passes } from '@/lib/core/http/outbound'

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

const MAX_BYTES = 10 * 1_048_576

/** Brings the results over before their addresses end; what comes from elsewhere or is too large is named and left out. */
async function keepFiles({ organizationId, id, createdBy }: AgentTask): Promise<void> {
  const waiting = await withOrganization({ organizationId }, (db) =>
    db.agentTaskFile.findMany({ where: { organizationId, taskId: id, state: 'waiting' }, orderBy: { id: 'asc' } }),
  )
  for (const file of waiting) {
    const body = await download(file)
    if (typeof body === 'string') await settle(file, { state: 'refused', problem: body })
    else await keep(file, body, createdBy)
  }
}

/** Once more where it may well come a moment later: a file changes nothing. */
async function download({ url }: AgentTaskFile, tries = 2): Promise<Buffer | string> {
  try {
    return await downloadFile(url ?? '', MAX_BYTES)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isPassing = ['unreachable', 'timeout'].includes(error.problem) || passes(error.status ?? 0)
    return isPassing && tries > 1 ? download({ url } as AgentTaskFile, tries - 1) : error.problem
  }
}

async function keep(file: AgentTaskFile, body: Buffer, createdBy: string): Promise<void> {
  const { organizationId, name } = file
  const written = await writeFile(organizationId, Readable.from([body]), MAX_BYTES, { id: file.id })
  const kept = await withOrganization({ organizationId }, async (db) => {
    const { count } = await db.agentTaskFile.updateMany({
      where: { organizationId, id: file.id, state: 'waiting' },
      data: { state: 'kept', bytes: body.length, url: null },
    })
    if (count === 0) return false
    await recordFile(db, systemActor(organizationId, createdBy), written, { kind: 'agentResult', name })
    await db.agentTaskFile.updateMany({ where: { organizationId, id: file.id }, data: { fileId: written.id } })
    return true
  })
  if (!kept) await removeFile(written.place)
}

const settle = ({ organizationId, id }: AgentTaskFile, data: { state: 'refused'; problem: string }) =>
  withOrganization({ organizationId }, (db) =>
    db.agentTaskFile.updateMany({ where: { organizationId, id, state: 'waiting' }, data: { ...data, url: null } }),
  )
