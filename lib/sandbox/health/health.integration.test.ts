import { FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { connectShop, type ShopCaller } from '@/lib/testing/fakes/sandbox-caller'

const DAY = 86_400

let sandbox: TestSandbox
let shop: ShopCaller

beforeAll(async () => {
  sandbox = await startTestSandbox()
  shop = await connectShop(sandbox)
})
afterAll(() => sandbox.stop())

type Planted = { sn: string; status: string; shipBy: number; paid?: number; pickedUp?: number; cancelled?: number }

/** Days count from now; what lies behind is negative. */
async function plant({ sn, status, shipBy, paid, pickedUp, cancelled }: Planted) {
  const now = sandbox.platform.clock.now()
  const at = (days: number | undefined) => (days === undefined ? null : now + Math.round(days * DAY))
  await sandbox.platform.pool.query(
    `INSERT INTO orders (order_sn, shop_id, status, create_time, update_time, pay_time, ship_by_date, pickup_done_time,
       cancelled_time, cancel_by, buyer_user_id, buyer_username, total_amount_cents, items_cents)
     VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, 'seller', 1, 'x', 1000, 1000)`,
    [sn, FIRST_SHOP_ID, status, now, at(paid), at(shipBy), at(pickedUp), at(cancelled)],
  )
}

const call = (name: string, query = {}) => shop.get(`/api/v2/account_health/${name}`, query)

test('rates are counted from the orders of seven days, beside those of the seven before', async () => {
  await sandbox.platform.pool.query('TRUNCATE orders')
  for (let order = 0; order < 3; order++)
    await plant({ sn: `ONTIME${order}`, status: 'SHIPPED', paid: -3, shipBy: -1, pickedUp: -2 })
  await plant({ sn: 'LATE', status: 'SHIPPED', paid: -4, shipBy: -2, pickedUp: -1 })
  await plant({ sn: 'BEFORE', status: 'SHIPPED', paid: -12, shipBy: -11, pickedUp: -9 })
  await plant({ sn: 'GONE', status: 'CANCELLED', paid: -2, shipBy: -1, cancelled: -1 })
  const { response } = await call('get_shop_performance')
  expect(response.overall_performance).toEqual({
    rating: 2,
    fulfillment_failed: 2,
    listing_failed: 0,
    custom_service_failed: 0,
  })
  const metrics = response.metric_list as { metric_id: number; current_period: number; last_period: number }[]
  expect(metrics.map((metric) => [metric.metric_id, metric.current_period, metric.last_period])).toEqual([
    [1, 25, 100],
    [3, 20, 0],
    [4, 1.5, 3],
  ])
})

test('late orders come by how late they are, and only while they wait for their shipment', async () => {
  await sandbox.platform.pool.query('TRUNCATE orders')
  await plant({ sn: 'A', status: 'READY_TO_SHIP', shipBy: -0.5 })
  await plant({ sn: 'B', status: 'PROCESSED', shipBy: -2.5 })
  await plant({ sn: 'C', status: 'READY_TO_SHIP', shipBy: 1 })
  await plant({ sn: 'D', status: 'SHIPPED', shipBy: -5 })
  const { response } = await call('get_late_orders')
  expect(response).toMatchObject({
    late_order_list: [
      { order_sn: 'B', late_by_days: 3 },
      { order_sn: 'A', late_by_days: 1 },
    ],
    total_count: 2,
  })
})

test('points and punishments are those of the quarter, in pages', async () => {
  const shopId = FIRST_SHOP_ID
  await sandbox.admin('penalty', { shopId, points: 2, violationType: 6 })
  await sandbox.admin('penalty', { shopId, points: 1 })
  expect((await call('get_penalty_point_history', { page_size: 1 })).response).toMatchObject({
    penalty_point_list: [{ latest_point_num: 1, original_point_num: 1, violation_type: 5 }],
    total_count: 2,
  })
  expect((await call('get_penalty_point_history', { violation_type: 6 })).response.total_count).toBe(1)
  await sandbox.admin('punishment', { shopId, days: 10 })
  const ongoing = await call('get_punishment_history', { punishment_status: 1 })
  expect(ongoing.response).toMatchObject({ punishment_list: [{ punishment_type: 104, reason: 1 }], total_count: 1 })
  expect((await call('get_punishment_history', { punishment_status: 2 })).response.total_count).toBe(0)
  expect((await call('get_punishment_history')).error).toBe('error_param')
})

test('another shop sees nothing of it', async () => {
  const { shopId } = await sandbox.admin<{ shopId: number }>('shop', {})
  const other = await connectShop(sandbox, { shopId })
  const answer = await other.get('/api/v2/account_health/get_penalty_point_history')
  expect(answer.response).toEqual({ penalty_point_list: [], total_count: 0 })
})

test('banned listings are listed with a reason', async () => {
  await sandbox.platform.pool.query(
    `INSERT INTO item (item_id, shop_id, name, status, ban_reason, create_time, update_time)
     VALUES (1, $1, 'x', 'BANNED', 'Produto proibido', 1, 1), (2, $1, 'y', 'BANNED', 'Foto ruim', 1, 1)`,
    [FIRST_SHOP_ID],
  )
  expect((await call('get_listings_with_issues')).response).toEqual({
    listing_list: [
      { item_id: 1, reason: 1 },
      { item_id: 2, reason: 7 },
    ],
    total_count: 2,
  })
})
