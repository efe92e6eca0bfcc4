import { MUG_ID, openSaleHarness, SHIRT_ID, SHIRT_MODELS, type SaleHarness } from '@/lib/testing/harnesses/sale-harness'

let harness: SaleHarness
const SHIRT = SHIRT_MODELS[0]
const DELIVERED = ['invoice', 'ship', 'pick-up', 'deliver']

beforeAll(async () => {
  // Paid at once, whatever the day of the week.
  harness = await openSaleHarness({ payoutsOnBankDays: false }, 'http://127.0.0.1:9/no-listener')
})
afterAll(() => harness.sandbox.stop())

type Detail = Record<string, unknown> & { status: string; refund_amount: number }

const open = async (orderSn: string, request: object = {}) =>
  (await harness.sandbox.admin<{ returnSn: string }>('return', { orderSn, ...request })).returnSn
const step = (returnSn: string, name: string) => harness.sandbox.admin('return-step', { returnSn, step: name })
const post = (name: string, returnSn: string, more: object = {}) =>
  harness.post(`returns/${name}`, { return_sn: returnSn, ...more })
const detail = async (returnSn: string) =>
  (await harness.get('returns/get_return_detail', { return_sn: returnSn })).response as Detail
const statusOf = async (orderSn: string) => (await harness.read(orderSn)).order_status
const walletOf = async (orderSn: string) => {
  const { rows } = await harness.sandbox.platform.pool.query<{ type: string; amount_cents: number }>(
    'SELECT type, amount_cents FROM wallet_transaction WHERE order_sn = $1 ORDER BY id',
    [orderSn],
  )
  return rows
}

test('a refund alone: the seller agrees, the sale is undone and push 29 tells each step', async () => {
  const orderSn = await harness.placeAnd(...DELIVERED)
  const returnSn = await open(orderSn, { kind: 'refund_only', textReason: 'Veio vazio.' })
  expect(returnSn).toMatch(/^\d{6}0[0-9A-Z]{8}$/)
  expect(await statusOf(orderSn)).toBe('TO_RETURN')
  expect(await detail(returnSn)).toMatchObject({
    status: 'REQUESTED',
    needs_logistics: false,
    return_solution: 1,
    refund_amount: 49.9,
    text_reason: 'Veio vazio.',
    order_sn: orderSn,
    user: { email: expect.stringMatching(/^\*+\w\w@shopee\.com$/) as string },
    item: [{ variation_sku: 'CAM-P', amount: 1, item_price: 49.9 }],
  })
  expect((await post('confirm', returnSn)).error).toBe('')
  expect((await detail(returnSn)).status).toBe('ACCEPTED')
  expect(await harness.read(orderSn, 'cancel_reason', 'item_list')).toMatchObject({
    order_status: 'CANCELLED',
    cancel_reason: 'Return and Refund',
    item_list: [{ returned_qty: 1, return_requested_qty: 0, active_qty: 0 }],
  })
  expect(await walletOf(orderSn)).toEqual([])
  const updateTimes = (await harness.listWebhookEvents(orderSn))
    .filter(({ code }) => code === 29)
    .map(({ data }) => data.updated_values)
  expect(updateTimes).toMatchObject([
    [{ update_field: 'return_status', old_value: '', new_value: 'REQUESTED' }],
    [{ update_field: 'return_status', old_value: 'REQUESTED', new_value: 'ACCEPTED' }],
  ])
})

test('a return travels back before it is paid, and a part of the order leaves the rest sold', async () => {
  const items = [
    { itemId: SHIRT_ID, modelId: SHIRT, quantity: 2 },
    { itemId: MUG_ID, modelId: 0, quantity: 1 },
  ]
  const { orderSn } = await harness.place({ items })
  await harness.move(orderSn, ...DELIVERED)
  const returnSn = await open(orderSn, { items: [{ itemId: MUG_ID, modelId: 0, quantity: 1 }] })
  await post('confirm', returnSn)
  expect(await detail(returnSn)).toMatchObject({ status: 'PROCESSING', needs_logistics: true })
  expect((await post('confirm', returnSn)).error).toBe('error_perm')
  await step(returnSn, 'buyer-ships')
  await step(returnSn, 'arrive')
  expect(await detail(returnSn)).toMatchObject({ reverse_logistics_status: 'LOGISTICS_DELIVERY_DONE' })
  await post('confirm', returnSn)
  const order = await harness.read(orderSn, 'item_list')
  expect(order).toMatchObject({ order_status: 'COMPLETED', item_list: [{ returned_qty: 0 }, { returned_qty: 1 }] })
  expect((await walletOf(orderSn)).map(({ type }) => type)).toEqual(['ESCROW_VERIFIED_ADD'])
})

test('an offer of a part: refused above the price, paid when the buyer agrees', async () => {
  const orderSn = await harness.placeAnd(...DELIVERED)
  const returnSn = await open(orderSn)
  const offer = (proposed_adjusted_refund_amount: number) =>
    post('offer', returnSn, { proposed_solution: 'REFUND', proposed_adjusted_refund_amount })
  expect((await offer(50)).error).toBe('error_param')
  expect((await offer(20)).error).toBe('')
  expect(await detail(returnSn)).toMatchObject({
    negotiation: {
      negotiation_status: 'PENDING_BUYER_RESPOND',
      latest_offer_amount: 20,
      latest_offer_creator: 'seller',
    },
  })
  expect((await post('accept_offer', returnSn)).error).toBe('error_perm')
  await step(returnSn, 'buyer-accepts-offer')
  expect(await detail(returnSn)).toMatchObject({ status: 'ACCEPTED', refund_amount: 20 })
  expect(await statusOf(orderSn)).toBe('COMPLETED')
  expect((await walletOf(orderSn)).at(-1)).toEqual({
    type: 'ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED',
    amount_cents: -2000,
  })
})

test('a dispute is judged: won, the sale stands', async () => {
  const orderSn = await harness.placeAnd(...DELIVERED)
  const returnSn = await open(orderSn)
  const { response } = await harness.get('returns/get_return_dispute_reason', { return_sn: returnSn })
  expect(response.dispute_reason_list).not.toHaveLength(0)
  const dispute = (more: object) => post('dispute', returnSn, { email: 'a@b.example', dispute_reason_id: 2, ...more })
  expect(await dispute({ email: 'no-address' })).toMatchObject({
    error: 'error_perm',
    message: 'invalid email : no-address.',
  })
  expect((await dispute({ dispute_reason_id: 99 })).message).toBe('invalid dispute_reason.')
  expect((await dispute({ dispute_text_reason: 'Enviado certo' })).error).toBe('')
  expect(await detail(returnSn)).toMatchObject({
    status: 'JUDGING',
    dispute_text_reason: ['Enviado certo'],
    seller_proof: { seller_proof_status: 'PENDING' },
  })
  const url = `${harness.sandbox.platform.pictureUrl}br-1`
  const photo = [{ url, thumbnail: `${url}_tn` }]
  expect((await post('upload_proof', returnSn, { photo, description: 'Foto da embalagem' })).error).toBe('')
  expect((await detail(returnSn)).seller_proof).toMatchObject({ seller_proof_status: 'UPLOADED' })
  await step(returnSn, 'seller-wins')
  expect((await detail(returnSn)).status).toBe('CLOSED')
  expect(await statusOf(orderSn)).toBe('COMPLETED')
})

test('after completion the refund leaves the wallet and the order stays completed', async () => {
  const orderSn = await harness.placeAnd(...DELIVERED, 'complete')
  const returnSn = await open(orderSn, { kind: 'refund_only' })
  expect(await statusOf(orderSn)).toBe('COMPLETED')
  expect(await detail(returnSn)).toMatchObject({ return_refund_type: 'RRAOC' })
  await post('confirm', returnSn)
  expect((await walletOf(orderSn)).at(-1)).toEqual({
    type: 'ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED',
    amount_cents: -4990,
  })
})

test('a failed delivery is a return on the spot, a lost parcel is compensated', async () => {
  const failed = await harness.placeAnd('invoice', 'ship', 'pick-up', 'fail-delivery')
  const lost = await harness.placeAnd('invoice', 'ship', 'pick-up', 'lose')
  const { response } = await harness.get('returns/get_return_list', { page_no: 0, page_size: 100 })
  const of = (orderSn: string) => (response.return as Detail[]).find((row) => row.order_sn === orderSn)
  expect(of(failed)).toMatchObject({ status: 'PROCESSING', return_refund_request_type: 2, needs_logistics: true })
  expect(of(lost)).toMatchObject({ status: 'ACCEPTED', seller_compensation_status: 'COMPENSATION_ACCEPTED' })
  expect(await harness.read(lost, 'cancel_reason')).toMatchObject({
    order_status: 'CANCELLED',
    cancel_reason: 'Parcel is Lost',
  })
  expect(await walletOf(lost)).toEqual([{ type: 'SELLER_COMPENSATE_ADD', amount_cents: 4990 }])
  await harness.move(failed, 'parcel-back')
  expect((await detail(String(of(failed)!.return_sn))).status).toBe('ACCEPTED')
})

test('a buyer may withdraw a return, and cannot return before delivery or more than was bought', async () => {
  const orderSn = await harness.placeAnd(...DELIVERED)
  const returnSn = await open(orderSn)
  await step(returnSn, 'buyer-withdraws')
  expect((await detail(returnSn)).status).toBe('CANCELLED')
  expect(await statusOf(orderSn)).toBe('COMPLETED')
  const early = await harness.placeAnd('invoice')
  await expect(open(early)).rejects.toThrow('order.order_status_invalid')
  const other = await harness.placeAnd(...DELIVERED)
  await expect(open(other, { items: [{ itemId: SHIRT_ID, modelId: SHIRT, quantity: 2 }] })).rejects.toThrow('422')
})

describe('get_return_list', () => {
  const list = (query: object = {}) => harness.get('returns/get_return_list', { page_no: 0, page_size: 2, ...query })

  test.each([
    [
      { create_time_from: 1, create_time_to: 15 * 86_400 + 2 },
      'The period between create_time_from and created_time_of must not more than 15 days.',
    ],
    [{ create_time_from: 2, create_time_to: 1 }, 'The create_time_to should be later than create_time_from.'],
    [
      { update_time_from: 1, update_time_to: 15 * 86_400 + 2 },
      'The period between update_time_from and update_time_to must not more than 15 days.',
    ],
    [{ page_size: 101 }, 'Wrong parameters, detail: page_size must be 100 or less.'],
  ])('%j is refused in the platform’s words', async (query, message) => {
    expect(await list(query)).toMatchObject({ error: 'error_param', message })
  })

  test('pages until more is false, and filters by state', async () => {
    const seen: unknown[] = []
    let more = true
    for (let page_no = 0; more; page_no++) {
      const { response } = await list({ page_no })
      seen.push(...(response.return as Detail[]).map((row) => row.return_sn))
      more = response.more as boolean
    }
    const whole = (await list({ page_size: 100 })).response.return as Detail[]
    expect(seen).toEqual(whole.map((row) => row.return_sn))
    const closed = (await list({ page_size: 100, status: 'CLOSED' })).response.return as Detail[]
    expect(closed.length).toBeGreaterThan(0)
    expect(new Set(closed.map(({ status }) => status))).toEqual(new Set(['CLOSED']))
  })

  test('another shop sees and answers none of it', async () => {
    const [row] = (await list()).response.return as Detail[]
    await harness.sandbox.platform.pool.query('UPDATE returns SET shop_id = 1 WHERE return_sn = $1', [row!.return_sn])
    expect((await harness.get('returns/get_return_detail', { return_sn: String(row!.return_sn) })).error).toBe(
      'error_param',
    )
    expect((await post('confirm', String(row!.return_sn))).message).toBe('Return SN or ID is invalid.')
  })
})

test('a seller who lets the time pass agrees', async () => {
  const orderSn = await harness.placeAnd(...DELIVERED)
  const returnSn = await open(orderSn, { kind: 'refund_only' })
  await harness.sandbox.admin('clock-forward', { days: 3 })
  await harness.reconnect()
  expect((await detail(returnSn)).status).toBe('ACCEPTED')
})
