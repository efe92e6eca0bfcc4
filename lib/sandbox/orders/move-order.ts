import type { Database } from '../database'
import { settleOnBankDay, settleOrder } from '../payment/settle-order'
import { PlatformError } from '../platform-error'
import type { Platform } from '../platform'
import { queueWebhookEvent } from '../queue-webhook-event'
import { reserveStock } from '../stock'
import { nextStatus, packageStatusAfter, type OrderEvent, type OrderStatus, type PackageStatus } from './order-life'
import { lacksInvoice, type OrderRow, type PackageRow, type WholeOrder } from './order-rows'

/** The context of every change of an order: its transaction, the platform's time, and its settings. */
export type Moment = { db: Database; now: number; platform: Platform }

export type OrderChanges = {
  cancelBy?: 'buyer' | 'seller' | 'system' | 'Ops'
  cancelReason?: string
  buyerCancelReason?: string
}

const DAY_SECONDS = 86_400
const RETURN_WINDOW_DAYS = 7

export const situationOf = (whole: WholeOrder, platform: Platform) => ({
  status: whole.order.status,
  lacksInvoice: lacksInvoice(whole, platform.settings.invoicesRequired),
  statusBeforeCancel: whole.order.status_before_cancel,
  isArranged: whole.packages.every(({ arranged_time }) => arranged_time !== null),
})

/**
 * Lets an event happen to an order whose row is locked: its status and times, its packages, its stock, its money and
 * the pushes, all in one transaction. Throws order.order_status_invalid when it cannot happen now.
 */
export async function moveOrder(
  moment: Moment,
  whole: WholeOrder,
  event: OrderEvent,
  changes: OrderChanges = {},
): Promise<OrderStatus> {
  const { order } = whole
  const to = nextStatus(event, situationOf(whole, moment.platform))
  if (!to)
    throw new PlatformError(
      'order.order_status_invalid',
      `Invalid order_status. ${order.status} does not allow ${event}.`,
    )
  await writeOrder(moment, order, event, to, changes)
  for (const parcel of whole.packages)
    await movePackage(moment, parcel, packageStatusAfter(event, to, parcel.logistics_status))
  if (to === 'CANCELLED' && order.pickup_done_time === null) await giveBackStock(moment, whole)
  await sendOrderStatus(moment, order, to)
  const pay = moment.platform.settings.payoutsOnBankDays ? settleOnBankDay : settleOrder
  if (to === 'COMPLETED') await pay(moment.db, order.order_sn, moment.now)
  return to
}

async function writeOrder(
  { db, now }: Moment,
  order: OrderRow,
  event: OrderEvent,
  to: OrderStatus,
  changes: OrderChanges,
) {
  const isPaid = event === 'pay'
  await db.query(
    `UPDATE orders SET status = $2, update_time = greatest(update_time, $3),
       status_before_cancel = CASE WHEN $4 = 'askCancel' THEN status ELSE status_before_cancel END,
       pay_time = CASE WHEN $5 THEN $3 ELSE pay_time END,
       ship_by_date = CASE WHEN $5 THEN $3 + days_to_ship * ${DAY_SECONDS} ELSE ship_by_date END,
       edt_from = CASE WHEN $5 THEN $3 + ${4 * DAY_SECONDS} ELSE edt_from END,
       edt_to = CASE WHEN $5 THEN $3 + ${9 * DAY_SECONDS} ELSE edt_to END,
       pickup_done_time = CASE WHEN $4 = 'pickUp' THEN $3 ELSE pickup_done_time END,
       actual_shipping_fee_cents = CASE WHEN $4 = 'pickUp' THEN estimated_shipping_fee_cents ELSE actual_shipping_fee_cents END,
       actual_shipping_fee_confirmed = actual_shipping_fee_confirmed OR $4 = 'deliver',
       stock_held = stock_held AND $4 <> 'pickUp',
       delivered_time = CASE WHEN $4 = 'deliver' THEN $3 ELSE delivered_time END,
       completed_time = CASE WHEN $2 = 'COMPLETED' THEN $3 ELSE completed_time END,
       return_request_due_date = CASE WHEN $2 = 'COMPLETED' THEN $3 + ${RETURN_WINDOW_DAYS * DAY_SECONDS} ELSE return_request_due_date END,
       cancelled_time = CASE WHEN $2 = 'CANCELLED' THEN $3 ELSE cancelled_time END,
       cancel_by = coalesce($6, cancel_by), cancel_reason = coalesce($7, cancel_reason),
       buyer_cancel_reason = coalesce($8, buyer_cancel_reason)
     WHERE order_sn = $1`,
    [
      order.order_sn,
      to,
      now,
      event,
      isPaid,
      changes.cancelBy ?? null,
      changes.cancelReason ?? null,
      changes.buyerCancelReason ?? null,
    ],
  )
}

/** Does nothing when the package is already there or `to` is null. */
export async function movePackage({ db, now }: Moment, parcel: PackageRow, to: PackageStatus | null): Promise<void> {
  if (!to || to === parcel.logistics_status) return
  await db.query(
    `UPDATE packages SET logistics_status = $2, update_time = $3,
       pickup_done_time = CASE WHEN $2 = 'LOGISTICS_PICKUP_DONE' THEN $3 ELSE pickup_done_time END,
       delivered_time = CASE WHEN $2 = 'LOGISTICS_DELIVERY_DONE' THEN $3 ELSE delivered_time END
     WHERE package_number = $1`,
    [parcel.package_number, to, now],
  )
  await queueWebhookEvent(db, {
    code: 30,
    shopId: parcel.shop_id,
    now,
    data: {
      ordersn: parcel.order_sn,
      package_number: parcel.package_number,
      fulfillment_status: to,
      update_time: now,
    },
  })
}

async function giveBackStock({ db, now }: Moment, { order, items }: WholeOrder): Promise<void> {
  if (!order.stock_held) return
  await db.query('UPDATE orders SET stock_held = false WHERE order_sn = $1', [order.order_sn])
  for (const item of byModel(items))
    await reserveStock(db, order.shop_id, item.item_id, item.model_id, item.quantity - item.cancelled_quantity, {
      now,
      orderSn: order.order_sn,
    })
}

/** One order of locks for all: two orders of the same models never wait for each other in a circle. */
export const byModel = <T extends { item_id: bigint; model_id: bigint }>(items: T[]): T[] =>
  [...items].sort((a, b) => Number(a.item_id - b.item_id) || Number(a.model_id - b.model_id))

// Invented: event 3 says INVOICE_PENDING while the order itself says READY_TO_SHIP. The real content is not published.
export async function sendOrderStatus(
  { db, now }: Pick<Moment, 'db' | 'now'>,
  order: Pick<OrderRow, 'order_sn' | 'shop_id'>,
  status: OrderStatus,
  completedScenario = status === 'COMPLETED' ? 'NORMAL' : '',
): Promise<void> {
  await queueWebhookEvent(db, {
    code: 3,
    shopId: order.shop_id,
    now,
    data: { items: [], ordersn: order.order_sn, status, completed_scenario: completedScenario, update_time: now },
  })
}
