import { PlatformError } from '../platform-error'
import { queueWebhookEvent } from '../queue-webhook-event'
import { moveOrder, movePackage, type Moment } from '../orders/move-order'
import { newTrackingNumber } from '../orders/platform-numbers'
import { lacksInvoice, lockOrder, type PackageRow, type WholeOrder } from '../orders/order-rows'
import { channelOf } from './channels'
import { listAddresses, listTimeSlots } from './shop-addresses'

export const LACKS_INVOICE =
  'Please upload the invoice or verify the details of the document already submitted, which is currently flagged as invalid by SEFAZ. Correction is required to release the shipment.'

export type Handover = {
  pickup?: { address_id?: bigint; pickup_time_id?: string; tracking_number?: string }
  dropoff?: { branch_id?: bigint; sender_real_name?: string; tracking_number?: string }
  non_integrated?: { tracking_number?: string }
}

const refuse = (code: string, message: string) => new PlatformError(`logistics.${code}`, message)

/** The package of the order that a call means. */
export function choosePackage({ order, packages }: WholeOrder, packageNumber: string | undefined): PackageRow {
  if (packageNumber === '')
    throw new PlatformError('error_param', 'Wrong parameters, detail: package_number is invalid.')
  if (packageNumber === undefined) {
    if (order.split_up)
      throw refuse('package_number_not_exist', 'Please request with package_number for this split order.')
    return packages[0]!
  }
  const parcel = packages.find(({ package_number }) => package_number === packageNumber)
  if (!parcel) throw refuse('package_not_exist', 'The package is not exist.')
  return parcel
}

/** Hands a package over to its carrier; the order moves on once all of its packages are. */
export async function arrangePackage(
  moment: Moment,
  whole: WholeOrder,
  parcel: PackageRow,
  handover: Handover,
): Promise<void> {
  checkReady(moment, whole, parcel)
  const method = chooseMethod(parcel, handover)
  if (method === 'pickup') checkPickup(parcel, handover.pickup!, moment.now)
  const ownNumber = handover.non_integrated?.tracking_number ?? handover.dropoff?.tracking_number
  await moment.db.query(
    `UPDATE packages SET ship_method = $2, arranged_time = $3, address_id = $4, pickup_time_id = $5, branch_id = $6,
       sender_real_name = $7, tracking_ready_time = $8 WHERE package_number = $1`,
    [
      parcel.package_number,
      method,
      moment.now,
      handover.pickup?.address_id ?? null,
      handover.pickup?.pickup_time_id ?? null,
      handover.dropoff?.branch_id ?? null,
      handover.dropoff?.sender_real_name ?? null,
      moment.now + moment.platform.settings.trackingDelaySeconds,
    ],
  )
  if (ownNumber || moment.platform.settings.trackingDelaySeconds === 0)
    await giveTrackingNumber(moment, parcel, ownNumber)
  if (channelOf(parcel.logistics_channel_id).staysReady) return
  await movePackage(moment, parcel, 'LOGISTICS_REQUEST_CREATED')
  await moveWhenAllArranged(moment, whole.order.order_sn)
}

function checkReady({ platform }: Moment, whole: WholeOrder, parcel: PackageRow): void {
  const { order, invoice } = whole
  if (order.fulfillment_flag === 'fulfilled_by_shopee')
    throw refuse('ship_order_pff_init', 'You can not ship warehouse order.')
  if (parcel.arranged_time !== null)
    throw refuse(
      'package_already_shipped',
      "This package has already been arranged shipment and you can't call this API again.",
    )
  const isBeforeShipping = order.status === 'INVOICE_PENDING' || order.status === 'READY_TO_SHIP'
  if (isBeforeShipping && lacksInvoice(whole, platform.settings.invoicesRequired))
    throw refuse(
      'lack_of_invoice_data',
      invoice?.pending_reason
        ? `The invoice has not been uploaded yet or was rejected by SEFAZ: ${invoice.pending_reason}`
        : LACKS_INVOICE,
    )
  if (order.status !== 'READY_TO_SHIP') throw refuse('ship_order_not_ready_to_ship', 'The order is not ready to ship.')
}

function chooseMethod(parcel: PackageRow, handover: Handover) {
  const given = (['pickup', 'dropoff', 'non_integrated'] as const).filter((method) => handover[method] !== undefined)
  const [method] = given
  if (!method || given.length > 1)
    throw refuse(
      'ship_order_only_support_one_type',
      'Please select just one way to ship order: pickup or dropoff or non_integrated.',
    )
  const channel = channelOf(parcel.logistics_channel_id)
  const supported = { pickup: channel.pickup, dropoff: channel.dropoff, non_integrated: channel.nonIntegrated }
  if (!supported[method])
    throw refuse(`ship_order_unsupport_${method}`, `This order does not support ship with ${method}.`)
  return method
}

export function checkPickup(
  parcel: PackageRow,
  pickup: { address_id?: bigint; pickup_time_id?: string },
  now: number,
): void {
  const needed = channelOf(parcel.logistics_channel_id).pickup ?? []
  if (pickup.address_id === undefined || (needed.includes('pickup_time_id') && !pickup.pickup_time_id))
    throw refuse('ship_order_need_address_pickup_time', 'Parameter address_id and pickup_time_id are required.')
  if (!listAddresses(parcel.shop_id).some(({ address_id }) => address_id === pickup.address_id))
    throw refuse('address_not_found', 'Address is not found.')
  const isOffered = listTimeSlots(now).some((slot) => slot.pickup_time_id === pickup.pickup_time_id)
  if (pickup.pickup_time_id && !isOffered)
    throw refuse('ship_order_pickup_time_invalid', 'Invalid pickup time id. Please check the pick up time id.')
}

/** The carrier's answer; push 4 tells of it. */
export async function giveTrackingNumber({ db, now }: Moment, parcel: PackageRow, number = newTrackingNumber()) {
  const { rowCount } = await db.query(
    'UPDATE packages SET tracking_number = $2, update_time = $3 WHERE package_number = $1 AND tracking_number IS NULL',
    [parcel.package_number, number, now],
  )
  if (!rowCount) return
  const data = {
    ordersn: parcel.order_sn,
    forder_id: parcel.package_number.replace(/^OFG/, ''),
    package_number: parcel.package_number,
    tracking_no: number,
  }
  await queueWebhookEvent(db, { code: 4, shopId: parcel.shop_id, data, now })
}

async function moveWhenAllArranged(moment: Moment, orderSn: string): Promise<void> {
  const whole = await lockOrder(moment.db, orderSn)
  if (!whole || whole.packages.some((parcel) => parcel.arranged_time === null)) return
  await moveOrder(moment, whole, 'arrange')
}
