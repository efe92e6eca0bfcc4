import { openSaleHarness, type SaleHarness } from '@/lib/testing/harnesses/sale-harness'

let harness: SaleHarness
const DAY = 86_400

beforeAll(async () => {
  harness = await openSaleHarness()
})
afterAll(() => harness.sandbox.stop())

const now = () => harness.sandbox.platform.clock.now()
const list = (query: object = {}) =>
  harness.get('order/get_order_list', {
    time_range_field: 'update_time',
    time_from: now() - DAY,
    time_to: now() + 60,
    page_size: 100,
    ...query,
  })
type Listed = { order_sn: string; order_status?: string }
const listed = async (query: object = {}) => (await list(query)).response.order_list as Listed[]

describe('get_order_list', () => {
  test.each([
    ['sixteen days', { time_from: 0, time_to: 15 * DAY + 1 }],
    ['an end before its beginning', { time_from: 100, time_to: 99 }],
    ['no time at all', { time_from: 100, time_to: 100 }],
  ])('%s are refused in the platform’s words', async (_, range) => {
    expect(await list(range)).toMatchObject({
      error: 'order.order_list_invalid_time',
      message: 'Start time must be earlier than end time and diff in 15days.',
    })
  })

  test('fifteen days are taken', async () => {
    expect((await list({ time_from: now() - 15 * DAY, time_to: now() })).error).toBe('')
  })

  test.each([
    [{ page_size: 101 }, 'Wrong parameters, detail: page_size must be 100 or less.'],
    [{ page_size: 0 }, 'Wrong parameters, detail: page_size must be 1 or more.'],
    [{ time_range_field: 'pay_time' }, expect.stringContaining('time_range_field')],
    [{ order_status: 'READY_TO_SHIP,SHIPPED' }, expect.stringContaining('order_status')],
    [{ order_status: 'TO_RETURN' }, expect.stringContaining('order_status')],
    [{ cursor: 'made up' }, 'Wrong parameters, detail: cursor is invalid.'],
  ])('%o is refused', async (query, message) => {
    expect(await list(query)).toMatchObject({ error: 'error_param', message })
  })

  test('a missing parameter is named as the platform does', async () => {
    const answer = await harness.get('order/get_order_list', {
      time_range_field: 'create_time',
      time_from: 1,
      time_to: 2,
    })
    expect(answer.message).toBe('Wrong parameters, detail: page_size is a required field.')
  })

  test('pages follow each other without gap or repetition, newest first, until more is false', async () => {
    await harness.place({ count: 7 })
    const whole = (await listed()).map(({ order_sn }) => order_sn)
    const seen: string[] = []
    let cursor = ''
    do {
      const { response } = await list({ page_size: 3, cursor })
      seen.push(...(response.order_list as Listed[]).map(({ order_sn }) => order_sn))
      cursor = String(response.next_cursor)
      expect(response.more).toBe(cursor !== '')
    } while (cursor)
    expect(seen).toEqual(whole)
    expect(new Set(seen).size).toBe(whole.length)
  })

  test('the status comes only when asked for, and filters one at a time', async () => {
    const orderSn = await harness.placeAnd('invoice')
    expect((await listed()).every((order) => order.order_status === undefined)).toBe(true)
    const ready = await listed({ order_status: 'READY_TO_SHIP', response_optional_fields: 'order_status' })
    expect(ready).toEqual([{ order_sn: orderSn, order_status: 'READY_TO_SHIP' }])
  })

  test('a held order shows only to who asks for it', async () => {
    const orderSn = await harness.placeAnd('hold')
    const sns = async (query: object) => (await listed(query)).map(({ order_sn }) => order_sn)
    expect(await sns({})).not.toContain(orderSn)
    expect(await sns({ request_order_status_pending: 'true' })).toContain(orderSn)
    expect((await harness.get('order/get_order_detail', { order_sn_list: orderSn })).error).toBe('error_not_found')
    expect(await harness.read(orderSn)).toMatchObject({ order_status: 'PENDING', pending_terms: ['SYSTEM_PENDING'] })
  })

  test('another shop’s orders are not there', async () => {
    const { orderSn } = await harness.place()
    const { shopId } = await harness.sandbox.admin<{ shopId: number }>('shop', { name: 'Outra' })
    const { connectShop } = await import('@/lib/testing/fakes/sandbox-caller')
    const other = await connectShop(harness.sandbox, { shopId })
    const query = { time_range_field: 'update_time', time_from: now() - DAY, time_to: now() + 60, page_size: 100 }
    expect((await other.get('/api/v2/order/get_order_list', query)).response.order_list).toEqual([])
    expect((await other.get('/api/v2/order/get_order_detail', { order_sn_list: orderSn })).error).toBe(
      'error_not_found',
    )
    await expect(harness.read(orderSn)).resolves.toMatchObject({ order_sn: orderSn })
  })
})

describe('get_order_detail', () => {
  test('without optional fields only what always comes', async () => {
    const { orderSn } = await harness.place()
    expect(Object.keys(await harness.read(orderSn)).sort()).toEqual(
      ['advance_package', 'can_full_cancel_order', 'can_partial_cancel_order', 'cod', 'create_time', 'currency']
        .concat('days_to_ship', 'hot_listing_order', 'message_to_seller', 'order_sn', 'order_status', 'region')
        .concat('reverse_shipping_fee', 'ship_by_date', 'update_time')
        .sort(),
    )
  })

  test('each field comes when it is named', async () => {
    const { orderSn } = await harness.place({ sellerVoucherCents: 490, buyerShippingFeeCents: 630 })
    const order = await harness.read(
      orderSn,
      'item_list',
      'total_amount',
      'payment_info',
      'invoice_data',
      'package_list',
      'edt',
    )
    expect(order).toMatchObject({ total_amount: 51.3, invoice_data: null })
    expect(order.item_list).toMatchObject([
      {
        model_sku: 'CAM-P',
        model_quantity_purchased: 1,
        model_original_price: 49.9,
        model_discounted_price: 49.9,
        promotion_id: 0,
        product_location_id: [expect.stringMatching(/^BR\d{6}Z$/)],
      },
    ])
    expect(order.payment_info).toMatchObject([{ payment_amount: 51.3 }])
    expect(order.package_list).toMatchObject([{ logistics_status: 'LOGISTICS_NOT_START', logistics_channel_id: 90001 }])
    expect(Number(order.edt_to)).toBeGreaterThan(Number(order.edt_from))
    expect(order.note).toBeUndefined()
  })

  test('an unpaid order has no total and no time of payment', async () => {
    const { orderSn } = await harness.place({ isPaid: false })
    const order = await harness.read(orderSn, 'total_amount', 'pay_time', 'payment_info')
    expect(order).toMatchObject({ order_status: 'UNPAID', pay_time: null, payment_info: null })
    expect(order.total_amount).toBeUndefined()
  })

  test('a parcel that is late long enough says that it will be cancelled within a day', async () => {
    const orderSn = await harness.placeAnd('invoice')
    const { pool, clock } = harness.sandbox.platform
    const tagAfter = async (days: number) => {
      const { rows } = await pool.query<{ number: string }>(
        `WITH due AS (UPDATE orders SET ship_by_date = $2 WHERE order_sn = $1)
         SELECT package_number AS number FROM packages WHERE order_sn = $1`,
        [orderSn, clock.now() - days * 86_400],
      )
      const { response } = await harness.get('order/get_package_detail', { package_number_list: rows[0]!.number })
      return (response.package_list as { status_info_tag: object }[])[0]!.status_info_tag
    }
    expect([await tagAfter(-1), await tagAfter(1), await tagAfter(3)]).toEqual([
      { tag_id: 0, timestamp: 0 },
      { tag_id: 3, timestamp: 0 },
      { tag_id: 1, timestamp: 0 },
    ])
  })

  test('the buyer’s data is read only while the seller needs it', async () => {
    const orderSn = await harness.placeAnd()
    const buyer = async () => {
      const { recipient_address, buyer_cpf_id } = await harness.read(orderSn, 'recipient_address', 'buyer_cpf_id')
      return [(recipient_address as { name: string }).name, buyer_cpf_id]
    }
    const [name, cpf] = await buyer()
    expect(name).toMatch(/^\p{Lu}\p{L}+ /u)
    expect(cpf).toMatch(/^\d{11}$/)
    await harness.move(orderSn, 'invoice')
    expect(await buyer()).toEqual([name, cpf])
    const [number] = (await harness.read(orderSn, 'package_list')).package_list as { package_number: string }[]
    const { response } = await harness.get('order/get_package_detail', { package_number_list: number!.package_number })
    expect(response.package_list).toMatchObject([
      { recipient_address: { name }, fulfillment_status: 'LOGISTICS_READY' },
    ])
    await harness.move(orderSn, 'ship')
    expect(await buyer()).toEqual([name, cpf])
    await harness.move(orderSn, 'pick-up')
    expect(await buyer()).toEqual(['******', '******'])
    const later = await harness.get('order/get_package_detail', { package_number_list: number!.package_number })
    expect(later.response.package_list).toMatchObject([
      { recipient_address: { name: '******', full_address: '******' } },
    ])
  })

  test('fifty at a time, unknown ones named in the warning, none found an error', async () => {
    const { orderSns } = await harness.place({ count: 2 })
    const some = await harness.get('order/get_order_detail', {
      order_sn_list: [...orderSns, '000000XXXXXXXX'].join(','),
    })
    expect((some.response.order_list as Listed[]).map(({ order_sn }) => order_sn)).toEqual(orderSns)
    expect(some.body.warning).toEqual(['the order 000000XXXXXXXX is not found'])
    expect(await harness.get('order/get_order_detail', { order_sn_list: '000000XXXXXXXX' })).toMatchObject({
      error: 'error_not_found',
      message: 'Wrong parameters, detail: the order is not found.',
    })
    const many = Array.from({ length: 51 }, (_, index) => `26112100000${String(index).padStart(3, '0')}`)
    expect((await harness.get('order/get_order_detail', { order_sn_list: many.join(',') })).error).toBe('error_param')
  })
})

describe('packages', () => {
  test('the search filters by state and counts', async () => {
    const waiting = await harness.placeAnd()
    const shipped = await harness.placeAnd('invoice', 'ship', 'pick-up')
    const search = async (filter: object) => {
      const { response } = await harness.post('order/search_package_list', {
        filter,
        pagination: { page_size: 100, cursor: '' },
        sort: { sort_type: 2, ascending: false },
      })
      return response as { packages_list: Listed[]; pagination: { total_count: number; more: boolean } }
    }
    const has = async (filter: object, orderSn: string) =>
      (await search(filter)).packages_list.some(({ order_sn }) => order_sn === orderSn)
    expect(await has({ package_status: 1 }, waiting)).toBe(true)
    expect(await has({ package_status: 2 }, waiting)).toBe(false)
    expect(await has({ package_status: 0, invoice_pending: true }, waiting)).toBe(true)
    expect(await has({ package_status: 0 }, shipped)).toBe(false)
    expect(await has({ package_status: 0, fulfillment_type: 1 }, waiting)).toBe(false)
    expect(await has({ package_status: 0, logistics_channel_ids: [90022] }, waiting)).toBe(false)
    const { pagination, packages_list } = await search({ package_status: 0 })
    expect(pagination).toMatchObject({ total_count: packages_list.length, more: false })
  })
})
