import { exportListingKey } from '../../order-imports/listing-key'
import { wholeGtin } from '@/lib/catalog/products/gtin'
import { maxMeasureGrams, maxMeasureMm } from '@/lib/catalog/products/schema'
import type { ShopeeItem, ShopeeModel } from '@/lib/shopee/reshape-product'

/** A listing as write_listings takes it. */
export type ListingRow = ReturnType<typeof rowOf>

const small = (units: number | null | undefined) =>
  units === null || units === undefined ? null : Math.min(units, 2_147_483_647)

/** In whole units of the catalogue; null for a missing or impossible value. */
const measure = (value: number | null | undefined, perUnit: number, most: number) => {
  const units = Math.round((value ?? 0) * perUnit)
  return units >= 1 && units <= most ? units : null
}
const GRAMS_PER_KG = 1000
const MM_PER_CM = 10

/** Fourteen digits; null for none and for what is no barcode. */
function gtinOf(code: string | null): string | null {
  const digits = (code ?? '').replaceAll(/[\s.-]/g, '')
  return /^\d{8,14}$/.test(digits) && !/^0+$/.test(digits) ? wholeGtin(digits) : null
}

function rowOf(item: ShopeeItem, model: ShopeeModel | null) {
  const source = model ?? item
  const [sku, variation] = [model?.sku ?? item.sku, model?.name || null]
  const modelId = model?.modelId ?? '0'
  const side = (name: 'length' | 'width' | 'height') =>
    measure(model?.sizeCm[name] ?? item.sizeCm[name], MM_PER_CM, maxMeasureMm)
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
    gtin: gtinOf(source.gtin),
    grams: measure(model?.weightKg ?? item.weightKg, GRAMS_PER_KG, maxMeasureGrams),
    length: side('length'),
    width: side('width'),
    height: side('height'),
  }
}

/** One row an item without variations, else one for each of them. */
export const listingRows = (item: ShopeeItem, models: ShopeeModel[]): ListingRow[] =>
  item.hasModels ? models.map((model) => rowOf(item, model)) : [rowOf(item, null)]
