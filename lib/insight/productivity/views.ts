import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { listMembers } from '@/lib/identity/organizations/queries'
import { isOn, readAgendaFrame, type AgendaFrame } from './agenda'
import { getEvent, listBoard, listEvents, listTasksOf, type AgendaEvent, type Task } from './queries'
import { requireProductivity } from './require-productivity'
import { boardColumns, type BoardColumn } from './schema'

type Viewer = Pick<Member, 'organizationId' | 'userId' | 'role' | 'timeZone'> & Partial<Pick<Member, 'legalEntityIds'>>
export type Person = { userId: string; displayName: string }

export type BoardView = {
  tasks: Task[]
  people: Person[]
  today: Day
  /** A new task's column, or one of them. */
  open: { new: BoardColumn } | Task | null
}
export type Agenda = {
  frame: AgendaFrame
  events: AgendaEvent[]
  people: Person[]
  today: Day
  /** A new event's first day, or one of them. */
  open: { new: Day; time: string | null } | AgendaEvent | null
}
export type ProductivityHub = { tasks: Task[]; events: AgendaEvent[]; today: Day }

const HUB_TASKS = 12

const openFor = <T>(viewer: Viewer, run: (db: Db, today: Day) => Promise<T>): Promise<T> => {
  if (!can(viewer.role, 'sales.read')) throw new UserError('permissionDenied')
  return withOrganization(viewer, async (db) => {
    await requireProductivity(db, viewer.organizationId)
    return run(db, localDay(new Date(), viewer.timeZone))
  })
}

const listPeople = async (db: Db): Promise<Person[]> =>
  (await listMembers(db))
    .map(({ userId, displayName }) => ({ userId, displayName }))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'pt-BR'))

export const getBoardFor = (viewer: Viewer, query: Query): Promise<BoardView> =>
  openFor(viewer, async (db, today) => {
    const tasks = await listBoard(db, viewer.organizationId)
    const editId = firstOf(query.edit)
    const column = boardColumns.find((known) => known === firstOf(query.column)) ?? 'todo'
    const open = firstOf(query.new) ? { new: column } : (tasks.find(({ id }) => id === editId) ?? null)
    return { tasks, people: await listPeople(db), today, open }
  })

export const getAgendaFor = (viewer: Viewer, query: Query): Promise<Agenda> =>
  openFor(viewer, async (db, today) => {
    const frame = readAgendaFrame(query, today)
    const { organizationId, timeZone } = viewer
    const editId = asId(firstOf(query.edit))
    const time = /^\d{2}:\d{2}$/.exec(firstOf(query.time) ?? '')?.[0] ?? null
    const edited = editId ? await getEvent(db, organizationId, editId, timeZone) : null
    return {
      frame,
      events: await listEvents(db, organizationId, frame.days, timeZone),
      people: await listPeople(db),
      today,
      open: firstOf(query.new) ? { new: frame.day, time } : edited,
    }
  })

export const getProductivityHubFor = (viewer: Viewer): Promise<ProductivityHub> =>
  openFor(viewer, async (db, today) => ({
    tasks: await listTasksOf(db, viewer.organizationId, viewer.userId, HUB_TASKS),
    events: (await listEvents(db, viewer.organizationId, { from: today, to: today }, viewer.timeZone)).filter((event) =>
      isOn(event, today),
    ),
    today,
  }))
