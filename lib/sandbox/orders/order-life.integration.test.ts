import {
  MUG_ID,
  openSaleHarness,
  SHIRT_ID,
  SHIRT_MODELS,
  WAREHOUSE_ID,
  type SaleHarness,
} from '@/lib/testing/harnesses/sale-harness'

let harness: SaleHarness
const SHIRT = SHIRT_MODELS[0]

beforeAll(async () => {
  harness = await openSaleHarness({}, 'http://127.0.0.1:9/no-listener')
})
afterAll(() => harness.sandbox.stop())

const statusOf = async (orderSn: string) => (await harness.read(orderSn)).order_status
/** The order itself says that it is ready to ship: only the filter tells. */
const waitsForInvoice = async (orderSn: string) => {
  const filter = { package_status: 0, fulfillment_type: 2, invoice_pending: true }
  const { response } = await harness.post('order/search_package_list', {
    filter,
    pagination: { page_size: 100, cursor: '' },
  })
  return (response.packages_list as { order_sn: string }[]).some(({ order_sn }) => order_sn === orderSn)
}
const shirts = () => harness.stockOf(SHIRT_ID, SHIRT)

test('an order goes from its creation to its completion and tells every step by push', async () => {
  const { orderSn } = await harness.place({ isPaid: false })
  const steps = ['pay', 'invoice', 'ship', 'pick-up', 'deliver', 'complete']
  const seen: string[] = []
  for (const step of steps) seen.push(await harness.move(orderSn, step))
  expect(seen).toEqual(['INVOICE_PENDING', 'READY_TO_SHIP', 'PROCESSED', 'SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED'])
  const webhookEvents = await harness.listWebhookEvents(orderSn)
  const eventValues = (code: number, field: string) =>
    webhookEvents.filter((webhookEvent) => webhookEvent.code === code).map(({ data }) => data[field])
  expect(eventValues(3, 'status')).toEqual(['UNPAID', ...seen])
  expect(eventValues(30, 'fulfillment_status')).toEqual([
    'LOGISTICS_READY',
    'LOGISTICS_REQUEST_CREATED',
    'LOGISTICS_PICKUP_DONE',
    'LOGISTICS_DELIVERY_DONE',
  ])
  expect(webhookEvents.filter(({ code }) => code === 4).map(({ data }) => data)).toEqual([
    {
      ordersn: orderSn,
      forder_id: expect.stringMatching(/^\d+$/) as string,
      package_number: expect.stringMatching(/^OFG\d{15}$/) as string,
      tracking_no: expect.stringMatching(/^BR\d{12}[A-Z]$/) as string,
    },
  ])
  expect(webhookEvents.at(-1)).toMatchObject({
    code: 3,
    shop_id: harness.shop.shopId,
    data: { items: [], ordersn: orderSn, completed_scenario: 'NORMAL' },
  })
  const order = await harness.read(
    orderSn,
    'pickup_done_time',
    'actual_shipping_fee_confirmed',
    'return_request_due_date',
  )
  expect(order).toMatchObject({ actual_shipping_fee_confirmed: true })
  expect(Number(order.return_request_due_date)).toBeGreaterThan(Number(order.update_time))
})

test.each([
  ['Pix', 2, 0, 499, 9481],
  ['Pix', 2, 2000, 0, 7980],
  ['Pix', 11, 0, 4391, 50_499],
  ['Credit Card', 11, 0, 0, 54_890],
])(
  'paid by %s, %i shirts with a voucher of %i cents cost the buyer %i less, and the seller nothing',
  async (paymentMethod, quantity, sellerVoucherCents, pixCents, totalCents) => {
    const items = [{ itemId: SHIRT_ID, modelId: SHIRT, quantity }]
    const { orderSn } = await harness.place({ items, paymentMethod, sellerVoucherCents })
    expect((await harness.read(orderSn, 'total_amount')).total_amount).toBe(totalCents / 100)
    await harness.move(orderSn, 'invoice')
    expect((await harness.read(orderSn, 'invoice_data')).invoice_data).toMatchObject({
      total_value: (quantity * 4990 - pixCents) / 100,
    })
    const { response } = await harness.get('payment/get_escrow_detail', { order_sn: orderSn })
    const income = response.order_income as Record<string, number> & { seller_product_rebate?: { amount: number } }
    expect(income.pix_discount).toBe(pixCents / 100)
    expect(income.seller_product_rebate?.amount ?? 0).toBe(pixCents / 100)
    const both = (name: string) => Math.round(income[name]! * 100)
    const net = both('net_commission_fee') + both('net_service_fee')
    expect(both('commission_fee') + both('service_fee') - net).toBe(pixCents)
  },
)

test('a completed order is paid out once', async () => {
  await harness.sandbox.admin('settings', { payoutsOnBankDays: false })
  const orderSn = await harness.placeAnd('invoice', 'ship', 'pick-up', 'deliver', 'complete')
  const wallet = await harness.sandbox.platform.pool.query('SELECT type FROM wallet_transaction WHERE order_sn = $1', [
    orderSn,
  ])
  await harness.sandbox.admin('settings', { payoutsOnBankDays: true })
  expect(wallet.rows).toEqual([{ type: 'ESCROW_VERIFIED_ADD' }])
})

test.each([
  ['pick-up', []],
  ['ship', []],
  ['deliver', ['invoice', 'ship']],
  ['complete', ['invoice', 'ship', 'pick-up']],
  ['cancel-by-buyer', ['invoice', 'ship', 'pick-up']],
  ['ask-cancel', ['invoice', 'ship', 'pick-up', 'deliver']],
  ['refuse-cancel', ['invoice']],
  ['parcel-back', ['invoice', 'ship', 'pick-up']],
  ['pay', ['invoice']],
])('%s is refused after %j and nothing changes', async (step, before) => {
  const orderSn = await harness.placeAnd(...before)
  const [status, webhookEvents] = [await statusOf(orderSn), (await harness.listWebhookEvents(orderSn)).length]
  await expect(harness.move(orderSn, step)).rejects.toThrow(/422/)
  expect(await statusOf(orderSn)).toBe(status)
  expect(await harness.listWebhookEvents(orderSn)).toHaveLength(webhookEvents)
})

test('stock is taken with the order and comes back with a cancellation, once', async () => {
  const before = await shirts()
  const { orderSn } = await harness.place({
    items: [
      { itemId: SHIRT_ID, modelId: SHIRT, quantity: 3 },
      { itemId: MUG_ID, modelId: 0, quantity: 1 },
    ],
  })
  expect(await shirts()).toBe(before - 3)
  await harness.move(orderSn, 'invoice', 'ship', 'ask-cancel', 'cancel-by-buyer')
  expect(await shirts()).toBe(before)
})

test('units that left the house do not come back to the stock by themselves', async () => {
  const before = await shirts()
  const orderSn = await harness.placeAnd('invoice', 'ship', 'pick-up', 'fail-delivery')
  expect(await statusOf(orderSn)).toBe('TO_RETURN')
  await harness.move(orderSn, 'parcel-back')
  expect(await harness.read(orderSn, 'cancel_by', 'cancel_reason')).toMatchObject({
    order_status: 'CANCELLED',
    cancel_by: 'system',
    cancel_reason: 'Failed Delivery',
  })
  expect(await shirts()).toBe(before - 1)
})

test('nothing is sold that is not there', async () => {
  const items = [{ itemId: MUG_ID, modelId: 0, quantity: 100_000 }]
  await expect(harness.place({ items })).rejects.toThrow('Stock is not enough.')
})

describe('cancel_order', () => {
  const cancel = (orderSn: string, more: object = {}) =>
    harness.post('order/cancel_order', { order_sn: orderSn, cancel_reason: 'CUSTOMER_REQUEST', ...more })

  test('the seller cancels before shipping, with the package called off', async () => {
    const orderSn = await harness.placeAnd('invoice', 'ship')
    const { error, response } = await cancel(orderSn)
    expect([error, response]).toEqual(['', { update_time: expect.any(Number) as number }])
    const order = await harness.read(orderSn, 'cancel_by', 'cancel_reason', 'package_list')
    expect(order).toMatchObject({
      order_status: 'CANCELLED',
      cancel_by: 'seller',
      cancel_reason: 'Buyer Request to Cancel',
    })
    expect(order.package_list).toMatchObject([{ logistics_status: 'LOGISTICS_REQUEST_CANCELED' }])
  })

  test('out of stock wants to know what', async () => {
    const { orderSn } = await harness.place()
    const reason = { cancel_reason: 'OUT_OF_STOCK' }
    expect((await cancel(orderSn, reason)).message).toBe('Wrong parameters, detail: item_list is a required field.')
    const wrong = { ...reason, item_list: [{ item_id: MUG_ID, model_id: 0 }] }
    expect((await cancel(orderSn, wrong)).error).toBe('error_param')
    const right = { ...reason, item_list: [{ item_id: SHIRT_ID, model_id: SHIRT }] }
    expect((await cancel(orderSn, right)).error).toBe('')
    expect(await harness.read(orderSn, 'cancel_reason')).toMatchObject({ cancel_reason: 'Out of Stock' })
  })

  test('after shipping, for the warehouse’s orders and for unknown ones it is refused', async () => {
    const shipped = await harness.placeAnd('invoice', 'ship', 'pick-up')
    expect(await cancel(shipped)).toMatchObject({ error: 'order.error_limit', message: 'Can not cancel this order' })
    const fbs = await harness.place({ items: [{ itemId: WAREHOUSE_ID, modelId: 0, quantity: 1 }] })
    expect(await cancel(fbs.orderSn)).toMatchObject({ message: 'You can not cancel warehouse order.' })
    expect((await cancel('261121ZZZZZZZZ')).error).toBe('error_not_found')
    expect((await cancel(shipped, { cancel_reason: 'UNDELIVERABLE_AREA' })).error).toBe('error_param')
  })
})

describe('handle_buyer_cancellation', () => {
  const answer = (orderSn: string, operation: string) =>
    harness.post('order/handle_buyer_cancellation', { order_sn: orderSn, operation })

  test('rejected, the order goes on where it was; accepted, it is cancelled in the buyer’s name', async () => {
    const orderSn = await harness.placeAnd('invoice', 'ship', 'ask-cancel')
    expect((await answer(orderSn, 'REJECT')).error).toBe('')
    expect(await statusOf(orderSn)).toBe('PROCESSED')
    await harness.move(orderSn, 'ask-cancel')
    await answer(orderSn, 'ACCEPT')
    expect(await harness.read(orderSn, 'cancel_by', 'buyer_cancel_reason')).toMatchObject({
      order_status: 'CANCELLED',
      cancel_by: 'buyer',
      buyer_cancel_reason: 'Quero mudar o endereço de entrega',
    })
  })

  test('without a request it is refused in the platform’s words', async () => {
    const orderSn = await harness.placeAnd('invoice')
    expect(await answer(orderSn, 'ACCEPT')).toMatchObject({
      error: 'order.order_status_invalid',
      message: 'Invalid order_status.The order status should be IN_CANCEL.',
    })
    expect((await answer(orderSn, 'MAYBE')).error).toBe('error_param')
  })
})

describe('split_order', () => {
  const shirt = { item_id: SHIRT_ID, model_id: SHIRT }
  const mug = { item_id: MUG_ID, model_id: 0 }
  const placeTwo = async () => {
    const items = [
      { itemId: SHIRT_ID, modelId: SHIRT, quantity: 2 },
      { itemId: MUG_ID, modelId: 0, quantity: 1 },
    ]
    const { orderSn } = await harness.place({ items })
    await harness.move(orderSn, 'invoice')
    return orderSn
  }
  const split = (orderSn: string, ...packages: object[][]) =>
    harness.post('order/split_order', { order_sn: orderSn, package_list: packages.map((item_list) => ({ item_list })) })

  test('each package is shipped by itself and the order moves with the last', async () => {
    const orderSn = await placeTwo()
    const { response } = await split(orderSn, [shirt], [mug])
    const numbers = (response.package_list as { package_number: string }[]).map((parcel) => parcel.package_number)
    expect(numbers).toHaveLength(2)
    const ship = (package_number?: string) =>
      harness.post('logistics/ship_order', {
        order_sn: orderSn,
        ...(package_number && { package_number }),
        dropoff: {},
      })
    expect((await ship()).error).toBe('logistics.package_number_not_exist')
    expect((await ship(numbers[0])).error).toBe('')
    expect(await statusOf(orderSn)).toBe('READY_TO_SHIP')
    expect((await harness.post('order/unsplit_order', { order_sn: orderSn })).error).toBe(
      'order.order_cannot_undo_split',
    )
    expect((await ship(numbers[1])).error).toBe('')
    expect(await statusOf(orderSn)).toBe('PROCESSED')
  })

  test('undone, there is one package again', async () => {
    const orderSn = await placeTwo()
    await split(orderSn, [shirt], [mug])
    expect((await harness.post('order/unsplit_order', { order_sn: orderSn })).error).toBe('')
    const order = await harness.read(orderSn, 'package_list', 'split_up')
    expect(order.split_up).toBe(false)
    expect(order.package_list).toMatchObject([{ item_list: [{ item_id: SHIRT_ID }, { item_id: MUG_ID }] }])
  })

  test('a split that does not hold all items once is refused', async () => {
    const orderSn = await placeTwo()
    const refusals = [
      await split(orderSn, [shirt, mug]),
      await split(orderSn, [shirt], [shirt, mug]),
      await split(orderSn, [{ item_id: 1, model_id: 0 }], [mug]),
      await split(orderSn, [{ ...shirt, model_quantity: 1 }], [mug]),
    ]
    expect(refusals.map(({ error }) => error)).toEqual([
      'error_param',
      'order.order_split_duplicate_item',
      'order.order_split_item_not_exist',
      'order.order_split_wrong_item_quantity',
    ])
    expect((await harness.read(orderSn, 'package_list')).package_list).toHaveLength(1)
  })
})

test('an order of the marketplace’s warehouse needs no invoice and ships without the seller', async () => {
  const before = await harness.stockOf(WAREHOUSE_ID)
  const { orderSn, status } = await harness.place({ items: [{ itemId: WAREHOUSE_ID, modelId: 0, quantity: 1 }] })
  expect(status).toBe('READY_TO_SHIP')
  expect(await harness.read(orderSn, 'fulfillment_flag')).toMatchObject({ fulfillment_flag: 'fulfilled_by_shopee' })
  expect((await harness.post('logistics/ship_order', { order_sn: orderSn, dropoff: {} })).error).toBe(
    'logistics.ship_order_pff_init',
  )
  expect(await harness.move(orderSn, 'ship', 'pick-up', 'deliver', 'complete')).toBe('COMPLETED')
  expect(await harness.stockOf(WAREHOUSE_ID)).toBe(before - 1)
})

describe('time', () => {
  afterEach(() => harness.reconnect())

  test('an order never paid is cancelled, so is one that no carrier scanned, and one without a complaint counts as received', async () => {
    const unscanned = await harness.placeAnd('invoice', 'ship')
    const { orderSn: unpaid } = await harness.place({ isPaid: false })
    const delivered = await harness.placeAnd('invoice', 'ship', 'pick-up', 'deliver')
    await harness.sandbox.admin('clock-forward', { days: 8 })
    await harness.reconnect()
    expect(await harness.read(unpaid, 'cancel_by', 'cancel_reason')).toMatchObject({
      order_status: 'CANCELLED',
      cancel_by: 'system',
      cancel_reason: 'Unpaid Order',
    })
    expect(await statusOf(delivered)).toBe('COMPLETED')
    expect(await harness.read(unscanned, 'cancel_by', 'cancel_reason')).toMatchObject({
      order_status: 'CANCELLED',
      cancel_by: 'system',
      cancel_reason: 'Seller did not Ship',
    })
  })

  test('the autopilot takes an order all the way, when it is on', async () => {
    const orderSn = await harness.placeAnd()
    await harness.sandbox.admin('clock-forward', { seconds: 60 })
    expect(await statusOf(orderSn)).toBe('READY_TO_SHIP')
    expect(await waitsForInvoice(orderSn)).toBe(true)
    await harness.sandbox.admin('settings', { autopilotSeconds: 5 })
    for (let round = 0; round < 8 && (await statusOf(orderSn)) !== 'COMPLETED'; round++)
      await harness.sandbox.admin('clock-forward', { seconds: 10 })
    await harness.sandbox.admin('settings', { autopilotSeconds: 0 })
    expect(await statusOf(orderSn)).toBe('COMPLETED')
  })
})
