import { moveOrder, type Moment } from '../orders/move-order'
import { newReturnSn, newTrackingNumber } from '../orders/platform-numbers'
import { lockOrder, type OrderItemRow, type WholeOrder } from '../orders/order-rows'
import { PlatformError } from '../platform-error'
import { sendReturn } from './move-return'
import type { ReturnItem, ReturnKind } from './return-rows'

const DAY_SECONDS = 86_400

export type ReturnRequest = {
  orderSn: string
  kind: ReturnKind
  /** All that was bought when left out. */
  items?: { itemId: bigint; modelId: bigint; quantity: number }[]
  /** The items' price by default. */
  refundAmountCents?: number
  reason?: string
  textReason?: string
  images?: string[]
}

/** The buyer complains, or the carrier could not deliver: a new return, with the order held up where it still can be. */
export async function openReturn(moment: Moment, request: ReturnRequest): Promise<{ returnSn: string }> {
  const whole = await lockOrder(moment.db, request.orderSn)
  if (!whole) throw new PlatformError('error_not_found', 'Wrong parameters, detail: the order is not found.')
  const { status } = whole.order
  const isAfterCompletion = status === 'COMPLETED'
  if (isAfterCompletion && (whole.order.return_request_due_date ?? 0) < moment.now)
    throw new PlatformError('error_param', 'The time to return this order has passed.')
  const items = chooseItems(whole, request)
  const returnSn = await insertReturn(moment, whole, request, items)
  if (request.kind === 'failed_delivery') await moveOrder(moment, whole, 'failDelivery')
  else if (request.kind !== 'lost' && !isAfterCompletion) await moveOrder(moment, whole, 'askReturn')
  return { returnSn }
}

function chooseItems({ items }: WholeOrder, request: ReturnRequest): ReturnItem[] {
  if (!request.items?.length)
    return items
      .map((item) => returnItem(item, item.quantity - item.cancelled_quantity - item.returned_quantity))
      .filter(({ quantity }) => quantity > 0)
  return request.items.map(({ itemId, modelId, quantity }) => {
    const item = items.find((each) => each.item_id === itemId && each.model_id === modelId)
    if (!item || quantity < 1 || quantity > item.quantity - item.cancelled_quantity - item.returned_quantity)
      throw new PlatformError('error_param', 'The items to return are not in the order.')
    return returnItem(item, quantity)
  })
}

const returnItem = (item: OrderItemRow, quantity: number): ReturnItem => ({
  itemId: String(item.item_id),
  modelId: String(item.model_id),
  name: item.item_name,
  itemSku: item.item_sku,
  modelSku: item.model_sku,
  quantity,
  priceCents: item.discounted_price_cents,
  image: item.image_url,
})

const reasons: Record<ReturnKind, string> = {
  refund_only: 'ITEM_MISSING',
  return_refund: 'ITEM_DAMAGED',
  failed_delivery: 'NOT_RECEIPT',
  lost: 'NOT_RECEIPT',
}

async function insertReturn(
  moment: Moment,
  whole: WholeOrder,
  request: ReturnRequest,
  items: ReturnItem[],
): Promise<string> {
  const { db, now } = moment
  const { order } = whole
  const returnSn = newReturnSn(now)
  const itemsCents = items.reduce((sum, item) => sum + item.priceCents * item.quantity, 0)
  const isWholeOrder = itemsCents === order.items_cents
  const comesBack = request.kind === 'return_refund' || request.kind === 'failed_delivery'
  const isOnItsWay = request.kind === 'failed_delivery'
  const refundCents = request.refundAmountCents ?? itemsCents - (isWholeOrder ? order.seller_voucher_cents : 0)
  const status = request.kind === 'lost' ? 'ACCEPTED' : isOnItsWay ? 'PROCESSING' : 'REQUESTED'
  await db.query(
    `INSERT INTO returns (return_sn, order_sn, shop_id, kind, status, reason, text_reason, refund_amount_cents,
       amount_before_discount_cents, create_time, update_time, due_date, return_ship_due_date, needs_logistics,
       tracking_number, reverse_logistics_status, reverse_logistics_update_time, request_type, return_refund_type,
       negotiation_status, seller_compensation_status, compensation_amount_cents, images, items)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13, $14, $15, $10, $16, $17, $18, $19, $20, $21, $22)`,
    [
      returnSn,
      order.order_sn,
      order.shop_id,
      request.kind,
      status,
      request.reason ?? reasons[request.kind],
      request.textReason ?? '',
      refundCents,
      itemsCents,
      now,
      now + 2 * DAY_SECONDS,
      comesBack ? now + 7 * DAY_SECONDS : 0,
      comesBack,
      isOnItsWay ? (whole.packages[0]?.tracking_number ?? newTrackingNumber()) : '',
      isOnItsWay ? 'LOGISTICS_PICKUP_DONE' : '',
      order.status === 'SHIPPED' ? 1 : 0,
      order.status === 'COMPLETED' ? 'RRAOC' : 'RRBOC',
      status === 'REQUESTED' ? 'PENDING_RESPOND' : '',
      request.kind === 'lost' ? 'COMPENSATION_ACCEPTED' : 'NOT_REQUIRED',
      request.kind === 'lost' ? itemsCents - order.seller_voucher_cents : null,
      request.images ?? [],
      JSON.stringify(items),
    ],
  )
  for (const item of items)
    await db.query(
      `UPDATE order_items SET return_requested_quantity = $4 WHERE order_sn = $1 AND item_id = $2 AND model_id = $3`,
      [order.order_sn, item.itemId, item.modelId, item.quantity],
    )
  const created = { order_sn: order.order_sn, return_sn: returnSn, shop_id: order.shop_id }
  await sendReturn(moment, created, [['return_status', '', status]])
  return returnSn
}
