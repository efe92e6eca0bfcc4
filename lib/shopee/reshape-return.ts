import type { ReturnRequest } from './return-schemas'

export type ShopeeReturn = ReturnType<typeof reshapeReturn>

const SOLUTIONS = ['RETURN_REFUND', 'REFUND'] as const

/** The maker of the latest offer; the platform writes it in more than one way. */
const partyOf = (creator: string | null | undefined) =>
  /seller/i.test(creator ?? '') ? 'seller' : /buyer/i.test(creator ?? '') ? 'buyer' : null

/** The platform's word for an unchanged reason. */
const unlessNone = (reason: string | null) => (reason?.toUpperCase() === 'NONE' ? null : reason)

/** A return in our words; statuses and reasons as the platform writes them. */
export const reshapeReturn = (request: ReturnRequest) => ({
  returnSn: request.return_sn,
  orderSn: request.order_sn,
  status: request.status,
  reason: unlessNone(request.reason),
  reasonText: request.text_reason,
  reassessedReason: unlessNone(request.reassessed_request_reason),
  refundCents: request.refund_amount,
  amountBeforeDiscountCents: request.amount_before_discount,
  currency: request.currency,
  createdAt: request.create_time,
  updatedAt: request.update_time,
  /** Until when the seller may answer. */
  dueAt: request.due_date,
  buyerShipsBy: request.return_ship_due_date,
  sellerDueAt: request.return_seller_due_date,
  images: request.image,
  videos: request.buyer_videos.flatMap(({ video_url: url, thumbnail_url: thumbnailUrl }) =>
    url ? [{ url, thumbnailUrl }] : [],
  ),
  trackingNumber: request.tracking_number,
  needsLogistics: request.needs_logistics,
  disputeReasons: request.dispute_reason,
  disputeTexts: request.dispute_text_reason,
  buyerUsername: request.user?.username ?? null,
  /** With goods coming back, or money only; null where it does not say. */
  solution: request.return_solution === null ? null : (SOLUTIONS[request.return_solution] ?? null),
  /** RRBOC, RRAOC and the like: by which of the platform's ways it came. */
  refundType: request.return_refund_type,
  requestType: request.return_refund_request_type,
  validationType: request.validation_type,
  arrivedAtWarehouse: request.is_arrived_at_warehouse,
  logisticsStatus: request.logistics_status,
  reverseLogisticsStatus: request.reverse_logistics_status ?? request.reverse_logistic_status,
  isSellerArranged: request.is_seller_arrange,
  negotiation: {
    status: request.negotiation?.negotiation_status ?? request.negotiation_status,
    latestSolution: request.negotiation?.latest_solution ?? null,
    latestOfferCents: request.negotiation?.latest_offer_amount ?? null,
    latestOfferBy: partyOf(request.negotiation?.latest_offer_creator),
    offersLeft: request.negotiation?.counter_limit ?? null,
    dueAt: request.negotiation?.offer_due_date ?? null,
  },
  proof: {
    status: request.seller_proof?.seller_proof_status ?? request.seller_proof_status,
    dueAt: request.seller_proof?.seller_evidence_deadline ?? null,
  },
  compensation: {
    status: request.seller_compensation?.seller_compensation_status ?? request.seller_compensation_status,
    dueAt: request.seller_compensation?.seller_compensation_due_date ?? null,
    amountCents: request.seller_compensation?.compensation_amount ?? null,
  },
  items: request.item.map((item) => ({
    itemId: item.item_id,
    modelId: item.model_id,
    name: item.name,
    sku: item.variation_sku ?? item.item_sku,
    quantity: item.amount,
    priceCents: item.item_price,
    refundCents: item.refund_amount,
    images: item.images,
  })),
})
