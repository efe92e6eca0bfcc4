import type { Answer, Readings, ShopCaller } from './app'
import { ShopeeError } from './errors'
import { isRecord } from './envelope'
import { orderDetail, orderPage, updated } from './order-schemas'
import { read, readEach } from './reading'
import { reshapeOrder, type ShopeeOrder, type ShopeeOrderItem } from './reshape-order'
import { callShopee } from './transport'

export const ORDER_WINDOW_DAYS = 15
export const ORDER_LIST = '/api/v2/order/get_order_list'
export const ORDER_PAGE = 100
export const ORDER_DETAILS_AT_ONCE = 50
const DAY_MS = 86_400_000

/** Without these names the platform leaves the fields out; those of other countries stay out. */
const OPTIONAL_FIELDS = [
  'buyer_user_id',
  'buyer_username',
  'estimated_shipping_fee',
  'recipient_address',
  'actual_shipping_fee',
  'note',
  'note_update_time',
  'item_list',
  'pay_time',
  'split_up',
  'buyer_cancel_reason',
  'cancel_by',
  'cancel_reason',
  'actual_shipping_fee_confirmed',
  'buyer_cpf_id',
  'fulfillment_flag',
  'pickup_done_time',
  'package_list',
  'shipping_carrier',
  'payment_method',
  'total_amount',
  'invoice_data',
  'order_chargeable_weight_gram',
  'return_request_due_date',
  'edt',
  'payment_info',
]

export type Window = { from: Date; to: Date }

/** Cuts a span into windows that the platform takes, newest first. */
export function windowsOf({ from, to }: Window, days: number): Window[] {
  const windows: Window[] = []
  for (let end = to.getTime(); end > from.getTime(); end -= days * DAY_MS)
    windows.push({ from: new Date(Math.max(from.getTime(), end - days * DAY_MS)), to: new Date(end) })
  return windows
}

export const orderWindows = (span: Window): Window[] => windowsOf(span, ORDER_WINDOW_DAYS)

export type Page<T> = { data: T[]; raw: unknown; nextCursor: string | null }
type OrderLine = { orderSn: string; status: string | null }
type OrderListing = Window & {
  by: 'create_time' | 'update_time'
  cursor?: string | null
  status?: string
  pageSize?: number
}

/** A cursor only where there is more: an empty one would begin again. */
export function cursorAfter(path: string, more: boolean, cursor: string | null): string | null {
  if (!more) return null
  if (cursor === null)
    throw new ShopeeError('unexpectedShape', path, { text: 'next_cursor: missing though there is more' })
  return cursor
}

/** One page of the orders of a window of at most 15 days, held ones included. */
export async function listOrders(shop: ShopCaller, listing: OrderListing): Promise<Page<OrderLine>> {
  const { response } = await callShopee(shop, {
    path: ORDER_LIST,
    repeatable: true,
    query: {
      time_range_field: listing.by,
      time_from: listing.from,
      time_to: listing.to,
      page_size: listing.pageSize ?? ORDER_PAGE,
      cursor: listing.cursor ?? '',
      order_status: listing.status,
      response_optional_fields: ['order_status'],
      request_order_status_pending: true,
    },
  })
  const { data, raw } = read(ORDER_LIST, orderPage, response)
  return {
    data: data.order_list.map((line) => ({ orderSn: line.order_sn, status: line.order_status })),
    raw,
    nextCursor: cursorAfter(ORDER_LIST, data.more, data.next_cursor),
  }
}

/** The list inside an answer, as it came. */
export const elementsOf = (value: unknown, name: string): unknown[] => {
  const list = isRecord(value) ? value[name] : undefined
  return Array.isArray(list) ? list : isRecord(list) ? [list] : []
}

/** Up to 50 orders. Those that the platform does not know are not among them. */
export async function getOrderDetails(shop: ShopCaller, orderSns: readonly string[]): Promise<Readings<ShopeeOrder>> {
  const { response } = await callShopee(shop, {
    path: '/api/v2/order/get_order_detail',
    repeatable: true,
    query: {
      order_sn_list: orderSns,
      response_optional_fields: OPTIONAL_FIELDS,
      request_order_status_pending: true,
    },
  })
  return readEach(orderDetail, elementsOf(response, 'order_list'), reshapeOrder)
}

type Updated = { updatedAt: Date | null }
const reshapeUpdated = (value: { update_time: Date | null }): Updated => ({ updatedAt: value.update_time })

export type SellerCancellation = {
  orderSn: string
  reason: 'OUT_OF_STOCK' | 'CUSTOMER_REQUEST' | 'COD_NOT_SUPPORTED'
  /** Which lines ran out; needed for OUT_OF_STOCK. */
  items?: readonly { itemId: string; modelId: string }[]
  /** Units that are not sent of an order that goes on with the rest; each by the ids that its order detail gives it. */
  units?: readonly CancelledUnits[]
}
export type CancelledUnits = Pick<ShopeeOrderItem, 'itemId' | 'modelId' | 'orderItemId' | 'promotionGroupId'> & {
  quantity: number
}

const asUnits = ({ itemId, modelId, orderItemId, promotionGroupId, quantity }: CancelledUnits) => ({
  item_id: BigInt(itemId),
  model_id: BigInt(modelId),
  ...(orderItemId !== null && { order_item_id: BigInt(orderItemId) }),
  ...(promotionGroupId !== null && { promotion_group_id: BigInt(promotionGroupId) }),
  model_quantity: quantity,
})

/** Cancels an order that is not shipped, or the named units of it. */
export async function cancelOrder(shop: ShopCaller, cancellation: SellerCancellation): Promise<Answer<Updated>> {
  const path = '/api/v2/order/cancel_order'
  const items = cancellation.items?.map((item) => ({ item_id: BigInt(item.itemId), model_id: BigInt(item.modelId) }))
  const { response } = await callShopee(shop, {
    path,
    repeatable: false,
    body: {
      order_sn: cancellation.orderSn,
      cancel_reason: cancellation.reason,
      ...(items && { item_list: items }),
      ...(cancellation.units && { partial_cancel_item_list: cancellation.units.map(asUnits) }),
    },
  })
  return read(path, updated, response ?? {}, reshapeUpdated)
}

/** Answers a buyer who asked to cancel; the order must be IN_CANCEL. */
export async function answerBuyerCancellation(
  shop: ShopCaller,
  orderSn: string,
  operation: 'ACCEPT' | 'REJECT',
): Promise<Answer<Updated>> {
  const path = '/api/v2/order/handle_buyer_cancellation'
  const { response } = await callShopee(shop, { path, repeatable: false, body: { order_sn: orderSn, operation } })
  return read(path, updated, response ?? {}, reshapeUpdated)
}
