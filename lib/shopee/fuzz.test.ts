import fc from 'fast-check'
import { readEnvelope, readFileAnswer } from './envelope'
import { ShopeeAnswers } from '@/lib/testing/fakes/shopee-answers'
import { brazilianEscrows, orderSample } from '@/lib/testing/samples/shopee-samples'
import { ShopeeError, shopeeErrorKinds } from './errors'
import { getShippingParameter } from './logistics'
import { getOrderDetails, listOrders } from './orders'
import { searchPackages } from './packages'
import { getEscrowDetails, listEscrows, listWalletTransactions } from './payments'
import { getItemBaseInfo, getModelList, listItems } from './products'
import { updateStock } from './product-updates'
import { getLostWebhookEvents, readWebhookEvent } from './webhook-event'
import { listReturns } from './returns'
import { getShippingDocumentResult } from './shipping-documents'
import { getShopInfo } from './shops'
import { refreshTokens } from './tokens'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'

const platform = new ShopeeAnswers()
beforeAll(() => platform.start())
afterAll(() => platform.stop())

const isKnown = (error: unknown) => error instanceof ShopeeError && shopeeErrorKinds.includes(error.kind)

const headers = fc.record(
  { 'content-type': fc.constantFrom('application/json', 'text/html', 'application/pdf'), 'retry-after': fc.string() },
  { requiredKeys: [] },
)
const json = fc.json({ maxDepth: 4 })
const envelope = fc
  .record(
    { error: fc.anything(), message: fc.anything(), request_id: fc.anything(), response: fc.anything() },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)) ?? '')
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)),
  json.map((text) => Buffer.from(text)),
  envelope.map((text) => Buffer.from(text)),
  envelope.map((text) => Buffer.from(text.slice(0, text.length / 2))),
  fc.constant(Buffer.from('['.repeat(100_000))),
)

test('no body, status or header makes anything but an answer or a ShopeeError', () => {
  const status = fc.constantFrom(200, 204, 400, 401, 403, 404, 418, 429, 500, 502, 503)
  fc.assert(
    fc.property(bytes, status, headers, (body, code, given) => {
      for (const read of [readEnvelope, readFileAnswer]) {
        try {
          read({ status: code, headers: given, body }, '/api/v2/x/y')
        } catch (error) {
          if (!isKnown(error)) throw error
        }
      }
      readWebhookEvent(body)
    }),
    drawsOf(300, 1500),
  )
})

const odd = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(null, '', '-', 0, '0', [], {}, 'text', -1, '1e999', 9.99, true, '2026-01-01'),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
/** A true answer in which some values have become odd ones. */
const bent = (sample: object): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(sample).map(([name, value]: [string, unknown]) => {
        const inner =
          typeof value === 'object' && value !== null && !Array.isArray(value) ? bent(value) : fc.constant(value)
        return [name, fc.oneof({ weight: 5, arbitrary: inner }, { weight: 1, arbitrary: odd })]
      }),
    ),
    { requiredKeys: [] },
  )

const when = { from: new Date(0), to: new Date(1000) }
const shop = () => platform.caller({ retries: 0 })
const listNames = [
  'order_list',
  'item_list',
  'item',
  'model',
  'return',
  'result_list',
  'escrow_list',
  'transaction_list',
  'packages_list',
  'push_message_list',
  'success_list',
  'failure_list',
]
const endpoints: [string, () => Promise<unknown>][] = [
  ['orders', () => listOrders(shop(), { ...when, by: 'update_time' })],
  ['order details', () => getOrderDetails(shop(), ['A'])],
  ['packages', () => searchPackages(shop(), {})],
  ['items', () => listItems(shop())],
  ['item details', () => getItemBaseInfo(shop(), ['1'])],
  ['models', () => getModelList(shop(), '1')],
  ['stock', () => updateStock(shop(), '1', [{ modelId: '1', quantity: 1 }])],
  ['escrows', () => getEscrowDetails(shop(), ['A'])],
  ['releases', () => listEscrows(shop(), when)],
  ['wallet', () => listWalletTransactions(shop(), when)],
  ['shipping', () => getShippingParameter(shop(), { orderSn: 'A' })],
  ['labels', () => getShippingDocumentResult(shop(), [{ orderSn: 'A' }])],
  ['returns', () => listReturns(shop(), { updated: when })],
  ['shop', () => getShopInfo(shop())],
  ['lost pushes', () => getLostWebhookEvents({ app: shop().app, retries: 0 })],
  ['tokens', () => refreshTokens({ app: shop().app, deadlineMs: 8000 }, { refreshToken: 'r', shopId: '1' })],
]

const response = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(fc.constantFrom(...listNames), fc.array(fc.oneof(bent(orderSample), odd), { maxLength: 3 })),
  fc.array(fc.record({ escrow_detail: bent(brazilianEscrows[0][0]) }), { maxLength: 2 }),
)

test.each(endpoints)('%s: a success of whatever shape is read, or is a ShopeeError', async (_name, call) => {
  await fc.assert(
    fc.asyncProperty(response, async (given) => {
      platform.answer = () => ({ body: JSON.stringify({ error: '', request_id: 'r', response: given }) })
      await call().catch((error: unknown) => {
        if (!isKnown(error)) throw error
      })
    }),
    drawsOf(10, 25),
  )
})
