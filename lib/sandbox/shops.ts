import type { Database } from './database'

export type SellerShop = {
  shop_id: bigint
  name: string
  status: string
  main_account_id: bigint | null
  grant_status: string | null
  expires_at: number | null
  /** Belongs to the demonstration company. */
  is_demo: boolean
}

const DEFAULT_NAME = 'Loja Sandbox'

export async function makeShop(db: Database, { name, now }: { name?: string; now: number }): Promise<bigint> {
  const { rows } = await db.query<{ shop_id: bigint }>(
    `INSERT INTO shop (shop_id, name, created_at)
     SELECT id, coalesce($1, $2 || CASE WHEN EXISTS (SELECT FROM shop WHERE name LIKE $2 || '%') THEN ' ' || (SELECT count(*) + 1 FROM shop) ELSE '' END), $3
     FROM nextval('shop_id_seq') AS id RETURNING shop_id`,
    [name ?? null, DEFAULT_NAME, now],
  )
  return rows[0]!.shop_id
}

/** Shops under one login, whose authorization is given for all of them at once. */
export async function makeMainAccount(
  db: Database,
  { shops, now }: { shops: number; now: number },
): Promise<{ mainAccountId: bigint; merchantId: bigint; shopIds: bigint[] }> {
  const { rows } = await db.query<{ account: bigint; merchant: bigint }>(
    `SELECT nextval('main_account_id_seq') AS account, nextval('merchant_id_seq') AS merchant`,
  )
  const { account, merchant } = rows[0]!
  const shopIds: bigint[] = []
  for (let made = 0; made < shops; made++) shopIds.push(await makeShop(db, { now }))
  await db.query('UPDATE shop SET main_account_id = $1, merchant_id = $2 WHERE shop_id = ANY ($3)', [
    account,
    merchant,
    shopIds,
  ])
  return { mainAccountId: account, merchantId: merchant, shopIds }
}

export async function seedShops(db: Database, now: number): Promise<void> {
  await db.query('LOCK TABLE shop IN SHARE ROW EXCLUSIVE MODE')
  const { rowCount } = await db.query('SELECT FROM shop WHERE shop_id NOT IN (SELECT shop_id FROM demo_shop) LIMIT 1')
  if (!rowCount) await makeShop(db, { now })
}

export async function listShops(db: Database, partnerId: bigint): Promise<SellerShop[]> {
  const { rows } = await db.query<SellerShop>(
    `SELECT shop.shop_id, shop.name, shop.status, shop.main_account_id, g.status AS grant_status, g.expires_at,
       EXISTS (SELECT FROM demo_shop d WHERE d.shop_id = shop.shop_id) AS is_demo
     FROM shop LEFT JOIN account_grant g ON g.shop_id = shop.shop_id AND g.partner_id = $1 ORDER BY shop.shop_id`,
    [partnerId],
  )
  return rows
}

/** 'cnpj' or 'cpf'. */
export async function getSellerKind(db: Database, shopId: bigint): Promise<string> {
  const sql = 'SELECT seller_kind FROM shop WHERE shop_id = $1'
  const { rows } = await db.query<{ seller_kind: string }>(sql, [shopId])
  return rows[0]?.seller_kind ?? 'cnpj'
}
