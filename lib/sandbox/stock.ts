import type { Database } from './database'
import { PlatformError } from './platform-error'
import { queueWebhookEvent } from './queue-webhook-event'

export type Sellable = {
  itemId: bigint
  modelId: bigint
  itemName: string
  itemSku: string
  modelName: string
  modelSku: string
  originalPriceCents: number
  /** The promotion's while one runs, else the original one. */
  priceCents: number
  /** '' and 0 when no promotion runs. */
  promotionType: string
  promotionId: string
  weightGrams: number
  imageUrl: string
  fulfilledByShopee: boolean
  available: number
}

const SELLABLE = `
  SELECT i.item_id AS "itemId", m.model_id AS "modelId", i.name AS "itemName", i.sku AS "itemSku",
    m.name AS "modelName", m.sku AS "modelSku", m.original_price_cents AS "originalPriceCents",
    coalesce(p.price_cents, m.original_price_cents) AS "priceCents",
    coalesce(p.type, '') AS "promotionType", coalesce(p.promotion_id, 0)::text AS "promotionId",
    coalesce(m.weight_grams, i.weight_grams) AS "weightGrams",
    coalesce('https://cf.shopee.com.br/file/' || i.image_ids[1], '') AS "imageUrl",
    i.fulfilled_by_shopee AS "fulfilledByShopee",
    CASE WHEN i.fulfilled_by_shopee THEN m.shopee_stock ELSE m.stock END AS available
  FROM item i JOIN model m USING (item_id) LEFT JOIN LATERAL (
    SELECT pm.price_cents, p.type, p.promotion_id FROM promotion_model pm JOIN promotion p USING (promotion_id)
    WHERE pm.item_id = m.item_id AND pm.model_id = m.model_id AND p.stage = 'ongoing'
    ORDER BY p.start_time DESC, p.promotion_id LIMIT 1) p ON true
  WHERE i.shop_id = $1 AND i.status = 'NORMAL'`

/** A shop's listings that a buyer can order, with the price of the moment; oldest item first. */
export async function listSellable(db: Database, shopId: bigint): Promise<Sellable[]> {
  const { rows } = await db.query<Sellable>(`${SELLABLE} ORDER BY i.item_id, m.model_id`, [shopId])
  return rows
}

export async function getSellable(
  db: Database,
  shopId: bigint,
  itemId: bigint,
  modelId: bigint,
): Promise<Sellable | null> {
  const { rows } = await db.query<Sellable>(`${SELLABLE} AND m.item_id = $2 AND m.model_id = $3`, [
    shopId,
    itemId,
    modelId,
  ])
  return rows[0] ?? null
}

/**
 * Moves a model's free stock: delta < 0 when an order takes units, > 0 when they come back. Stock in the marketplace's
 * warehouse moves there. While a promotion runs, its reserve moves along and event 8 reports it. Missing stock cannot
 * be sold: error_busi "Stock is not enough."; a model deleted since is left alone.
 */
export async function reserveStock(
  db: Database,
  shopId: bigint,
  itemId: bigint,
  modelId: bigint,
  delta: number,
  cause: { now?: number; orderSn?: string } = {},
): Promise<void> {
  const now = cause.now ?? (await platformNow(db))
  const { rows } = await db.query<{ left: number }>(
    `UPDATE model m SET stock = m.stock + CASE WHEN i.fulfilled_by_shopee THEN 0 ELSE $4::int END,
       shopee_stock = m.shopee_stock + CASE WHEN i.fulfilled_by_shopee THEN $4::int ELSE 0 END
     FROM item i WHERE i.item_id = m.item_id AND i.shop_id = $1 AND m.item_id = $2 AND m.model_id = $3
       AND CASE WHEN i.fulfilled_by_shopee THEN m.shopee_stock ELSE m.stock END + $4::int >= 0
     RETURNING m.stock AS left`,
    [shopId, itemId, modelId, delta],
  )
  if (!rows[0]) {
    if (delta > 0) return
    throw new PlatformError('error_busi', 'Stock is not enough.')
  }
  await db.query('UPDATE item SET update_time = greatest(update_time, $2) WHERE item_id = $1', [itemId, now])
  await movePromotionReserve(db, { shopId, itemId, modelId, delta, now, orderSn: cause.orderSn ?? '' })
}

type ReserveMove = { shopId: bigint; itemId: bigint; modelId: bigint; delta: number; now: number; orderSn: string }

async function movePromotionReserve(db: Database, move: ReserveMove): Promise<void> {
  const { rows } = await db.query<{ promotion_id: string; type: string; old: number; new: number }>(
    `WITH running AS (
       SELECT pm.promotion_id, p.type, pm.reserved_stock AS old FROM promotion_model pm JOIN promotion p USING (promotion_id)
       WHERE p.shop_id = $1 AND pm.item_id = $2 AND pm.model_id = $3 AND p.stage = 'ongoing'
       ORDER BY p.start_time DESC, pm.promotion_id LIMIT 1 FOR UPDATE OF pm)
     UPDATE promotion_model pm SET reserved_stock = greatest(0, pm.reserved_stock + $4::int)
     FROM running WHERE running.promotion_id = pm.promotion_id AND pm.item_id = $2 AND pm.model_id = $3
       AND (running.old > 0 OR $4::int > 0)
     RETURNING running.promotion_id, running.type, running.old, pm.reserved_stock AS new`,
    [move.shopId, move.itemId, move.modelId, move.delta],
  )
  for (const reserve of rows)
    await sendReservedStock(db, {
      ...move,
      promotionType: reserve.type,
      promotionId: reserve.promotion_id,
      old: reserve.old,
      new: reserve.new,
      action: move.delta < 0 ? 'place_order' : 'cancel_order',
    })
}

/** Push 8. `action` is place_order, cancel_order, create_promotion or end_promotion. */
export async function sendReservedStock(
  db: Database,
  change: Omit<ReserveMove, 'delta'> & {
    promotionType: string
    promotionId: string
    old: number
    new: number
    action: string
  },
): Promise<void> {
  if (change.old === change.new) return
  const data = {
    shop_id: change.shopId,
    item_id: change.itemId,
    variation_id: change.modelId,
    changed_values: [{ name: 'reserved_stock', old: change.old, new: change.new }],
    promotion_type: change.promotionType,
    promotion_id: BigInt(change.promotionId),
    action: change.action,
    ordersn: change.orderSn,
    update_time: change.now,
  }
  await queueWebhookEvent(db, { code: 8, shopId: change.shopId, data, now: change.now })
}

async function platformNow(db: Database): Promise<number> {
  const { rows } = await db.query<{ now: number }>(
    `SELECT floor(extract(epoch FROM clock_timestamp()))::float8
       + coalesce((SELECT value::text::float8 FROM setting WHERE name = 'clockOffsetSeconds'), 0) AS now`,
  )
  return rows[0]!.now
}
