import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { dayOrder, dayToCome, isOverdue, lostBefore, NO_DAY, RELEASED_AFTER_DAYS } from './expected-day'
import { waitingStates, type SettlementFilters } from './filters'
import { ofPeriod } from './queries'

export type NextDue = { day: Day; cents: bigint }

/**
 * The next payout, by the calendar's expected day: for the period, the shop, the entity and the states, less the part
 * paid already.
 */
export async function getNextDue(
  db: Db,
  organizationId: string,
  filters: SettlementFilters,
  today: Day,
): Promise<NextDue | null> {
  const states = waitingStates.filter((state) => filters.states.length === 0 || filters.states.includes(state))
  if (states.length === 0) return null
  const open = Prisma.sql`${ofPeriod({ ...filters, states }, organizationId, Prisma.sql`s.local_day`)} AND s.expected_cents IS NOT NULL`
  // Whatever comes sooner than the first day of the index that lies ahead stands before it there, since its usual day has passed.
  const [next] = await db.$queryRaw<NextDue[]>`
    SELECT ${dayToCome(today)}::text AS day, sum(s.expected_cents - coalesce(s.released_cents, 0) - s.adjusted_cents)::bigint AS cents
    FROM settlement s WHERE ${open} AND NOT ${isOverdue(today)} AND ${dayOrder} >= ${lostBefore(today)}::date AND ${dayOrder} < ${NO_DAY}::date
      AND ${dayOrder} <= coalesce((SELECT min(${dayOrder}) FROM settlement s WHERE ${open} AND ${dayOrder} >= ${today}::date AND ${dayOrder} < ${NO_DAY}::date),
        ${addDays(today, RELEASED_AFTER_DAYS)}::date)
    GROUP BY 1 ORDER BY 1 LIMIT 1`
  return next ?? null
}
