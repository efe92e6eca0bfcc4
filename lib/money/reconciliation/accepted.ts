import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { SettlementFilters } from './filters'
import { acceptedIds, ofPeriod } from './queries'

/** Missing is negative, as in the difference that it is a part of. */
export type Accepted = { orders: bigint; cents: bigint }

/**
 * The accepted differences of the period, the shop, the entity and the states: of an order no more than it still
 * differs by.
 */
export async function sumAccepted(db: Db, organizationId: string, filters: SettlementFilters): Promise<Accepted> {
  const [row] = await db.$queryRaw<[Accepted]>`
    SELECT count(*) AS orders, coalesce(sum(CASE WHEN difference < 0 THEN greatest(difference, least(accepted, 0))
      ELSE least(difference, greatest(accepted, 0)) END), 0)::bigint AS cents
    FROM (
      SELECT s.difference_cents AS difference, (SELECT -sum(k.amount_cents)::bigint FROM case_order k
        JOIN recovery_case r ON r.organization_id = ${organizationId}::uuid AND r.id = k.case_id AND r.state::text = 'written_off'
        WHERE k.organization_id = ${organizationId}::uuid AND k.settlement_id = s.id) AS accepted
      FROM settlement s WHERE ${ofPeriod(filters, organizationId, Prisma.sql`s.local_day`)} AND s.difference_cents <> 0
        AND s.id = ANY (${acceptedIds(organizationId)})) t`
  return row
}
