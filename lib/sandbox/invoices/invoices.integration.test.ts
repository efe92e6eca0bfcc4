import { dceXml, nfeXml } from '@/lib/testing/factories/nfe'
import { openSaleHarness, type SaleHarness } from '@/lib/testing/harnesses/sale-harness'

let harness: SaleHarness
const LACKS_INVOICE =
  'Please upload the invoice or verify the details of the document already submitted, which is currently flagged as invalid by SEFAZ. Correction is required to release the shipment.'

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

const parameters = (orderSn: string) => harness.get('logistics/get_shipping_parameter', { order_sn: orderSn })
const ship = (orderSn: string, way: object) => harness.post('logistics/ship_order', { order_sn: orderSn, ...way })
const statusOf = async (orderSn: string) => (await harness.read(orderSn)).order_status

test('without a valid invoice nothing is shipped; the right XML releases the order', async () => {
  const { orderSn } = await harness.place()
  expect(await parameters(orderSn)).toMatchObject({ error: 'logistics.lack_of_invoice_data', message: LACKS_INVOICE })
  expect(await ship(orderSn, { dropoff: {} })).toMatchObject({
    error: 'logistics.lack_of_invoice_data',
    message: LACKS_INVOICE,
  })
  expect(await harness.uploadXml(orderSn, 4990)).toMatchObject({ error: '', message: '' })
  const order = await harness.read(orderSn, 'invoice_data')
  expect(order).toMatchObject({
    order_status: 'READY_TO_SHIP',
    invoice_data: { status: 'valid', total_value: 49.9, access_key: expect.stringMatching(/^\d{44}$/) as string },
  })
  expect((await ship(orderSn, { dropoff: {} })).error).toBe('')
})

test('a DC-e releases the order as well', async () => {
  const { orderSn } = await harness.place()
  expect(await harness.uploadXml(orderSn, 4990, dceXml({ totalCents: 4990, number: 4321 }))).toMatchObject({
    error: '',
  })
  expect(await harness.read(orderSn, 'invoice_data')).toMatchObject({
    order_status: 'READY_TO_SHIP',
    invoice_data: { status: 'valid', number: '4321', total_value: 49.9 },
  })
})

test('SEFAZ’s reason shows in the order and in the refusal until a better invoice comes', async () => {
  const { orderSn } = await harness.place()
  expect((await harness.uploadXml(orderSn, 1)).error).toBe('')
  const { invoice_data } = await harness.read(orderSn, 'invoice_data')
  expect(invoice_data).toMatchObject({
    status: 'pending',
    pending_reason: expect.stringMatching(/^Rejeição 531/) as string,
  })
  expect((await ship(orderSn, { dropoff: {} })).message).toMatch(/rejected by SEFAZ: Rejeição 531/)
  await harness.uploadXml(orderSn, 4990)
  expect(await statusOf(orderSn)).toBe('READY_TO_SHIP')
})

test('the same invoice serves one order only, and a refusal can be ordered', async () => {
  const [first, second, third] = [
    (await harness.place()).orderSn,
    (await harness.place()).orderSn,
    (await harness.place()).orderSn,
  ]
  const xml = nfeXml({ totalCents: 4990, number: 777 })
  await harness.uploadXml(first, 4990, xml)
  await harness.uploadXml(second, 4990, xml)
  expect((await harness.read(second, 'invoice_data')).invoice_data).toMatchObject({
    pending_reason: expect.stringMatching(/^Rejeição 539/) as string,
  })
  await harness.sandbox.admin('settings', { invoiceRejection: 'Rejeição 999: Erro não catalogado' })
  await harness.uploadXml(third, 4990)
  expect((await harness.read(third, 'invoice_data')).invoice_data).toMatchObject({
    pending_reason: 'Rejeição 999: Erro não catalogado',
  })
})

test('SEFAZ may take its time', async () => {
  await harness.sandbox.admin('settings', { invoiceCheckSeconds: 30 })
  const { orderSn } = await harness.place()
  await harness.uploadXml(orderSn, 4990)
  const stateOf = async () => ((await harness.read(orderSn, 'invoice_data')).invoice_data as { status: string }).status
  expect([await stateOf(), await statusOf(orderSn)]).toEqual(['pending', 'READY_TO_SHIP'])
  await harness.sandbox.admin('clock-forward', { seconds: 31 })
  expect([await stateOf(), await statusOf(orderSn)]).toEqual(['valid', 'READY_TO_SHIP'])
})

test('a PDF is taken; what is no file of its kind, or too large, is not', async () => {
  const { orderSn } = await harness.place()
  const pdf = new Blob(['%PDF-1.7 a paper'])
  expect(await harness.upload(orderSn, 4, pdf)).toMatchObject({
    error: 'order.upload_invoice_error',
    message: 'File error.',
  })
  expect((await harness.upload(orderSn, 1, new Blob([new Uint8Array(1024 * 1024 + 1)]))).error).toBe('error_param')
  expect((await harness.upload(orderSn, 9, pdf)).error).toBe('error_param')
  expect((await harness.upload(orderSn, 1, pdf)).error).toBe('')
  expect(await statusOf(orderSn)).toBe('READY_TO_SHIP')
})
