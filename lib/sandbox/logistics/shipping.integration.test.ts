import { PDFDocument } from '@cantoo/pdf-lib'
import { openSaleHarness, SHIRT_ID, SHIRT_MODELS, type SaleHarness } from '@/lib/testing/harnesses/sale-harness'
import { LABEL_HEIGHT, LABEL_WIDTH } from './label-pdf'

let harness: SaleHarness

beforeAll(async () => {
  harness = await openSaleHarness({}, 'http://127.0.0.1:9/no-listener')
})
afterAll(() => harness.sandbox.stop())
afterEach(() =>
  harness.sandbox.admin('settings', {
    trackingDelaySeconds: 0,
    documentDelaySeconds: 0,
    invoiceCheckSeconds: 0,
    invoiceRejection: null,
  }),
)

type Slots = { time_slot_list: { pickup_time_id: string }[] | null; address_id: number }
const parameters = (orderSn: string) => harness.get('logistics/get_shipping_parameter', { order_sn: orderSn })
const ship = (orderSn: string, way: object) => harness.post('logistics/ship_order', { order_sn: orderSn, ...way })
const trackingOf = async (orderSn: string) =>
  String((await harness.get('logistics/get_tracking_number', { order_sn: orderSn })).response.tracking_number)
const statusOf = async (orderSn: string) => (await harness.read(orderSn)).order_status
const addresses = async (orderSn: string) =>
  ((await parameters(orderSn)).response.pickup as { address_list: Slots[] }).address_list

describe('ship_order', () => {
  test('a pickup wants an address of the shop and a time that was offered', async () => {
    const orderSn = await harness.placeAnd('invoice')
    const { response } = await parameters(orderSn)
    expect(response.info_needed).toEqual({ dropoff: [], pickup: ['address_id', 'pickup_time_id'] })
    const [address] = await addresses(orderSn)
    const [slot] = address!.time_slot_list!
    const errors = [
      await ship(orderSn, {}),
      await ship(orderSn, { pickup: { address_id: address!.address_id }, dropoff: {} }),
      await ship(orderSn, { non_integrated: {} }),
      await ship(orderSn, { pickup: { address_id: address!.address_id } }),
      await ship(orderSn, { pickup: { address_id: 1, pickup_time_id: slot!.pickup_time_id } }),
      await ship(orderSn, { pickup: { address_id: address!.address_id, pickup_time_id: '1' } }),
      await ship(orderSn, { package_number: '', dropoff: {} }),
      await ship(orderSn, { package_number: 'OFG1', dropoff: {} }),
    ].map(({ error }) => error)
    expect(errors).toEqual([
      'logistics.ship_order_only_support_one_type',
      'logistics.ship_order_only_support_one_type',
      'logistics.ship_order_unsupport_non_integrated',
      'logistics.ship_order_need_address_pickup_time',
      'logistics.address_not_found',
      'logistics.ship_order_pickup_time_invalid',
      'error_param',
      'logistics.package_not_exist',
    ])
    const pickup = { address_id: address!.address_id, pickup_time_id: slot!.pickup_time_id }
    expect((await ship(orderSn, { pickup })).body).toMatchObject({ error: '', message: '' })
    expect(await statusOf(orderSn)).toBe('PROCESSED')
    expect((await ship(orderSn, { pickup })).error).toBe('logistics.package_already_shipped')
  })

  test('after a failed pickup another time is arranged, and only another', async () => {
    const orderSn = await harness.placeAnd('invoice')
    const [address] = await addresses(orderSn)
    const pickups = address!.time_slot_list!.map(({ pickup_time_id }) => ({
      address_id: address!.address_id,
      pickup_time_id,
    }))
    await ship(orderSn, { pickup: pickups[0] })
    const update = (pickup: object) => harness.post('logistics/update_shipping_order', { order_sn: orderSn, pickup })
    expect((await update(pickups[1]!)).error).toBe('logistics.order_not_ready_to_update')
    expect(await harness.move(orderSn, 'fail-pickup')).toBe('RETRY_SHIP')
    expect((await update(pickups[0]!)).error).toBe('logistics.update_shipping_order_no_param_change')
    expect((await update(pickups[1]!)).error).toBe('')
    expect(await statusOf(orderSn)).toBe('PROCESSED')
  })

  test('with the seller’s own carrier the order stays ready to ship until the parcel is on its way', async () => {
    const { orderSn } = await harness.place({ channelId: 90021 })
    await harness.move(orderSn, 'invoice')
    expect((await parameters(orderSn)).response.info_needed).toEqual({ non_integrated: ['tracking_no'] })
    expect((await ship(orderSn, { non_integrated: { tracking_number: 'XY123' } })).error).toBe('')
    expect(await statusOf(orderSn)).toBe('READY_TO_SHIP')
    expect(await trackingOf(orderSn)).toBe('XY123')
    expect((await ship(orderSn, { non_integrated: { tracking_number: 'XY123' } })).error).toBe(
      'logistics.package_already_shipped',
    )
    expect(await harness.move(orderSn, 'pick-up')).toBe('SHIPPED')
  })

  test('the carrier’s number comes later, by push 4', async () => {
    await harness.sandbox.admin('settings', { trackingDelaySeconds: 60 })
    const orderSn = await harness.placeAnd('invoice', 'ship')
    expect(await trackingOf(orderSn)).toBe('')
    await harness.sandbox.admin('clock-forward', { seconds: 61 })
    const number = await trackingOf(orderSn)
    expect(number).toMatch(/^BR/)
    expect((await harness.listWebhookEvents(orderSn)).filter(({ code }) => code === 4)).toMatchObject([
      { data: { tracking_no: number } },
    ])
  })
})

describe('labels', () => {
  const wanted = async (orderSn: string) => ({ order_sn: orderSn, tracking_number: await trackingOf(orderSn) })
  const create = (...order_list: object[]) => harness.post('logistics/create_shipping_document', { order_list })
  const result = (...orderSns: string[]) =>
    harness.post('logistics/get_shipping_document_result', { order_list: orderSns.map((order_sn) => ({ order_sn })) })
  const download = (orderSns: string[], more: object = {}) =>
    harness.fetchFile('logistics/download_shipping_document', {
      body: { order_list: orderSns.map((order_sn) => ({ order_sn })), ...more },
    })
  const errorOf = ({ bytes }: { bytes: Buffer }) => (JSON.parse(bytes.toString()) as { error: string }).error

  test('one PDF of 10 × 15 cm with a page for each order', async () => {
    const orderSns = [await harness.placeAnd('invoice', 'ship'), await harness.placeAnd('invoice', 'ship')]
    const types = await harness.post('logistics/get_shipping_document_parameter', {
      order_list: orderSns.map((order_sn) => ({ order_sn })),
    })
    expect(types.response.result_list).toMatchObject([{ suggest_shipping_document_type: 'NORMAL_AIR_WAYBILL' }, {}])
    expect((await create(await wanted(orderSns[0]!), await wanted(orderSns[1]!))).error).toBe('')
    expect((await result(...orderSns)).response.result_list).toMatchObject([{ status: 'READY' }, { status: 'READY' }])
    const { type, bytes } = await download(orderSns)
    expect(type).toBe('application/pdf')
    const document = await PDFDocument.load(bytes)
    expect(document.getPages().map((page) => [page.getWidth(), page.getHeight()])).toEqual([
      [LABEL_WIDTH, LABEL_HEIGHT],
      [LABEL_WIDTH, LABEL_HEIGHT],
    ])
    const webhookEvents = (await harness.listWebhookEvents(orderSns[0]!)).filter(({ code }) => code === 15)
    expect(webhookEvents).toMatchObject([{ data: { ordersn: orderSns[0], status: 'READY' } }])
  })

  test('it is made in its own time', async () => {
    await harness.sandbox.admin('settings', { documentDelaySeconds: 60 })
    const orderSn = await harness.placeAnd('invoice', 'ship')
    expect(errorOf(await download([orderSn]))).toBe('logistics.shipping_document_should_print_first')
    await create(await wanted(orderSn))
    expect((await result(orderSn)).response.result_list).toMatchObject([{ status: 'PROCESSING' }])
    expect(errorOf(await download([orderSn]))).toBe('logistics.download_later')
    await harness.sandbox.admin('clock-forward', { seconds: 61 })
    expect((await download([orderSn])).type).toBe('application/pdf')
  })

  test('thermal labels come in a ZIP', async () => {
    const orderSn = await harness.placeAnd('invoice', 'ship')
    const thermal = { shipping_document_type: 'THERMAL_AIR_WAYBILL' }
    await create({ ...(await wanted(orderSn)), ...thermal })
    const { type, bytes } = await download([orderSn], thermal)
    expect([type, bytes.subarray(0, 4).toString('latin1')]).toEqual(['application/zip', 'PK\u0003\u0004'])
  })

  test('each element fails by itself; with all of them the call does', async () => {
    const good = await harness.placeAnd('invoice', 'ship')
    const early = await harness.placeAnd('invoice')
    const some = await create(await wanted(good), { order_sn: early }, { order_sn: '261121ZZZZZZZZ' })
    expect(some.error).toBe('')
    expect(some.body.warning).toEqual([{ order_sn: early }, { order_sn: '261121ZZZZZZZZ' }])
    expect(some.response.result_list).toMatchObject([
      { order_sn: good },
      { fail_error: 'logistics.package_can_not_print', fail_message: 'The package can not print now.' },
      { fail_error: 'logistics.order_not_exist' },
    ])
    const none = await create({ order_sn: early }, { order_sn: good, tracking_number: 'BR0' })
    expect(none).toMatchObject({
      error: 'common.batch_api_all_failed',
      message: 'Failed, please check result_list for more details.',
    })
    expect(none.response.result_list).toMatchObject([{}, { fail_error: 'logistics.tracking_number_invalid' }])
    expect((await create(...Array.from({ length: 51 }, () => ({ order_sn: good })))).error).toBe('error_param')
    expect((await result(early)).error).toBe('common.batch_api_all_failed')
  })

  test('once the carrier has the parcel no label is made or handed out', async () => {
    const orderSn = await harness.placeAnd('invoice', 'ship')
    const label = await wanted(orderSn)
    await create(label)
    await harness.move(orderSn, 'pick-up')
    expect(errorOf(await download([orderSn]))).toBe('logistics.package_print_failed')
    expect((await create(label)).error).toBe('common.batch_api_all_failed')
  })

  test('another shop’s order has no label', async () => {
    const items = [{ itemId: SHIRT_ID, modelId: SHIRT_MODELS[1], quantity: 1 }]
    const { orderSn } = await harness.place({ items })
    await harness.move(orderSn, 'invoice', 'ship')
    await harness.sandbox.platform.pool.query('UPDATE orders SET shop_id = 1 WHERE order_sn = $1', [orderSn])
    expect((await create({ order_sn: orderSn })).response.result_list).toMatchObject([
      { fail_error: 'logistics.order_not_exist' },
    ])
    expect(errorOf(await download([orderSn]))).toBe('logistics.order_not_exist')
  })
})
