import type { Database } from '../database'

export type ItemRow = {
  item_id: bigint
  shop_id: bigint
  name: string
  sku: string
  description: string
  category_id: number
  status: string
  create_time: number
  update_time: number
  weight_grams: number
  length_cm: number
  width_cm: number
  height_cm: number
  condition: string
  image_ids: string[]
  tier_variation: { name: string; option_list: { option: string; image?: { image_id: string } }[] }[]
  fulfilled_by_shopee: boolean
  deboost: boolean
  kit: boolean
  pre_order: boolean
  days_to_ship: number
  gtin_code: string
  details: Record<string, unknown>
}

export type ModelRow = {
  item_id: bigint
  model_id: bigint
  tier_index: number[]
  name: string
  sku: string
  original_price_cents: number
  stock: number
  shopee_stock: number
  weight_grams: number | null
  gtin_code: string
  /** For promotions that run or are to come. */
  reserved_stock: number
  /** The running promotion; null when none does. */
  promotion_id: string | null
  promotion_price_cents: number | null
  price_locked: boolean
}

export type Item = ItemRow & { models: ModelRow[] }

const MODELS = `
  SELECT m.*, coalesce(r.reserved_stock, 0)::integer AS reserved_stock, coalesce(r.price_locked, false) AS price_locked,
    p.promotion_id::text AS promotion_id, p.price_cents AS promotion_price_cents
  FROM model m
  LEFT JOIN LATERAL (
    SELECT sum(pm.reserved_stock) AS reserved_stock, bool_or(p.locks_price) AS price_locked
    FROM promotion_model pm JOIN promotion p USING (promotion_id)
    WHERE pm.item_id = m.item_id AND pm.model_id = m.model_id AND p.stage <> 'ended') r ON true
  LEFT JOIN LATERAL (
    SELECT pm.promotion_id, pm.price_cents FROM promotion_model pm JOIN promotion p USING (promotion_id)
    WHERE pm.item_id = m.item_id AND pm.model_id = m.model_id AND p.stage = 'ongoing'
    ORDER BY p.start_time DESC, p.promotion_id LIMIT 1) p ON true
  WHERE m.item_id = ANY ($1) ORDER BY m.item_id, m.tier_index, m.model_id`

/** Items of one shop with their models, in the order asked for; what is not the shop's is left out. */
export async function listItems(db: Database, shopId: bigint, itemIds: bigint[]): Promise<Item[]> {
  const items = await db.query<ItemRow>('SELECT * FROM item WHERE shop_id = $1 AND item_id = ANY ($2)', [
    shopId,
    itemIds,
  ])
  const models = await db.query<ModelRow>(MODELS, [items.rows.map((item) => item.item_id)])
  const byId = new Map(items.rows.map((item): [bigint, Item] => [item.item_id, { ...item, models: [] }]))
  for (const model of models.rows) byId.get(model.item_id)?.models.push(model)
  return itemIds.flatMap((itemId) => byId.get(itemId) ?? [])
}

/** Locked until the end of the call, so that two changes of one item follow each other. */
export async function lockItem(db: Database, shopId: bigint, itemId: bigint): Promise<Item | null> {
  await db.query('SELECT 1 FROM item WHERE shop_id = $1 AND item_id = $2 FOR UPDATE', [shopId, itemId])
  return (await listItems(db, shopId, [itemId]))[0] ?? null
}

export const hasModels = (item: Item) => item.tier_variation.length > 0

export const DELETED = ['SELLER_DELETE', 'SHOPEE_DELETE']

export const setStatus = (db: Database, itemId: bigint, status: string, now: number) =>
  db.query('UPDATE item SET status = $2, update_time = greatest(update_time, $3) WHERE item_id = $1', [
    itemId,
    status,
    now,
  ])
