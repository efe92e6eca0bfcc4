import { z } from 'zod'
import { EnvelopeAnswer, shopEndpoint, type Endpoint } from '../gateway'
import { int64 } from '../parameters'
import { PlatformError } from '../platform-error'
import { notFound } from '../orders/get-order-detail'
import { moveOrder } from '../orders/move-order'
import { lacksInvoice, loadOrders, lockOrder, type WholeOrder } from '../orders/order-rows'
import { arrangePackage, checkPickup, choosePackage, LACKS_INVOICE } from './arrange'
import { channelOf } from './channels'
import { listAddresses, listTimeSlots } from './shop-addresses'

const pickup = z.object({
  address_id: int64,
  pickup_time_id: z.string().optional(),
  tracking_number: z.string().max(64).optional(),
})
const dropoff = z.object({
  branch_id: int64.optional(),
  sender_real_name: z.string().max(64).optional(),
  tracking_number: z.string().max(64).optional(),
})
const nonIntegrated = z.object({ tracking_number: z.string().max(64).optional() })

const oneOrder = z.object({ order_sn: z.string(), package_number: z.string().optional() })

const getShippingParameter = shopEndpoint({
  method: 'GET',
  path: '/api/v2/logistics/get_shipping_parameter',
  query: oneOrder,
  run: async ({ db, shop, now, platform, query }) => {
    const [whole] = await loadOrders(db, shop.shop_id, [query.order_sn])
    if (!whole) throw notFound()
    checkShippable(whole, platform.settings.invoicesRequired)
    const parcel = choosePackage(whole, query.package_number)
    const channel = channelOf(parcel.logistics_channel_id)
    const hasSlots = channel.pickup?.includes('pickup_time_id')
    return {
      info_needed: {
        ...(channel.dropoff && { dropoff: channel.dropoff }),
        ...(channel.pickup && { pickup: channel.pickup }),
        ...(channel.nonIntegrated && { non_integrated: channel.nonIntegrated }),
      },
      dropoff: null,
      ...(channel.pickup && { pickup: { address_list: pickupAddresses(shop.shop_id, hasSlots ? now : null) } }),
    }
  },
})

const pickupAddresses = (shopId: bigint, slotsFrom: number | null) =>
  listAddresses(shopId).map(({ isDefault, ...address }) => ({
    ...address,
    address_flag: isDefault ? ['default_address', 'pickup_address', 'return_address'] : [],
    time_slot_list: slotsFrom === null ? null : listTimeSlots(slotsFrom),
  }))

function checkShippable(whole: WholeOrder, invoicesRequired: boolean): void {
  const { status } = whole.order
  if (status === 'CANCELLED') throw new PlatformError('error_status', 'The order has been cancelled.')
  if (['INVOICE_PENDING', 'READY_TO_SHIP'].includes(status) && lacksInvoice(whole, invoicesRequired))
    throw new PlatformError('logistics.lack_of_invoice_data', LACKS_INVOICE)
  if (status !== 'READY_TO_SHIP' && status !== 'RETRY_SHIP')
    throw new PlatformError(
      'error_param',
      'Shipping parameters can only be obtained when package is ready to be shipped',
    )
}

const shipOrder = shopEndpoint({
  method: 'POST',
  path: '/api/v2/logistics/ship_order',
  body: oneOrder.extend({
    pickup: pickup.partial({ address_id: true }).optional(),
    dropoff: dropoff.optional(),
    non_integrated: nonIntegrated.optional(),
  }),
  run: async ({ db, shop, now, platform, body }) => {
    const whole = await lockOrder(db, body.order_sn, shop.shop_id)
    if (!whole) throw notFound()
    await arrangePackage({ db, now, platform }, whole, choosePackage(whole, body.package_number), body)
    return new EnvelopeAnswer({})
  },
})

/** After a failed pickup alone: where and when the carrier tries again. */
const updateShippingOrder = shopEndpoint({
  method: 'POST',
  path: '/api/v2/logistics/update_shipping_order',
  body: oneOrder.extend({ pickup: pickup.extend({ pickup_time_id: z.string() }) }),
  run: async ({ db, shop, now, platform, body }) => {
    const whole = await lockOrder(db, body.order_sn, shop.shop_id)
    if (!whole) throw notFound()
    const parcel = choosePackage(whole, body.package_number)
    if (whole.order.status !== 'RETRY_SHIP' || parcel.logistics_status !== 'LOGISTICS_PICKUP_RETRY')
      throw new PlatformError('logistics.order_not_ready_to_update', 'The order status is not ready to update.')
    checkPickup(parcel, body.pickup, now)
    if (parcel.address_id === body.pickup.address_id && parcel.pickup_time_id === body.pickup.pickup_time_id)
      throw new PlatformError(
        'logistics.update_shipping_order_no_param_change',
        'You can’t update shipping with all the same parameters.',
      )
    await db.query('UPDATE packages SET address_id = $2, pickup_time_id = $3 WHERE package_number = $1', [
      parcel.package_number,
      body.pickup.address_id,
      body.pickup.pickup_time_id,
    ])
    await moveOrder({ db, now, platform }, whole, 'rearrange')
    return new EnvelopeAnswer({})
  },
})

export const shippingEndpoints: Endpoint[] = [getShippingParameter, shipOrder, updateShippingOrder]
