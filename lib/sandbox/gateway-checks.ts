import type { Database } from './database'
import type { Shop } from './gateway'
import { readUint32 } from './parameters'
import { gatewayError, PlatformError } from './platform-error'
import { baseString, isSignedBy } from './signature'

export const ALLOWED_SKEW_SECONDS = 300

export type Presented = { path: string; query: Record<string, string | undefined>; now: number }

type App = { partner_id: bigint; partner_key: string }

const RANGE = 'is invalid, should be an integer between 0 and 4294967295.'

/** partner_id, timestamp and sign, as every endpoint has them. `signed` is what the base string has beyond the time. */
export async function checkPartner(
  db: Database,
  { path, query, now }: Presented,
  signed: { accessToken: string; subjectId: string } = { accessToken: '', subjectId: '' },
): Promise<App> {
  const { partner_id: partnerId, timestamp, sign } = query
  if (!partnerId) throw gatewayError('error_param', 'There is no partner_id in query.')
  if (readUint32(partnerId) === null) throw gatewayError('error_param', `Partner_id ${RANGE}`)
  if (!timestamp) throw gatewayError('error_param', 'no timestamp')
  const at = readUint32(timestamp)
  if (at === null) throw gatewayError('error_param', `Timestamp ${RANGE}`)
  if (Math.abs(now - at) > ALLOWED_SKEW_SECONDS) throw gatewayError('error_param', 'Timestamp is expired.')
  if (!sign) throw gatewayError('error_param', 'There is no sign in query.')
  const app = await findApp(db, partnerId)
  if (!app) throw gatewayError('invalid_partner_id', 'Invalid partner_id, please have a check.')
  const base = baseString(partnerId, path, timestamp, signed.accessToken, signed.subjectId)
  if (!isSignedBy(app.partner_key, base, sign)) throw gatewayError('error_sign', 'Wrong sign.')
  return app
}

export async function findApp(db: Database, partnerId: string | bigint): Promise<App | undefined> {
  const sql = 'SELECT partner_id, partner_key FROM app WHERE partner_id = $1'
  return (await db.query<App>(sql, [partnerId])).rows[0]
}

/** All of checkPartner, then the token and the shop that it is for. */
export async function checkShop(db: Database, presented: Presented): Promise<Shop> {
  const { access_token: accessToken, shop_id: shopId } = presented.query
  const partner = presented.query.partner_id
  if (partner && !accessToken && readUint32(partner) !== null)
    throw gatewayError('error_param', 'There is no access_token in query.')
  if (accessToken && !shopId) throw gatewayError('error_param', 'There is no shop_id in query.')
  if (shopId && readUint32(shopId) === null) throw gatewayError('error_param', `shop_id ${RANGE}`)
  const app = await checkPartner(db, presented, { accessToken: accessToken ?? '', subjectId: shopId ?? '' })
  if (!accessToken || !shopId) throw gatewayError('error_param', 'There is no access_token in query.')
  return checkGrant(db, { partnerId: app.partner_id, accessToken, shopId, now: presented.now })
}

type Row = Omit<Shop, 'authorized_at' | 'expires_at'> & {
  authorized_at: number | null
  expires_at: number | null
  grant_status: string | null
  token_is_good: boolean
}

async function checkGrant(
  db: Database,
  { partnerId, accessToken, shopId, now }: { partnerId: bigint; accessToken: string; shopId: string; now: number },
): Promise<Shop> {
  const { rows } = await db.query<Row>(
    `SELECT shop.shop_id, shop.name, shop.region, shop.status, g.authorized_at, g.expires_at, g.status AS grant_status,
       EXISTS (SELECT FROM access_token t WHERE t.token = $3 AND t.partner_id = $1 AND t.subject_kind = 'shop'
               AND t.subject_id = shop.shop_id AND t.expires_at > $4) AS token_is_good
     FROM shop LEFT JOIN account_grant g ON g.shop_id = shop.shop_id AND g.partner_id = $1 WHERE shop.shop_id = $2`,
    [partnerId, shopId, accessToken, now],
  )
  const row = rows[0]
  if (!row || row.grant_status === null || row.authorized_at === null || row.expires_at === null)
    throw gatewayError('partner_shop_no_link', 'Invalid partner_id or shop_id, please have a check.')
  if (row.grant_status === 'cancelled') throw gatewayError('shop_no_linked', 'Partner and shop has no linked.')
  if (row.status === 'BANNED') throw new PlatformError('shop_banned', SHOP_BANNED)
  if (!row.token_is_good || row.expires_at <= now)
    throw gatewayError('invalid_acceess_token', 'Invalid access_token, please have a check.')
  return { ...row, authorized_at: row.authorized_at, expires_at: row.expires_at }
}

export const SHOP_BANNED =
  'The shop account has been banned. Permissions for shop authorization and API calls have been suspended until the shop account is restored.'
