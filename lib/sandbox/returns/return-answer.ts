import { maskRecipient, recipientOf } from '../orders/buyer'
import { locationOf, reais } from '../orders/order-detail'
import type { ReturnItem, ReturnRow, ReturnWithBuyer } from './return-rows'

const RETURN_ON_THE_SPOT = 2

const requestType = (row: ReturnRow) => (row.kind === 'failed_delivery' ? RETURN_ON_THE_SPOT : row.request_type)

/** 0 = return and refund, 1 = refund only. */
const solutionOf = (row: ReturnRow) => (row.needs_logistics ? 0 : 1)

/** The common part of list and detail. */
function commonAnswer(row: ReturnWithBuyer) {
  return {
    image: row.images,
    reason: row.reason,
    text_reason: row.text_reason,
    reassessed_request_reason: 'NONE',
    return_sn: row.return_sn,
    refund_amount: reais(row.refund_amount_cents),
    currency: 'BRL',
    create_time: row.create_time,
    update_time: row.update_time,
    status: row.status,
    due_date: row.due_date,
    tracking_number: row.tracking_number,
    dispute_reason: row.dispute_reason,
    dispute_text_reason: row.dispute_text_reason,
    needs_logistics: row.needs_logistics,
    amount_before_discount: reais(row.amount_before_discount_cents),
    user: {
      username: row.buyer_username,
      email: `***********${row.buyer_username.slice(-2)}@shopee.com`,
      portrait: '',
    },
    order_sn: row.order_sn,
    return_ship_due_date: row.return_ship_due_date,
    return_seller_due_date: row.return_seller_due_date,
    return_refund_type: row.return_refund_type,
    return_solution: solutionOf(row),
    is_seller_arrange: false,
    is_shipping_proof_mandatory: false,
    return_refund_request_type: requestType(row),
    validation_type: 'seller_validation',
  }
}

const itemAnswer = (item: ReturnItem) => ({
  model_id: BigInt(item.modelId),
  name: item.name,
  images: item.image ? [item.image] : [],
  amount: item.quantity,
  item_price: reais(item.priceCents),
  is_add_on_deal: false,
  is_main_item: false,
  add_on_deal_id: 0,
  item_id: BigInt(item.itemId),
  item_sku: item.itemSku,
  variation_sku: item.modelSku,
})

export const listedReturn = (row: ReturnWithBuyer) => ({
  ...commonAnswer(row),
  item: row.items.map(itemAnswer),
  negotiation_status: row.negotiation_status,
  seller_proof_status: row.seller_proof_status,
  seller_compensation_status: row.seller_compensation_status,
})

/** The address is the buyer's: shown only while the parcel is picked up there, and never in full. */
export function returnDetail(row: ReturnWithBuyer) {
  const { full_address, ...address } = maskRecipient(recipientOf(row.buyer_user_id))
  return {
    ...commonAnswer(row),
    buyer_videos: [],
    item: row.items.map((item) => ({ ...itemAnswer(item), refund_amount: reais(item.priceCents * item.quantity) })),
    activity: [],
    seller_proof: { seller_proof_status: row.seller_proof_status, seller_evidence_deadline: row.due_date },
    seller_compensation: {
      seller_compensation_status: row.seller_compensation_status,
      seller_compensation_due_date: row.due_date,
      compensation_amount: reais(row.compensation_amount_cents ?? 0),
    },
    negotiation: {
      negotiation_status: row.negotiation_status,
      latest_solution: row.latest_solution,
      latest_offer_amount: reais(row.latest_offer_amount_cents ?? 0),
      latest_offer_creator: row.latest_offer_creator,
      counter_limit: row.latest_offer_amount_cents === null ? 1 : 0,
      offer_due_date: row.due_date,
    },
    // The older name tells of normal returns alone.
    logistics_status: requestType(row) === 0 ? row.reverse_logistics_status : '',
    reverse_logistics_status: row.reverse_logistics_status,
    return_pickup_address: { ...address, address: full_address },
    virtual_contact_number: '',
    package_query_number: '',
    return_address: { whs_id: row.needs_logistics ? locationOf(row.shop_id) : '' },
    has_uploaded_shipping_proof: false,
    is_reverse_logistics_channel_integrated: true,
    reverse_logistics_channel_name: row.needs_logistics ? 'Shopee Xpress' : '',
  }
}
