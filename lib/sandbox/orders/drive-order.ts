import { newAccessKey } from '../invoices/access-key'
import { fileInvoice } from '../invoices/file-invoice'
import { arrangePackage, giveTrackingNumber } from '../logistics/arrange'
import { channelOf } from '../logistics/channels'
import { listAddresses, listTimeSlots } from '../logistics/shop-addresses'
import { compensateSeller } from '../payment/settle-order'
import { PlatformError } from '../platform-error'
import { driveReturn } from '../returns/drive-return'
import { openReturn } from '../returns/open-return'
import { getPixDiscount, lacksInvoice, lockOrder, type PackageRow, type WholeOrder } from './order-rows'
import { moveOrder, type Moment } from './move-order'
import type { OrderStatus } from './order-life'

type Step = (moment: Moment, whole: WholeOrder) => Promise<unknown>

/** Steps of an order from outside the API: by its buyer, the carrier, the tax office or the platform. */
const steps = {
  pay: (moment, whole) => moveOrder(moment, whole, 'pay'),
  hold: (moment, whole) => moveOrder(moment, whole, 'hold'),
  release: (moment, whole) => moveOrder(moment, whole, 'release'),
  invoice: issueInvoice,
  ship: shipByDefault,
  'fail-pickup': (moment, whole) => moveOrder(moment, whole, 'failPickup'),
  'retry-pickup': (moment, whole) => moveOrder(moment, whole, 'rearrange'),
  'pick-up': pickUp,
  deliver: (moment, whole) => moveOrder(moment, whole, 'deliver'),
  complete: (moment, whole) => moveOrder(moment, whole, 'complete'),
  'ask-cancel': (moment, whole) =>
    moveOrder(moment, whole, 'askCancel', { buyerCancelReason: 'Quero mudar o endereço de entrega' }),
  'refuse-cancel': (moment, whole) => moveOrder(moment, whole, 'rejectCancel'),
  'cancel-by-buyer': (moment, whole) =>
    moveOrder(moment, whole, 'cancel', { cancelBy: 'buyer', cancelReason: 'Buyer Request to Cancel' }),
  'cancel-by-seller': (moment, whole) =>
    moveOrder(moment, whole, 'cancel', { cancelBy: 'seller', cancelReason: 'Out of Stock' }),
  'cancel-by-system': (moment, whole) =>
    moveOrder(moment, whole, 'cancel', { cancelBy: 'system', cancelReason: systemReason(whole.order.status) }),
  'fail-delivery': (moment, whole) => openReturn(moment, { orderSn: whole.order.order_sn, kind: 'failed_delivery' }),
  'parcel-back': takeParcelBack,
  lose: loseParcel,
} satisfies Record<string, Step>

export type DriveStep = keyof typeof steps
export const driveSteps = Object.keys(steps) as [DriveStep, ...DriveStep[]]

/** Throws the platform's refusal when the order is not where the step begins. */
export async function driveOrder(moment: Moment, orderSn: string, step: DriveStep): Promise<{ status: OrderStatus }> {
  const whole = await lockOrder(moment.db, orderSn)
  if (!whole) throw new PlatformError('error_not_found', 'Wrong parameters, detail: the order is not found.')
  await steps[step](moment, whole)
  return { status: (await lockOrder(moment.db, orderSn))!.order.status }
}

const systemReason = (status: OrderStatus) => (status === 'UNPAID' ? 'Unpaid Order' : 'Seller did not Ship')

/** As if the seller had uploaded one that holds. */
async function issueInvoice(moment: Moment, whole: WholeOrder): Promise<void> {
  const { order } = whole
  if (order.status !== 'INVOICE_PENDING')
    throw new PlatformError('order.order_status_invalid', 'Invalid order_status. The order waits for no invoice.')
  const number = Number(BigInt(order.create_time) % 900_000n) + 1
  const accessKey = newAccessKey({ cnpj: '11222333000181', number, now: moment.now })
  const totalCents = order.items_cents - (await getPixDiscount(moment.db, order.order_sn))
  const nfe = {
    accessKey,
    number: String(number),
    series: '1',
    issueDate: moment.now,
    totalCents,
    productsCents: totalCents,
    cfop: '5102',
    protocol: null,
  }
  await fileInvoice(moment, whole, { fileType: null, file: null, nfe })
}

/** The way the channel prefers, with the first address and time; Shopee's warehouse ships its own. */
async function shipByDefault(moment: Moment, whole: WholeOrder): Promise<void> {
  if (whole.order.fulfillment_flag === 'fulfilled_by_shopee') {
    for (const parcel of whole.packages) await giveTrackingNumber(moment, parcel)
    await moveOrder(moment, whole, 'arrange')
    return
  }
  const waiting = whole.packages.filter((parcel) => parcel.arranged_time === null)
  if (waiting.length === 0)
    throw new PlatformError('logistics.ship_order_not_ready_to_ship', 'The order is not ready to ship.')
  for (const parcel of waiting) await arrangePackage(moment, whole, parcel, defaultHandover(parcel, moment.now))
}

function defaultHandover(parcel: PackageRow, now: number) {
  const channel = channelOf(parcel.logistics_channel_id)
  if (!channel.pickup) return channel.dropoff ? { dropoff: {} } : { non_integrated: {} }
  return {
    pickup: {
      address_id: listAddresses(parcel.shop_id)[0]!.address_id,
      pickup_time_id: listTimeSlots(now)[0]?.pickup_time_id,
    },
  }
}

/** A carrier that has the parcel has given it a number. */
async function pickUp(moment: Moment, whole: WholeOrder): Promise<void> {
  for (const parcel of whole.packages) if (!parcel.tracking_number) await giveTrackingNumber(moment, parcel)
  await moveOrder(moment, whole, 'pickUp')
}

const isFailedDelivery = ({ order, packages }: WholeOrder) =>
  order.status === 'TO_RETURN' && packages.some((parcel) => parcel.logistics_status === 'LOGISTICS_DELIVERY_FAILED')

/** A failed delivery is with the seller again: the sale is undone, its stock is not given back. */
async function takeParcelBack(moment: Moment, whole: WholeOrder): Promise<void> {
  const { rows } = await moment.db.query<{ return_sn: string }>(
    `SELECT return_sn FROM returns WHERE order_sn = $1 AND kind = 'failed_delivery' AND status = 'PROCESSING'`,
    [whole.order.order_sn],
  )
  if (!rows[0] || !isFailedDelivery(whole))
    throw new PlatformError('order.order_status_invalid', 'Invalid order_status. No parcel is on its way back.')
  await driveReturn(moment, rows[0].return_sn, 'arrive')
}

async function loseParcel(moment: Moment, whole: WholeOrder): Promise<void> {
  const { order } = whole
  await moveOrder(moment, whole, 'lose', { cancelBy: 'system', cancelReason: 'Parcel is Lost' })
  const { returnSn } = await openReturn(moment, { orderSn: order.order_sn, kind: 'lost' })
  const amountCents = order.items_cents - order.seller_voucher_cents
  await compensateSeller(moment.db, { orderSn: order.order_sn, returnSn, amountCents, now: moment.now })
}

/** The next step of an order when all goes well; null where it has ended or waits for a decision. */
export function nextStepOf(whole: WholeOrder, invoicesRequired: boolean): DriveStep | null {
  const ways: Partial<Record<OrderStatus, DriveStep>> = {
    UNPAID: 'pay',
    PENDING: 'release',
    INVOICE_PENDING: 'invoice',
    READY_TO_SHIP: lacksInvoice(whole, invoicesRequired) ? undefined : 'ship',
    PROCESSED: 'pick-up',
    RETRY_SHIP: 'retry-pickup',
    SHIPPED: 'deliver',
    TO_CONFIRM_RECEIVE: 'complete',
    IN_CANCEL: 'cancel-by-buyer',
    TO_RETURN: isFailedDelivery(whole) ? 'parcel-back' : undefined,
  }
  return ways[whole.order.status] ?? null
}
