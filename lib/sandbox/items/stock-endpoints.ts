import { z } from 'zod'
import { shopEndpoint, type Endpoint } from '../gateway'
import { int64 } from '../parameters'
import { PlatformError } from '../platform-error'
import { queueWebhookEvent } from '../queue-webhook-event'
import type { Database } from '../database'
import { reais } from '../payment/escrow-answer'
import { LOCATION } from './item-answer'
import { DELETED, hasModels, listItems, lockItem, type Item, type ModelRow } from './items'
import { constraint, itemNotFound, refuseProduct } from './refusals'

/** The ranges that update_price and update_stock hold to. */
const ITEM_LIMITS = {
  price_limit: { min_limit: 1, max_limit: 500000 },
  stock_limit: { min_limit: 0, max_limit: 9999999 },
} as const

const MAX_MODELS = 50
/** In Brazil the dearest variation may cost four times the cheapest. */
const MAX_SPREAD = 4

const MESSAGES = {
  fbs: 'The current item belong to the full FBS or B2C shop, so normal stock must be equal to 0',
  belowReserved: 'Can not update item with stock less than reserved stock',
  stockFailed: 'Update stock failed, please check failure_list for detailed reason',
  priceFailed: 'Update price failed, please try later.',
  priceLocked: 'Original_price cannot be edited when item is under promotion.',
}

type Failure = { model_id: bigint; failed_reason: string }

const updateStock = shopEndpoint({
  method: 'POST',
  path: '/api/v2/product/update_stock',
  body: z.object({
    item_id: int64,
    stock_list: z.array(
      z.object({
        model_id: int64.default(0n),
        seller_stock: z.array(z.object({ location_id: z.string().optional(), stock: z.number().int().min(0) })).min(1),
      }),
    ),
  }),
  refuse: refuseProduct,
  run: async ({ db, shop, now, body }) => {
    checkLength('stock_list', body.stock_list)
    const item = await editable(db, shop.shop_id, body.item_id)
    checkModels(item, body.stock_list, 'stock')
    if (item.fulfilled_by_shopee) throw new PlatformError('error_auth', MESSAGES.fbs)
    const failures: Failure[] = []
    const successes: { model_id: bigint; location_id: string; stock: number }[] = []
    for (const {
      model_id: modelId,
      seller_stock: [given],
    } of body.stock_list) {
      const failure = stockFailure(item, modelId, given!)
      if (failure) failures.push({ model_id: modelId, failed_reason: failure })
      else {
        await setStock(db, { itemId: item.item_id, modelId, stock: given!.stock, now })
        successes.push({ model_id: modelId, location_id: given!.location_id ?? LOCATION, stock: given!.stock })
      }
    }
    const response = { failure_list: failures, success_list: successes }
    if (successes.length === 0)
      throw new PlatformError('error_busi_update_stock_failed', MESSAGES.stockFailed, 200, { response })
    return response
  },
})

function stockFailure(item: Item, modelId: bigint, given: { location_id?: string; stock: number }): string | null {
  const model = modelOf(item, modelId)
  if (!model) return 'Wrong model_id.'
  if (given.location_id && given.location_id !== LOCATION) return 'Invalid stock location ID'
  if (given.stock > ITEM_LIMITS.stock_limit.max_limit) return 'stock exceeds the limit'
  return given.stock + model.shopee_stock < model.reserved_stock ? MESSAGES.belowReserved : null
}

export async function setStock(
  db: Database,
  change: { itemId: bigint; modelId: bigint; stock: number; now: number },
): Promise<void> {
  await db.query('UPDATE model SET stock = $3 WHERE item_id = $1 AND model_id = $2', [
    change.itemId,
    change.modelId,
    change.stock,
  ])
  await db.query('UPDATE item SET update_time = greatest(update_time, $2) WHERE item_id = $1', [
    change.itemId,
    change.now,
  ])
}

const updatePrice = shopEndpoint({
  method: 'POST',
  path: '/api/v2/product/update_price',
  body: z.object({
    item_id: int64,
    price_list: z.array(z.object({ model_id: int64.default(0n), original_price: z.number() })),
  }),
  refuse: refuseProduct,
  run: async ({ db, shop, now, body }) => {
    checkLength('price_list', body.price_list)
    const item = await editable(db, shop.shop_id, body.item_id)
    checkModels(item, body.price_list, 'price')
    const wanted = body.price_list.map((each) => ({ modelId: each.model_id, cents: toCents(each.original_price) }))
    const failures: Failure[] = []
    const accepted: typeof wanted = []
    for (const each of wanted) {
      const failure = priceFailure(modelOf(item, each.modelId), each.cents)
      if (failure) failures.push({ model_id: each.modelId, failed_reason: failure })
      else accepted.push(each)
    }
    checkSpread(item, accepted)
    for (const each of accepted)
      await setPrice(db, { shopId: shop.shop_id, item, modelId: each.modelId, cents: each.cents, now })
    const response = {
      failure_list: failures,
      success_list: accepted.map((each) => ({ model_id: each.modelId, original_price: reais(each.cents) })),
    }
    if (accepted.length === 0)
      throw new PlatformError('error_update_price_fail', MESSAGES.priceFailed, 200, { response })
    return response
  },
})

/** Two decimals in Brazil. */
export function toCents(price: number): number {
  const cents = Math.round(price * 100)
  if (Math.abs(price * 100 - cents) > 1e-6)
    throw new PlatformError('error_invalid_price', 'Invalid price, please use the correct format')
  return cents
}

function priceFailure(model: ModelRow | undefined, cents: number): string | null {
  if (!model) return 'Wrong model_id.'
  const { min_limit: min, max_limit: max } = ITEM_LIMITS.price_limit
  if (cents < min * 100) return 'Original_price is less than min price limit.'
  if (cents > max * 100) return 'Original_price is bigger than max price limit.'
  return model.price_locked ? MESSAGES.priceLocked : null
}

function checkSpread(item: Item, changes: { modelId: bigint; cents: number }[]): void {
  const prices = item.models.map(
    (model) => changes.find((change) => change.modelId === model.model_id)?.cents ?? model.original_price_cents,
  )
  if (Math.max(...prices) > MAX_SPREAD * Math.min(...prices))
    throw new PlatformError('error_price_out_of_range', 'Price is out of range.')
}

/** Tells push 22 of it. */
export async function setPrice(
  db: Database,
  change: { shopId: bigint; item: Item; modelId: bigint; cents: number; now: number },
): Promise<void> {
  const old = modelOf(change.item, change.modelId)?.original_price_cents
  if (old === undefined || old === change.cents) return
  const itemId = change.item.item_id
  await db.query('UPDATE model SET original_price_cents = $3 WHERE item_id = $1 AND model_id = $2', [
    itemId,
    change.modelId,
    change.cents,
  ])
  await db.query('UPDATE item SET update_time = greatest(update_time, $2) WHERE item_id = $1', [itemId, change.now])
  const data = {
    item_id: itemId,
    model_id: change.modelId,
    update_field: 'original_price',
    old_value: reais(old),
    new_value: reais(change.cents),
    update_time: change.now,
  }
  await queueWebhookEvent(db, { code: 22, shopId: change.shopId, data, now: change.now })
}

async function editable(db: Database, shopId: bigint, itemId: bigint): Promise<Item> {
  const item = await lockItem(db, shopId, itemId)
  if (!item) throw await notTheShops(db, itemId)
  if (DELETED.includes(item.status)) throw itemNotFound()
  if (item.status === 'BANNED')
    throw new PlatformError('error_item_uneditable', "Can't edit this item. item status can not support editing.")
  return item
}

async function notTheShops(db: Database, itemId: bigint): Promise<PlatformError> {
  const { rows } = await db.query<{ shop_id: bigint }>('SELECT shop_id FROM item WHERE item_id = $1', [itemId])
  const [other] = rows[0] ? await listItems(db, rows[0].shop_id, [itemId]) : []
  return other ? new PlatformError('error_item_not_belong_shop', 'Item not belong to shop.') : itemNotFound()
}

function checkLength(name: string, entries: unknown[]): void {
  if (entries.length < 1 || entries.length > MAX_MODELS)
    throw constraint(`${name} length should be between 1 to ${MAX_MODELS}`)
}

function checkModels(item: Item, entries: { model_id: bigint }[], what: 'stock' | 'price'): void {
  if (new Set(entries.map((each) => each.model_id)).size < entries.length)
    throw new PlatformError('error_param', 'Repeat model_id.')
  if (!hasModels(item) || entries.every((each) => each.model_id !== 0n)) return
  throw what === 'stock'
    ? new PlatformError(
        'error_edit_item_stock_for_item_has_model',
        "Can't to edit item stock directly while item has models.",
      )
    : new PlatformError(
        'error_edit_item_price_for_item_has_model',
        "Can't edit item price directly while item has models.",
      )
}

const modelOf = (item: Item, modelId: bigint) => item.models.find((model) => model.model_id === modelId)

export const stockEndpoints: Endpoint[] = [updateStock, updatePrice]
