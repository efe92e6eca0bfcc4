import type { Answer, Readings, ShopCaller } from './app'
import { elementsOf, type Window } from './orders'
import { more } from './payment-schemas'
import { read, readEach } from './reading'
import { reshapeReturn, type ShopeeReturn } from './reshape-return'
import { returnRequest } from './return-schemas'
import { callShopee } from './transport'

export const RETURN_WINDOW_DAYS = 15
const PAGE = 100

type ReturnListing = { updated: Window; status?: string; pageNo?: number }

/** One page of the returns that changed in a window of at most 15 days; pages count from 0. */
export async function listReturns(
  shop: ShopCaller,
  { updated, status, pageNo = 0 }: ReturnListing,
): Promise<Readings<ShopeeReturn> & { hasMore: boolean }> {
  const path = '/api/v2/returns/get_return_list'
  const { response } = await callShopee(shop, {
    path,
    repeatable: true,
    query: {
      page_no: pageNo,
      page_size: PAGE,
      update_time_from: updated.from,
      update_time_to: updated.to,
      status,
    },
  })
  const { data } = read(path, more, response)
  return { ...readEach(returnRequest, elementsOf(response, 'return'), reshapeReturn), hasMore: data.more }
}

export async function getReturnDetail(shop: ShopCaller, returnSn: string): Promise<Answer<ShopeeReturn>> {
  const path = '/api/v2/returns/get_return_detail'
  const { response } = await callShopee(shop, { path, repeatable: true, query: { return_sn: returnSn } })
  return read(path, returnRequest, response, reshapeReturn)
}

/** Accepts what the buyer asks for. */
export async function confirmReturn(shop: ShopCaller, returnSn: string): Promise<void> {
  await callShopee(shop, { path: '/api/v2/returns/confirm', repeatable: false, body: { return_sn: returnSn } })
}
