import type { Database } from '../database'
import type { Recipient } from './buyer'
import type { OrderStatus, PackageStatus } from './order-life'

export type OrderRow = {
  order_sn: string
  shop_id: bigint
  status: OrderStatus
  status_before_cancel: OrderStatus | null
  create_time: number
  update_time: number
  pay_time: number | null
  ship_by_date: number
  days_to_ship: number
  pickup_done_time: number | null
  delivered_time: number | null
  completed_time: number | null
  cancelled_time: number | null
  return_request_due_date: number | null
  edt_from: number | null
  edt_to: number | null
  buyer_user_id: bigint
  buyer_username: string
  buyer_cpf: string | null
  recipient: Recipient | null
  payment_method: string
  cod: boolean
  message_to_seller: string
  note: string
  note_update_time: number
  total_amount_cents: number
  items_cents: number
  seller_voucher_cents: number
  buyer_shipping_fee_cents: number
  estimated_shipping_fee_cents: number
  actual_shipping_fee_cents: number
  actual_shipping_fee_confirmed: boolean
  reverse_shipping_fee_cents: number
  logistics_channel_id: number
  shipping_carrier: string
  fulfillment_flag: 'fulfilled_by_local_seller' | 'fulfilled_by_shopee'
  split_up: boolean
  hot_listing: boolean
  stock_held: boolean
  cancel_by: string
  cancel_reason: string
  buyer_cancel_reason: string
}

export type OrderItemRow = {
  order_sn: string
  line_no: number
  item_id: bigint
  model_id: bigint
  item_name: string
  item_sku: string
  model_name: string
  model_sku: string
  quantity: number
  original_price_cents: number
  discounted_price_cents: number
  promotion_type: string
  promotion_id: string
  weight_grams: number
  image_url: string
  cancelled_quantity: number
  return_requested_quantity: number
  returned_quantity: number
  package_number: string | null
}

export type PackageRow = {
  package_number: string
  order_sn: string
  shop_id: bigint
  logistics_status: PackageStatus
  logistics_channel_id: number
  shipping_carrier: string
  create_time: number
  update_time: number
  ship_by_date: number
  ship_method: 'pickup' | 'dropoff' | 'non_integrated' | null
  arranged_time: number | null
  address_id: bigint | null
  pickup_time_id: string | null
  tracking_number: string | null
  tracking_ready_time: number | null
  pickup_done_time: number | null
  delivered_time: number | null
}

export type InvoiceRow = {
  order_sn: string
  status: 'valid' | 'pending'
  pending_reason: string
  number: string
  series_number: string
  access_key: string
  issue_date: number | null
  total_value_cents: number | null
  products_total_value_cents: number | null
  tax_code: string
  file_type: number | null
}

export type WholeOrder = { order: OrderRow; items: OrderItemRow[]; packages: PackageRow[]; invoice: InvoiceRow | null }

const INVOICE_COLUMNS = `order_sn, status, pending_reason, number, series_number, access_key, issue_date,
  total_value_cents, products_total_value_cents, tax_code, file_type`

/** Those of the shop that exist, in the order asked for. */
export async function loadOrders(db: Database, shopId: bigint, orderSns: string[]): Promise<WholeOrder[]> {
  const { rows } = await db.query<OrderRow>('SELECT * FROM orders WHERE shop_id = $1 AND order_sn = ANY ($2)', [
    shopId,
    orderSns,
  ])
  const byOrder = new Map(rows.map((order) => [order.order_sn, order]))
  const orders = [...new Set(orderSns)].flatMap((orderSn) => byOrder.get(orderSn) ?? [])
  return completeOrders(db, orders)
}

export async function completeOrders(db: Database, orders: OrderRow[]): Promise<WholeOrder[]> {
  const known = [orders.map((order) => order.order_sn)]
  const items = await db.query<OrderItemRow>(
    'SELECT * FROM order_items WHERE order_sn = ANY ($1) ORDER BY line_no',
    known,
  )
  const packages = await db.query<PackageRow>(
    'SELECT * FROM packages WHERE order_sn = ANY ($1) ORDER BY package_number',
    known,
  )
  const invoices = await db.query<InvoiceRow>(
    `SELECT ${INVOICE_COLUMNS} FROM invoices WHERE order_sn = ANY ($1)`,
    known,
  )
  return orders.map((order) => ({
    order,
    items: items.rows.filter((item) => item.order_sn === order.order_sn),
    packages: packages.rows.filter((parcel) => parcel.order_sn === order.order_sn),
    invoice: invoices.rows.find((invoice) => invoice.order_sn === order.order_sn) ?? null,
  }))
}

/** The order with its row locked until the transaction ends; null when the shop has no such order. */
export async function lockOrder(
  db: Database,
  orderSn: string,
  shopId: bigint | null = null,
): Promise<WholeOrder | null> {
  const { rows } = await db.query<OrderRow>(
    'SELECT * FROM orders WHERE order_sn = $1 AND ($2::bigint IS NULL OR shop_id = $2) FOR UPDATE',
    [orderSn, shopId],
  )
  const [order] = await completeOrders(db, rows)
  return order ?? null
}

/** The buyer's saving by Pix; the invoice has the lower value too (article 26839). */
export async function getPixDiscount(db: Database, orderSn: string): Promise<number> {
  const { rows } = await db.query<{ cents: number }>(
    'SELECT pix_discount_cents AS cents FROM order_money WHERE order_sn = $1',
    [orderSn],
  )
  return rows[0]?.cents ?? 0
}

/** Whether the seller still owes the platform an invoice that SEFAZ takes. */
export const lacksInvoice = (
  { order, invoice }: Pick<WholeOrder, 'order' | 'invoice'>,
  isRequested: boolean,
): boolean => isRequested && order.fulfillment_flag === 'fulfilled_by_local_seller' && invoice?.status !== 'valid'

/** The lines of a package; an order's only package holds them all. */
export const itemsOf = ({ items, packages }: WholeOrder, parcel: PackageRow): OrderItemRow[] =>
  packages.length === 1
    ? items
    : items.filter(({ package_number }) => (package_number ?? packages[0]?.package_number) === parcel.package_number)
