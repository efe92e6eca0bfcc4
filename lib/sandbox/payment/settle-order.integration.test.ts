import { FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { listIncomes } from './order-incomes'
import { payTime } from './pay-days'
import { payOutWaiting, refundAfterPayout, settleOrder } from './settle-order'

let sandbox: TestSandbox
let completed: string[]

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await sandbox.admin('history', { shopId: FIRST_SHOP_ID, orders: 500, seed: 'settle', wait: true })
  const { rows } = await sandbox.platform.pool.query<{ order_sn: string }>(
    `SELECT order_sn FROM orders WHERE status = 'TO_CONFIRM_RECEIVE' ORDER BY order_sn LIMIT 12`,
  )
  completed = rows.map((row) => row.order_sn)
})
afterAll(() => sandbox.stop())

const payouts = async (orderSn: string) =>
  (
    await sandbox.platform.pool.query<{ type: string; amount_cents: number }>(
      'SELECT type, amount_cents FROM wallet_transaction WHERE order_sn = $1 ORDER BY id',
      [orderSn],
    )
  ).rows

const complete = (orderSn: string) =>
  sandbox.platform.pool.query(`UPDATE orders SET status = 'COMPLETED' WHERE order_sn = $1`, [orderSn])

const now = () => sandbox.platform.clock.now()
const settle = (orderSn: string) => sandbox.platform.transaction((db) => settleOrder(db, orderSn, now()))
const incomeOf = async (orderSn: string) =>
  (await listIncomes(sandbox.platform.pool, BigInt(FIRST_SHOP_ID), [orderSn]))[0]!

test('an order is paid out once it is completed, and once only, what its estimate says less the last fee', async () => {
  const orderSn = completed[0]!
  const estimate = (await incomeOf(orderSn)).income.escrowCents
  await expect(settle(orderSn)).rejects.toThrow('Only a completed order is paid out.')
  await complete(orderSn)
  await Promise.all([settle(orderSn), settle(orderSn), settle(orderSn)])
  expect(await payouts(orderSn)).toEqual([{ type: 'ESCROW_VERIFIED_ADD', amount_cents: estimate - 49 }])
})

test('orders paid out at the same time leave a balance that adds up', async () => {
  expect(completed.length).toBeGreaterThan(5)
  for (const orderSn of completed.slice(1)) await complete(orderSn)
  await Promise.all(completed.slice(1).map(settle))
  const { rows } = await sandbox.platform.pool.query<{ wrong: number }>(
    `SELECT count(*) FILTER (WHERE balance_cents <> running)::int AS wrong FROM (
       SELECT balance_cents, sum(amount_cents) OVER (ORDER BY create_time, id) AS running FROM wallet_transaction) w`,
  )
  expect(rows[0]!.wrong).toBe(0)
})

test('a refund after the payout leaves the escrow as it was and comes off the wallet', async () => {
  const orderSn = completed[0]!
  const before = await incomeOf(orderSn)
  await sandbox.platform.transaction((db) =>
    refundAfterPayout(db, { orderSn, returnSn: '2611200ABCDEFGH', amountCents: 700, now: now() }),
  )
  const after = await incomeOf(orderSn)
  expect(after.income.escrowCents).toBe(before.income.escrowCents)
  expect(after.adjustmentCents).toBe(before.adjustmentCents - 700)
  expect((await payouts(orderSn)).at(-1)).toEqual({
    type: 'ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED',
    amount_cents: -700,
  })
})

test('no money of a history was credited on a weekend or a holiday, and none outside of the hours', async () => {
  const { rows } = await sandbox.platform.pool.query<{ at: number }>(
    `SELECT create_time AS at FROM wallet_transaction WHERE type LIKE 'ESCROW%' AND create_time < $1`,
    [now() - 3600],
  )
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ at }) => payTime(at) !== at)).toEqual([])
})

test('an order that is completed at the weekend is paid on Monday morning', async () => {
  const { platform } = sandbox
  const { rows } = await platform.pool.query<{ order_sn: string }>(
    `SELECT order_sn FROM orders WHERE status = 'SHIPPED' ORDER BY order_sn LIMIT 1`,
  )
  const orderSn = rows[0]!.order_sn
  const saturday = Date.parse('2027-03-06T10:00:00-03:00') / 1000
  await sandbox.admin('clock-forward', { seconds: saturday - now() })
  if ((await incomeOf(orderSn)).status === 'SHIPPED') await sandbox.admin('order-step', { orderSn, step: 'deliver' })
  await sandbox.admin('order-step', { orderSn, step: 'complete' })
  await payOutWaiting(platform)
  expect(await payouts(orderSn)).toEqual([])
  await sandbox.admin('clock-forward', { seconds: 2 * 86_400 })
  await payOutWaiting(platform)
  expect(await payouts(orderSn)).toMatchObject([{ type: expect.stringMatching(/^ESCROW/) as string }])
})
