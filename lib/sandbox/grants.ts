import type { Database } from './database'
import type { Platform } from './platform'
import { queuePartnerEvent } from './queue-webhook-event'

export type GrantSubject = { partnerId: bigint; shopId: bigint; now: number }

const KEY = 'partner_id = $1 AND shop_id = $2'

/** The seller takes the authorization back. False when there was none to take. */
export async function cancelGrant(db: Database, { partnerId, shopId, now }: GrantSubject): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE account_grant SET status = 'cancelled' WHERE ${KEY} AND status = 'active'`,
    [partnerId, shopId],
  )
  if (!rowCount) return false
  await dropTokens(db, { partnerId, shopId })
  const { rows } = await db.query<{ region: string }>('SELECT region FROM shop WHERE shop_id = $1', [shopId])
  const extra = `shop id ${shopId} (${rows[0]?.region ?? 'BR'}) has been unauthorized successfully`
  await queuePartnerEvent(db, {
    code: 2,
    partnerId,
    now,
    data: { authorize_type: 'user cancel shop authorization', extra, success: 1 },
  })
  return true
}

/** The validity that the seller chose has passed. */
export async function expireGrant(db: Database, { partnerId, shopId, now }: GrantSubject): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE account_grant SET status = 'expired', expires_at = least(expires_at, $3) WHERE ${KEY} AND status = 'active'`,
    [partnerId, shopId, now],
  )
  if (!rowCount) return false
  await db.query(`DELETE FROM access_token WHERE partner_id = $1 AND subject_kind = 'shop' AND subject_id = $2`, [
    partnerId,
    shopId,
  ])
  await queuePartnerEvent(db, {
    code: 2,
    partnerId,
    now,
    data: { authorize_type: 'expiry', shopid: shopId, success: 1, extra: 'The authorization is expired.' },
  })
  return true
}

/** The access token alone dies before its time; the refresh token still works. */
export async function killAccessTokens(db: Database, { partnerId, shopId }: GrantSubject): Promise<void> {
  await db.query(`DELETE FROM access_token WHERE partner_id = $1 AND subject_kind = 'shop' AND subject_id = $2`, [
    partnerId,
    shopId,
  ])
}

async function dropTokens(db: Database, { partnerId, shopId }: { partnerId: bigint; shopId: bigint }) {
  for (const table of ['access_token', 'refresh_token'])
    await db.query(`DELETE FROM ${table} WHERE partner_id = $1 AND subject_kind = 'shop' AND subject_id = $2`, [
      partnerId,
      shopId,
    ])
}

const WARNED_BEFORE_SECONDS = 7 * 86_400

/** Ends what has run out, and warns of what will within seven days. */
export async function watchGrants(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const { rows } = await platform.pool.query<{ partner_id: bigint; shop_id: bigint; over: boolean }>(
    `SELECT partner_id, shop_id, expires_at <= $1 AS over FROM account_grant
     WHERE status = 'active' AND (expires_at <= $1 OR (expires_at <= $2 AND warned_at IS NULL)) ORDER BY shop_id`,
    [now, now + WARNED_BEFORE_SECONDS],
  )
  for (const { partner_id: partnerId, shop_id: shopId, over } of rows)
    await platform.transaction<unknown>((db) => (over ? expireGrant : warnOfExpiry)(db, { partnerId, shopId, now }))
}

async function warnOfExpiry(db: Database, { partnerId, shopId, now }: GrantSubject): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE account_grant SET warned_at = $3 WHERE ${KEY} AND status = 'active' AND warned_at IS NULL`,
    [partnerId, shopId, now],
  )
  if (!rowCount) return
  const data = {
    merchant_expire_soon: [],
    shop_expire_soon: [shopId],
    user_expire_soon: [],
    expire_before: now + WARNED_BEFORE_SECONDS,
    page_no: 1,
    total_page: 1,
  }
  await queuePartnerEvent(db, { code: 12, partnerId, now, data })
}
