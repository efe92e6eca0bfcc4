import type { Database } from '../database'
import { listIncomes, type LoadedIncome } from '../payment/order-incomes'

const PAGE = 500

export type Period = { shopId: bigint; fromTime: number; toTime: number }

export type SheetOrder = LoadedIncome & {
  updateTime: number
  payTime: number | null
  shipByTime: number
  pickupTime: number | null
  deliveredTime: number | null
  completedTime: number | null
  cancelledTime: number | null
  cancelBy: string
  cancelReason: string
  isFbs: boolean
  isHot: boolean
  buyerUserId: bigint
  messageToSeller: string
  note: string
  carrier: string
  trackingNumber: string
  returnStatus: string
}

const READ = (column: 'o.create_time' | 'm.release_time') => `
  SELECT o.order_sn AS "orderSn", ${column} AS at, o.update_time AS "updateTime", o.pay_time AS "payTime",
    o.ship_by_date AS "shipByTime", o.pickup_done_time AS "pickupTime", o.delivered_time AS "deliveredTime",
    o.completed_time AS "completedTime", o.cancelled_time AS "cancelledTime", o.cancel_by AS "cancelBy",
    o.cancel_reason AS "cancelReason", o.fulfillment_flag = 'fulfilled_by_shopee' AS "isFbs", o.hot_listing AS "isHot",
    o.buyer_user_id AS "buyerUserId", o.message_to_seller AS "messageToSeller", o.note, o.shipping_carrier AS carrier,
    coalesce((SELECT tracking_number FROM packages p WHERE p.order_sn = o.order_sn ORDER BY package_number LIMIT 1), '')
      AS "trackingNumber",
    coalesce((SELECT status FROM returns r WHERE r.order_sn = o.order_sn ORDER BY create_time DESC LIMIT 1), '')
      AS "returnStatus"
  FROM orders o LEFT JOIN order_money m USING (order_sn)
  WHERE o.shop_id = $1 AND ${column} BETWEEN $2 AND $3 AND (${column}, o.order_sn) > ($4, $5)
  ORDER BY ${column}, o.order_sn LIMIT ${PAGE}`

async function* pages(db: Database, period: Period, column: Parameters<typeof READ>[0]): AsyncGenerator<SheetOrder> {
  let after: [number, string] = [0, '']
  for (;;) {
    const { rows } = await db.query<Omit<SheetOrder, keyof LoadedIncome> & { orderSn: string; at: number }>(
      READ(column),
      [period.shopId, period.fromTime, period.toTime, ...after],
    )
    const incomes = await listIncomes(
      db,
      period.shopId,
      rows.map((row) => row.orderSn),
    )
    for (const [index, row] of rows.entries()) yield { ...row, ...incomes[index]! }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = [last.at, last.orderSn]
  }
}

export const ordersByCreation = (db: Database, period: Period) => pages(db, period, 'o.create_time')
export const ordersByRelease = (db: Database, period: Period) => pages(db, period, 'm.release_time')
