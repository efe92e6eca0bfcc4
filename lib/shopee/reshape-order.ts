import type { OrderDetail } from './order-schemas'

export type ShopeeOrder = ReturnType<typeof reshapeOrder>
export type ShopeeOrderItem = ShopeeOrder['items'][number]
export type ShopeePackage = ShopeeOrder['packages'][number]

/** Stars stand for what the platform hides from this app or in this status. */
const isMasked = (...values: (string | null)[]) => values.some((value) => value?.includes('***') === true)

const reshapeItem = (item: OrderDetail['item_list'][number]) => ({
  itemId: item.item_id,
  /** '0' where the item has no variations. */
  modelId: item.model_id,
  name: item.item_name,
  modelName: item.model_name,
  /** The variation's SKU, else the item's. */
  sku: item.model_sku ?? item.item_sku,
  itemSku: item.item_sku,
  quantity: item.model_quantity_purchased,
  cancelledQuantity: item.cancelled_qty,
  returnedQuantity: item.returned_qty,
  /** For one unit. */
  originalPriceCents: item.model_original_price,
  /** For one unit after the item's promotion; 0 in a bundle, where only the escrow knows. */
  discountedPriceCents: item.model_discounted_price,
  weightKg: item.weight,
  orderItemId: item.order_item_id,
  lineItemId: item.line_item_id,
  promotionType: item.promotion_type,
  promotionId: item.promotion_id,
  promotionGroupId: item.promotion_group_id,
  isAddOn: item.add_on_deal,
  isMainItem: item.main_item,
  imageUrl: item.image_info?.image_url ?? null,
  locationId: item.product_location_id,
  isShopeeOwned: item.is_b2c_owned_item,
})

const reshapePackage = (one: OrderDetail['package_list'][number]) => ({
  packageNumber: one.package_number,
  logisticsStatus: one.logistics_status,
  channelId: one.logistics_channel_id,
  carrier: one.shipping_carrier,
  mayPrintOwnLabel: one.allow_self_design_awb,
  weightGrams: one.parcel_chargeable_weight_gram ?? one.parcel_chargeable_weight,
  sortingGroup: one.sorting_group,
  items: one.item_list.map((item) => ({
    itemId: item.item_id,
    modelId: item.model_id,
    quantity: item.model_quantity,
    orderItemId: item.order_item_id,
    locationId: item.product_location_id,
  })),
})

const reshapeRecipient = (address: NonNullable<OrderDetail['recipient_address']>) => ({
  name: address.name,
  phone: address.phone,
  fullAddress: address.full_address,
  town: address.town,
  district: address.district,
  city: address.city,
  state: address.state,
  zipCode: address.zipcode,
  isMasked: isMasked(address.name, address.phone, address.full_address),
})

const reshapeInvoice = (invoice: NonNullable<OrderDetail['invoice_data']>) => ({
  number: invoice.number,
  series: invoice.series_number,
  accessKey: invoice.access_key,
  issuedAt: invoice.issue_date,
  totalCents: invoice.total_value,
  productsCents: invoice.products_total_value,
  taxCode: invoice.tax_code,
  /** 'valid' or 'pending', as the platform writes it. */
  status: invoice.status,
  pendingReason: invoice.pending_reason,
})

/** An order in our words; statuses as the platform writes them, amounts in cents of its currency, null where it said nothing. */
export const reshapeOrder = (order: OrderDetail) => ({
  orderSn: order.order_sn,
  status: order.order_status,
  region: order.region,
  currency: order.currency,
  createdAt: order.create_time,
  updatedAt: order.update_time,
  paidAt: order.pay_time,
  pickedUpAt: order.pickup_done_time,
  shipBy: order.ship_by_date,
  daysToShip: order.days_to_ship,
  deliveryFrom: order.edt_from,
  deliveryTo: order.edt_to,
  returnDueAt: order.return_request_due_date,
  isCod: order.cod,
  /** Only known once paid. */
  totalCents: order.total_amount,
  estimatedShippingCents: order.estimated_shipping_fee,
  actualShippingCents: order.actual_shipping_fee,
  isActualShippingConfirmed: order.actual_shipping_fee_confirmed,
  reverseShippingCents: order.reverse_shipping_fee,
  carrier: order.shipping_carrier ?? order.checkout_shipping_carrier,
  checkoutCarrier: order.checkout_shipping_carrier,
  paymentMethod: order.payment_method,
  payments: order.payment_info.map((payment) => ({
    method: payment.payment_method,
    processorCnpj: payment.payment_processor_register,
    cardBrand: payment.card_brand,
    transactionId: payment.transaction_id,
    amountCents: payment.payment_amount,
  })),
  buyerUserId: order.buyer_user_id,
  buyerUsername: order.buyer_username,
  buyerTaxId: isMasked(order.buyer_cpf_id) ? null : order.buyer_cpf_id,
  recipient: order.recipient_address && reshapeRecipient(order.recipient_address),
  messageToSeller: order.message_to_seller,
  note: order.note,
  noteUpdatedAt: order.note_update_time,
  items: order.item_list.map(reshapeItem),
  packages: order.package_list.map(reshapePackage),
  invoice: order.invoice_data && reshapeInvoice(order.invoice_data),
  cancelledBy: order.cancel_by,
  cancelReason: order.cancel_reason,
  buyerCancelReason: order.buyer_cancel_reason,
  fulfillment: order.fulfillment_flag,
  isFulfilledByShopee: order.fulfillment_flag?.startsWith('fulfilled_by_shopee') ?? false,
  isSplit: order.split_up,
  /** Whether some of its units may be cancelled and the rest sent: by the platform's own rules and the buyer's wish. */
  mayCancelPart: order.can_partial_cancel_order,
  pendingTerms: order.pending_terms,
  pendingDescription: order.pending_description,
  isInternational: order.is_international,
  isAdvance: order.advance_package,
  weightGrams: order.order_chargeable_weight_gram,
})
