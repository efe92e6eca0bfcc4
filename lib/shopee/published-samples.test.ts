import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ShopeeAnswers } from '@/lib/testing/fakes/shopee-answers'
import { listOrders } from './orders'
import { getEscrowDetail, getEscrowDetails } from './payments'
import { getItemBaseInfo } from './products'
import { getLostWebhookEvents } from './webhook-event'
import { getReturnDetail, listReturns } from './returns'
import { whereFound } from '@/lib/testing/harnesses/left-out'

const platform = new ShopeeAnswers()
beforeAll(() => platform.start())
afterAll(() => platform.stop())
beforeEach(() => void (platform.requests.length = 0))
const shop = () => platform.caller({ retries: 0 })

const spec = resolve(__dirname, '../../../shared/shopee-api/spec')
const sampleOf = (name: string): unknown => {
  const file = JSON.parse(readFileSync(resolve(spec, `${name}.json`), 'utf8')) as {
    response_sample: { value: unknown }[]
  }
  return file.response_sample[0]!.value
}

test('the published samples are read whole, as they stand in the descriptions', whereFound(spec), async () => {
  const give = (name: string) => void (platform.answer = () => ({ body: JSON.stringify(sampleOf(name)) }))
  give('v2.order.get_order_list')
  expect(
    (await listOrders(shop(), { from: new Date(0), to: new Date(1), by: 'create_time' })).data.length,
  ).toBeGreaterThan(0)
  give('v2.product.get_item_base_info')
  expect((await getItemBaseInfo(shop(), ['1'])).unreadable).toEqual([])
  give('v2.payment.get_escrow_detail')
  expect((await getEscrowDetail(shop(), '1')).data.escrowCents).toBe(10000n)
  give('v2.payment.get_escrow_detail_batch')
  const batch = await getEscrowDetails(shop(), ['1'])
  expect([batch.read.length, batch.unreadable, batch.read[0]!.data.formulaCents]).toEqual([1, [], 3771900n])
  give('v2.returns.get_return_detail')
  expect((await getReturnDetail(shop(), '1')).data.negotiation.latestOfferCents).toBe(1234n)
  give('v2.returns.get_return_list')
  expect((await listReturns(shop(), { updated: { from: new Date(0), to: new Date(1) } })).unreadable).toEqual([])
  give('v2.push.get_lost_push_message')
  expect((await getLostWebhookEvents({ app: shop().app })).webhookEvents).toHaveLength(1)
})
