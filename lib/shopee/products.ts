import type { Readings, ShopCaller } from './app'
import { ShopeeError } from './errors'
import { elementsOf } from './orders'
import { item, itemPage, model, tiers } from './product-schemas'
import { read, readEach } from './reading'
import { reshapeItem, reshapeModel, type ShopeeItem, type ShopeeModel } from './reshape-product'
import { callShopee } from './transport'

export const MODELS = '/api/v2/product/get_model_list'
const ITEM_PAGE = 100
export const ITEMS_AT_ONCE = 50

export const itemStatuses = ['NORMAL', 'BANNED', 'UNLIST', 'REVIEWING', 'SELLER_DELETE', 'SHOPEE_DELETE'] as const
export type ItemStatus = (typeof itemStatuses)[number]

type ItemListing = {
  offset?: number
  statuses?: readonly ItemStatus[]
  updatedFrom?: Date
  updatedTo?: Date
  pageSize?: number
}
type ItemLine = { itemId: string; status: string | null; updatedAt: Date | null }

/** One page of listings; the next one begins at `nextOffset`, or there is none. */
export async function listItems(shop: ShopCaller, listing: ItemListing = {}) {
  const path = '/api/v2/product/get_item_list'
  const offset = listing.offset ?? 0
  const { response } = await callShopee(shop, {
    path,
    repeatable: true,
    query: {
      offset,
      page_size: listing.pageSize ?? ITEM_PAGE,
      item_status: { each: listing.statuses ?? ['NORMAL', 'BANNED', 'UNLIST', 'REVIEWING'] },
      update_time_from: listing.updatedFrom,
      update_time_to: listing.updatedTo,
    },
  })
  const { data, raw } = read(path, itemPage, response)
  // A next page that does not lie ahead would be read for ever.
  if (data.has_next_page && (data.next_offset === null || data.next_offset <= offset))
    throw new ShopeeError('unexpectedShape', path, { text: 'next_offset: does not lie ahead' })
  return {
    data: data.item.map((line): ItemLine => {
      const { item_id: itemId, item_status: status, update_time: updatedAt } = line
      return { itemId, status, updatedAt }
    }),
    raw,
    totalCount: data.total_count,
    nextOffset: data.has_next_page ? data.next_offset : null,
  }
}

/** Up to 50 listings. */
export async function getItemBaseInfo(shop: ShopCaller, itemIds: readonly string[]): Promise<Readings<ShopeeItem>> {
  const { response } = await callShopee(shop, {
    path: '/api/v2/product/get_item_base_info',
    repeatable: true,
    query: { item_id_list: itemIds, need_tax_info: true },
  })
  return readEach(item, elementsOf(response, 'item_list'), reshapeItem)
}

/** The variations of a listing that has some. */
export async function getModelList(shop: ShopCaller, itemId: string): Promise<Readings<ShopeeModel>> {
  const { response } = await callShopee(shop, { path: MODELS, repeatable: true, query: { item_id: itemId } })
  const { data } = read(MODELS, tiers, response)
  return readEach(model, elementsOf(response, 'model'), reshapeModel(data.tier_variation))
}
