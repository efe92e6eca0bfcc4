import type { Database } from '../database'

export type ReturnKind = 'refund_only' | 'return_refund' | 'failed_delivery' | 'lost'

export type ReturnStatus =
  | 'REQUESTED'
  | 'PROCESSING'
  | 'ACCEPTED'
  | 'JUDGING'
  | 'SELLER_DISPUTE'
  | 'CANCELLED'
  | 'CLOSED'

export type ReturnItem = {
  itemId: string
  modelId: string
  name: string
  itemSku: string
  modelSku: string
  quantity: number
  priceCents: number
  image: string
}

export type ReturnRow = {
  return_sn: string
  order_sn: string
  shop_id: bigint
  kind: ReturnKind
  status: ReturnStatus
  reason: string
  text_reason: string
  refund_amount_cents: number
  amount_before_discount_cents: number
  create_time: number
  update_time: number
  due_date: number
  return_ship_due_date: number
  return_seller_due_date: number
  needs_logistics: boolean
  tracking_number: string
  reverse_logistics_status: string
  reverse_logistics_update_time: number
  request_type: number
  return_refund_type: 'RRBOC' | 'RRAOC'
  negotiation_status: string
  seller_proof_status: string
  seller_compensation_status: string
  latest_solution: string
  latest_offer_amount_cents: number | null
  latest_offer_creator: string
  compensation_amount_cents: number | null
  images: string[]
  dispute_reason: string[]
  dispute_text_reason: string[]
  items: ReturnItem[]
}

export type ReturnWithBuyer = ReturnRow & { buyer_username: string; buyer_user_id: bigint }

export const RETURNS = `SELECT r.*, o.buyer_username, o.buyer_user_id FROM returns r JOIN orders o USING (order_sn)`

export async function getReturn(db: Database, returnSn: string, shopId: bigint): Promise<ReturnWithBuyer | null> {
  const { rows } = await db.query<ReturnWithBuyer>(`${RETURNS} WHERE r.return_sn = $1 AND r.shop_id = $2`, [
    returnSn,
    shopId,
  ])
  return rows[0] ?? null
}

/** With its row locked until the transaction ends. */
export async function lockReturn(db: Database, returnSn: string): Promise<ReturnRow | null> {
  const { rows } = await db.query<ReturnRow>('SELECT * FROM returns WHERE return_sn = $1 FOR UPDATE', [returnSn])
  return rows[0] ?? null
}
