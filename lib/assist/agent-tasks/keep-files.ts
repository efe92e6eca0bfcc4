import 'server-only'
import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/core/db'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import type { AgentTask, AgentTaskFile } from '@/lib/generated/prisma/client'
import { systemActor } from '@/lib/core/queue/task'
import { downloadFile } from '../manus/client'
import { OutboundError, passes } from '@/lib/core/http/outbound'

const MAX_BYTES = 10 * 1_048_576

/** Brings the results over before their addresses end; what comes from elsewhere or is too large is named and left out. */
export async function keepFiles({ organizationId, id, createdBy }: AgentTask): Promise<void> {
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
