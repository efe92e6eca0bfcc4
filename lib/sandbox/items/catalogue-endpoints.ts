import { z } from 'zod'
import { shopEndpoint, type Endpoint } from '../gateway'
import { int64, integer, list } from '../parameters'
import { PlatformError } from '../platform-error'
import { reais } from '../payment/escrow-answer'
import { ATTRIBUTES, CATEGORIES, ITEM_LIMITS, LEAF_CATEGORIES } from './catalogue'
import { listItems } from './items'
import { refuseProduct } from './refusals'

const MAX_CATEGORIES = 20

const language = z.string().optional()

function checkLanguage(given: string | undefined): void {
  if (given !== undefined && !['en', 'pt-br', 'pt-BR', 'zh-hans', 'zh-Hans'].includes(given))
    throw new PlatformError('error_invalid_language', 'Invalid language.')
}

const attributeTree = () =>
  ATTRIBUTES.map(({ id, name, mandatory, values }) => ({
    attribute_id: id,
    mandatory,
    name,
    attribute_value_list: values.map((value, index) => ({
      value_id: id * 10 + index,
      name: value,
      value_unit: '',
      child_attribute_list: [],
      multi_lang: [{ language: 'pt-BR', value }],
    })),
    attribute_info: {
      input_type: 2,
      input_validation_type: 2,
      format_type: 1,
      date_format_type: 0,
      attribute_unit_list: [],
      max_value_count: 1,
    },
    multi_lang: [{ language: 'pt-BR', value: name }],
  }))

type PromotionRow = {
  item_id: bigint
  model_id: bigint
  promotion_id: string
  type: string
  start_time: number
  end_time: number
  stage: string
  price_cents: number
  reserved_stock: number
}

export const catalogueEndpoints: Endpoint[] = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/get_category',
    query: z.object({ language }),
    run: async ({ query }) => {
      checkLanguage(query.language)
      return {
        category_list: CATEGORIES.map(({ id, parent, name }) => ({
          category_id: id,
          parent_category_id: parent,
          original_category_name: name,
          display_category_name: name,
          has_children: parent === 0,
        })),
      }
    },
  }),

  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/get_attribute_tree',
    query: z.object({
      category_id_list: list(integer).pipe(z.array(z.number()).min(1).max(MAX_CATEGORIES)),
      language,
    }),
    refuse: refuseProduct,
    run: async ({ query }) => {
      checkLanguage(query.language)
      const unknown = query.category_id_list.find((id) => !LEAF_CATEGORIES.includes(id))
      if (unknown !== undefined) throw new PlatformError('error_invalid_category', `Invalid category ID ${unknown}`)
      return { list: query.category_id_list.map((id) => ({ attribute_tree: attributeTree(), category_id: id })) }
    },
  }),

  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/get_item_limit',
    query: z.object({ category_id: integer.optional() }),
    run: async () => ITEM_LIMITS,
  }),

  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/get_item_promotion',
    query: z.object({ item_id_list: list(int64).pipe(z.array(z.bigint()).min(1).max(50)) }),
    refuse: refuseProduct,
    run: async ({ db, shop, query }) => {
      if (new Set(query.item_id_list).size < query.item_id_list.length)
        throw new PlatformError('error_param', 'Repeat item_id.')
      const items = await listItems(db, shop.shop_id, query.item_id_list)
      const known = new Set(items.map((item) => item.item_id))
      const { rows } = await db.query<PromotionRow>(
        `SELECT pm.item_id, pm.model_id, p.promotion_id, p.type, p.start_time, p.end_time, p.stage, pm.price_cents,
           pm.reserved_stock
         FROM promotion_model pm JOIN promotion p USING (promotion_id)
         WHERE p.shop_id = $1 AND p.stage <> 'ended' AND pm.item_id = ANY ($2)
         ORDER BY p.start_time, p.promotion_id, pm.model_id`,
        [shop.shop_id, query.item_id_list],
      )
      const failures = query.item_id_list.filter((itemId) => !known.has(itemId))
      return {
        success_list: items.map((item) => ({
          item_id: item.item_id,
          promotion: rows.filter((row) => row.item_id === item.item_id).map(promotionAnswer),
        })),
        ...(failures.length > 0 && {
          failure_list: failures.map((itemId) => ({ item_id: itemId, failed_reason: 'Item_id is not found.' })),
        }),
      }
    },
  }),
]

const promotionAnswer = (row: PromotionRow) => ({
  promotion_type: row.type,
  promotion_id: BigInt(row.promotion_id),
  model_id: row.model_id,
  start_time: row.start_time,
  end_time: row.end_time,
  promotion_price_info: [{ promotion_price: reais(row.price_cents) }],
  promotion_staging: row.stage,
  promotion_stock_info_v2: { summary_info: { total_reserved_stock: row.reserved_stock } },
})
