import type { Answer, ShopCaller } from './app'
import { isRecord } from './envelope'
import { fields, flag, text, time } from './lenient'
import { read } from './reading'
import { callShopee } from './transport'

const shopInfo = fields({
  shop_name: text,
  region: text,
  status: text,
  auth_time: time,
  expire_time: time,
  is_cb: flag,
  is_sip: flag,
  shop_fulfillment_flag: text,
})

export type ShopeeShop = {
  name: string | null
  region: string | null
  /** NORMAL, BANNED or FROZEN. */
  status: string | null
  authorizedAt: Date | null
  /** When the seller has to authorize again. */
  grantEndsAt: Date | null
  isCrossBorder: boolean
  fulfillment: string | null
}

/** The shop behind the token, and until when its owner lets us in. */
export async function getShopInfo(shop: ShopCaller): Promise<Answer<ShopeeShop>> {
  const path = '/api/v2/shop/get_shop_info'
  const { body, response } = await callShopee(shop, { path, repeatable: true })
  return read(path, shopInfo, isRecord(response) && 'shop_name' in response ? response : body, (info) => ({
    name: info.shop_name,
    region: info.region,
    status: info.status,
    authorizedAt: info.auth_time,
    grantEndsAt: info.expire_time,
    isCrossBorder: info.is_cb,
    fulfillment: info.shop_fulfillment_flag,
  }))
}
