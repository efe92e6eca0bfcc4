import type { Item, Model, StockInfo, Tiers } from './product-schemas'

export type ShopeeItem = ReturnType<typeof reshapeItem>
export type ShopeeModel = ReturnType<ReturnType<typeof reshapeModel>>

const sum = (places: StockInfo['seller_stock']) => places.reduce((total, place) => total + (place.stock ?? 0), 0)

/** The platform's stock; null where it gives none (an item with variations: theirs count). */
const reshapeStock = (stock: StockInfo | null) =>
  stock && {
    available: stock.summary_info?.total_available_stock ?? null,
    /** Held by running or coming promotions: the total may not be set below it. */
    reserved: stock.summary_info?.total_reserved_stock ?? 0,
    own: sum(stock.seller_stock),
    atShopee: sum(stock.shopee_stock),
    places: stock.seller_stock.map((place) => ({ locationId: place.location_id, quantity: place.stock ?? 0 })),
  }

const reshapePrice = (prices: Item['price_info']) => {
  const price = prices[0]
  if (!price) return null
  const { currency, original_price: originalCents, current_price: currentCents } = price
  return { currency, originalCents, currentCents: currentCents ?? originalCents }
}

const reshapeSize = (size: Item['dimension']) => ({
  length: size?.package_length ?? null,
  width: size?.package_width ?? null,
  height: size?.package_height ?? null,
})

const sellable = (status: string | null, normal: string) => status === null || status === normal

/** A listing in our words. With variations its price and stock are null: each variation has its own. */
export const reshapeItem = (item: Item) => ({
  itemId: item.item_id,
  name: item.item_name,
  description: item.description,
  sku: item.item_sku,
  status: item.item_status,
  isListed: sellable(item.item_status, 'NORMAL'),
  categoryId: item.category_id,
  createdAt: item.create_time,
  updatedAt: item.update_time,
  hasModels: item.has_model,
  hasPromotion: item.has_promotion || item.promotion_id !== null,
  price: reshapePrice(item.price_info),
  stock: item.has_model ? null : reshapeStock(item.stock_info_v2),
  imageUrls: (item.image?.image_url_list ?? []).filter((url) => url !== null),
  weightKg: item.weight,
  sizeCm: reshapeSize(item.dimension),
  gtin: item.gtin_code === '00' ? null : item.gtin_code,
  ncm: item.tax_info?.ncm === '00' ? null : (item.tax_info?.ncm ?? null),
  isDeboosted: item.deboost,
  isFulfilledByShopee: item.is_fulfillment_by_shopee,
  isKit: item.tag?.kit ?? false,
})

/** A variation; its name is made of the options that its tier index points at. */
export const reshapeModel = (tiers: Tiers['tier_variation']) => (model: Model) => {
  const options = model.tier_index.map((index, tier) => tiers[tier]?.option_list[index ?? -1])
  return {
    modelId: model.model_id,
    name: options.flatMap((option) => (option?.option ? [option.option] : [])).join(', '),
    imageUrl: options.find((option) => option?.image?.image_url)?.image?.image_url ?? null,
    sku: model.model_sku,
    status: model.model_status,
    isSellable: sellable(model.model_status, 'MODEL_NORMAL'),
    price: reshapePrice(model.price_info),
    stock: reshapeStock(model.stock_info_v2),
    hasPromotion: model.has_promotion || model.promotion_id !== null,
    promotionId: model.promotion_id,
    gtin: model.gtin_code === '00' ? null : model.gtin_code,
    weightKg: model.weight,
    sizeCm: reshapeSize(model.dimension),
    isFulfilledByShopee: model.is_fulfillment_by_shopee,
  }
}
