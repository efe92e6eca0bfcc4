import { shopEndpoint, type Endpoint } from './gateway'

export const shopEndpoints: Endpoint[] = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/shop/get_shop_info',
    flat: true,
    run: async ({ shop }) => ({
      shop_name: shop.name,
      region: shop.region,
      status: shop.status,
      auth_time: shop.authorized_at,
      expire_time: shop.expires_at,
    }),
  }),
]
