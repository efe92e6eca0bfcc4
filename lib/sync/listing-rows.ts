import { exportListingKey } from '../imports/listing-key'
import type { ShopeeItem, ShopeeModel } from '../shopee/reshape-product'

/** A listing as write_listings takes it. */
export type ListingRow = ReturnType<typeof rowOf>

const small = (units: number | null | undefined) =>
  units === null || units === undefined ? null : Math.min(units, 2_147_483_647)

function rowOf(item: ShopeeItem, model: ShopeeModel | null) {
  const source = model ?? item
  const [sku, variation] = [model?.sku ?? item.sku, model?.name || null]
  const modelId = model?.modelId ?? '0'
  return {
    k: `i:${item.itemId}:${modelId}`,
    x: exportListingKey({ sku, title: item.name, variation }),
    item: item.itemId,
    model: modelId,
    s: sku,
    t: item.name,
    v: variation,
    p: source.price?.currentCents ?? null,
    o: source.price?.originalCents ?? null,
    status: model && item.isListed ? (model.status ?? item.status) : item.status,
    image: model?.imageUrl ?? item.imageUrls[0] ?? null,
    stock: small(source.stock?.available),
    promo: small(source.stock?.reserved) ?? 0,
    hasPromotion: source.hasPromotion || item.hasPromotion,
    fulfilled: item.isFulfilledByShopee || (model?.isFulfilledByShopee ?? false),
  }
}

/** One row an item without variations, else one for each of them. */
export const listingRows = (item: ShopeeItem, models: ShopeeModel[]): ListingRow[] =>
  item.hasModels ? models.map((model) => rowOf(item, model)) : [rowOf(item, null)]
