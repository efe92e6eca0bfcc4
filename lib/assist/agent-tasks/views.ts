import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { env, isLoopback } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import type { AgentTask, AgentTaskState, AgentTaskWorker } from '@/lib/generated/prisma/client'
import { cutPage, firstOf, readPlace, type Page, type Query } from '@/lib/core/keyset'
import { getProviderKey } from '@/lib/identity/organization-keys/keys'
import { mayRead } from './records'
import { noticeAddressOf } from './receive-notice'
import type { JobKind, SectionName } from './schema'
import { sectionsFor } from './sections/registry'

export type Viewer = Pick<Member, 'organizationId' | 'userId' | 'role' | 'timeZone'> &
  Partial<Pick<Member, 'legalEntityIds'>>

const PAGE_SIZE = 20

export type TaskRow = {
  id: string
  kind: JobKind
  worker: AgentTaskWorker
  state: AgentTaskState
  title: string
  /** In the person's own words, where they wrote any. */
  question: string | null
  from: Day
  to: Day
  createdAt: Date
  byName: string | null
}
export type TaskList = {
  page: Page<TaskRow>
  /** Without one only reports of our own are made. */
  hasKey: boolean
  sections: SectionName[]
  shops: { id: string; name: string }[]
  today: Day
  canApprove: boolean
  canSetKey: boolean
  /** Where the other side may send its notices; null where it could not reach us. */
  noticeAddress: string | null
}

const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)
export const rowOf = (task: AgentTask, names: Map<string, string>): TaskRow => ({
  id: task.id,
  kind: task.kind,
  worker: task.worker,
  state: task.state,
  title: task.title,
  from: dayOf(task.fromDay),
  to: dayOf(task.toDay),
  createdAt: task.createdAt,
  question: task.question,
  byName: names.get(task.createdBy) ?? null,
})

export function requireAsker({ role }: Viewer) {
  if (!can(role, 'assistant.ask')) throw new UserError('permissionDenied')
}

export async function namesOf(db: Db, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    SELECT user_id AS id, display_name AS name FROM list_actor_names(${wanted}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Everybody's tasks for owners and admins, one's own for the others; the newest first. */
export async function getAgentTasksFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<TaskList> {
  requireAsker(viewer)
  const { organizationId, userId, role } = viewer
  const hasKey = (await getProviderKey({ organizationId }, 'manus')) !== null
  const [after, before] = [readPlace(firstOf(query.after)), readPlace(firstOf(query.before))]
  const seesAll = role === 'owner' || role === 'admin'
  return withOrganization(viewer, async (db) => {
    // An id grows with the time of its making.
    const agentTasks = await db.agentTask.findMany({
      where: {
        organizationId,
        ...(!seesAll && { createdBy: userId }),
        ...(after ? { id: { lt: after.id } } : before && { id: { gt: before.id } }),
      },
      orderBy: { id: before && !after ? 'asc' : 'desc' },
      take: size + 1,
    })
    const page = cutPage(
      agentTasks,
      { size, backwards: !after && before !== null, fromPlace: after !== null },
      ({ id }) => ({
        value: '',
        id,
      }),
    )
    const names = await namesOf(
      db,
      page.rows.map(({ createdBy }) => createdBy),
    )
    const select = { id: true, name: true } as const
    const canSetKey = can(role, 'integration.manage')
    return {
      // Tasks whose data was read for another role of theirs are no longer shown.
      page: { ...page, rows: page.rows.filter((task) => mayRead(viewer, task)).map((task) => rowOf(task, names)) },
      hasKey,
      sections: sectionsFor(role),
      shops: await db.shop.findMany({ where: { organizationId }, select, orderBy: { name: 'asc' } }),
      today: localDay(new Date(), viewer.timeZone),
      canApprove: can(role, 'assistant.approvePack'),
      canSetKey,
      noticeAddress: canSetKey && !isLoopback(env().NEXTAUTH_URL) ? noticeAddressOf(organizationId) : null,
    }
  })
}
