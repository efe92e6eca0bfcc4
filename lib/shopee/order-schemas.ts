import {
  cents,
  count,
  decimal,
  fields,
  filled,
  flag,
  id,
  idOrZero,
  integer,
  key,
  list,
  maybe,
  readable,
  requiredId,
  requiredTime,
  text,
  time,
  wordList,
  words,
} from './lenient'

const orderLine = fields({ order_sn: key, order_status: text, booking_sn: text })
export const orderPage = fields({ more: flag, next_cursor: text, order_list: readable(orderLine) })

const orderItem = fields({
  item_id: requiredId,
  item_name: words,
  item_sku: text,
  model_id: idOrZero,
  model_name: text,
  model_sku: text,
  model_quantity_purchased: count,
  model_original_price: cents,
  model_discounted_price: cents,
  weight: decimal,
  order_item_id: id,
  line_item_id: id,
  promotion_type: text,
  promotion_id: id,
  promotion_group_id: id,
  add_on_deal: flag,
  main_item: flag,
  image_info: maybe(fields({ image_url: text })),
  product_location_id: text,
  is_b2c_owned_item: flag,
  hot_listing_item: flag,
  cancelled_qty: count,
  returned_qty: count,
})

const packageItem = fields({
  item_id: requiredId,
  model_id: idOrZero,
  model_quantity: count,
  order_item_id: id,
  product_location_id: text,
})

const orderPackage = fields({
  package_number: text,
  logistics_status: text,
  logistics_channel_id: id,
  shipping_carrier: text,
  allow_self_design_awb: flag,
  item_list: readable(packageItem),
  parcel_chargeable_weight: integer,
  parcel_chargeable_weight_gram: integer,
  group_shipment_id: id,
  sorting_group: text,
})

export const addressShape = {
  name: text,
  phone: text,
  town: text,
  district: text,
  city: text,
  state: text,
  region: text,
  zipcode: text,
  full_address: text,
}

const invoice = fields({
  number: text,
  series_number: text,
  access_key: text,
  issue_date: time,
  total_value: cents,
  products_total_value: cents,
  tax_code: text,
  status: text,
  pending_reason: text,
})

const payment = fields({
  payment_method: text,
  payment_processor_register: text,
  card_brand: text,
  transaction_id: text,
  payment_amount: cents,
})

export const orderDetail = fields({
  order_sn: key,
  order_status: key,
  region: text,
  currency: text,
  cod: flag,
  create_time: requiredTime,
  update_time: requiredTime,
  pay_time: time,
  pickup_done_time: time,
  days_to_ship: integer,
  ship_by_date: time,
  edt_from: time,
  edt_to: time,
  return_request_due_date: time,
  note_update_time: time,
  total_amount: cents,
  estimated_shipping_fee: cents,
  actual_shipping_fee: cents,
  actual_shipping_fee_confirmed: flag,
  reverse_shipping_fee: cents,
  shipping_carrier: text,
  checkout_shipping_carrier: text,
  payment_method: text,
  payment_info: list(payment),
  buyer_user_id: id,
  buyer_username: text,
  buyer_cpf_id: text,
  recipient_address: maybe(fields(addressShape)),
  message_to_seller: text,
  note: text,
  item_list: filled(orderItem),
  package_list: list(orderPackage),
  invoice_data: maybe(invoice),
  cancel_by: text,
  cancel_reason: text,
  buyer_cancel_reason: text,
  fulfillment_flag: text,
  can_partial_cancel_order: flag,
  split_up: flag,
  pending_terms: wordList,
  pending_description: wordList,
  is_international: flag,
  hot_listing_order: flag,
  advance_package: flag,
  order_chargeable_weight_gram: integer,
})
export type OrderDetail = (typeof orderDetail)['_output']

export const updated = fields({ update_time: time })

export const packageDetail = fields({
  order_sn: key,
  package_number: key,
  fulfillment_status: text,
  logistics_channel_id: id,
  is_shipment_arranged: flag,
  invoice_pending: maybe(fields({ status: text, pending_reason: text })),
  status_info_tag: maybe(fields({ tag_id: integer, timestamp: time })),
})

export const packagePage = fields({
  packages_list: readable(
    fields({
      order_sn: key,
      package_number: text,
      logistics_channel_id: id,
      product_location_id: text,
      sorting_group: text,
      is_shipment_arranged: flag,
    }),
  ),
  pagination: maybe(fields({ total_count: count, next_cursor: text, more: flag })),
})
