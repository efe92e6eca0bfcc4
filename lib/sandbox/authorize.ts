import type { Database } from './database'
import { PlatformError } from './platform-error'
import { queuePartnerEvent } from './queue-webhook-event'
import { newToken } from './tokens'

const CODE_SECONDS = 600
export const LONGEST_VALIDITY_DAYS = 365
const DAY_SECONDS = 86_400

export type Choice = { shopId: bigint } | { mainAccountId: bigint }

type Authorization = { partnerId: bigint; choice: Choice; validityDays: number; now: number }

type Row = { shop_id: bigint; merchant_id: bigint | null; region: string; status: string }

/** The seller's yes: the grant for each shop, and a code for one exchange within ten minutes. */
export async function authorize(
  db: Database,
  { partnerId, choice, validityDays, now }: Authorization,
): Promise<{ code: string; shopIds: bigint[] }> {
  const [column, id] = 'shopId' in choice ? ['shop_id', choice.shopId] : ['main_account_id', choice.mainAccountId]
  const sql = `SELECT shop_id, merchant_id, region, status FROM shop WHERE ${column} = $1 ORDER BY shop_id FOR UPDATE`
  const { rows: shops } = await db.query<Row>(sql, [id])
  if (shops.length === 0) throw new PlatformError('error_shop', 'shopid is invalid')
  if (shops.some(({ status }) => status === 'BANNED')) throw new PlatformError('shop_banned', 'shop_banned')
  const shopIds = shops.map((shop) => shop.shop_id)
  await db.query(
    `INSERT INTO account_grant (partner_id, shop_id, authorized_at, expires_at)
     SELECT $1, id, $3, $4 FROM unnest($2::bigint[]) AS id
     ON CONFLICT (partner_id, shop_id) DO UPDATE SET authorized_at = excluded.authorized_at,
       expires_at = excluded.expires_at, status = 'active', warned_at = NULL`,
    [partnerId, shopIds, now, now + validityDays * DAY_SECONDS],
  )
  const isMain = 'mainAccountId' in choice
  const merchants = isMain ? [...new Set(shops.flatMap(({ merchant_id: merchant }) => merchant ?? []))] : []
  const code = newToken()
  await db.query(
    `INSERT INTO authorization_code (code, partner_id, shop_ids, merchant_ids, main_account_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [code, partnerId, shopIds, merchants, isMain ? choice.mainAccountId : null, now + CODE_SECONDS],
  )
  await notifyPartner(db, { partnerId, choice, shops, now })
  return { code, shopIds }
}

async function notifyPartner(
  db: Database,
  { partnerId, choice, shops, now }: { partnerId: bigint; choice: Choice; shops: Row[]; now: number },
): Promise<void> {
  const names = shops.map((shop) => `shop id ${shop.shop_id} (${shop.region})`).join(', ')
  const who =
    'mainAccountId' in choice
      ? { main_account_id: choice.mainAccountId, shop_id_list: shops.map((shop) => shop.shop_id) }
      : { shop_id: choice.shopId }
  await queuePartnerEvent(db, {
    code: 1,
    partnerId,
    now,
    data: {
      authorize_type: 'shop authorization by user',
      extra: `${names} has been authorized successfully`,
      ...who,
      success: 1,
    },
  })
}

/** The code of the seller console's "resend code", for lost tokens. */
export async function makeResendCode(
  db: Database,
  { partnerId, shopId, now }: { partnerId: bigint; shopId: bigint; now: number },
): Promise<string> {
  const code = `resend${newToken()}`
  await db.query('INSERT INTO authorization_code (code, partner_id, shop_ids, expires_at) VALUES ($1, $2, $3, $4)', [
    code,
    partnerId,
    [shopId],
    now + CODE_SECONDS,
  ])
  return code
}
