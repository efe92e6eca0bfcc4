import { ShopeeAnswers } from '../testing/shopee-answers'
import { downloadInvoice, uploadInvoice } from './invoices'
import { shipOrder, updateShippingOrder } from './logistics'
import { answerBuyerCancellation, cancelOrder, setOrderNote } from './orders'
import { updateStock } from './product-updates'
import { confirmLostPushes } from './push'
import { confirmReturn } from './returns'
import { downloadShippingDocument } from './shipping-documents'
import { exchangeAuthorization, refreshTokens } from './tokens'

const platform = new ShopeeAnswers()
beforeEach(() => platform.start())
afterEach(async () => {
  await platform.stop()
  platform.asked.length = 0
})
const shop = () => platform.caller()
const pickup = { addressId: '234', pickupTimeId: 't1' }
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
  ['token/get', () => exchangeAuthorization(shop(), { code: 'c', shopId: '7' }), '"code":"c","shop_id":7'],
  [
    'access_token/get',
    () => refreshTokens(shop(), { refreshToken: 'r', shopId: '7' }),
    '"refresh_token":"r","shop_id":7',
  ],
  ['upload_invoice_doc', () => uploadInvoice(shop(), 'A', xml), '<nfe/>'],
]

test.each(acts)('%s is sent once, and its fate is unknown when the answer is lost', async (path, act, sent) => {
  platform.answer = () => ({ cut: 'before' })
  await expect(act()).rejects.toMatchObject({ kind: 'outcomeUnknown', remedy: 'checkFirst' })
  expect(platform.asked).toHaveLength(1)
  expect(platform.asked[0]!.url.pathname).toMatch(new RegExp(`/${path}$`))
  expect(platform.asked[0]!.body.toString()).toContain(sent)
})

const settings: [string, () => Promise<unknown>][] = [
  ['a note', () => setOrderNote(shop(), 'A', 'Brinde')],
  ['stock', () => updateStock(shop(), '1', [{ modelId: '0', quantity: 3 }])],
  ['the confirmation of lost pushes', () => confirmLostPushes({ app: shop().app }, '176610')],
]

test.each(settings)('%s, which sets what it says, is sent again', async (_name, set) => {
  let turn = 0
  platform.answer = () =>
    (turn += 1) === 1 ? { cut: 'before' } : { body: '{"error":"","message":"","request_id":"r","response":{}}' }
  await set()
  expect(platform.asked).toHaveLength(2)
})

test('invoice and label come as files', async () => {
  platform.answer = () => ({ body: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } })
  expect((await downloadInvoice(shop(), 'A')).contentType).toBe('application/pdf')
  const label = await downloadShippingDocument(shop(), [{ orderSn: 'A' }], 'THERMAL_AIR_WAYBILL')
  expect(label.bytes.toString()).toBe('%PDF-1.7')
  expect(platform.asked[1]!.body.toString()).toBe(
    '{"shipping_document_type":"THERMAL_AIR_WAYBILL","order_list":[{"order_sn":"A"}]}',
  )
})
