import { escrowFields, type EscrowField } from './escrow-terms'
import {
  cents,
  count,
  fields,
  fieldsAndRest,
  flag,
  id,
  idOrZero,
  key,
  list,
  maybe,
  readable,
  requiredId,
  text,
  time,
  words,
  wordList,
} from './lenient'

const escrowItem = fields({
  item_id: requiredId,
  item_name: words,
  item_sku: text,
  model_id: idOrZero,
  model_name: text,
  model_sku: text,
  line_item_id: id,
  original_price: cents,
  selling_price: cents,
  discounted_price: cents,
  seller_discount: cents,
  shopee_discount: cents,
  discount_from_coin: cents,
  discount_from_voucher_shopee: cents,
  discount_from_voucher_seller: cents,
  ams_commission_fee: cents,
  activity_type: text,
  activity_id: id,
  quantity_purchased: count,
  is_main_item: flag,
})
const rule = fields({ rule_id: id, fee_amount: cents, rule_display_name: words, category: text })
const adjustment = fields({ amount: cents, date: time, currency: text, adjustment_reason: text })

const amounts = Object.fromEntries(escrowFields.map((name) => [name, cents])) as Record<EscrowField, typeof cents>

const orderIncome = fieldsAndRest({
  ...amounts,
  items: readable(escrowItem),
  order_adjustment: list(adjustment),
  net_commission_fee_info_list: list(rule),
  net_service_fee_info_list: list(rule),
  seller_product_rebate: maybe(fields({ amount: cents, commission_fee_offset: cents, service_fee_offset: cents })),
  seller_voucher_code: wordList,
  buyer_payment_method: text,
  instalment_plan: text,
})

export const escrowDetail = fields({
  order_sn: key,
  buyer_user_name: text,
  return_order_sn_list: wordList,
  order_income: orderIncome,
})
export type EscrowDetail = (typeof escrowDetail)['_output']

export const failedEscrow = fields({
  escrow_detail: maybe(fields({ order_sn: text })),
  order_sn: text,
  fail_error: text,
  fail_message: words,
})

export const releasedEscrow = fields({ order_sn: key, payout_amount: cents, escrow_release_time: time })
export const more = fields({ more: flag })

export const walletTransaction = fields({
  status: text,
  transaction_type: text,
  transaction_tab_type: text,
  money_flow: text,
  amount: cents,
  transaction_fee: cents,
  current_balance: cents,
  create_time: time,
  order_sn: text,
  refund_sn: text,
  withdrawal_id: id,
  withdrawal_type: text,
  reason: text,
  description: text,
  txn_title: text,
})
export type WalletTransaction = (typeof walletTransaction)['_output']
