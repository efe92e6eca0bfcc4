import type { Answer, Readings, ShopCaller } from './app'
import { fields, integer, list, text } from './lenient'
import { elementsOf, type Window } from './orders'
import { more } from './payment-schemas'
import { amountOf } from './product-updates'
import { read, readEach } from './reading'
import { reshapeReturn, type ShopeeReturn } from './reshape-return'
import { returnRequest } from './return-schemas'
import { callShopee } from './transport'

export const RETURN_LIST = '/api/v2/returns/get_return_list'
export const RETURN_WINDOW_DAYS = 15
const PAGE = 100

type ReturnListing = { updated: Window; status?: string; pageNo?: number }

/** One page of the returns that changed in a window of at most 15 days; pages count from 0. */
export async function listReturns(
  shop: ShopCaller,
  { updated, status, pageNo = 0 }: ReturnListing,
): Promise<Readings<ShopeeReturn> & { hasMore: boolean }> {
  const { response } = await callShopee(shop, {
    path: RETURN_LIST,
    repeatable: true,
    query: {
      page_no: pageNo,
      page_size: PAGE,
      update_time_from: updated.from,
      update_time_to: updated.to,
      status,
    },
  })
  const { data } = read(RETURN_LIST, more, response)
  return { ...readEach(returnRequest, elementsOf(response, 'return'), reshapeReturn), hasMore: data.more }
}

export async function getReturnDetail(shop: ShopCaller, returnSn: string): Promise<Answer<ShopeeReturn>> {
  const path = '/api/v2/returns/get_return_detail'
  const { response } = await callShopee(shop, { path, repeatable: true, query: { return_sn: returnSn } })
  return read(path, returnRequest, response, reshapeReturn)
}

/** Accepts what the buyer asks for. */
export async function confirmReturn(shop: ShopCaller, returnSn: string): Promise<void> {
  await callShopee(shop, { path: '/api/v2/returns/confirm', repeatable: false, body: { return_sn: returnSn } })
}

/** The amount that the seller offers instead of the buyer's request. */
export async function offerReturn(
  shop: ShopCaller,
  { returnSn, solution, amountCents }: { returnSn: string; solution: 'RETURN_REFUND' | 'REFUND'; amountCents: number },
): Promise<void> {
  const body = {
    return_sn: returnSn,
    proposed_solution: solution,
    proposed_adjusted_refund_amount: amountOf(BigInt(amountCents)),
  }
  await callShopee(shop, { path: '/api/v2/returns/offer', repeatable: false, body })
}

/** Agrees to what the buyer offers instead. */
export async function acceptOffer(shop: ShopCaller, returnSn: string): Promise<void> {
  await callShopee(shop, { path: '/api/v2/returns/accept_offer', repeatable: false, body: { return_sn: returnSn } })
}

export type ReturnDispute = { returnSn: string; reasonId: number; email: string; text: string }

export async function disputeReturn(
  shop: ShopCaller,
  { returnSn, reasonId, email, text: words }: ReturnDispute,
): Promise<void> {
  const body = { return_sn: returnSn, email, dispute_reason_id: reasonId, dispute_text_reason: words }
  await callShopee(shop, { path: '/api/v2/returns/dispute', repeatable: false, body })
}

/** Live answers have the id as `dispute_reason` and no name beside what is asked for (09/2026); older ones `reason_id` and `reason_text`. */
const disputeReason = fields({
  dispute_reason: text,
  dispute_reason_id: integer,
  reason_id: integer,
  reason: text,
  reason_text: text,
  dispute_requirement: text,
})
const disputeReasons = fields({ dispute_reason_list: list(disputeReason), dispute_reason: list(disputeReason) })

export type DisputeReason = { id: number; name: string; requirement: string | null }

/** Why this return may be disputed, and what the platform wants to see for each. */
export async function listDisputeReasons(shop: ShopCaller, returnSn: string): Promise<DisputeReason[]> {
  const path = '/api/v2/returns/get_return_dispute_reason'
  const { response } = await callShopee(shop, { path, repeatable: true, query: { return_sn: returnSn } })
  const { data } = read(path, disputeReasons, response)
  return [...data.dispute_reason_list, ...data.dispute_reason].flatMap(reshapeDisputeReason)
}

const isNumber = (text: string | null) => text !== null && /^\d{1,9}$/.test(text)

function reshapeDisputeReason(reason: (typeof disputeReason)['_output']): DisputeReason | [] {
  const words = [reason.dispute_reason, reason.reason]
  const number = words.find(isNumber)
  const id = reason.dispute_reason_id ?? reason.reason_id ?? (number === undefined ? null : Number(number))
  if (id === null) return []
  const name = [...words, reason.reason_text].find((word) => word && !isNumber(word))
  return { id, name: name ?? reason.dispute_requirement ?? String(id), requirement: reason.dispute_requirement }
}
