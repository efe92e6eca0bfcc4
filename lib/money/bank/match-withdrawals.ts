import 'server-only'
import type { Db } from '@/lib/core/db'
import { entityOn } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import { chooseMatches, type MatchPair } from './choose-matches'

/** Longer than three bank days ever take. */
const LONGEST_DAYS = 12

export const isReturned = (organizationId: string) => Prisma.sql`
  w.withdrawal_id IS NOT NULL AND EXISTS (SELECT 1 FROM wallet_transaction b WHERE b.organization_id = ${organizationId}::uuid AND b.shop_id = w.shop_id
    AND b.kind = 'withdrawal_returned' AND b.kind <> 'payout' AND b.withdrawal_id = w.withdrawal_id)`

/**
 * Among equal entries a withdrawal is compared with those about its own position: comparing all with all would be
 * quadratic.
 */
const ABOUT = 5

/**
 * Matches withdrawals (wallet to bank) with unmatched entries of a bank statement, where amount, legal entity and day agree. Answers how
 * many.
 */
export async function matchWithdrawals(db: Db, organizationId: string): Promise<number> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('bank:' || ${organizationId}, 0))`
  // An entry behind equal ones comes to its turn once those are taken.
  for (let matched = 0; ;) {
    const count = await matchNearest(db, organizationId)
    if (count === 0) return matched
    matched += count
  }
}

async function matchNearest(db: Db, organizationId: string): Promise<number> {
  const pairs = await db.$queryRaw<MatchPair[]>`
    WITH entry AS MATERIALIZED (
      SELECT e.id, e.legal_entity_id, e.amount_cents, e.day, row_number() OVER (PARTITION BY e.legal_entity_id, e.amount_cents ORDER BY e.day, e.id) AS nth
      FROM bank_entry e WHERE e.organization_id = ${organizationId}::uuid AND e.amount_cents > 0 AND NOT e.by_hand
        AND NOT EXISTS (SELECT 1 FROM bank_match m WHERE m.organization_id = e.organization_id AND m.entry_id = e.id)
    ), withdrawal AS MATERIALIZED (
      SELECT w.id, h.legal_entity_id, -w.amount_cents AS amount_cents, w.local_day,
        row_number() OVER (PARTITION BY h.legal_entity_id, w.amount_cents, w.local_day ORDER BY w.at, w.id) AS nth
      FROM wallet_transaction w JOIN shop s ON s.organization_id = w.organization_id AND s.id = w.shop_id
      CROSS JOIN LATERAL (SELECT ${entityOn(Prisma.sql`s.legal_entity_id`, { outlet: Prisma.sql`s.id`, day: Prisma.sql`w.local_day` })} AS legal_entity_id) h
      WHERE w.organization_id = ${organizationId}::uuid AND w.kind = 'withdrawal' AND w.kind <> 'payout' AND w.amount_cents < 0
        AND NOT EXISTS (SELECT 1 FROM bank_match m WHERE m.organization_id = w.organization_id AND m.transaction_id = w.id)
        AND NOT (${isReturned(organizationId)})
    ), first AS MATERIALIZED (
      SELECT d.legal_entity_id, d.amount_cents, d.local_day, min(e.nth) AS nth FROM (SELECT DISTINCT legal_entity_id, amount_cents, local_day FROM withdrawal) d
      JOIN entry e ON e.legal_entity_id = d.legal_entity_id AND e.amount_cents = d.amount_cents AND e.day BETWEEN d.local_day AND d.local_day + ${LONGEST_DAYS}::int
      GROUP BY 1, 2, 3
    )
    SELECT w.id AS "transactionId", e.id AS "entryId", w.local_day::text AS "withdrawnOn", e.day::text AS "bookedOn"
    FROM withdrawal w JOIN first f ON f.legal_entity_id = w.legal_entity_id AND f.amount_cents = w.amount_cents AND f.local_day = w.local_day
    CROSS JOIN LATERAL generate_series(greatest(f.nth, f.nth + w.nth - 1 - ${ABOUT}::int), f.nth + w.nth - 1 + ${ABOUT}::int) AS place(nth)
    JOIN entry e ON e.legal_entity_id = f.legal_entity_id AND e.amount_cents = f.amount_cents AND e.nth = place.nth
      AND e.day <= w.local_day + ${LONGEST_DAYS}::int`
  const matches = chooseMatches(pairs)
  if (matches.length === 0) return 0
  const { count } = await db.bankMatch.createMany({
    data: matches.map((match) => ({ organizationId, ...match })),
    skipDuplicates: true,
  })
  return count
}
