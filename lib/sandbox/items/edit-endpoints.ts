import { z } from 'zod'
import type { Database } from '../database'
import { shopEndpoint, type Endpoint } from '../gateway'
import { toJson } from '../json'
import { boolean, int64 } from '../parameters'
import { reais } from '../payment/escrow-answer'
import { PlatformError } from '../platform-error'
import { ITEM_LIMITS, LEAF_CATEGORIES } from './catalogue'
import { imageUrl, LOCATION } from './item-answer'
import { DELETED, lockItem, type Item } from './items'
import { itemNotFound, refuseProduct } from './refusals'
import { toCents } from './stock-endpoints'
import { insertItem } from './write-items'

const dimension = z.object({
  package_height: z.number().int().positive(),
  package_length: z.number().int().positive(),
  package_width: z.number().int().positive(),
})

const shared = {
  item_name: z.string(),
  description: z.string(),
  weight: z.number().positive(),
  item_sku: z.string().max(100).optional(),
  item_status: z.enum(['NORMAL', 'UNLIST']).optional(),
  dimension: dimension.optional(),
  image: z.object({ image_id_list: z.array(z.string().min(1)) }),
  category_id: z.number().int(),
  pre_order: z.object({ is_pre_order: boolean, days_to_ship: z.number().int().optional() }).optional(),
  condition: z.enum(['NEW', 'USED']).optional(),
  gtin_code: z.string().optional(),
  brand: z.unknown().optional(),
  attribute_list: z.array(z.unknown()).optional(),
  logistic_info: z.array(z.unknown()).min(1),
  tax_info: z.record(z.string(), z.unknown()).optional(),
}

const newItem = z.object({
  ...shared,
  original_price: z.number(),
  seller_stock: z.array(z.object({ location_id: z.string().optional(), stock: z.number().int().min(0) })).optional(),
})

const changedItem = z
  .object({ ...shared })
  .partial()
  .extend({ item_id: int64 })

const DETAILS = ['brand', 'attribute_list', 'logistic_info', 'tax_info'] as const

const detailsOf = (body: Partial<Record<(typeof DETAILS)[number], unknown>>) =>
  Object.fromEntries(DETAILS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))

function checkTexts(body: z.output<typeof changedItem> | z.output<typeof newItem>): void {
  const name = ITEM_LIMITS.item_name_length_limit
  const description = ITEM_LIMITS.item_description_length_limit
  const images = ITEM_LIMITS.item_image_count_limit
  const given = {
    name: body.item_name?.length,
    text: body.description?.length,
    images: body.image?.image_id_list.length,
  }
  if (given.name !== undefined && given.name < name.min_limit)
    throw new PlatformError('error_item_name_is_too_short', 'Item_name length is less than min limit.')
  if (given.name !== undefined && given.name > name.max_limit)
    throw new PlatformError('error_title_exceeds_max_length', 'The length of item_name is bigger than max limit.')
  if (given.text !== undefined && given.text < description.min_limit)
    throw new PlatformError('error_desc_length_min_limit', 'Description length is less than the min limit.')
  if (given.images !== undefined && (given.images < images.min_limit || given.images > images.max_limit))
    throw new PlatformError('error_param', 'Image not exist.')
  if (body.category_id !== undefined && !LEAF_CATEGORIES.includes(body.category_id))
    throw new PlatformError('error_param', 'Invalid category.')
}

function priceWithinLimits(price: number): number {
  const cents = toCents(price)
  if (cents < ITEM_LIMITS.price_limit.min_limit * 100)
    throw new PlatformError('error_price_exceed_min_limitt', 'Original_price is less than min price limit.')
  if (cents > ITEM_LIMITS.price_limit.max_limit * 100)
    throw new PlatformError('error_price_exceed_max_limitt', 'Original_price is bigger than max price limit.')
  return cents
}

const addItem = shopEndpoint({
  method: 'POST',
  path: '/api/v2/product/add_item',
  body: newItem,
  refuse: refuseProduct,
  run: async ({ db, shop, now, body }) => {
    checkTexts(body)
    const priceCents = priceWithinLimits(body.original_price)
    const stock = body.seller_stock?.[0]?.stock ?? 0
    const size = body.dimension ?? { package_length: 20, package_width: 15, package_height: 10 }
    const preOrder = body.pre_order?.is_pre_order ?? false
    const daysToShip = body.pre_order?.days_to_ship ?? ITEM_LIMITS.dts_limit.non_pre_order_days_to_ship
    const status = body.item_status ?? 'NORMAL'
    const itemId = await insertItem(db, {
      shopId: shop.shop_id,
      name: body.item_name,
      sku: body.item_sku ?? '',
      description: body.description,
      categoryId: body.category_id,
      status,
      weightGrams: Math.round(body.weight * 1000),
      lengthCm: size.package_length,
      widthCm: size.package_width,
      heightCm: size.package_height,
      imageIds: body.image.image_id_list,
      preOrder,
      daysToShip,
      condition: body.condition,
      gtinCode: body.gtin_code,
      details: detailsOf(body),
      createTime: now,
      models: [{ tierIndex: [], name: '', sku: '', priceCents, stock }],
    })
    const price = reais(priceCents)
    return {
      item_id: itemId,
      item_name: body.item_name,
      description: body.description,
      item_status: status,
      category_id: body.category_id,
      weight: body.weight,
      dimension: size,
      condition: body.condition ?? 'NEW',
      pre_order: { is_pre_order: preOrder, days_to_ship: daysToShip },
      images: { image_id_list: body.image.image_id_list, image_url_list: body.image.image_id_list.map(imageUrl) },
      price_info: { current_price: price, original_price: price },
      seller_stock: [{ location_id: LOCATION, stock }],
      logistic_info: body.logistic_info,
    }
  },
})

const updateItem = shopEndpoint({
  method: 'POST',
  path: '/api/v2/product/update_item',
  body: changedItem,
  refuse: refuseProduct,
  run: async ({ db, shop, now, body }) => {
    const item = await editable(db, shop.shop_id, body.item_id)
    checkTexts(body)
    await db.query(
      `UPDATE item SET name = coalesce($2, name), description = coalesce($3, description), sku = coalesce($4, sku),
         weight_grams = coalesce($5, weight_grams), category_id = coalesce($6, category_id),
         status = coalesce($7, status), image_ids = coalesce($8, image_ids), length_cm = coalesce($9, length_cm),
         width_cm = coalesce($10, width_cm), height_cm = coalesce($11, height_cm), details = details || $12::jsonb,
         update_time = greatest(update_time, $13) WHERE item_id = $1`,
      [
        item.item_id,
        body.item_name ?? null,
        body.description ?? null,
        body.item_sku ?? null,
        body.weight === undefined ? null : Math.round(body.weight * 1000),
        body.category_id ?? null,
        body.item_status ?? null,
        body.image?.image_id_list ?? null,
        body.dimension?.package_length ?? null,
        body.dimension?.package_width ?? null,
        body.dimension?.package_height ?? null,
        toJson(detailsOf(body)),
        now,
      ],
    )
    const changed = await editable(db, shop.shop_id, body.item_id)
    return {
      item_id: changed.item_id,
      item_name: changed.name,
      description: changed.description,
      item_status: changed.status,
      category_id: changed.category_id,
      weight: changed.weight_grams / 1000,
      condition: changed.condition,
    }
  },
})

const deleteItem = shopEndpoint({
  method: 'POST',
  path: '/api/v2/product/delete_item',
  flat: true,
  body: z.object({ item_id: int64 }),
  refuse: refuseProduct,
  run: async ({ db, shop, now, body }) => {
    const item = await editable(db, shop.shop_id, body.item_id)
    if (item.fulfilled_by_shopee)
      throw new PlatformError('error_auth_product_is_pff', 'Item/Model Fulfillment by Shopee  can not be update.')
    if (isPromoted(item))
      throw new PlatformError('error_cannt_delete_in_promotion', 'Item cannot be deleted when item is under promotion.')
    await setStatus(db, item.item_id, 'SELLER_DELETE', now)
    return {}
  },
})

const unlistItem = shopEndpoint({
  method: 'POST',
  path: '/api/v2/product/unlist_item',
  body: z.object({
    item_list: z
      .array(z.object({ item_id: int64, unlist: boolean }))
      .min(1)
      .max(50),
  }),
  refuse: refuseProduct,
  run: async ({ db, shop, now, body }) => {
    const failures: { item_id: bigint; failed_reason: string }[] = []
    const successes: { item_id: bigint; unlist: boolean }[] = []
    for (const { item_id: itemId, unlist } of body.item_list) {
      const item = await lockItem(db, shop.shop_id, itemId)
      const failure = unlistFailure(item, unlist)
      if (failure !== null || !item) failures.push({ item_id: itemId, failed_reason: failure ?? '' })
      else {
        await setStatus(db, item.item_id, unlist ? 'UNLIST' : 'NORMAL', now)
        successes.push({ item_id: itemId, unlist })
      }
    }
    const response = { failure_list: failures, success_list: successes }
    if (successes.length === 0)
      throw new PlatformError('error_unlist_item_all_failed', 'Unlist item all failed.', 200, { response })
    return response
  },
})

function unlistFailure(item: Item | null, unlist: boolean): string | null {
  if (!item || DELETED.includes(item.status)) return 'Item_id is not found.'
  if (item.status === 'BANNED' || item.status === 'REVIEWING') return 'Banned and Reviewing Products cannot be delisted'
  return unlist && isPromoted(item) ? "Can't unlist item when item is under promotion" : null
}

const isPromoted = (item: Item) => item.models.some((model) => model.promotion_id !== null || model.reserved_stock > 0)

export const setStatus = (db: Database, itemId: bigint, status: string, now: number) =>
  db.query('UPDATE item SET status = $2, update_time = greatest(update_time, $3) WHERE item_id = $1', [
    itemId,
    status,
    now,
  ])

async function editable(db: Database, shopId: bigint, itemId: bigint): Promise<Item> {
  const item = await lockItem(db, shopId, itemId)
  if (!item || DELETED.includes(item.status)) throw itemNotFound()
  return item
}

export const editEndpoints: Endpoint[] = [addItem, updateItem, deleteItem, unlistItem]
