import { z } from 'zod'
import { publicEndpoint, shopEndpoint, type Endpoint } from './gateway'
import { int64, integer } from './parameters'

const PAGE_SIZE = 100

type Authorized = {
  shop_id: bigint
  region: string
  authorized_at: number
  expires_at: number
}

export const shopEndpoints: Endpoint[] = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/shop/get_shop_info',
    flat: true,
    run: async ({ db, shop }) => {
      const sql = 'SELECT merchant_id FROM shop WHERE shop_id = $1'
      const { rows } = await db.query<{ merchant_id: bigint | null }>(sql, [shop.shop_id])
      return {
        shop_name: shop.name,
        region: shop.region,
        status: shop.status,
        sip_affi_shops: [],
        is_cb: false,
        auth_time: shop.authorized_at,
        expire_time: shop.expires_at,
        is_sip: false,
        is_upgraded_cbsc: false,
        merchant_id: rows[0]?.merchant_id ?? null,
        shop_fulfillment_flag: 'Others',
        is_main_shop: false,
        is_direct_shop: false,
        linked_main_shop_id: 0,
        linked_direct_shop_list: [],
        is_one_awb: true,
        is_mart_shop: false,
        is_outlet_shop: false,
      }
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/shop/get_profile',
    run: async ({ db, shop }) => {
      const sql = 'SELECT description, seller_kind FROM shop WHERE shop_id = $1'
      const { rows } = await db.query<{ description: string; seller_kind: string }>(sql, [shop.shop_id])
      return {
        shop_logo: '',
        description: rows[0]!.description,
        shop_name: shop.name,
        ...(rows[0]!.seller_kind === 'cnpj' && { invoice_issuer: 'Other' }),
      }
    },
  }),
  publicEndpoint({
    method: 'GET',
    path: '/api/v2/public/get_shops_by_partner',
    flat: true,
    query: z.object({
      partner_id: int64,
      page_size: integer.pipe(z.number().min(1).max(PAGE_SIZE)).default(PAGE_SIZE),
      page_no: integer.pipe(z.number().min(1)).default(1),
    }),
    run: async ({ db, now, query }) => {
      const { rows } = await db.query<Authorized>(
        `SELECT shop_id, region, authorized_at, expires_at FROM account_grant JOIN shop USING (shop_id)
         WHERE partner_id = $1 AND account_grant.status = 'active' AND expires_at > $2
         ORDER BY shop_id LIMIT $3 OFFSET $4`,
        [query.partner_id, now, query.page_size + 1, (query.page_no - 1) * query.page_size],
      )
      return {
        authed_shop_list: rows.slice(0, query.page_size).map((row) => ({
          shop_id: row.shop_id,
          region: row.region,
          auth_time: row.authorized_at,
          expire_time: row.expires_at,
          sip_affi_shop_list: [],
        })),
        more: rows.length > query.page_size,
      }
    },
  }),
  publicEndpoint({
    method: 'GET',
    path: '/api/v2/public/get_shopee_ip_ranges',
    flat: true,
    run: async () => ({ ip_list: ['127.0.0.0/8'] }),
  }),
]
