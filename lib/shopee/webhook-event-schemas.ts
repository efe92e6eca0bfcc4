import { count, fields, flag, id, smallInteger, text, time, wordList } from './lenient'

export const webhookEventFrame = fields({
  code: smallInteger,
  shop_id: id,
  shopid: id,
  partner_id: id,
  timestamp: time,
})

/** The fields of any webhook event: the platform names an order and a shop in more than one way. */
export const webhookEventData = fields({
  ordersn: text,
  order_sn: text,
  shop_id: id,
  shopid: id,
  status: text,
  update_time: time,
  completed_scenario: text,
  package_number: text,
  tracking_no: text,
  tracking_number: text,
  fulfillment_status: text,
  return_sn: text,
  item_id: id,
  model_id: id,
  variation_id: id,
  action: text,
  promotion_id: id,
  promotion_type: text,
  authorize_type: text,
  extra: text,
  success: flag,
  shop_id_list: wordList,
  main_account_id: id,
  shop_expire_soon: wordList,
  expire_before: time,
  page_no: count,
  total_page: count,
})

export const lostWebhookEvent = fields({ shop_id: id, code: smallInteger, timestamp: time })
export const lostWebhookEventPage = fields({ has_next_page: flag, last_message_id: id })
