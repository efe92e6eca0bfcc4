import { z } from 'zod'
import { shopEndpoint } from '../gateway'
import { int64, integer } from '../parameters'
import { PlatformError } from '../platform-error'
import { notFound } from './get-order-detail'
import { reserveStock } from '../stock'
import { moveOrder, sendOrderStatus, type Moment } from './move-order'
import { beforeShipping } from './order-life'
import { mayPartiallyCancel } from './order-detail'
import { lockOrder, type OrderItemRow, type WholeOrder } from './order-rows'

const reasons = {
  OUT_OF_STOCK: 'Out of Stock',
  CUSTOMER_REQUEST: 'Buyer Request to Cancel',
  COD_NOT_SUPPORTED: 'COD Not Supported',
} as const

const line = z.object({ item_id: int64, model_id: int64 })

export const cancelOrder = shopEndpoint({
  method: 'POST',
  path: '/api/v2/order/cancel_order',
  body: z.object({
    order_sn: z.string(),
    // UNDELIVERABLE_AREA exists in Taiwan and Malaysia alone.
    cancel_reason: z.enum(['OUT_OF_STOCK', 'CUSTOMER_REQUEST', 'COD_NOT_SUPPORTED'], 'is invalid'),
    item_list: z.array(line).optional(),
    partial_cancel_item_list: z.array(line.extend({ model_quantity: integer })).optional(),
  }),
  run: async ({ db, shop, now, platform, body }) => {
    const whole = await lockOrder(db, body.order_sn, shop.shop_id)
    if (!whole) throw notFound()
    const { order, items } = whole
    if (order.fulfillment_flag === 'fulfilled_by_shopee')
      throw new PlatformError('order.error_param', 'You can not cancel warehouse order.')
    if (!beforeShipping.includes(order.status))
      throw new PlatformError('order.error_limit', 'Can not cancel this order')
    if (body.partial_cancel_item_list?.length) {
      if (!mayPartiallyCancel(whole)) throw new PlatformError('order.error_limit', 'Can not cancel this order')
      await cancelUnits({ db, now, platform }, whole, body.partial_cancel_item_list)
      return { update_time: now }
    }
    if (body.cancel_reason === 'OUT_OF_STOCK') {
      if (!body.item_list?.length)
        throw new PlatformError('error_param', 'Wrong parameters, detail: item_list is a required field.')
      const isKnown = body.item_list.every(({ item_id, model_id }) =>
        items.some((item) => item.item_id === item_id && item.model_id === model_id),
      )
      if (!isKnown) throw new PlatformError('error_param', 'Wrong parameters, detail: item_list is invalid.')
    }
    await moveOrder({ db, now, platform }, whole, 'cancel', {
      cancelBy: 'seller',
      cancelReason: reasons[body.cancel_reason],
    })
    return { update_time: now }
  },
})

type Units = { item_id: bigint; model_id: bigint; model_quantity: number }

/** Units that ran out in an order that goes on with the rest. The new total is not published: by the units' price. */
async function cancelUnits({ db, now }: Moment, { order, items }: WholeOrder, wanted: Units[]): Promise<void> {
  const leftOf = (item: OrderItemRow) => item.quantity - item.cancelled_quantity
  const cancelled = wanted.map(({ item_id, model_id, model_quantity: units }) => {
    const item = items.find((one) => one.item_id === item_id && one.model_id === model_id)
    if (!item || units < 1 || units > leftOf(item))
      throw new PlatformError('error_param', 'Wrong parameters, detail: partial_cancel_item_list is invalid.')
    return { item, units }
  })
  const sum = (of: (one: { item: OrderItemRow; units: number }) => number) =>
    cancelled.reduce((all, one) => all + of(one), 0)
  if (sum(({ units }) => units) >= items.reduce((all, item) => all + leftOf(item), 0))
    throw new PlatformError('order.error_limit', 'Can not cancel this order')
  for (const { item, units } of cancelled) {
    await db.query(
      'UPDATE order_items SET cancelled_quantity = cancelled_quantity + $3 WHERE order_sn = $1 AND line_no = $2',
      [order.order_sn, item.line_no, units],
    )
    await reserveStock(db, order.shop_id, item.item_id, item.model_id, units, { now, orderSn: order.order_sn })
  }
  await db.query(
    `UPDATE orders SET items_cents = items_cents - $2, total_amount_cents = total_amount_cents - $2, update_time = greatest(update_time + 1, $3)
     WHERE order_sn = $1`,
    [order.order_sn, sum(({ item, units }) => item.discounted_price_cents * units), now],
  )
  await sendOrderStatus({ db, now }, order, order.status)
}

export const answerBuyerCancellation = shopEndpoint({
  method: 'POST',
  path: '/api/v2/order/handle_buyer_cancellation',
  body: z.object({ order_sn: z.string(), operation: z.enum(['ACCEPT', 'REJECT'], 'is invalid') }),
  run: async ({ db, shop, now, platform, body }) => {
    const whole = await lockOrder(db, body.order_sn, shop.shop_id)
    if (!whole) throw notFound()
    if (whole.order.status !== 'IN_CANCEL')
      throw new PlatformError(
        'order.order_status_invalid',
        'Invalid order_status.The order status should be IN_CANCEL.',
      )
    const moment = { db, now, platform }
    if (body.operation === 'ACCEPT')
      await moveOrder(moment, whole, 'cancel', { cancelBy: 'buyer', cancelReason: 'Buyer Request to Cancel' })
    else await moveOrder(moment, whole, 'rejectCancel')
    return { update_time: now }
  },
})
