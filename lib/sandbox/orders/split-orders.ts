import { z } from 'zod'
import { EnvelopeAnswer, shopEndpoint } from '../gateway'
import { int64, integer } from '../parameters'
import { PlatformError } from '../platform-error'
import { notFound } from './get-order-detail'
import { newPackageNumber } from './platform-numbers'
import { lockOrder, type OrderItemRow, type WholeOrder } from './order-rows'

/** Everywhere but in Taiwan. */
const MAX_PACKAGES = 5

const packages = z.array(
  z.object({
    item_list: z
      .array(z.object({ item_id: int64, model_id: int64, model_quantity: integer.optional() }))
      .min(1, 'is a required field'),
  }),
)
type Part = { item: OrderItemRow; packageIndex: number }

const refuse = (reason: string, message: string) => new PlatformError(`order.order_${reason}`, message)

export const splitOrder = shopEndpoint({
  method: 'POST',
  path: '/api/v2/order/split_order',
  body: z.object({ order_sn: z.string(), package_list: packages }),
  run: async ({ db, shop, now, body }) => {
    const whole = await lockOrder(db, body.order_sn, shop.shop_id)
    if (!whole) throw notFound()
    const parts = splitParts(whole, body.package_list)
    const [first] = whole.packages
    const numbers = [first!.package_number, ...body.package_list.slice(1).map(newPackageNumber)]
    for (const number of numbers.slice(1))
      await db.query(
        `INSERT INTO packages (package_number, order_sn, shop_id, logistics_status, logistics_channel_id, shipping_carrier,
           create_time, update_time, ship_by_date)
         SELECT $1, order_sn, shop_id, logistics_status, logistics_channel_id, shipping_carrier, $3, $3, ship_by_date
         FROM packages WHERE package_number = $2`,
        [number, first!.package_number, now],
      )
    for (const { item, packageIndex } of parts)
      await db.query('UPDATE order_items SET package_number = $3 WHERE order_sn = $1 AND line_no = $2', [
        item.order_sn,
        item.line_no,
        numbers[packageIndex],
      ])
    await markSplit(db, body.order_sn, true, now)
    return {
      order_sn: body.order_sn,
      package_list: numbers.map((number, index) => answerPackage(number, index, parts)),
    }
  },
})

/** Units of one line stay together: splitting by quantity is not for Brazil. */
function splitParts({ order, items }: WholeOrder, wanted: z.output<typeof packages>): Part[] {
  if (order.fulfillment_flag === 'fulfilled_by_shopee')
    throw refuse('cannot_split_pff', 'Cannot split this warehouse order.')
  if (order.status !== 'READY_TO_SHIP') throw refuse('split_failed', 'Split order failed, please try again.')
  if (order.split_up) throw refuse('has_been_split', 'This order has already been split.')
  if (wanted.length < 2 || wanted.length > MAX_PACKAGES)
    throw new PlatformError('error_param', 'The size of package list is over limit.')
  const parts = wanted.flatMap(({ item_list }, packageIndex) =>
    item_list.map(({ item_id, model_id, model_quantity }) => {
      const item = items.find((each) => each.item_id === item_id && each.model_id === model_id)
      if (!item) throw refuse('split_item_not_exist', 'Cannot split order with invalid items.')
      if (model_quantity !== undefined && model_quantity !== item.quantity)
        throw refuse('split_wrong_item_quantity', 'Cannot split order with wrong model quantity')
      return { item, packageIndex }
    }),
  )
  const lines = new Set(parts.map(({ item }) => item.line_no))
  if (lines.size < parts.length) throw refuse('split_duplicate_item', 'Cannot split order with duplicate items.')
  if (lines.size < items.length) throw refuse('split_package_missing_item', 'Cannot split order with missing items.')
  return parts
}

const answerPackage = (package_number: string, index: number, parts: Part[]) => ({
  package_number,
  item_list: parts
    .filter(({ packageIndex }) => packageIndex === index)
    .map(({ item }) => ({
      item_id: item.item_id,
      model_id: item.model_id,
      order_item_id: item.item_id,
      promotion_group_id: 0,
      model_quantity: item.quantity,
    })),
})

export const unsplitOrder = shopEndpoint({
  method: 'POST',
  path: '/api/v2/order/unsplit_order',
  body: z.object({ order_sn: z.string() }),
  run: async ({ db, shop, now, body }) => {
    const whole = await lockOrder(db, body.order_sn, shop.shop_id)
    if (!whole) throw notFound()
    const isArranged = whole.packages.some((parcel) => parcel.arranged_time !== null)
    if (!whole.order.split_up || whole.order.status !== 'READY_TO_SHIP' || isArranged)
      throw refuse('cannot_undo_split', 'Cannot undo split this order.')
    await db.query('UPDATE order_items SET package_number = NULL WHERE order_sn = $1', [body.order_sn])
    await db.query('DELETE FROM packages WHERE order_sn = $1 AND package_number <> $2', [
      body.order_sn,
      whole.packages[0]!.package_number,
    ])
    await markSplit(db, body.order_sn, false, now)
    return new EnvelopeAnswer({})
  },
})

async function markSplit(db: Parameters<typeof lockOrder>[0], orderSn: string, isSplit: boolean, now: number) {
  await db.query('UPDATE orders SET split_up = $2, update_time = greatest(update_time, $3) WHERE order_sn = $1', [
    orderSn,
    isSplit,
    now,
  ])
}
