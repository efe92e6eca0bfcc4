import type { Database } from './database'
import { toJson } from './json'

type ShopEvent = { code: number; shopId: bigint; data: object; now: number }

/**
 * In the transaction of the change that it tells of; goes to every app that the shop has authorized. Sent by
 * webhook-sender.ts after the commit.
 */
export async function queueWebhookEvent(db: Database, { code, shopId, data, now }: ShopEvent): Promise<void> {
  const body = toJson({ data, shop_id: shopId, code, timestamp: now })
  await db.query(
    `INSERT INTO push (partner_id, shop_id, code, body, created_at, due_at)
     SELECT app.partner_id, $1, $2, $3, $4, now() FROM app JOIN account_grant USING (partner_id)
     WHERE account_grant.shop_id = $1 AND account_grant.status = 'active' AND account_grant.expires_at > $4
       AND app.push_url IS NOT NULL AND $2 <> ALL (app.push_off) AND $1 <> ALL (app.blocked_shops)`,
    [shopId, code, body, now],
  )
}

/** Codes 1, 2 and 12 speak to the partner and carry no shop at the top. */
export async function queuePartnerEvent(
  db: Database,
  { code, partnerId, data, now }: { code: 1 | 2 | 12; partnerId: bigint; data: object; now: number },
): Promise<void> {
  const body = toJson({ data, partner_id: partnerId, code, timestamp: now })
  await db.query(
    `INSERT INTO push (partner_id, code, body, created_at, due_at)
     SELECT partner_id, $2, $3, $4, now() FROM app
     WHERE partner_id = $1 AND push_url IS NOT NULL AND $2 <> ALL (push_off)`,
    [partnerId, code, body, now],
  )
}
