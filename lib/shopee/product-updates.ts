import type { Answer, ShopCaller } from './app'
import { priceOutcome, stockOutcome } from './product-schemas'
import { read } from './reading'
import { callShopee } from './transport'

export const MODELS_AT_ONCE = 50

/** The outcome for each variation of one listing: one may be refused while the others are set. */
export type UpdateOutcome<T> = { done: T[]; refused: { modelId: string; reason: string }[] }
export type StockUpdate = { modelId: string; quantity: number; locationId?: string | null }
export type PriceUpdate = { modelId: string; priceCents: bigint }

type Refusal = { model_id: string; failed_reason: string }
const refusedOf = (failures: Refusal[]) =>
  failures.map((failure) => ({ modelId: failure.model_id, reason: failure.failed_reason }))

/**
 * Sets the seller's stock of one listing: up to 50 variations, '0' for a listing without. Sets, so may be repeated. When all
 * are refused that is an outcome too.
 */
export async function updateStock(
  shop: ShopCaller,
  itemId: string,
  updates: readonly StockUpdate[],
): Promise<Answer<UpdateOutcome<{ modelId: string; quantity: number | null }>>> {
  const path = '/api/v2/product/update_stock'
  const { response } = await callShopee(shop, {
    path,
    repeatable: true,
    partialCodes: ['error_busi_update_stock_failed'],
    body: {
      item_id: BigInt(itemId),
      stock_list: updates.map(({ modelId, quantity, locationId }) => ({
        model_id: BigInt(modelId),
        seller_stock: [{ ...(locationId && { location_id: locationId }), stock: quantity }],
      })),
    },
  })
  return read(path, stockOutcome, response ?? {}, (outcome) => ({
    done: outcome.success_list.map((line) => ({ modelId: line.model_id, quantity: line.stock })),
    refused: refusedOf(outcome.failure_list),
  }))
}

/** Cents as the decimal number that the platform takes; exact up to 2^53 cents. */
export const amountOf = (cents: bigint) => Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)

/** Sets the price before promotions of one listing: up to 50 variations, '0' for a listing without. */
export async function updatePrice(
  shop: ShopCaller,
  itemId: string,
  updates: readonly PriceUpdate[],
): Promise<Answer<UpdateOutcome<{ modelId: string; priceCents: bigint | null }>>> {
  const path = '/api/v2/product/update_price'
  const { response } = await callShopee(shop, {
    path,
    repeatable: true,
    partialCodes: ['error_busi_update_price_failed'],
    body: {
      item_id: BigInt(itemId),
      price_list: updates.map(({ modelId, priceCents }) => ({
        model_id: BigInt(modelId),
        original_price: amountOf(priceCents),
      })),
    },
  })
  return read(path, priceOutcome, response ?? {}, (outcome) => ({
    done: outcome.success_list.map((line) => ({ modelId: line.model_id, priceCents: line.original_price })),
    refused: refusedOf(outcome.failure_list),
  }))
}
