import 'server-only'
import { addDays, startOfLocalDay, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { lastDeliveryDue, RELEASED_WITHIN_DAYS } from '@/lib/money/reconciliation/due-day'

type Today = { timeZone: string; today: Day }

/**
 * Orders whose payout is late, with the moment from which it is: by the reconciliation where it has looked at them,
 * else those whose last bank day to be paid has passed since their delivery, as reconciliation calculates it, and that
 * the platform, which pays when it completes an order, still keeps open. The completion of orders known from sheets
 * alone is not reported.
 */
const latePayouts = (organizationId: string, { timeZone, today }: Today) => Prisma.sql`
  SELECT l.id, l.delivered_at + ${RELEASED_WITHIN_DAYS}::int * interval '1 day' AS since FROM orders l
  WHERE l.organization_id = ${organizationId}::uuid AND l.status = 'delivered' AND l.platform_status = 'TO_CONFIRM_RECEIVE' AND NOT l.in_return
    AND l.delivered_at < ${startOfLocalDay(addDays(lastDeliveryDue(today), 1), timeZone)}::timestamptz
    AND NOT EXISTS (SELECT 1 FROM settlement s WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = l.id)
  UNION ALL
  SELECT s.order_id, coalesce(s.due_on::timestamptz, s.as_of) FROM settlement s
  WHERE s.organization_id = ${organizationId}::uuid AND s.order_id IS NOT NULL AND s.released_at IS NULL
    AND s.state = 'late'`

export const isPayoutLate = (organizationId: string, clock: Today): Prisma.Sql =>
  Prisma.sql`o.id = ANY (ARRAY(SELECT late.id FROM (${latePayouts(organizationId, clock)}) late))`

/** Those that the reader sees, what they are to bring, and the one that became late last. */
export async function sumLatePayouts(db: Db, organizationId: string, clock: Today) {
  const [sums] = await db.$queryRaw<[{ count: number; cents: bigint; newest: string | null }]>`
    WITH late AS MATERIALIZED (
      SELECT o.id, late.since FROM (${latePayouts(organizationId, clock)}) late
      JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = late.id
    )
    SELECT count(*)::int AS count, (array_agg(id::text ORDER BY since DESC, id DESC))[1] AS newest,
      (SELECT coalesce(sum(m.amount_cents), 0)::bigint FROM order_money(ARRAY(SELECT id FROM late)) m) AS cents
    FROM late`
  return sums
}
