import { ShopeeAnswers, type Given } from '@/lib/testing/fakes/shopee-answers'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { uploadInvoice } from './invoices'
import { shipOrder, updateShippingOrder } from './logistics'
import { answerBuyerCancellation, cancelOrder } from './orders'
import { updateStock } from './product-updates'
import { confirmLostWebhookEvents } from './webhook-event'
import { confirmReturn } from './returns'
import { downloadShippingDocument } from './shipping-documents'
import { exchangeAuthorization, refreshTokens } from './tokens'

const platform = new ShopeeAnswers()
beforeEach(() => platform.start())
afterEach(async () => {
  await platform.stop()
  platform.requests.length = 0
})
const PROBE = '/api/v2/public/get_shopee_ip_ranges'
const shop = () => platform.caller()
const pickup = { addressId: '234', pickupTimeId: 't1' }
const good = { deadlineMs: 8000 }
const xml = { kind: 'xml', fileName: 'nota.xml', bytes: Buffer.from('<nfe/>') } as const

const acts: [string, () => Promise<unknown>, string][] = [
  [
    'cancel_order',
    () =>
      cancelOrder(shop(), {
        orderSn: 'A',
        reason: 'OUT_OF_STOCK',
        items: [{ itemId: '9007199254740993', modelId: '0' }],
      }),
    '{"order_sn":"A","cancel_reason":"OUT_OF_STOCK","item_list":[{"item_id":9007199254740993,"model_id":0}]}',
  ],
  [
    'cancel_order',
    () =>
      cancelOrder(shop(), {
        orderSn: 'A',
        reason: 'OUT_OF_STOCK',
        units: [{ itemId: '9007199254740993', modelId: '0', orderItemId: '2', promotionGroupId: null, quantity: 3 }],
      }),
    '"partial_cancel_item_list":[{"item_id":9007199254740993,"model_id":0,"order_item_id":2,"model_quantity":3}]}',
  ],
  [
    'handle_buyer_cancellation',
    () => answerBuyerCancellation(shop(), 'A', 'REJECT'),
    '{"order_sn":"A","operation":"REJECT"}',
  ],
  [
    'ship_order',
    () => shipOrder(shop(), { orderSn: 'A', packageNumber: 'P' }, { method: 'pickup', ...pickup }),
    '{"order_sn":"A","package_number":"P","pickup":{"address_id":234,"pickup_time_id":"t1"}}',
  ],
  [
    'update_shipping_order',
    () => updateShippingOrder(shop(), { orderSn: 'A' }, pickup),
    '{"order_sn":"A","pickup":{"address_id":234,"pickup_time_id":"t1"}}',
  ],
  ['confirm', () => confirmReturn(shop(), 'R'), '{"return_sn":"R"}'],
  [
    'token/get',
    () => exchangeAuthorization({ ...shop(), ...good }, { code: 'c', shopId: '7' }),
    '"code":"c","shop_id":7',
  ],
  [
    'access_token/get',
    () => refreshTokens({ ...shop(), ...good }, { refreshToken: 'r', shopId: '7' }),
    '"refresh_token":"r","shop_id":7',
  ],
  ['upload_invoice_doc', () => uploadInvoice(shop(), 'A', xml), '<nfe/>'],
]

test.each(acts)('%s is sent once, and its fate is unknown when the answer is lost', async (path, act, sent) => {
  platform.answer = ({ url }) => (url.pathname === PROBE ? { body: '{"error":"-","ip_list":[]}' } : { cut: 'before' })
  await expect(act()).rejects.toMatchObject({ kind: 'outcomeUnknown', remedy: 'checkFirst' })
  const [first, ...more] = platform.requests.filter(({ url }) => url.pathname !== PROBE)
  expect(more).toEqual([])
  expect(first!.url.pathname).toMatch(new RegExp(`/${path}$`))
  expect(first!.body.toString()).toContain(sent)
})

describe.each(acts.filter(([path]) => path.endsWith('token/get')))('%s, which is good once', (path, act) => {
  test.each<[string, Given]>([
    // Both ask first by the same question: silence, which takes seconds, is waited out once.
    ...(path === 'token/get' || isFullProfile ? [['silence', { delayMs: 3000 }] as [string, Given]] : []),
    ['a cut', { cut: 'before' }],
    ['a gateway without anything behind it', { status: 502 }],
  ])('does not go out into %s, and is not sent then', async (_name, given) => {
    platform.answer = () => given
    await expect(act()).rejects.toMatchObject({ kind: 'transient', path: `/api/v2/auth/${path}` })
    expect(platform.requests.map(({ url }) => url.pathname)).toEqual([PROBE])
  })

  test('goes out where the platform refuses to answer what anybody may ask', async () => {
    platform.refuse('error_api_permission')
    await expect(act()).rejects.toMatchObject({ kind: 'permission', path: `/api/v2/auth/${path}` })
    expect(platform.requests.map(({ url }) => url.pathname)).toEqual([PROBE, `/api/v2/auth/${path}`])
  })
})

const settings: [string, () => Promise<unknown>][] = [
  ['stock', () => updateStock(shop(), '1', [{ modelId: '0', quantity: 3 }])],
  ['the confirmation of lost pushes', () => confirmLostWebhookEvents({ app: shop().app }, '176610')],
]

test.each(settings)('%s, which sets what it says, is sent again', async (_name, set) => {
  let turn = 0
  platform.answer = () =>
    (turn += 1) === 1 ? { cut: 'before' } : { body: '{"error":"","message":"","request_id":"r","response":{}}' }
  await set()
  expect(platform.requests).toHaveLength(2)
})

test('a label comes as a file', async () => {
  platform.answer = () => ({ body: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } })
  const label = await downloadShippingDocument(shop(), [{ orderSn: 'A' }], 'THERMAL_AIR_WAYBILL')
  expect([label.contentType, label.bytes.toString()]).toEqual(['application/pdf', '%PDF-1.7'])
  expect(platform.requests[0]!.body.toString()).toBe(
    '{"shipping_document_type":"THERMAL_AIR_WAYBILL","order_list":[{"order_sn":"A"}]}',
  )
})
