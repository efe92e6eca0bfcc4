import type { Answer, ShopCaller } from './app'
import { priceOutcome, stockOutcome } from './product-schemas'
import { read } from './reading'
import { callShopee } from './transport'

export const MODELS_AT_ONCE = 50

/** The outcome for each variation of one listing: one may be refused while the others are set, and one may not be named at all. */
export type UpdateOutcome = { refused: { modelId: string; reason: string }[]; unnamed: string[] }
export type StockUpdate = { modelId: string; quantity: number; locationId?: string | null }
export type PriceUpdate = { modelId: string; priceCents: bigint }

type Outcome = {
  success_list: { model_id: string; original_price?: bigint | null }[]
  failure_list: { model_id: string; failed_reason: string }[]
}

/** Set is only what the answer says is set, at the price that was sent. A refusal without a variation is that of the only one sent. */
function outcomeOf(
  { success_list: successes, failure_list: failures }: Outcome,
  sent: readonly { modelId: string; priceCents?: bigint }[],
): UpdateOutcome {
  const only = sent.length === 1 ? sent[0]!.modelId : null
  const refused = failures.map((failure) => ({ modelId: only ?? failure.model_id, reason: failure.failed_reason }))
  const isSet = ({ modelId, priceCents }: (typeof sent)[number]) =>
    successes.some(
      (line) =>
        line.model_id === modelId && (priceCents === undefined || (line.original_price ?? priceCents) === priceCents),
    )
  const isRefused = (modelId: string) => refused.some((line) => line.modelId === modelId)
  const unnamed = sent.filter((one) => !isRefused(one.modelId) && !isSet(one)).map(({ modelId }) => modelId)
  return { refused, unnamed }
}

/**
 * Sets the seller's stock of one listing: up to 50 variations, '0' for a listing without. Sets, so may be repeated. When all
 * are refused that is an outcome too.
 */
export async function updateStock(
  shop: ShopCaller,
  itemId: string,
  updates: readonly StockUpdate[],
): Promise<Answer<UpdateOutcome>> {
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
  return read(path, stockOutcome, response ?? {}, (outcome) => outcomeOf(outcome, updates))
}

/** Cents as the decimal number that the platform takes; exact up to 2^53 cents. */
export const amountOf = (cents: bigint) => Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)

/** Sets the price before promotions of one listing: up to 50 variations, '0' for a listing without. */
export async function updatePrice(
  shop: ShopCaller,
  itemId: string,
  updates: readonly PriceUpdate[],
): Promise<Answer<UpdateOutcome>> {
  const path = '/api/v2/product/update_price'
  const { response } = await callShopee(shop, {
    path,
    repeatable: true,
    partialCodes: ['error_update_price_fail', 'error_busi_update_price_failed'],
    body: {
      item_id: BigInt(itemId),
      price_list: updates.map(({ modelId, priceCents }) => ({
        model_id: BigInt(modelId),
        original_price: amountOf(priceCents),
      })),
    },
  })
  return read(path, priceOutcome, response ?? {}, (outcome) => outcomeOf(outcome, updates))
}
