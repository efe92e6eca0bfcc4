import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { RunState } from './schema'

const SCORE_DAYS = 366

const fields = { id: true, state: true, done: true, total: true, score: true, askedBy: true, endedAt: true } as const

export type RunRow = {
  id: string
  state: RunState
  done: number
  total: number
  score: number | null
  askedBy: string | null
  endedAt: Date | null
}

export const latestRun = (db: Db, organizationId: string, states: RunState[]): Promise<RunRow | null> =>
  db.healthRun.findFirst({
    where: { organizationId, state: { in: states } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: fields,
  })

export type DayScore = { day: Day; score: number }

/** The last score of each of the company's days of the past year. */
export const listScores = (db: Db, organizationId: string, timeZone: string) => db.$queryRaw<DayScore[]>`
  SELECT DISTINCT ON (1) (created_at AT TIME ZONE ${timeZone})::date::text AS day, score FROM health_run
  WHERE organization_id = ${organizationId}::uuid AND state = 'done' AND created_at > now() - make_interval(days => ${SCORE_DAYS})
  ORDER BY 1, created_at DESC`
