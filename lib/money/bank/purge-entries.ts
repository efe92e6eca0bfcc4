import 'server-only'
import type { Db } from '@/lib/core/db'
import { keptDays } from '@/lib/sales/orders/buyer-term'
import { namesPlatform } from './unknown-entries'

/**
 * A bank's data about other people is deleted as buyers' is: after the term only the texts of entries stay that match a
 * withdrawal or name the marketplace. Outgoing entries are not needed, and are deleted at once where an earlier version
 * kept them.
 */
export async function purgeEntries(db: Db, organizationId: string): Promise<void> {
  await db.bankEntry.deleteMany({ where: { organizationId, amountCents: { lte: 0 } } })
  await db.$executeRaw`
    UPDATE bank_entry b SET memo = '' WHERE b.organization_id = ${organizationId}::uuid AND b.day < current_date - ${keptDays}::int AND b.memo <> ''
      AND NOT ${namesPlatform}
      AND NOT EXISTS (SELECT 1 FROM bank_match m WHERE m.organization_id = ${organizationId}::uuid AND m.entry_id = b.id)`
}
