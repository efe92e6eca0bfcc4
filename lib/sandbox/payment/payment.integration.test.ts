import { startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { connectShop, type Answered, type ShopCaller } from '@/lib/testing/fakes/sandbox-caller'
import { listSpecProblems, type DescribedEndpoint } from '@/lib/testing/samples/shopee-spec'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { fromJson } from '../json'

const DAY = 86_400

let sandbox: TestSandbox
let shop: ShopCaller
let now: number

beforeAll(async () => {
  sandbox = await startTestSandbox()
  shop = await connectShop(sandbox)
  now = sandbox.platform.clock.now()
  await sandbox.admin('history', { shopId: shop.shopId, orders: 600, seed: 'payment', wait: true })
})
afterAll(() => sandbox.stop())

function described(name: string, answer: Answered): Answered {
  expect(listSpecProblems(`payment.${name}` as DescribedEndpoint, fromJson(answer.text))).toEqual([])
  return answer
}

const request = async (name: string, query: Record<string, string | number> = {}) =>
  described(name, await shop.get(`/api/v2/payment/${name}`, query))

const orderSns = async (where: string, limit = 100) =>
  (
    await sandbox.platform.pool.query<{ order_sn: string }>(
      `SELECT order_sn FROM orders WHERE shop_id = $1 AND ${where} ORDER BY create_time DESC LIMIT $2`,
      [shop.shopId, limit],
    )
  ).rows.map((row) => row.order_sn)

type Income = Record<string, number> & { items: { discounted_price: number; quantity_purchased: number }[] }

/** The published formula over the answer's own numbers, in cents. */
function formula(income: Income): number {
  const cents = (name: string) => Math.round((income[name] ?? 0) * 100)
  const plus = ['original_cost_of_goods_sold', 'seller_return_refund', 'shopee_discount', 'buyer_paid_shipping_fee']
  const minus = ['original_shopee_discount', 'voucher_from_seller', 'actual_shipping_fee', 'reverse_shipping_fee']
  const fees = ['service_fee', 'commission_fee', 'order_ams_commission_fee', 'shipping_seller_protection_fee_amount']
  const sum = (names: string[]) => names.reduce((all, name) => all + cents(name), 0)
  return (
    sum([...plus, 'shopee_shipping_rebate']) -
    sum([...minus, ...fees, 'ads_escrow_top_up_fee_or_technical_support_fee'])
  )
}

describe('get_escrow_detail', () => {
  test('closes under the published formula for orders of every state, gross and net alike', async () => {
    const many = isFullProfile ? 30 : 8
    const orders = [
      ...(await orderSns("status = 'COMPLETED'", many)),
      ...(await orderSns("status <> 'COMPLETED'", many)),
    ]
    for (const orderSn of orders) {
      const { response } = await request('get_escrow_detail', { order_sn: orderSn })
      const income = response.order_income as Income
      const rebate = response.order_income as { seller_product_rebate: { amount: number } }
      expect(formula(income)).toBe(Math.round(income.escrow_amount! * 100))
      expect(income.net_commission_fee! + income.net_service_fee! + rebate.seller_product_rebate.amount).toBeCloseTo(
        income.commission_fee! + income.service_fee!,
        5,
      )
    }
  })

  test('shows vouchers negative in what the buyer paid, and prices of whole lines', async () => {
    const [orderSn] = await orderSns(`seller_voucher_cents > 0 AND EXISTS (
      SELECT FROM order_items i WHERE i.order_sn = orders.order_sn AND quantity > 1)`)
    const { response } = await request('get_escrow_detail', { order_sn: orderSn! })
    const income = response.order_income as Income
    expect((response.buyer_payment_info as { seller_voucher: number }).seller_voucher).toBe(
      -income.voucher_from_seller!,
    )
    expect(income.items.reduce((sum, item) => sum + item.discounted_price, 0)).toBeCloseTo(
      income.order_discounted_price!,
      5,
    )
  })

  test('takes an adjustment after the payout apart from the escrow', async () => {
    const [orderSn] = await orderSns("status = 'COMPLETED'", 1)
    const before = (await request('get_escrow_detail', { order_sn: orderSn! })).response.order_income as Income
    await sandbox.admin('order-adjust', { orderSn, amountCents: -1000, reason: 'Logistic issue deduction' })
    const after = (await request('get_escrow_detail', { order_sn: orderSn! })).response.order_income as Income
    expect(after.escrow_amount).toBe(before.escrow_amount)
    expect(after.total_adjustment_amount).toBeCloseTo(before.total_adjustment_amount! - 10, 5)
    expect(after.escrow_amount_after_adjustment).toBeCloseTo(after.escrow_amount! + after.total_adjustment_amount!, 5)
    expect(after).toHaveProperty('order_adjustment')
  })

  test('refuses what is missing and what is not the shop’s', async () => {
    expect(await request('get_escrow_detail')).toMatchObject({
      error: 'error_param',
      message: 'Missing order_sn. Please include a valid order_sn to get escrow details.',
    })
    expect(await request('get_escrow_detail', { order_sn: '260101AAAAAAAA' })).toMatchObject({
      error: 'order_not_found',
      message: 'Order SN provided is invalid or does not belong to you. Please enter a valid Order SN.',
    })
  })
})

describe('get_escrow_detail_batch', () => {
  const batch = async (list: string[]) =>
    described(
      'get_escrow_detail_batch',
      await shop.post('/api/v2/payment/get_escrow_detail_batch', { order_sn_list: list }),
    )

  test('answers an array by POST, with what fails in a list of its own', async () => {
    const list = await orderSns("status = 'COMPLETED'", 3)
    const all = await batch(list)
    expect(
      (all.body.response as { escrow_detail: { order_sn: string } }[]).map((each) => each.escrow_detail.order_sn),
    ).toEqual(list)
    const some = await batch([list[0]!, '260101AAAAAAAA'])
    expect(some.error).toBe('')
    expect(some.body.response).toHaveLength(1)
    expect(some.body.escrow_detail_list).toEqual([
      {
        escrow_detail: { order_sn: '260101AAAAAAAA', return_order_sn_list: [] },
        fail_error: 'order_not_found',
        fail_message: 'The order info not found.',
      },
    ])
  })

  test('refuses GET unless it is set, an empty list and 51 orders', async () => {
    const path = '/api/v2/payment/get_escrow_detail_batch'
    expect(await shop.get(path, { order_sn_list: 'A' })).toMatchObject({ error: 'error_param' })
    await sandbox.admin('settings', { escrowBatchByGet: true })
    const list = await orderSns("status = 'COMPLETED'", 2)
    expect((await shop.get(path, { order_sn_list: list.join(',') })).body.response).toHaveLength(2)
    await sandbox.admin('settings', { escrowBatchByGet: false })
    expect(await batch([])).toMatchObject({ message: 'order_sn_list is required, format should be string[]' })
    expect(await batch(Array.from({ length: 51 }, String))).toMatchObject({
      error: 'exceed_max_limit',
      message: 'Your request exceeds the max limit of 50 orders.',
    })
  })
})

test('get_escrow_list pages from 1 through every payout once', async () => {
  const seen: { order_sn: string; payout_amount: number }[] = []
  for (let page = 1, more = true; more; page++) {
    const { response } = await request('get_escrow_list', {
      release_time_from: now - 400 * DAY,
      release_time_to: now,
      page_no: page,
      page_size: 100,
    })
    seen.push(...(response.escrow_list as typeof seen))
    more = response.more as boolean
  }
  const { rows } = await sandbox.platform.pool.query<{ count: number; cents: number }>(
    `SELECT count(*)::int AS count, sum(payout_cents)::float8 AS cents FROM order_money
     WHERE shop_id = $1 AND release_time IS NOT NULL`,
    [shop.shopId],
  )
  expect(new Set(seen.map((each) => each.order_sn)).size).toBe(rows[0]!.count)
  expect(seen.reduce((sum, each) => sum + Math.round(each.payout_amount * 100), 0)).toBe(rows[0]!.cents)
  const refused = { release_time_from: 1, release_time_to: 2 }
  expect((await request('get_escrow_list', { ...refused, page_no: 0 })).error).toBe('error_param')
  expect((await request('get_escrow_list', { ...refused, page_size: 101 })).message).toMatch(
    /^Invalid page_size parameter/,
  )
  expect((await request('get_escrow_list', { release_time_from: 1, release_time_to: 'x' })).message).toBe(
    'release_time_to: Invalid type. Expected: integer, given: string',
  )
})

describe('the wallet', () => {
  type Transaction = {
    transaction_type: string
    amount: number
    current_balance: number
    money_flow: string
    order_sn: string
  }

  const pageThrough = async (from: number, to: number, more: Record<string, string> = {}) => {
    const all: Transaction[] = []
    for (let page = 0, left = true; left; page++) {
      const { response } = await request('get_wallet_transaction_list', {
        page_no: page,
        page_size: 100,
        create_time_from: from,
        create_time_to: to,
        ...more,
      })
      all.push(...(response.transaction_list as Transaction[]))
      left = response.more as boolean
    }
    return all
  }

  test('pages from 0, newest first, each balance the one before plus the amount', async () => {
    const all = await pageThrough(now - 15 * DAY, now)
    expect(all.length).toBeGreaterThan(10)
    const cents = (amount: number) => Math.round(amount * 100)
    all.slice(0, -1).forEach((row, index) => {
      expect(cents(row.current_balance)).toBe(cents(all[index + 1]!.current_balance) + cents(row.amount))
      expect(row.money_flow).toBe(row.amount < 0 ? 'MONEY_OUT' : 'MONEY_IN')
    })
    const income = await pageThrough(now - 15 * DAY, now, { transaction_type: '101' })
    expect(income.every((row) => row.transaction_type === 'ESCROW_VERIFIED_ADD' && row.order_sn !== '')).toBe(true)
    const out = await pageThrough(now - 15 * DAY, now, { money_flow: 'MONEY_OUT' })
    expect(out.every((row) => row.amount < 0)).toBe(true)
  })

  test('looks at fifteen days at most', async () => {
    const period = (from: number, to: number) => ({
      page_no: 0,
      page_size: 10,
      create_time_from: from,
      create_time_to: to,
    })
    expect(await request('get_wallet_transaction_list', period(now - 15 * DAY - 1, now))).toMatchObject({
      error: 'time_period_too_large',
      message: 'The param error: time period too large.',
    })
    expect(await request('get_wallet_transaction_list', period(now, now - 1))).toMatchObject({ error: 'time_invalid' })
  })

  test('is emptied by a withdrawal, never beyond its balance', async () => {
    const { amountCents } = await sandbox.admin<{ amountCents: number }>('withdraw', { shopId: shop.shopId })
    const { response } = await request('get_wallet_transaction_list', { page_no: 0, page_size: 1 })
    expect(response.transaction_list).toEqual([
      expect.objectContaining({
        transaction_type: 'WITHDRAWAL_CREATED',
        amount: -amountCents / 100,
        current_balance: 0,
      }),
    ])
    await expect(sandbox.admin('withdraw', { shopId: shop.shopId, amountCents: 1 })).rejects.toThrow('422')
  })
})

test('a shop’s fees are data that an estimate follows at once', async () => {
  const [orderSn] = await orderSns("status IN ('READY_TO_SHIP', 'SHIPPED', 'PROCESSED')", 1)
  const ads = async () =>
    ((await request('get_escrow_detail', { order_sn: orderSn! })).response.order_income as Income)
      .ads_escrow_top_up_fee_or_technical_support_fee
  expect(await ads()).toBe(0)
  await sandbox.admin('shop-fees', { shopId: shop.shopId, fees: { adsTopUp: 20_000 } })
  expect(await ads()).toBeGreaterThan(0)
})
