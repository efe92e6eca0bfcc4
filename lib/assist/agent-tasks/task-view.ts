import 'server-only'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import type { ErrorCode } from '@/lib/core/errors'
import type { AgentCallState, AgentEventKind, AgentFileState, AgentTask } from '@/lib/generated/prisma/client'
import { asId } from '@/lib/core/keyset'
import { readCsvFile } from '@/lib/core/sheets/csv'
import { hashPack } from './pack'
import { listPacks, mayRead } from './records'
import { sectionNames, type SectionName } from './schema'
import type { Section } from './sections/contract'
import { namesOf, requireAsker, rowOf, type TaskRow, type Viewer } from './views'

const PREVIEW_ROWS = 10

export type PackView = {
  id: string
  section: SectionName
  name: string
  bytes: number
  rows: number
  total: number
  /** Its heading and its first rows, as they leave. */
  preview: string[][]
}
export type EventView = {
  id: string
  kind: AgentEventKind
  text: string
  at: Date
  byName: string | null
  callState: AgentCallState | null
  /** The question or the action that it answers. */
  answers: string | null
  /** For an action its kind, in their word. For a status its name. */
  word: string | null
  files: { id: string; name: string; state: AgentFileState; bytes: number | null }[]
  isWaiting: boolean
}
export type TaskView = TaskRow & {
  shopName: string | null
  approvedByName: string | null
  errorCode: ErrorCode | null
  finishedAt: Date | null
  packs: PackView[]
  packHash: string | null
  events: EventView[]
  report: { sections: Section[]; done: number; of: number } | null
  may: { approve: boolean; cancel: boolean; retry: boolean }
}

/** Null where there is none that the reader may see: the page calls notFound(). */
export async function getAgentTaskFor(viewer: Viewer, givenId: unknown): Promise<TaskView | null> {
  requireAsker(viewer)
  const id = asId(givenId)
  if (!id) return null
  const { organizationId, role } = viewer
  return withOrganization(viewer, async (db) => {
    const task = await db.agentTask.findUnique({ where: { organizationId_id: { organizationId, id } } })
    if (!task || !mayRead(viewer, task)) return null
    const packs = await listPacks(db, task)
    const events = await listEvents(db, task)
    const names = await namesOf(db, [task.createdBy, task.approvedBy, ...events.map(({ byUserId }) => byUserId)])
    const shop =
      task.shopId && (await db.shop.findFirst({ where: { organizationId, id: task.shopId }, select: { name: true } }))
    const isOpen = !['done', 'failed', 'cancelled'].includes(task.state)
    return {
      ...rowOf(task, names),
      shopName: shop ? shop.name : null,
      approvedByName: names.get(task.approvedBy ?? '') ?? null,
      errorCode: task.errorCode as ErrorCode | null,
      finishedAt: task.finishedAt,
      packs: packs.map(({ section, content, ...pack }) => ({
        id: pack.id,
        name: pack.name,
        bytes: pack.bytes,
        rows: pack.rows,
        total: pack.total,
        section: sectionNames.find((name) => name === section) ?? 'sales',
        preview: readCsvFile(content, PREVIEW_ROWS + 1),
      })),
      packHash: task.state === 'draft' ? hashPack({ ...task, files: packs }).toString('hex') : null,
      events: events.map((event) => viewOf(event, task, names)),
      report: reportOf(task),
      may: {
        approve: task.state === 'draft' && can(role, 'assistant.approvePack'),
        cancel: isOpen,
        retry: task.state === 'unclear' && can(role, 'assistant.approvePack'),
      },
    }
  })
}

const listEvents = (db: Db, { organizationId, id }: AgentTask) =>
  db.agentTaskEvent.findMany({
    where: { organizationId, taskId: id },
    include: { files: { select: { id: true, name: true, state: true, bytes: true }, orderBy: { id: 'asc' } } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })

type StoredEvent = Awaited<ReturnType<typeof listEvents>>[number]

function viewOf(event: StoredEvent, task: AgentTask, names: Map<string, string>): EventView {
  const { id, kind, text, at, callState, files } = event
  const payload = (event.payload ?? {}) as { type?: string; status?: string }
  return {
    id,
    kind,
    text,
    at,
    callState,
    files,
    answers: event.answersId,
    byName: names.get(event.byUserId ?? '') ?? null,
    word: payload.type ?? payload.status ?? null,
    isWaiting: task.state === 'waiting' && task.waitingEventId === id,
  }
}

const reportOf = ({ worker, report, done, sections }: AgentTask): TaskView['report'] =>
  worker === 'local' ? { sections: (report as Section[] | null) ?? [], done, of: sections.length } : null
