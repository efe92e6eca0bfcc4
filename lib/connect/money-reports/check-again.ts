import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import { enqueueImport } from '../order-imports/enqueue-import'
import type { MoneyFileType } from './schema'

/**
 * Rows are about to leave a shop: a file that waits for its confirmation there may have found them and left them out of what it would write,
 * so it is checked again afterwards. A company's files have one queue, so none is being checked now.
 */
export async function checkAgain(
  db: Db,
  actor: Actor,
  { shopId, type }: { shopId: string; type: MoneyFileType },
): Promise<void> {
  const waiting = await db.$queryRaw<{ id: string }[]>`
    UPDATE import SET state = 'uploaded', done = 0, total = 0
    WHERE organization_id = ${actor.organizationId}::uuid AND kind = 'money' AND state = 'ready'
      AND summary->'money'->>'type' = ${type} AND summary->'money'->'owner'->>'id' = ${shopId}
    RETURNING id`
  for (const { id } of waiting) await enqueueImport(db, actor, 'import-check', id)
}
