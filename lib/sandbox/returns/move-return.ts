import type { Moment } from '../orders/move-order'
import { moveOrder, sendOrderStatus } from '../orders/move-order'
import { lockOrder } from '../orders/order-rows'
import { refundAfterPayout } from '../payment/settle-order'
import { PlatformError } from '../platform-error'
import { queueWebhookEvent } from '../queue-webhook-event'
import type { ReturnRow, ReturnStatus } from './return-rows'

/** Columns that may change, each with the name by which push 29 tells of it. */
const namesInEvents = {
  status: 'return_status',
  refund_amount_cents: 'refund_amount',
  negotiation_status: 'negotiation_status',
  seller_proof_status: 'seller_proof_status',
  seller_compensation_status: 'seller_compensation_status',
  reverse_logistics_status: 'logistics_status',
  tracking_number: 'tracking_number',
} as const
const quietColumns = [
  'latest_solution',
  'latest_offer_amount_cents',
  'latest_offer_creator',
  'compensation_amount_cents',
  'dispute_reason',
  'dispute_text_reason',
  'due_date',
  'return_seller_due_date',
  'reverse_logistics_update_time',
  'images',
] as const

export type ReturnChanges = Partial<Pick<ReturnRow, keyof typeof namesInEvents | (typeof quietColumns)[number]>>

/** Writes and pushes what really changes. */
export async function changeReturn({ db, now }: Moment, row: ReturnRow, changes: ReturnChanges): Promise<void> {
  const columns = [...(Object.keys(namesInEvents) as (keyof typeof namesInEvents)[]), ...quietColumns].filter(
    (column) => changes[column] !== undefined && changes[column] !== row[column],
  )
  if (columns.length === 0) return
  const assignments = columns.map((column, index) => `${column} = $${index + 3}`)
  await db.query(
    `UPDATE returns SET update_time = greatest(update_time, $2), ${assignments.join(', ')} WHERE return_sn = $1`,
    [row.return_sn, now, ...columns.map((column) => changes[column])],
  )
  const columnsToSend = columns.filter((column) => column in namesInEvents) as (keyof typeof namesInEvents)[]
  if (columnsToSend.length > 0)
    await sendReturn(
      { db, now },
      row,
      columnsToSend.map((column) => [namesInEvents[column], row[column], changes[column]!]),
    )
}

/** Push 29; amounts in the currency's unit. */
export async function sendReturn(
  { db, now }: Pick<Moment, 'db' | 'now'>,
  row: Pick<ReturnRow, 'order_sn' | 'return_sn' | 'shop_id'>,
  changes: [field: string, from: string | number, to: string | number][],
): Promise<void> {
  const text = (value: string | number) => (typeof value === 'number' ? (value / 100).toFixed(2) : value)
  const updated_values = changes.map(([update_field, from, to]) => ({
    update_field,
    old_value: text(from),
    new_value: text(to),
    update_time: now,
  }))
  const data = { order_sn: row.order_sn, return_sn: row.return_sn, updated_values }
  await queueWebhookEvent(db, { code: 29, shopId: row.shop_id, data, now })
}

export function mustBe(row: ReturnRow, ...statuses: ReturnStatus[]): void {
  if (!statuses.includes(row.status))
    throw new PlatformError('error_perm', `Return status ${row.status} does not allow this operation.`)
}

const REFUND_REASON = 'Return and Refund'

/** The buyer gets the money: a sale returned whole is undone, else it is completed less the refund. */
export async function grantRefund(moment: Moment, row: ReturnRow): Promise<void> {
  await changeReturn(moment, row, { status: 'ACCEPTED' })
  const whole = (await lockOrder(moment.db, row.order_sn))!
  const paidForItems = whole.order.items_cents - whole.order.seller_voucher_cents
  const isWhole = row.refund_amount_cents >= paidForItems
  const isByItems = row.refund_amount_cents === priceOf(row)
  if (isWhole || isByItems) await markReturned(moment, row)
  else await unmarkRequested(moment, row)
  if (whole.order.status === 'TO_RETURN' && isWhole)
    return void (await moveOrder(moment, whole, 'undoAfterReturn', { cancelBy: 'buyer', cancelReason: REFUND_REASON }))
  const wasCompleted = whole.order.status === 'COMPLETED'
  if (whole.order.status === 'TO_RETURN') await moveOrder(moment, whole, 'keepAfterReturn')
  // The escrow knows returned units; any other amount is taken back after the payout.
  if (wasCompleted || !isByItems)
    await refundAfterPayout(moment.db, {
      orderSn: row.order_sn,
      returnSn: row.return_sn,
      amountCents: row.refund_amount_cents,
      now: moment.now,
    })
  if (wasCompleted) await sendOrderStatus(moment, whole.order, 'COMPLETED', 'RRAOC')
}

/** Nothing is refunded: the order is completed as it was. */
export async function refuseRefund(moment: Moment, row: ReturnRow, status: 'CLOSED' | 'CANCELLED'): Promise<void> {
  await changeReturn(moment, row, { status })
  await unmarkRequested(moment, row)
  const whole = (await lockOrder(moment.db, row.order_sn))!
  if (whole.order.status === 'TO_RETURN') await moveOrder(moment, whole, 'keepAfterReturn')
}

const priceOf = ({ items }: ReturnRow) => items.reduce((sum, item) => sum + item.priceCents * item.quantity, 0)

async function markReturned(moment: Moment, row: ReturnRow): Promise<void> {
  await unmarkRequested(moment, row)
  for (const item of row.items)
    await moment.db.query(
      `UPDATE order_items SET returned_quantity = least(quantity, returned_quantity + $4)
       WHERE order_sn = $1 AND item_id = $2 AND model_id = $3`,
      [row.order_sn, item.itemId, item.modelId, item.quantity],
    )
}

async function unmarkRequested({ db }: Moment, row: ReturnRow): Promise<void> {
  await db.query('UPDATE order_items SET return_requested_quantity = 0 WHERE order_sn = $1', [row.order_sn])
}
