import { withOrganization } from '@/lib/core/db'
import { inspect, asWorker } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  orderOf,
  placeToShip,
  readAgain,
  step,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { noteFailure } from '../streams/failures'
import { retryFailures } from '../streams/retry-failures'
import { syncEscrow } from './sync-escrow'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})

const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)
const settle = () => asWorker(() => syncEscrow(harness.shop))
const endHistory = () => sql(`UPDATE sync_state SET history_reached = history_from WHERE stream = 'orders'`)

async function completed() {
  const order = await placeToShip(harness)
  for (const name of ['ship', 'pick-up', 'deliver', 'complete']) await step(harness, order.code, name)
  await platform().admin('order-release', { orderSn: order.code })
  await readAgain(harness, [order.code])
  return order
}
const corrections = async (orderId: string) =>
  (
    await sql<{ cents: string; reason: string }>(
      `SELECT amount_cents AS cents, platform_name AS reason FROM money_line WHERE order_id = $1 AND kind = 'adjustment' ORDER BY key`,
      [orderId],
    )
  ).map(({ cents, reason }) => `${cents} ${reason}`)
const adjust = (orderSn: string, amountCents: number, reason: string) =>
  platform().admin('order-adjust', { orderSn, amountCents, reason })

test('a correction after the payout reaches the order, once the history is there, and a later look at many removes nothing', async () => {
  const [early, late] = [await completed(), await completed()]
  await adjust(early.code, -500, 'Logistic issue deduction')
  await settle()
  expect(await corrections(early.id)).toEqual([])
  await endHistory()
  await settle()
  expect(await corrections(early.id)).toEqual(['-500 Logistic issue deduction'])
  await adjust(late.code, 250, 'Marketing')
  await adjust(late.code, -100, 'Marketing')
  await settle()
  expect((await corrections(late.id)).toSorted()).toEqual(['-100 Marketing', '250 Marketing'])

  // The order changes, and so does what it cost: its money is asked for again, among that of many.
  const { pool } = platform().platform
  await pool.query('UPDATE order_money SET affiliate_cents = 150 WHERE order_sn = $1', [early.code])
  await sql(`UPDATE order_source SET as_of = now() WHERE order_id = $1`, [early.id])
  // The wallet's ledger is no longer read: its entries do not come again.
  const beyond = new Date(Date.now() + 7_200_000).toISOString()
  await sql(`UPDATE sync_state SET cursor = $1 WHERE stream = 'escrow'`, [beyond])
  await settle()
  const affiliate = `SELECT amount_cents::int AS cents FROM money_line WHERE order_id = $1 AND kind = 'affiliate'`
  expect(await sql(affiliate, [early.id])).toEqual([{ cents: -150 }])
  expect(await corrections(early.id)).toEqual(['-500 Logistic issue deduction'])
})

test('a settlement that failed is asked for alone when it is tried again, with its corrections', async () => {
  const order = await completed()
  await adjust(order.code, -300, 'Return')
  await withOrganization(harness.company, (db) =>
    noteFailure(db, harness.company, {
      shopId: harness.shopId,
      operation: 'escrow',
      subject: order.code,
      error: 'unexpectedShape',
    }),
  )
  await sql(`UPDATE sync_failure SET next_at = now() - interval '1 second' WHERE subject = $1`, [order.code])
  await asWorker(() => retryFailures(harness.company, harness.shopId))
  expect(await corrections(order.id)).toEqual(['-300 Return'])
  expect(await sql(`SELECT 1 FROM sync_failure WHERE subject = $1 AND state <> 'resolved'`, [order.code])).toEqual([])
})

test('the settlement of a bundle gives the prices: items and totals agree to the cent, and stay when the order moves on', async () => {
  const items = [
    { itemId: harness.items[0]!, modelId: 0, quantity: 3 },
    { itemId: harness.items[1]!, modelId: 0, quantity: 1 },
  ]
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', {
    shopId: harness.number,
    isPaid: true,
    items,
  })
  const { pool } = platform().platform
  await pool.query(
    `UPDATE order_items SET promotion_type = 'bundle_deal', promotion_id = 9, discounted_price_cents = 2133 WHERE order_sn = $1 AND item_id = $2`,
    [orderSn, harness.items[0]],
  )
  await readAgain(harness, [orderSn])
  const { id } = await orderOf(harness, orderSn)
  const totals = async () => {
    const [order] = await sql<{ revenue: number; discount: number; items: number; saved: number; day: number }>(
      `SELECT o.revenue_cents::int AS revenue, o.seller_discount_cents::int AS discount, sum(i.subtotal_cents)::int AS items,
         sum(i.discount_cents)::int AS saved,
         (SELECT sum(d.gross_cents)::int FROM sales_day_delta d WHERE d.outlet_id = o.outlet_id AND d.organization_id = o.organization_id) AS day
       FROM orders o JOIN order_item i ON i.organization_id = o.organization_id AND i.order_id = o.id WHERE o.id = $1
       GROUP BY o.organization_id, o.id`,
      [id],
    )
    return order!
  }
  const before = await totals()
  expect(before).toMatchObject({ revenue: 12_490, discount: 0, items: 12_490, saved: 0 })
  await settle()
  const after = { revenue: 11_389, discount: 1101, items: 11_389, saved: 1101, day: before.day - 1101 }
  expect(await totals()).toEqual(after)
  const [goods] = await sql<{ cents: string }>(
    `SELECT sum(amount_cents)::text AS cents FROM money_line WHERE order_id = $1 AND kind = 'product_revenue'`,
    [id],
  )
  expect(goods).toEqual({ cents: '11389' })
  await step(harness, orderSn, 'ship')
  await readAgain(harness, [orderSn])
  expect(await orderOf(harness, orderSn)).toMatchObject({ platform_status: 'PROCESSED' })
  expect(await totals()).toEqual(after)
  await settle()
  expect(await totals()).toEqual(after)
})

test('a charge under an undescribed name is a line of the order by that name', async () => {
  await platform().admin('shop-fees', { shopId: harness.number, fees: { undescribed: { pay_per_sale: 137 } } })
  const order = await completed()
  await settle()
  expect(
    await sql(
      `SELECT kind::text, amount_cents::int AS cents, platform_name AS name FROM money_line
       WHERE order_id = $1 AND source = 'api' AND kind = 'other'`,
      [order.id],
    ),
  ).toEqual([{ kind: 'other', cents: -137, name: 'pay_per_sale' }])
  await platform().admin('shop-fees', { shopId: harness.number, fees: { undescribed: {} } })
})
