import {
  cents,
  decimal,
  fields,
  flag,
  id,
  idOrZero,
  integer,
  list,
  maybe,
  readable,
  requiredId,
  text,
  time,
  words,
} from './lenient'

export const itemPage = fields({
  item: readable(
    fields({ item_id: requiredId, item_status: text, update_time: time, tag: maybe(fields({ kit: flag })) }),
  ),
  total_count: integer,
  has_next_page: flag,
  next_offset: integer,
})

const price = fields({ currency: text, original_price: cents, current_price: cents })

const stockAt = fields({ location_id: text, stock: integer, if_saleable: text })
const stock = fields({
  summary_info: maybe(fields({ total_reserved_stock: integer, total_available_stock: integer })),
  seller_stock: list(stockAt),
  shopee_stock: list(stockAt),
})
export type StockInfo = (typeof stock)['_output']

const images = fields({ image_url_list: list(text) })

/** In centimetres. */
const dimension = fields({ package_length: decimal, package_width: decimal, package_height: decimal })

export const item = fields({
  item_id: requiredId,
  category_id: id,
  item_name: words,
  description: text,
  item_sku: text,
  item_status: text,
  create_time: time,
  update_time: time,
  price_info: list(price),
  image: maybe(images),
  weight: decimal,
  dimension: maybe(dimension),
  has_model: flag,
  has_promotion: flag,
  promotion_id: id,
  gtin_code: text,
  condition: text,
  deboost: flag,
  is_fulfillment_by_shopee: flag,
  tag: maybe(fields({ kit: flag })),
  tax_info: maybe(fields({ ncm: text, cest: text, origin: text, measure_unit: text })),
  stock_info_v2: maybe(stock),
})
export type Item = (typeof item)['_output']

const tier = fields({
  name: words,
  option_list: list(fields({ option: words, image: maybe(fields({ image_url: text })) })),
})

export const model = fields({
  model_id: requiredId,
  tier_index: list(integer),
  model_sku: text,
  model_status: text,
  price_info: list(price),
  stock_info_v2: maybe(stock),
  has_promotion: flag,
  promotion_id: id,
  gtin_code: text,
  weight: decimal,
  dimension: maybe(dimension),
  is_fulfillment_by_shopee: flag,
})
export type Model = (typeof model)['_output']

export const tiers = fields({ tier_variation: list(tier) })
export type Tiers = (typeof tiers)['_output']

const failed = fields({ model_id: idOrZero, failed_reason: words })
export const stockOutcome = fields({
  success_list: list(fields({ model_id: idOrZero, location_id: text, stock: integer })),
  failure_list: list(failed),
})
export const priceOutcome = fields({
  success_list: list(fields({ model_id: idOrZero, original_price: cents })),
  failure_list: list(failed),
})
