import type { Database } from '../database'
import { queueWebhookEvent } from '../queue-webhook-event'
import { setStatus } from './items'
import { itemNotFound } from './refusals'

type Ban = { shopId: bigint; itemId: bigint; reason: string; now: number }

// Invented: the data of push 6 and 16, and the type of the violation. Only the codes and their names are published.
/** The platform takes a listing off the shelf: push 16, and 6 as apps of before still know it. */
export async function banItem(db: Database, { shopId, itemId, reason, now }: Ban): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    'UPDATE item SET ban_reason = $3 WHERE shop_id = $1 AND item_id = $2 RETURNING name',
    [shopId, itemId, reason],
  )
  if (!rows[0]) throw itemNotFound()
  await setStatus(db, itemId, 'BANNED', now)
  await db.query(
    `INSERT INTO item_violation (shop_id, item_id, type, reason, create_time) VALUES ($1, $2, 'Prohibited Listing', $3, $4)`,
    [shopId, itemId, reason, now],
  )
  const data = {
    item_id: itemId,
    item_name: rows[0].name,
    item_status: 'BANNED',
    violation_type: 'Prohibited Listing',
    violation_reason: reason,
    update_time: now,
  }
  for (const code of [6, 16]) await queueWebhookEvent(db, { code, shopId, data, now })
}
