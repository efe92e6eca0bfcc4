import { z } from 'zod'
import { shopEndpoint, EnvelopeAnswer } from '../gateway'
import { boolean, list } from '../parameters'
import { PlatformError } from '../platform-error'
import { itemsOf, loadOrders, type OrderItemRow, type PackageRow, type WholeOrder } from './order-rows'
import { beforeShipping } from './order-life'
import { addressOf, locationOf, mayPartiallyCancel, orderDetail, pendingFields, weightOf } from './order-detail'
import { readableBuyer, type ReadableBuyer } from './readable-buyer'
import { getSellerKind } from '../shops'
import type { Database } from '../database'
import type { Platform } from '../platform'

const between1And50 = (name: string) =>
  list(z.string()).refine((values) => values.length >= 1 && values.length <= 50, `${name} limit [1,50]`)

export const notFound = () => new PlatformError('error_not_found', 'Wrong parameters, detail: the order is not found.')

export const getOrderDetail = shopEndpoint({
  method: 'GET',
  path: '/api/v2/order/get_order_detail',
  query: z.object({
    order_sn_list: between1And50('order_sn_list'),
    request_order_status_pending: boolean.default(false),
    response_optional_fields: list(z.string()).default([]),
  }),
  run: async ({ db, shop, platform, query }) => {
    const loaded = await loadOrders(db, shop.shop_id, query.order_sn_list)
    const matches = loaded.filter(({ order }) => query.request_order_status_pending || order.status !== 'PENDING')
    if (matches.length === 0) throw notFound()
    const readableOf = await readableBuyers(db, platform, shop.shop_id)
    const response = {
      order_list: matches.map((whole) =>
        orderDetail(whole, {
          fields: query.response_optional_fields,
          readable: readableOf(whole),
          withPending: query.request_order_status_pending,
          hidesInvoicePending: platform.settings.invoicePendingHidden,
        }),
      ),
    }
    const orderSnsPresent = new Set(matches.map(({ order }) => order.order_sn))
    const missing = query.order_sn_list.filter((orderSn) => !orderSnsPresent.has(orderSn))
    if (missing.length === 0) return response
    return new EnvelopeAnswer({ response, warning: missing.map((orderSn) => `the order ${orderSn} is not found`) })
  },
})

export const getPackageDetail = shopEndpoint({
  method: 'GET',
  path: '/api/v2/order/get_package_detail',
  query: z.object({ package_number_list: between1And50('package_number_list') }),
  run: async ({ db, shop, now, platform, query }) => {
    const { rows } = await db.query<{ order_sn: string }>(
      'SELECT DISTINCT order_sn FROM packages WHERE shop_id = $1 AND package_number = ANY ($2)',
      [shop.shop_id, query.package_number_list],
    )
    const orders = await loadOrders(
      db,
      shop.shop_id,
      rows.map((row) => row.order_sn),
    )
    const readableOf = await readableBuyers(db, platform, shop.shop_id)
    const details = query.package_number_list.flatMap((number) =>
      orders.flatMap((whole) =>
        whole.packages
          .filter((parcel) => parcel.package_number === number)
          .map((parcel) => packageDetail(whole, parcel, { now, readable: readableOf(whole) })),
      ),
    )
    if (details.length === 0)
      throw new PlatformError('error_not_found', 'Wrong parameters, detail: the package is not found.')
    return { package_list: details }
  },
})

async function readableBuyers(db: Database, platform: Platform, shopId: bigint) {
  const sellerKind = await getSellerKind(db, shopId)
  const { unmaskedStatuses } = platform.settings
  return ({ order }: WholeOrder) => readableBuyer({ status: order.status, sellerKind, unmaskedStatuses })
}

type Seen = { now: number; readable: ReadableBuyer }

function packageDetail(whole: WholeOrder, parcel: PackageRow, { now, readable }: Seen): object {
  const { order, invoice } = whole
  const items = itemsOf(whole, parcel)
  return {
    order_sn: order.order_sn,
    package_number: parcel.package_number,
    fulfillment_status: parcel.logistics_status,
    update_time: parcel.update_time,
    logistics_channel_id: parcel.logistics_channel_id,
    shipping_carrier: parcel.shipping_carrier,
    allow_self_design_awb: false,
    days_to_ship: order.days_to_ship,
    ship_by_date: order.ship_by_date,
    ...(order.status === 'PENDING' ? pendingFields : { pending_terms: [], pending_description: [] }),
    tracking_number: parcel.tracking_number ?? '',
    tracking_number_expiration_date: 0,
    pickup_done_time: parcel.pickup_done_time ?? 0,
    is_split_up: order.split_up,
    item_list: items.map((item) => packageItem(item, parcel)),
    recipient_address: addressOf(order, readable),
    parcel_chargeable_weight_gram: weightOf(items),
    group_shipment_id: 0,
    virtual_contact_number: '',
    package_query_number: '',
    sorting_group: '',
    is_shipment_arranged: parcel.arranged_time !== null,
    status_info_tag: urgencyOf(whole, parcel, now),
    can_split_order: order.status === 'READY_TO_SHIP' && !order.split_up && whole.items.length > 1,
    can_unsplit_order: order.status === 'READY_TO_SHIP' && order.split_up,
    is_pre_order: false,
    can_full_cancel_order: beforeShipping.includes(order.status),
    can_partial_cancel_order: mayPartiallyCancel(whole),
    ...(order.status === 'INVOICE_PENDING' && {
      invoice_pending: { status: 'pending', pending_reason: invoice?.pending_reason ?? '' },
    }),
  }
}

const DAY = 86_400
const NO_TAG = 0
const CANCELLED_WITHIN_A_DAY = 1
const DELAYED = 3

// Invented: from when each tag is shown. The tags are described; sellers saw "cancellation in 1 day" about two days after the deadline.
function urgencyOf({ order }: WholeOrder, parcel: PackageRow, now: number): { tag_id: number; timestamp: number } {
  const isWaiting = beforeShipping.includes(order.status) || order.status === 'PROCESSED'
  if (!isWaiting || parcel.pickup_done_time !== null || now <= order.ship_by_date)
    return { tag_id: NO_TAG, timestamp: 0 }
  return { tag_id: now > order.ship_by_date + 2 * DAY ? CANCELLED_WITHIN_A_DAY : DELAYED, timestamp: 0 }
}

const packageItem = (item: OrderItemRow, parcel: PackageRow) => ({
  item_id: item.item_id,
  model_id: item.model_id,
  item_sku: item.item_sku,
  model_sku: item.model_sku,
  model_quantity: item.quantity,
  order_item_id: item.item_id,
  promotion_group_id: 0,
  product_location_id: locationOf(parcel.shop_id),
  consultation_id: '',
})
