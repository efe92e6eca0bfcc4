import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { keptDays } from '../orders/buyer-term'

const BATCH = 500

/**
 * A buyer's texts and pictures, and the notes on them, once their term has passed since the return ended
 * (buyer-term.ts). Each batch is a transaction of its own.
 */
export async function purgeReturnTexts(organizationId: string, batch = BATCH): Promise<void> {
  const purge = async () => {
    const [{ gone }] = await withOrganization(
      { organizationId },
      (db) => db.$queryRaw<[{ gone: number }]>`
        SELECT forget_return_texts(ARRAY(
          SELECT r.id FROM order_return r WHERE r.organization_id = ${organizationId}::uuid AND r.state IN ('received', 'closed', 'cancelled')
            AND (r.buyer_text IS NOT NULL OR r.note IS NOT NULL OR r.images <> '{}')
            AND greatest(r.opened_at, r.platform_at, r.answered_at, r.received_at) < now() - ${keptDays}::int * interval '1 day'
          ORDER BY r.opened_at LIMIT ${batch}::int FOR NO KEY UPDATE SKIP LOCKED)) AS gone`,
    )
    return gone
  }
  while ((await purge()) === batch);
}
