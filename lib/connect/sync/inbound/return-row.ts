import type { ReturnKind, ReturnState } from '@/lib/generated/prisma/enums'
import { keptDays } from '@/lib/sales/orders/buyer-term'
import type { ShopeeReturn } from '@/lib/shopee/reshape-return'

const states: Record<string, ReturnState> = {
  REQUESTED: 'open',
  ACCEPTED: 'accepted',
  PROCESSING: 'accepted',
  JUDGING: 'disputed',
  SELLER_DISPUTE: 'disputed',
  CLOSED: 'closed',
  CANCELLED: 'cancelled',
}

/** Refused at the door, so that the carrier brings it back. */
const RETURN_ON_THE_SPOT = 2
const ARRIVED = /^(LOGISTICS_DELIVERY_DONE|DELIVERED|RETURNED)$/
/** The seller asks for the loss to be made good, or may. */
const COMPENSATION_RUNS = /PENDING|REQUESTED$/
/** Longer ago, what was on its way has come back or never will. */
export const EXPECTED_DAYS = 60
export const isLongAgo = (at: Date, now = new Date()) => now.getTime() - at.getTime() > EXPECTED_DAYS * 86_400_000

const kindOf = ({ solution, needsLogistics, requestType }: ShopeeReturn): ReturnKind =>
  requestType === RETURN_ON_THE_SPOT
    ? 'failed_delivery'
    : solution === 'RETURN_REFUND' || (solution === null && needsLogistics)
      ? 'with_return'
      : 'refund_only'

/**
 * Accepted, the buyer is paid back: what is left is the parcel, until it is here, or the carrier's debt for it, until that is
 * decided. Nothing is left of a refund alone.
 */
function stateOf(reported: ShopeeReturn, now: Date): ReturnState {
  const state = states[reported.status] ?? 'open'
  if (state !== 'accepted') return state
  const isSettled = reported.status === 'ACCEPTED'
  if (isSettled && isLongAgo(reported.updatedAt, now)) return 'closed'
  if (kindOf(reported) === 'refund_only')
    return isSettled && !COMPENSATION_RUNS.test(reported.compensation.status ?? '') ? 'closed' : 'accepted'
  if (ARRIVED.test(reported.reverseLogisticsStatus ?? reported.logisticsStatus ?? '')) return 'arrived'
  if (reported.trackingNumber) return 'incoming'
  return isSettled ? 'closed' : 'accepted'
}

/** Nothing is to come of it, and the list says enough: the detail would tell of a parcel or of money, where there was one. */
export function isOver(reported: ShopeeReturn, now = new Date()): boolean {
  if (!['closed', 'cancelled'].includes(stateOf(reported, now))) return false
  if (reported.status !== 'ACCEPTED' || isLongAgo(reported.updatedAt, now)) return true
  return kindOf(reported) === 'refund_only' && [null, 'NOT_REQUIRED'].includes(reported.compensation.status)
}

/** A buyer's texts and pictures are deleted (purge-return-texts.ts), and must not come back with the next read. */
const isPurged = (found: ShopeeReturn, now: Date) =>
  !['open', 'disputed'].includes(stateOf(found, now)) &&
  now.getTime() - found.updatedAt.getTime() > keptDays * 86_400_000

/** As write_returns takes it. */
export const rowOf = (reported: ShopeeReturn, now = new Date()) => ({
  number: reported.returnSn,
  code: reported.orderSn,
  kind: kindOf(reported),
  state: stateOf(reported, now),
  platformStatus: reported.status,
  reason: reported.reassessedReason ?? reported.reason,
  text: isPurged(reported, now) ? null : reported.reasonText,
  images: isPurged(reported, now) ? [] : reported.images,
  refund: reported.refundCents,
  due: reported.sellerDueAt ?? reported.dueAt,
  tracking: reported.trackingNumber,
  openedAt: reported.createdAt,
  platformAt: reported.updatedAt,
  ...talksOf(reported),
  items: reported.items.map((item) => ({
    item: item.itemId,
    model: item.modelId,
    s: item.sku,
    t: item.name,
    v: null,
    q: Math.max(1, item.quantity),
    refund: item.refundCents,
  })),
})

function talksOf({ negotiation, proof, compensation, updatedAt }: ShopeeReturn) {
  const { latestOfferBy: by, latestOfferCents: cents, latestSolution: solution } = negotiation
  return {
    negotiation: negotiation.status,
    offer: by && cents ? { by, cents, solution, at: updatedAt } : null,
    offersLeft: negotiation.offersLeft,
    offerDue: negotiation.dueAt,
    proof: proof.status,
    proofDue: proof.dueAt,
    compensation: compensation.status,
    compensationCents: compensation.amountCents,
    compensationDue: compensation.dueAt,
  }
}
