import type { Database } from '../database'
import type { Platform } from '../platform'
import { PlatformError } from '../platform-error'
import { queueWebhookEvent } from '../queue-webhook-event'
import { sendReservedStock } from '../stock'

export type NewPromotion = {
  shopId: bigint
  name: string
  /** As get_item_promotion and the orders name it: discount_promotion, flash_sale, seller_discount… */
  type: string
  startTime: number
  endTime: number
  locksPrice: boolean
  models: { itemId: bigint; modelId: bigint; priceCents: number; reservedStock: number }[]
}

type Reserve = {
  promotion_id: string
  type: string
  shop_id: bigint
  item_id: bigint
  model_id: bigint
  reserved_stock: number
  stage: string
  start_time: number
  end_time: number
}

/** Takes part of each model's stock aside, from now until its end. Answers its id. */
export async function startPromotion(db: Database, promotion: NewPromotion, now: number): Promise<bigint> {
  if (promotion.startTime >= promotion.endTime)
    throw new PlatformError('error_param', 'The promotion must start before it ends.')
  const stage = promotion.startTime <= now ? 'ongoing' : 'upcoming'
  const { rows } = await db.query<{ promotion_id: string }>(
    `INSERT INTO promotion (promotion_id, shop_id, name, type, locks_price, start_time, end_time, stage)
     VALUES (nextval('promotion_id_seq'), $1, $2, $3, $4, $5, $6, $7) RETURNING promotion_id`,
    [
      promotion.shopId,
      promotion.name,
      promotion.type,
      promotion.locksPrice,
      promotion.startTime,
      promotion.endTime,
      stage,
    ],
  )
  const promotionId = rows[0]!.promotion_id
  for (const model of promotion.models) await addModel(db, promotion, promotionId, model, now)
  await sendPromotion(db, { shopId: promotion.shopId, promotionId, itemIds: itemsOf(promotion.models), now, stage })
  return BigInt(promotionId)
}

async function addModel(
  db: Database,
  promotion: NewPromotion,
  promotionId: string,
  model: NewPromotion['models'][number],
  now: number,
): Promise<void> {
  const added = await db.query(
    `INSERT INTO promotion_model (promotion_id, item_id, model_id, price_cents, reserved_stock)
     SELECT $1, m.item_id, m.model_id, $5, $6 FROM model m JOIN item i USING (item_id)
     WHERE i.shop_id = $2 AND m.item_id = $3 AND m.model_id = $4 AND $5 < m.original_price_cents
       AND $6 <= m.stock + m.shopee_stock`,
    [promotionId, promotion.shopId, model.itemId, model.modelId, model.priceCents, model.reservedStock],
  )
  if (!added.rowCount)
    throw new PlatformError('error_param', 'A promotion needs a lower price and no more than the stock at hand.')
  await touch(db, model.itemId, now)
  await sendReservedStock(db, {
    shopId: promotion.shopId,
    itemId: model.itemId,
    modelId: model.modelId,
    promotionType: promotion.type,
    promotionId,
    old: 0,
    new: model.reservedStock,
    action: 'create_promotion',
    orderSn: '',
    now,
  })
}

/** The remaining reserve becomes free again. A promotion that has ended stays as it is. */
export async function endPromotion(db: Database, promotionId: bigint, now: number): Promise<void> {
  const { rows } = await db.query<Reserve>(
    `SELECT p.*, pm.item_id, pm.model_id, pm.reserved_stock FROM promotion p JOIN promotion_model pm USING (promotion_id)
     WHERE p.promotion_id = $1 AND p.stage <> 'ended' FOR UPDATE OF p, pm`,
    [promotionId],
  )
  const shopId = rows[0]?.shop_id
  if (shopId === undefined) return
  await db.query(
    `UPDATE promotion SET stage = 'ended', end_time = greatest(start_time, least(end_time, $2)) WHERE promotion_id = $1`,
    [promotionId, now],
  )
  await db.query('UPDATE promotion_model SET reserved_stock = 0 WHERE promotion_id = $1', [promotionId])
  for (const row of rows) {
    await touch(db, row.item_id, now)
    await sendReservedStock(db, {
      shopId,
      itemId: row.item_id,
      modelId: row.model_id,
      promotionType: row.type,
      promotionId: row.promotion_id,
      old: row.reserved_stock,
      new: 0,
      action: 'end_promotion',
      orderSn: '',
      now,
    })
  }
  const itemIds = itemsOf(rows.map((row) => ({ itemId: row.item_id })))
  await sendPromotion(db, { shopId, promotionId: String(promotionId), itemIds, now, stage: 'ended' })
}

/** The clock's part of advancePromotions. */
export const movePromotions = async (platform: Platform): Promise<void> => {
  await platform.transaction((db) => advancePromotions(db, platform.clock.now()))
}

/** Starts what is due and ends what is over: the clock's part. Answers how many changed. */
export async function advancePromotions(db: Database, now: number): Promise<number> {
  const begun = await db.query<{ promotion_id: string; shop_id: bigint }>(
    `UPDATE promotion SET stage = 'ongoing' WHERE stage = 'upcoming' AND start_time <= $1 AND end_time > $1
     RETURNING promotion_id, shop_id`,
    [now],
  )
  for (const { promotion_id: promotionId, shop_id: shopId } of begun.rows) {
    const { rows } = await db.query<{ item_id: bigint }>(
      `UPDATE item SET update_time = greatest(update_time, $2)
       WHERE item_id IN (SELECT item_id FROM promotion_model WHERE promotion_id = $1) RETURNING item_id`,
      [promotionId, now],
    )
    const itemIds = rows.map((row) => row.item_id)
    await sendPromotion(db, { shopId, promotionId, itemIds, now, stage: 'ongoing' })
  }
  const over = await db.query<{ promotion_id: string }>(
    `SELECT promotion_id FROM promotion WHERE stage <> 'ended' AND end_time <= $1`,
    [now],
  )
  for (const { promotion_id: promotionId } of over.rows) await endPromotion(db, BigInt(promotionId), now)
  return begun.rows.length + over.rows.length
}

const itemsOf = (models: { itemId: bigint }[]) => [...new Set(models.map((model) => model.itemId))]

const touch = (db: Database, itemId: bigint, now: number) =>
  db.query('UPDATE item SET update_time = greatest(update_time, $2) WHERE item_id = $1', [itemId, now])

const STAGE_ACTIONS: Record<string, string> = { upcoming: 'create', ongoing: 'start', ended: 'end' }

// Invented: the data of push 7 and 9. Only the codes and their names are published.
/** Push 7 for each item, 9 for the promotion. */
async function sendPromotion(
  db: Database,
  change: { shopId: bigint; promotionId: string; itemIds: bigint[]; now: number; stage: string },
): Promise<void> {
  const head = { shop_id: change.shopId, promotion_id: BigInt(change.promotionId), update_time: change.now }
  const action = STAGE_ACTIONS[change.stage] ?? change.stage
  for (const itemId of change.itemIds) {
    const data = { ...head, item_id: itemId, action }
    await queueWebhookEvent(db, { code: 7, shopId: change.shopId, data, now: change.now })
  }
  await queueWebhookEvent(db, { code: 9, shopId: change.shopId, data: { ...head, action }, now: change.now })
}
