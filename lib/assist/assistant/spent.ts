import 'server-only'
import type { Db } from '@/lib/core/db'
import { localDay, startOfMonth } from '@/lib/core/dates'
import { listMembers } from '@/lib/identity/organizations/queries'
import { dayTokens } from './limits'

export type Spent = { dayTokens: number; dayMicros: string; monthTokens: number; monthMicros: string }
/** Null: no member any more. */
export type SpentByPerson = Spent & { userId: string; name: string | null }
export type SpentView = { limits: ReturnType<typeof dayTokens>; total: Spent; people: SpentByPerson[] }

type Company = { organizationId: string; timeZone: string }
type Row = { userId: string; dayTokens: bigint; dayMicros: bigint; monthTokens: bigint; monthMicros: bigint }

/** The model's usage today and this month, in total and for each person, largest first; null where there was none. */
export async function readSpent(db: Db, { organizationId, timeZone }: Company): Promise<SpentView | null> {
  const today = localDay(new Date(), timeZone)
  const rows = await db.$queryRaw<Row[]>`
    SELECT user_id AS "userId", sum(cost_micros)::bigint AS "monthMicros", sum(input_tokens + output_tokens)::bigint AS "monthTokens",
      coalesce(sum(cost_micros) FILTER (WHERE day = ${today}::date), 0)::bigint AS "dayMicros",
      coalesce(sum(input_tokens + output_tokens) FILTER (WHERE day = ${today}::date), 0)::bigint AS "dayTokens"
    FROM assistant_usage
    WHERE organization_id = ${organizationId}::uuid AND day BETWEEN ${startOfMonth(today)}::date AND ${today}::date
    GROUP BY user_id HAVING sum(input_tokens + output_tokens) > 0 ORDER BY 2 DESC, 1`
  if (rows.length === 0) return null
  const names = new Map((await listMembers(db)).map(({ userId, displayName }) => [userId, displayName]))
  const sum = (of: (row: Row) => bigint) => rows.reduce((all, row) => all + of(row), 0n)
  const total = {
    dayTokens: sum((row) => row.dayTokens),
    dayMicros: sum((row) => row.dayMicros),
    monthTokens: sum((row) => row.monthTokens),
    monthMicros: sum((row) => row.monthMicros),
  }
  return {
    limits: dayTokens(),
    total: written(total),
    people: rows.map((row) => ({ userId: row.userId, name: names.get(row.userId) ?? null, ...written(row) })),
  }
}

const written = (spent: Omit<Row, 'userId'>): Spent => ({
  dayTokens: Number(spent.dayTokens),
  dayMicros: String(spent.dayMicros),
  monthTokens: Number(spent.monthTokens),
  monthMicros: String(spent.monthMicros),
})
