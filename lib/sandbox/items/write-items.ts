import type { Database } from '../database'
import { toJson } from '../json'
import type { ItemRow } from './items'

export type NewModel = {
  tierIndex: number[]
  name: string
  sku: string
  priceCents: number
  stock: number
  shopeeStock?: number
  weightGrams?: number
  gtinCode?: string
}

export type NewItem = {
  shopId: bigint
  name: string
  sku: string
  description: string
  categoryId: number
  status: 'NORMAL' | 'UNLIST'
  weightGrams: number
  lengthCm: number
  widthCm: number
  heightCm: number
  imageIds: string[]
  fulfilledByShopee?: boolean
  daysToShip?: number
  preOrder?: boolean
  condition?: string
  gtinCode?: string
  tierVariation?: ItemRow['tier_variation']
  details?: Record<string, unknown>
  createTime: number
  models: NewModel[]
}

/** Answers the item's id. An item without variations is given its one model. */
export async function insertItem(db: Database, item: NewItem): Promise<bigint> {
  const { rows } = await db.query<{ item_id: bigint }>(
    `INSERT INTO item (item_id, shop_id, name, sku, description, category_id, status, create_time, update_time,
       weight_grams, length_cm, width_cm, height_cm, image_ids, fulfilled_by_shopee, days_to_ship, pre_order, condition,
       gtin_code, tier_variation, details)
     VALUES (nextval('item_id_seq'), $1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       $18, $19) RETURNING item_id`,
    [
      item.shopId,
      item.name,
      item.sku,
      item.description,
      item.categoryId,
      item.status,
      item.createTime,
      item.weightGrams,
      item.lengthCm,
      item.widthCm,
      item.heightCm,
      item.imageIds,
      item.fulfilledByShopee ?? false,
      item.daysToShip ?? 2,
      item.preOrder ?? false,
      item.condition ?? 'NEW',
      item.gtinCode ?? '',
      toJson(item.tierVariation ?? []),
      toJson(item.details ?? {}),
    ],
  )
  const itemId = rows[0]!.item_id
  await insertModels(db, itemId, item.models)
  return itemId
}

/** A model with no tier index is the item's only one and has the id 0. */
async function insertModels(db: Database, itemId: bigint, models: NewModel[]): Promise<void> {
  for (const model of models)
    await db.query(
      `INSERT INTO model (item_id, model_id, tier_index, name, sku, original_price_cents, stock, shopee_stock,
         weight_grams, gtin_code)
       VALUES ($1, CASE WHEN cardinality($2::int[]) = 0 THEN 0 ELSE nextval('model_id_seq') END, $2, $3, $4, $5, $6, $7,
         $8, $9)`,
      [
        itemId,
        model.tierIndex,
        model.name,
        model.sku,
        model.priceCents,
        model.stock,
        model.shopeeStock ?? 0,
        model.weightGrams ?? null,
        model.gtinCode ?? '',
      ],
    )
}

/** 'Azul,M' from the tiers' options, as the platform composes a model's name. */
export const modelName = (tiers: ItemRow['tier_variation'], index: number[]) =>
  index.map((option, tier) => tiers[tier]?.option_list[option]?.option ?? '').join(',')
