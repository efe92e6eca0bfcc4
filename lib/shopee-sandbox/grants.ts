import type { Database } from './database'
import { queuePartnerPush } from './push'

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
  await queuePartnerPush(db, {
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
  await queuePartnerPush(db, {
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
