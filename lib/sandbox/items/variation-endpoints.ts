import { z } from 'zod'
import type { Database } from '../database'
import { shopEndpoint, type Endpoint } from '../gateway'
import { toJson } from '../json'
import { int64 } from '../parameters'
import { reais } from '../payment/escrow-answer'
import { PlatformError } from '../platform-error'
import { imageUrl, LOCATION } from './item-answer'
import { DELETED, lockItem, type Item, type ItemRow } from './items'
import { itemNotFound, refuseProduct } from './refusals'
import { toCents } from './stock-endpoints'
import { insertModels, modelName } from './write-items'

const MAX_MODELS = 50
const MAX_TIERS = 2

const newModel = z.object({
  tier_index: z.array(z.number().int().min(0)).min(1),
  original_price: z.number(),
  model_sku: z.string().max(100).default(''),
  seller_stock: z.array(z.object({ location_id: z.string().optional(), stock: z.number().int().min(0) })).min(1),
  gtin_code: z.string().optional(),
  weight: z.number().positive().optional(),
})

type GivenModel = z.output<typeof newModel>

const initTierVariation = shopEndpoint({
  method: 'POST',
  path: '/api/v2/product/init_tier_variation',
  body: z.object({
    item_id: int64,
    model: z.array(newModel).min(1),
    standardise_tier_variation: z
      .array(
        z.object({
          variation_name: z.string().min(1),
          variation_option_list: z
            .array(z.object({ variation_option_name: z.string().min(1), image_id: z.string().optional() }))
            .min(1),
        }),
      )
      .optional(),
    tier_variation: z
      .array(
        z.object({
          name: z.string().min(1),
          option_list: z
            .array(z.object({ option: z.string().min(1), image: z.object({ image_id: z.string() }).optional() }))
            .min(1),
        }),
      )
      .optional(),
  }),
  refuse: refuseProduct,
  run: async ({ db, shop, now, body }) => {
    const item = await getOpenItem(db, shop.shop_id, body.item_id)
    const tiers = body.tier_variation ?? standardised(body.standardise_tier_variation ?? [])
    if (tiers.length === 0 || tiers.length > MAX_TIERS)
      throw new PlatformError('error_param', 'The level of tier-variation over 2.')
    if (item.tier_variation.length === tiers.length)
      throw new PlatformError('error_param', 'The level of tier-variation not change.')
    checkModels(tiers, body.model, [])
    await db.query('DELETE FROM model WHERE item_id = $1', [item.item_id])
    await db.query('UPDATE item SET tier_variation = $2, update_time = greatest(update_time, $3) WHERE item_id = $1', [
      item.item_id,
      toJson(tiers),
      now,
    ])
    await insertModels(
      db,
      item.item_id,
      body.model.map((model) => toNewModel(tiers, model)),
    )
    const changed = await getOpenItem(db, shop.shop_id, body.item_id)
    return {
      item_id: item.item_id,
      tier_variation: tiers.map(({ name, option_list: options }) => ({
        name,
        option_list: options.map(({ option, image }) => ({
          option,
          ...(image && { image: { image_url: imageUrl(image.image_id) } }),
        })),
      })),
      model: changed.models.map(modelAnswer),
    }
  },
})

const addModel = shopEndpoint({
  method: 'POST',
  path: '/api/v2/product/add_model',
  body: z.object({ item_id: int64, model_list: z.array(newModel).min(1) }),
  refuse: refuseProduct,
  run: async ({ db, shop, now, body }) => {
    const item = await getOpenItem(db, shop.shop_id, body.item_id)
    checkModels(
      item.tier_variation,
      body.model_list,
      item.models.map((model) => model.tier_index),
    )
    await insertModels(
      db,
      item.item_id,
      body.model_list.map((model) => toNewModel(item.tier_variation, model)),
    )
    await db.query('UPDATE item SET update_time = greatest(update_time, $2) WHERE item_id = $1', [item.item_id, now])
    const known = new Set(item.models.map((model) => model.model_id))
    const changed = await getOpenItem(db, shop.shop_id, body.item_id)
    return { model: changed.models.filter((model) => !known.has(model.model_id)).map(modelAnswer) }
  },
})

function standardised(
  tiers: { variation_name: string; variation_option_list: { variation_option_name: string; image_id?: string }[] }[],
): ItemRow['tier_variation'] {
  return tiers.map((tier) => ({
    name: tier.variation_name,
    option_list: tier.variation_option_list.map(({ variation_option_name: option, image_id: imageId }) => ({
      option,
      ...(imageId !== undefined && { image: { image_id: imageId } }),
    })),
  }))
}

function checkModels(tiers: ItemRow['tier_variation'], models: GivenModel[], taken: number[][]): void {
  const indexes = [...taken, ...models.map((model) => model.tier_index)]
  if (indexes.length > MAX_MODELS)
    throw new PlatformError(
      'error_param',
      'Count of tier_variation options should be under 50. Count of 2-level variations combinations should be under 50.',
    )
  const fits = models.every(
    ({ tier_index: index }) =>
      index.length === tiers.length && index.every((option, tier) => option < (tiers[tier]?.option_list.length ?? 0)),
  )
  if (!fits) throw new PlatformError('error_param', 'Model tier_index error.')
  if (new Set(indexes.map(String)).size < indexes.length)
    throw new PlatformError('error_model_duplicate_tier_variation_index', 'Item have duplicate tier_index.')
}

const toNewModel = (tiers: ItemRow['tier_variation'], model: GivenModel) => ({
  tierIndex: model.tier_index,
  name: modelName(tiers, model.tier_index),
  sku: model.model_sku,
  priceCents: toCents(model.original_price),
  stock: model.seller_stock[0]!.stock,
  weightGrams: model.weight === undefined ? undefined : Math.round(model.weight * 1000),
  gtinCode: model.gtin_code,
})

const modelAnswer = (model: Item['models'][number]) => ({
  tier_index: model.tier_index,
  model_id: model.model_id,
  model_sku: model.sku,
  price_info: [{ original_price: reais(model.original_price_cents) }],
  seller_stock: [{ location_id: LOCATION, stock: model.stock }],
})

async function getOpenItem(db: Database, shopId: bigint, itemId: bigint): Promise<Item> {
  const item = await lockItem(db, shopId, itemId)
  if (!item || DELETED.includes(item.status)) throw itemNotFound()
  if (item.fulfilled_by_shopee)
    throw new PlatformError('error_auth_product_is_pff', 'Item/Model Fulfillment by Shopee  can not be update.')
  if (item.models.some((model) => model.reserved_stock > 0))
    throw new PlatformError(
      'error_cannt_init_tier_in_promotion',
      'Tier_variation cannot be changed when item is under promotion.',
    )
  return item
}

export const variationEndpoints: Endpoint[] = [initTierVariation, addModel]
