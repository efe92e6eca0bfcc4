import { startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { listIncomes } from '../payment/order-incomes'
import { makeShop } from '../shops'
import { generateHistory, planHistory } from './generate-history'

const TO = 1_795_000_000
const YEAR = 365 * 86_400

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

async function makeHistory({ seed = 'test', orders = 2000 } = {}): Promise<bigint> {
  const { platform } = sandbox
  const shopId = await platform.transaction((db) => makeShop(db, { name: 'Histórico', now: TO }))
  const plan = { shopId, seed, orders, fromTime: TO - YEAR, toTime: TO }
  const runId = await platform.transaction((db) => planHistory(db, plan))
  await generateHistory(platform, plan, runId)
  return shopId
}

const read = async <T extends object>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await sandbox.platform.pool.query<T>(sql, values)).rows

const one = async <T extends object>(sql: string, ...values: unknown[]): Promise<T> =>
  (await read<T>(sql, ...values))[0]!

test('a seed makes the same orders each time but for the ids that the platform gives, and another seed others', async () => {
  const digest = async (shopId: bigint) =>
    one<{ digest: string; orders: number }>(
      `SELECT count(*)::int AS orders, md5(string_agg(row, chr(10) ORDER BY row)) AS digest FROM (
         SELECT concat_ws('|', status, o.create_time, update_time, buyer_username, total_amount_cents, payment_method,
           cancel_reason, lines.all, payout_cents) AS row
         FROM orders o LEFT JOIN order_money USING (order_sn) CROSS JOIN LATERAL (
           SELECT string_agg(concat_ws(',', model_sku, item_name, quantity, discounted_price_cents), ';' ORDER BY line_no)
             AS all FROM order_items WHERE order_items.order_sn = o.order_sn) lines
         WHERE o.shop_id = $1) r`,
      shopId,
    )
  const first = await digest(await makeHistory({ orders: 300 }))
  expect(first.orders).toBe(300)
  expect(await digest(await makeHistory({ orders: 300 }))).toEqual(first)
  expect(await digest(await makeHistory({ orders: 300, seed: 'other' }))).not.toEqual(first)
})

describe('two thousand orders of a year', () => {
  let shopId: bigint
  beforeAll(async () => {
    shopId = await makeHistory()
  })

  // The platform's clock goes on meanwhile: it may complete or cancel some of them as of today.
  test('are exactly as many, each with its lines, package and a code that names its day', async () => {
    const counts = await one<Record<string, number>>(
      `SELECT count(*)::int AS orders, count(*) FILTER (WHERE o.order_sn ~ '^[0-9A-Z]{14}$'
           AND left(o.order_sn, 6) = to_char(to_timestamp(create_time - 10800), 'YYMMDD'))::int AS coded,
         count(*) FILTER (WHERE EXISTS (SELECT FROM packages p WHERE p.order_sn = o.order_sn))::int AS packed,
         count(*) FILTER (WHERE items_cents = (SELECT sum(quantity * discounted_price_cents) FROM order_items i
           WHERE i.order_sn = o.order_sn))::int AS summed,
         count(*) FILTER (WHERE create_time BETWEEN $2 AND $3 AND update_time BETWEEN create_time
           AND greatest($3, extract(epoch FROM now())::int))::int AS timed
       FROM orders o WHERE shop_id = $1`,
      shopId,
      TO - YEAR - 86_400,
      TO,
    )
    expect(counts).toEqual({ orders: 2000, coded: 2000, packed: 2000, summed: 2000, timed: 2000 })
  })

  test('look like a shop: campaigns, evenings, few products that sell most, some of it from the warehouse', async () => {
    const shape = await one<Record<string, number>>(
      `WITH o AS (SELECT *, to_timestamp(create_time - 10800) AT TIME ZONE 'UTC' AS at FROM orders WHERE shop_id = $1),
         sales AS (SELECT item_id, sum(quantity * discounted_price_cents) AS cents FROM order_items JOIN o USING (order_sn)
           GROUP BY 1)
       SELECT (SELECT count(*) FROM o WHERE to_char(at, 'MM-DD') = '11-11')::float8 AS eleven,
         (SELECT count(*) / 365.0 FROM o)::float8 AS average,
         (SELECT count(*) FROM o WHERE extract(hour FROM at) BETWEEN 20 AND 21)::float8 AS evening,
         (SELECT count(*) FROM o WHERE extract(hour FROM at) BETWEEN 3 AND 4)::float8 AS night,
         (SELECT sum(cents) FROM (SELECT cents FROM sales ORDER BY cents DESC LIMIT 12) s) / (SELECT sum(cents) FROM sales)::float8 AS top,
         (SELECT count(*) FROM o WHERE fulfillment_flag = 'fulfilled_by_shopee') / 2000.0::float8 AS fbs,
         (SELECT count(*) FROM o WHERE status = 'CANCELLED') / 2000.0::float8 AS cancelled,
         (SELECT count(*) FROM returns WHERE shop_id = $1) / 2000.0::float8 AS returned,
         (SELECT count(DISTINCT buyer_user_id) FROM o) / 2000.0::float8 AS buyers,
         (SELECT count(DISTINCT status) FROM o)::float8 AS statuses`,
      shopId,
    )
    expect(shape.eleven).toBeGreaterThan(3 * shape.average!)
    expect(shape.evening).toBeGreaterThan(5 * shape.night!)
    expect(Number(shape.top)).toBeGreaterThan(0.45)
    expect(Number(shape.fbs)).toBeGreaterThan(0.04)
    expect(Number(shape.fbs)).toBeLessThan(0.3)
    expect(Number(shape.cancelled)).toBeGreaterThan(0.06)
    expect(Number(shape.cancelled)).toBeLessThan(0.16)
    expect(Number(shape.returned)).toBeGreaterThan(0.02)
    expect(Number(shape.buyers)).toBeLessThan(0.75)
    expect(shape.statuses).toBeGreaterThan(5)
  })

  test('were paid out what the formula says of them, to the cent', async () => {
    const paid = await read<{ order_sn: string; payout_cents: number }>(
      'SELECT order_sn, payout_cents FROM order_money WHERE shop_id = $1 AND payout_cents IS NOT NULL ORDER BY 1',
      shopId,
    )
    expect(paid.length).toBeGreaterThan(1500)
    const incomes = await listIncomes(
      sandbox.platform.pool,
      shopId,
      paid.map((row) => row.order_sn),
    )
    expect(incomes.map(({ orderSn, income }) => [orderSn, income.escrowCents])).toEqual(
      paid.map((row) => [row.order_sn, row.payout_cents]),
    )
  })

  test('had the buyer pay less by Pix from R$80 on, and the seller’s fees lowered by as much', async () => {
    const pix = await read<{ share: number; rebated: boolean }>(
      `SELECT round(100.0 * pix_discount_cents / (items_cents - seller_voucher_cents))::int AS share,
         product_rebate_cents >= pix_discount_cents AS rebated
       FROM orders JOIN order_money USING (order_sn) WHERE orders.shop_id = $1 AND pix_discount_cents > 0`,
      shopId,
    )
    expect(pix.length).toBeGreaterThan(100)
    expect(new Set(pix.map(({ share }) => share))).toEqual(new Set([5, 8]))
    expect(pix.every(({ rebated }) => rebated)).toBe(true)
  })

  // In one statement: the platform's clock pays meanwhile.
  test('left a wallet whose balance runs along, with each payout once', async () => {
    const wallet = await one<Record<string, number>>(
      `SELECT count(*) FILTER (WHERE balance_cents <> running)::int AS wrong, min(balance_cents)::float8 AS lowest,
         (sum(amount_cents) FILTER (WHERE type LIKE 'ESCROW%'))::float8 AS escrow,
         count(*) FILTER (WHERE type = 'WITHDRAWAL_CREATED')::int AS withdrawals,
         count(*) FILTER (WHERE type = 'ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED')::int AS refunds,
         (SELECT sum(payout_cents)::float8 FROM order_money WHERE shop_id = $1) AS paid
       FROM (SELECT *, sum(amount_cents) OVER (ORDER BY create_time, id) AS running FROM wallet_transaction
         WHERE shop_id = $1) w`,
      shopId,
    )
    expect(wallet.wrong).toBe(0)
    expect(wallet.escrow).toBe(wallet.paid)
    expect(wallet.withdrawals).toBeGreaterThan(40)
    expect(wallet.refunds).toBeGreaterThan(0)
    expect(wallet.lowest).toBeGreaterThanOrEqual(0)
  })
})

test('a second history of the same shop leaves one ledger that still adds up', async () => {
  const { platform } = sandbox
  const shopId = await makeHistory({ orders: 200 })
  const plan = { shopId, seed: 'second', orders: 200, fromTime: TO - YEAR / 2, toTime: TO - YEAR / 4 }
  await generateHistory(platform, plan, await platform.transaction((db) => planHistory(db, plan)))
  const ledger = await one<Record<string, number>>(
    `SELECT count(*) FILTER (WHERE balance_cents <> running)::int AS wrong, count(*)::int AS rows
     FROM (SELECT *, sum(amount_cents) OVER (ORDER BY create_time, id) AS running FROM wallet_transaction
       WHERE shop_id = $1) w`,
    shopId,
  )
  expect(ledger.wrong).toBe(0)
  expect(await one('SELECT count(*)::int AS orders FROM orders WHERE shop_id = $1', shopId)).toEqual({ orders: 400 })
})
