import 'server-only'
import { localDay, localRange, type Day, type DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ClockEvent } from './agenda'
import type { BoardColumn } from './schema'

export type Task = {
  id: string
  column: BoardColumn
  title: string
  notes: string | null
  assigneeId: string | null
  dueOn: Day | null
  version: number
}

const taskColumns = Prisma.sql`id, "column", title, notes, assignee_id AS "assigneeId", due_on::text AS "dueOn", version`
const DONE_SHOWN_DAYS = 30
const SHOWN_IN_COLUMN = 300

/** Every open card, and those done within the last month, in the order of the board. */
export const listBoard = (db: Db, organizationId: string): Promise<Task[]> =>
  db.$queryRaw<Task[]>`
    SELECT ${taskColumns} FROM (
      SELECT *, row_number() OVER (PARTITION BY "column" ORDER BY position, id) AS place FROM task
      WHERE organization_id = ${organizationId}::uuid AND removed_at IS NULL
        AND (done_at IS NULL OR done_at > now() - make_interval(days => ${DONE_SHOWN_DAYS}))
    ) shown WHERE place <= ${SHOWN_IN_COLUMN} ORDER BY "column", position, id`

/** The person's tasks: due ones first, and then those without a day. */
export const listTasksOf = (db: Db, organizationId: string, userId: string, limit: number): Promise<Task[]> =>
  db.$queryRaw<Task[]>`
    SELECT ${taskColumns} FROM task
    WHERE organization_id = ${organizationId}::uuid AND assignee_id = ${userId}::uuid AND removed_at IS NULL AND done_at IS NULL
    ORDER BY due_on NULLS LAST, id LIMIT ${limit}`

export type AgendaEvent = ClockEvent & { title: string; personId: string | null; version: number }
type Row = Pick<AgendaEvent, 'id' | 'title' | 'personId' | 'version'> & {
  startsOn: Day | null
  endsOn: Day | null
  startsAt: Date | null
  endsAt: Date | null
}

const SHOWN_EVENTS = 1000
const eventColumns = Prisma.sql`id, title, person_id AS "personId", version, starts_on::text AS "startsOn", ends_on::text AS "endsOn",
  starts_at AS "startsAt", ends_at AS "endsAt"`

/** The events that touch these days of the company, by their start. */
export async function listEvents(
  db: Db,
  organizationId: string,
  days: DayRange,
  timeZone: string,
): Promise<AgendaEvent[]> {
  const { start, end } = localRange(days, timeZone)
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${eventColumns} FROM agenda_event
    WHERE organization_id = ${organizationId}::uuid AND removed_at IS NULL AND all_day
      AND starts_on <= ${days.to}::date AND starts_on >= ${days.from}::date - 366 AND ends_on >= ${days.from}::date
    UNION ALL SELECT ${eventColumns} FROM agenda_event
    WHERE organization_id = ${organizationId}::uuid AND removed_at IS NULL AND NOT all_day
      AND starts_at < ${end} AND starts_at >= ${start}::timestamptz - interval '366 days' AND ends_at > ${start}
    ORDER BY "startsOn" NULLS LAST, "startsAt", id LIMIT ${SHOWN_EVENTS}`
  return rows.map((row) => onClock(row, timeZone))
}

const clockOf = (instant: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant)

function onClock({ startsAt, endsAt, startsOn, endsOn, ...row }: Row, timeZone: string): AgendaEvent {
  if (!startsAt || !endsAt) return { ...row, startsOn: startsOn!, endsOn: endsOn!, times: null }
  return {
    ...row,
    startsOn: localDay(startsAt, timeZone),
    endsOn: localDay(endsAt, timeZone),
    times: { from: clockOf(startsAt, timeZone), to: clockOf(endsAt, timeZone) },
  }
}

export async function getEvent(db: Db, organizationId: string, id: string, timeZone: string) {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT ${eventColumns} FROM agenda_event
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND removed_at IS NULL`
  return row ? onClock(row, timeZone) : null
}
