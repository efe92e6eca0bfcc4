import { channelOf } from '../logistics/channels'
import { cpfOf, recipientOf } from './buyer'
import { itemsOf, type InvoiceRow, type OrderItemRow, type OrderRow, type WholeOrder } from './order-rows'
import { beforeShipping } from './order-life'
import { showCpf, showRecipient, type ReadableBuyer } from './readable-buyer'

type DetailOptions = {
  fields: readonly string[]
  readable: ReadableBuyer
  withPending: boolean
  /** While it waits for its invoice the order says that it is ready to ship. */
  hidesInvoicePending: boolean
}

export const reais = (cents: number): number => cents / 100

/** One element of get_order_detail: the fields that always come and those that were asked for. */
export function orderDetail(
  whole: WholeOrder,
  { fields, readable, withPending, hidesInvoicePending }: DetailOptions,
): object {
  const optional = fields.filter((field) => Object.hasOwn(optionalReaders, field))
  return {
    ...alwaysPresent(whole),
    ...(hidesInvoicePending && whole.order.status === 'INVOICE_PENDING' && { order_status: 'READY_TO_SHIP' }),
    ...(withPending && whole.order.status === 'PENDING' && pendingFields),
    ...Object.assign({}, ...optional.map((field) => optionalReaders[field]!(whole, readable))),
  }
}

export const pendingFields = {
  pending_terms: ['SYSTEM_PENDING'],
  pending_description: ['Order is being processed by Shopee'],
}

/** In Brazil the instant channels alone, since 28/09/2026, before shipping and of more than one unit. */
export const mayPartiallyCancel = ({ order, items, packages }: WholeOrder): boolean =>
  beforeShipping.includes(order.status) &&
  packages.some(({ logistics_channel_id: id }) => channelOf(id).serviceType === 'instant') &&
  items.reduce((units, item) => units + item.quantity - item.cancelled_quantity, 0) > 1

const alwaysPresent = (whole: WholeOrder) => {
  const { order } = whole
  return {
    order_sn: order.order_sn,
    region: 'BR',
    currency: 'BRL',
    cod: order.cod,
    order_status: order.status,
    message_to_seller: order.message_to_seller,
    create_time: order.create_time,
    update_time: order.update_time,
    days_to_ship: order.days_to_ship,
    ship_by_date: order.ship_by_date,
    reverse_shipping_fee: reais(order.reverse_shipping_fee_cents),
    advance_package: false,
    hot_listing_order: order.hot_listing,
    can_full_cancel_order: beforeShipping.includes(order.status),
    can_partial_cancel_order: mayPartiallyCancel(whole),
  }
}

type Reader = (whole: WholeOrder, readable: ReadableBuyer) => object

const optionalReaders: Record<string, Reader> = {
  buyer_user_id: ({ order }) => ({ buyer_user_id: order.buyer_user_id }),
  buyer_username: ({ order }) => ({ buyer_username: order.buyer_username }),
  estimated_shipping_fee: ({ order }) => ({ estimated_shipping_fee: reais(order.estimated_shipping_fee_cents) }),
  recipient_address: ({ order }, readable) => ({ recipient_address: addressOf(order, readable) }),
  actual_shipping_fee: ({ order }) => ({ actual_shipping_fee: reais(order.actual_shipping_fee_cents) }),
  goods_to_declare: () => ({ goods_to_declare: false }),
  note: ({ order }) => ({ note: order.note }),
  note_update_time: ({ order }) => ({ note_update_time: order.note_update_time }),
  item_list: ({ order, items }) => ({ item_list: items.map((item) => itemDetail(item, order.shop_id)) }),
  pay_time: ({ order }) => ({ pay_time: order.pay_time }),
  dropshipper: () => ({ dropshipper: null }),
  dropshipper_phone: () => ({ dropshipper_phone: null }),
  split_up: ({ order }) => ({ split_up: order.split_up }),
  buyer_cancel_reason: ({ order }) => ({ buyer_cancel_reason: order.buyer_cancel_reason }),
  cancel_by: ({ order }) => ({ cancel_by: order.cancel_by }),
  cancel_reason: ({ order }) => ({ cancel_reason: order.cancel_reason }),
  actual_shipping_fee_confirmed: ({ order }) => ({
    actual_shipping_fee_confirmed: order.actual_shipping_fee_confirmed,
  }),
  buyer_cpf_id: ({ order }, readable) => ({
    buyer_cpf_id: showCpf(order.buyer_cpf ?? cpfOf(order.buyer_user_id), readable),
  }),
  fulfillment_flag: ({ order }) => ({ fulfillment_flag: order.fulfillment_flag }),
  pickup_done_time: ({ order }) => ({ pickup_done_time: order.pickup_done_time ?? 0 }),
  package_list: (whole) => ({ package_list: packageList(whole) }),
  shipping_carrier: ({ order }) => ({
    shipping_carrier: order.shipping_carrier,
    checkout_shipping_carrier: order.shipping_carrier,
  }),
  payment_method: ({ order }) => ({ payment_method: order.payment_method }),
  // Only once the buyer has paid.
  total_amount: ({ order }) => (order.pay_time === null ? {} : { total_amount: reais(order.total_amount_cents) }),
  invoice_data: ({ invoice }) => ({ invoice_data: invoice && invoiceData(invoice) }),
  order_chargeable_weight_gram: ({ items }) => ({ order_chargeable_weight_gram: weightOf(items) }),
  return_request_due_date: ({ order }) =>
    order.status === 'COMPLETED' && order.return_request_due_date !== null
      ? { return_request_due_date: order.return_request_due_date }
      : {},
  edt: ({ order }) => (order.edt_from === null ? {} : { edt_from: order.edt_from, edt_to: order.edt_to }),
  payment_info: ({ order }) => ({ payment_info: order.pay_time === null ? null : [paymentInfo(order)] }),
  international_label: () => ({ is_international: false }),
}

export const addressOf = (order: OrderRow, readable: ReadableBuyer) =>
  showRecipient(order.recipient ?? recipientOf(order.buyer_user_id), readable)

/** The name of this shop's own warehouse. */
export const locationOf = (shopId: bigint): string => `BR${(shopId % 1_000_000n).toString().padStart(6, '0')}Z`

export const weightOf = (items: OrderItemRow[]): number =>
  items.reduce((grams, item) => grams + item.weight_grams * item.quantity, 0)

function itemDetail(item: OrderItemRow, shopId: bigint): object {
  const promotion = item.promotion_type && {
    promotion_type: item.promotion_type,
    promotion_id: BigInt(item.promotion_id),
  }
  return {
    item_id: item.item_id,
    item_name: item.item_name,
    item_sku: item.item_sku,
    model_id: item.model_id,
    model_name: item.model_name,
    model_sku: item.model_sku,
    model_quantity_purchased: item.quantity,
    model_original_price: reais(item.original_price_cents),
    // The platform tells no unit price for what is sold in a bundle: only the escrow has it.
    model_discounted_price: item.promotion_type === 'bundle_deal' ? 0 : reais(item.discounted_price_cents),
    wholesale: false,
    weight: item.weight_grams / 1000,
    add_on_deal: false,
    main_item: false,
    add_on_deal_id: 0,
    promotion_type: item.promotion_type,
    promotion_id: BigInt(item.promotion_id),
    order_item_id: item.item_id,
    line_item_id: item.item_id,
    promotion_group_id: 0,
    image_info: { image_url: item.image_url },
    // A list, although the description says a text.
    product_location_id: [locationOf(shopId)],
    is_prescription_item: false,
    is_b2c_owned_item: false,
    promotion_list: promotion ? [promotion] : [],
    hot_listing_item: false,
    active_qty: item.quantity - item.cancelled_quantity - item.returned_quantity,
    cancel_requested_qty: 0,
    cancelled_qty: item.cancelled_quantity,
    return_requested_qty: item.return_requested_quantity,
    returned_qty: item.returned_quantity,
  }
}

const packageList = (whole: WholeOrder): object[] =>
  whole.packages.map((parcel) => {
    const items = itemsOf(whole, parcel)
    return {
      package_number: parcel.package_number,
      logistics_status: parcel.logistics_status,
      logistics_channel_id: parcel.logistics_channel_id,
      shipping_carrier: parcel.shipping_carrier,
      allow_self_design_awb: false,
      item_list: items.map((item) => ({
        item_id: item.item_id,
        model_id: item.model_id,
        model_quantity: item.quantity,
        order_item_id: item.item_id,
        promotion_group_id: 0,
        product_location_id: locationOf(parcel.shop_id),
      })),
      parcel_chargeable_weight: weightOf(items),
      group_shipment_id: null,
    }
  })

const invoiceData = (invoice: InvoiceRow) => ({
  number: invoice.number,
  series_number: invoice.series_number,
  access_key: invoice.access_key,
  issue_date: invoice.issue_date ?? 0,
  total_value: reais(invoice.total_value_cents ?? 0),
  products_total_value: reais(invoice.products_total_value_cents ?? 0),
  tax_code: invoice.tax_code,
  status: invoice.status,
  pending_reason: invoice.pending_reason,
})

/** As the tax authority's technical note 2025.001 wants it on the invoice. */
const paymentInfo = (order: OrderRow) => ({
  payment_method: order.payment_method,
  payment_processor_register: '38.372.267/0001-82',
  card_brand: /card|cartão/i.test(order.payment_method) ? 'VISA' : '',
  transaction_id: order.order_sn.slice(6),
  payment_amount: reais(order.total_amount_cents),
})
