import { randomBytes } from 'node:crypto'
import type { Database } from './database'
import { SHOP_BANNED } from './gateway-checks'
import { PlatformError } from './platform-error'

export const ACCESS_TOKEN_SECONDS = 14_400
const REFRESH_TOKEN_SECONDS = 30 * 86_400
const GRACE_SECONDS = 300

export type Subject = { kind: 'shop' | 'merchant'; id: bigint }
export type Pair = { access_token: string; refresh_token: string; expire_in: number }

/** Tokens and codes are 32 hex digits in all of the platform's samples. */
export const newToken = () => randomBytes(16).toString('hex')

type Issue = { partnerId: bigint; subjects: Subject[]; now: number }

/** One pair for all the subjects, each of which may refresh it once; whatever they had before is dead. */
export async function issuePair(db: Database, { partnerId, subjects, now }: Issue): Promise<Pair> {
  for (const { kind, id } of subjects)
    for (const table of ['access_token', 'refresh_token'])
      await db.query(`DELETE FROM ${table} WHERE partner_id = $1 AND subject_kind = $2 AND subject_id = $3`, [
        partnerId,
        kind,
        id,
      ])
  return writePair(db, { partnerId, subjects, now })
}

async function writePair(db: Database, { partnerId, subjects, now }: Issue): Promise<Pair> {
  const pair = {
    access_token: newToken(),
    refresh_token: newToken(),
    expire_in: await secondsLeft(db, { partnerId, subjects, now }),
  }
  for (const { kind, id } of subjects) {
    const insert = (table: string, token: string, expiresAt: number) =>
      db.query(
        `INSERT INTO ${table} (token, partner_id, subject_kind, subject_id, expires_at) VALUES ($1, $2, $3, $4, $5)`,
        [token, partnerId, kind, id, expiresAt],
      )
    await insert('access_token', pair.access_token, now + pair.expire_in)
    await insert('refresh_token', pair.refresh_token, now + REFRESH_TOKEN_SECONDS)
  }
  return pair
}

/** Four hours, but never beyond the seller's authorization. */
async function secondsLeft(db: Database, { partnerId, subjects, now }: Issue): Promise<number> {
  const shops = subjects.filter(({ kind }) => kind === 'shop').map(({ id }) => id)
  const { rows } = await db.query<{ expires_at: number | null }>(
    'SELECT min(expires_at) AS expires_at FROM account_grant WHERE partner_id = $1 AND shop_id = ANY ($2)',
    [partnerId, shops],
  )
  return Math.min(ACCESS_TOKEN_SECONDS, (rows[0]?.expires_at ?? Infinity) - now)
}

type Refresh = { partnerId: bigint; subject: Subject; token: string; now: number }

/** Single use for each (token, subject); what was the access token until now works five minutes more. */
export async function refreshPair(db: Database, { partnerId, subject, token, now }: Refresh): Promise<Pair> {
  const owner = [partnerId, subject.kind, subject.id]
  await checkLink(db, { partnerId, subject, now })
  const { rows } = await db.query<{ used_at: number | null; expires_at: number }>(
    `SELECT used_at, expires_at FROM refresh_token
     WHERE partner_id = $1 AND subject_kind = $2 AND subject_id = $3 AND token = $4 FOR UPDATE`,
    [...owner, token],
  )
  const result = rows[0]
  if (!result || result.used_at !== null) throw wrongToken(subject.kind)
  if (result.expires_at <= now) throw new PlatformError('refresh_token_expired', 'Your refresh_token expired.')
  await db.query(
    `UPDATE refresh_token SET used_at = $5
     WHERE partner_id = $1 AND subject_kind = $2 AND subject_id = $3 AND token = $4`,
    [...owner, token, now],
  )
  await db.query(
    `UPDATE access_token SET expires_at = least(expires_at, $4)
     WHERE partner_id = $1 AND subject_kind = $2 AND subject_id = $3`,
    [...owner, now + GRACE_SECONDS],
  )
  return writePair(db, { partnerId, subjects: [subject], now })
}

const wrongToken = (kind: Subject['kind']) =>
  kind === 'shop'
    ? new PlatformError(
        'error_shop_refresh_token',
        'Your refresh token is error ,please check refresh token or shopid.',
      )
    : new PlatformError(
        'error_merchant_refresh_token',
        'Your refresh token is error,please check refresh token or merchant_id.',
      )

type Link = { grant_status: string | null; expires_at: number | null; shop_status: string }

async function checkLink(db: Database, { partnerId, subject, now }: Omit<Refresh, 'token'>): Promise<void> {
  if (subject.kind === 'merchant') {
    const { rowCount } = await db.query(
      `SELECT FROM refresh_token WHERE partner_id = $1 AND subject_kind = 'merchant' AND subject_id = $2 LIMIT 1`,
      [partnerId, subject.id],
    )
    if (!rowCount) throw new PlatformError('merchant_no_linked', 'Partner and merchant has no linked.')
    return
  }
  const { rows } = await db.query<Link>(
    `SELECT g.status AS grant_status, g.expires_at, shop.status AS shop_status
     FROM shop LEFT JOIN account_grant g ON g.shop_id = shop.shop_id AND g.partner_id = $1 WHERE shop.shop_id = $2`,
    [partnerId, subject.id],
  )
  const link = rows[0]
  if (!link || link.grant_status === null || link.grant_status === 'cancelled' || link.expires_at === null)
    throw new PlatformError('shop_no_linked', 'Partner and shop has no linked.')
  if (link.shop_status === 'BANNED') throw new PlatformError('shop_banned', SHOP_BANNED)
  if (link.grant_status === 'expired' || link.expires_at <= now)
    throw new PlatformError('shop_access_expired', 'Your access to shop has expired.')
}
