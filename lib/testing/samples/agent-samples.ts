import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { hashPack } from '@/lib/assist/agent-tasks/pack'
import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { recordFile, writeFile } from '@/lib/core/files/store'
import type { AgentTaskState } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import type { TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'

type Planted = { state?: AgentTaskState; worker?: 'manus' | 'local'; content?: string }

/** The owner's task in a state, with one file. */
export async function plantAgentTask(
  { organizationId, owner }: TestOrganization,
  { state = 'draft', worker = 'manus', content = '\uFEFFLinha\r\nReceita\r\n' }: Planted = {},
) {
  const [id, packId, day] = [newId(), newId(), new Date('2026-03-01')]
  const sha256 = Uint8Array.from(createHash('sha256').update(content).digest())
  const file = { section: 'result', name: 'resultado.csv', content, sha256, bytes: content.length, rows: 1, total: 1 }
  const packHash = hashPack({ title: 'Revisão do mês', question: null, files: [file] })
  const approved = { approvedBy: owner.userId, approvedAt: new Date(), packHash: Uint8Array.from(packHash) }
  await withOrganization({ organizationId }, async (db) => {
    await db.agentTask.create({
      data: {
        organizationId,
        id,
        kind: 'monthly_review',
        worker,
        state,
        title: 'Revisão do mês',
        language: 'pt',
        fromDay: day,
        toDay: day,
        sections: ['result'],
        createdBy: owner.userId!,
        madeAs: { role: 'owner', legalEntityIds: null },
        ...(state !== 'draft' && worker === 'manus' && approved),
      },
      select: { id: true },
    })
    await db.dataPack.create({
      data: { organizationId, id: packId, taskId: id, position: 0, ...file },
      select: { id: true },
    })
  })
  return { id, packId, packHash: packHash.toString('hex') }
}

/** A task that waits for a person, and what it waits for. */
async function plantWaiting(company: TestOrganization, kind: 'question' | 'action') {
  const { organizationId } = company
  const { id } = await plantAgentTask(company, { state: 'waiting' })
  const eventId = newId()
  await withOrganization({ organizationId }, async (db) => {
    await db.agentTaskEvent.create({
      data: { organizationId, id: eventId, taskId: id, kind, text: 'Qual loja?', at: new Date() },
      select: { id: true },
    })
    await db.agentTask.updateMany({ where: { organizationId, id }, data: { waitingEventId: eventId } })
  })
  return { id, eventId }
}

/** A result of the other side that was brought over. */
export async function agentResult(company: TestOrganization): Promise<string> {
  const { organizationId, owner } = company
  const { id, eventId } = await plantWaiting(company, 'question')
  const file = await writeFile(organizationId, Readable.from(['a']), 10)
  await withOrganization({ organizationId }, async (db) => {
    await recordFile(db, owner, file, { kind: 'agentResult', name: 'a.md' })
    const data = {
      organizationId,
      id: file.id,
      taskId: id,
      eventId,
      name: 'a.md',
      fileId: file.id,
      state: 'kept',
    } as const
    await db.agentTaskFile.create({ data, select: { id: true } })
  })
  return file.id
}
export const agentPack = async (company: TestOrganization) => (await plantAgentTask(company)).packId
export const agentReport = async (company: TestOrganization) =>
  (await plantAgentTask(company, { state: 'done', worker: 'local' })).id

/** The input of each action of tasks, in a company that has it. */
export const agentSamples = {
  'agentTask.ask': async (company: TestOrganization) => {
    const day = localDay(new Date(), 'America/Sao_Paulo')
    const input = { kind: 'monthly_review', worker: 'local', from: day, to: day, sections: ['result'] }
    return { ...input, question: null, language: 'pt', shopId: await addShop(company, newId()) }
  },
  'agentTask.cancel': async (company: TestOrganization) => ({ id: (await plantAgentTask(company)).id }),
  'agentTask.approve': async (company: TestOrganization) => {
    const { id, packHash } = await plantAgentTask(company)
    return { id, packHash }
  },
  'agentTask.retry': async (company: TestOrganization) => ({
    id: (await plantAgentTask(company, { state: 'unclear' })).id,
  }),
  'agentTask.answer': async (company: TestOrganization) => ({
    ...(await plantWaiting(company, 'question')),
    text: 'A do norte',
  }),
  'agentTask.decide': async (company: TestOrganization) => ({
    ...(await plantWaiting(company, 'action')),
    confirm: false,
  }),
}
