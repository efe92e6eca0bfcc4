import { ShopeeAnswers } from '@/lib/testing/fakes/shopee-answers'
import { brazilianEscrows, escrowSample, webhookEventSamples } from '@/lib/testing/samples/shopee-samples'
import { getEscrowDetail, getEscrowDetails } from './payments'
import { getLostWebhookEvents, readWebhookEvent, reshapeWebhookEvent } from './webhook-event'
import { getReturnDetail, listReturns } from './returns'
import { getShopInfo } from './shops'
import { exchangeAuthorization, refreshTokens } from './tokens'

const platform = new ShopeeAnswers()
beforeAll(() => platform.start())
afterAll(() => platform.stop())
beforeEach(() => void (platform.requests.length = 0))
const shop = () => platform.caller({ retries: 0 })
const sentBody = () => platform.requests.at(-1)!.body.toString()

test('the official settlement closes under the formula, return and all', async () => {
  platform.succeed(escrowSample)
  const { data } = await getEscrowDetail(shop(), '2405017HD347PQ')
  expect([data.escrowCents, data.formulaCents]).toEqual([3771900n, 3771900n])
  expect(data.returnSns).toEqual(['2405060KVC6EQB3'])
  expect(data.amounts).not.toHaveProperty('campaign_fee')
})

test.each(brazilianEscrows)('a real Brazilian settlement closes to the cent', async (escrow, cents) => {
  platform.answer = () => ({
    body: JSON.stringify({ error: '', request_id: 'r', response: [{ escrow_detail: escrow }] }),
  })
  const { read } = await getEscrowDetails(shop(), ['X'])
  expect(platform.requests.at(-1)!.method).toBe('POST')
  const { data } = read[0]!
  expect([data.escrowCents, data.formulaCents]).toEqual([cents, cents])
  expect([...data.netServiceRules, ...data.netCommissionRules]).toHaveLength(1)
  expect(data.afterAdjustmentCents).toBe(cents + (data.adjustments[0]?.amountCents ?? 0n))
})

test('settlements that the platform refused are data, beside the others', async () => {
  const failed = { escrow_detail: { order_sn: '2401199NNVV20X' }, fail_error: 'order_not_found', fail_message: 'gone' }
  platform.answer = () => ({
    body: JSON.stringify({
      error: '',
      request_id: 'r',
      response: [{ escrow_detail: escrowSample }],
      escrow_detail_list: [failed],
    }),
  })
  const { read, failed: failures } = await getEscrowDetails(shop(), ['A', 'B'])
  expect(read).toHaveLength(1)
  expect(failures).toEqual([{ orderSn: '2401199NNVV20X', code: 'order_not_found', text: 'gone' }])
})

test('a return reads alike from its list and its detail', async () => {
  const flat = {
    return_sn: '200203171852695',
    order_sn: '200203C6W0AR27',
    status: 'REQUESTED',
    create_time: 1580721513,
    update_time: 1580729377,
    refund_amount: 14.09,
    return_solution: 0,
    dispute_reason: ['UNKNOWN'],
    item: [{ item_id: 2147533133, model_id: 0, name: 'x', amount: 1, item_price: 14.09 }],
    seller_proof_status: 'PENDING',
  }
  platform.succeed({ more: true, return: [flat] })
  const listed = await listReturns(shop(), { updated: { from: new Date(0), to: new Date(1) } })
  platform.succeed({
    ...flat,
    dispute_reason: 2,
    seller_proof_status: undefined,
    seller_proof: { seller_proof_status: 'PENDING', seller_evidence_deadline: 1655438336 },
  })
  const detail = await getReturnDetail(shop(), '200203171852695')
  expect(listed.hasMore).toBe(true)
  for (const { data } of [listed.read[0]!, detail])
    expect(data).toMatchObject({ refundCents: 1409n, solution: 'RETURN_REFUND', proof: { status: 'PENDING' } })
  expect(detail.data.disputeReasons).toEqual(['2'])
})

test('the flat answers: shop and tokens', async () => {
  platform.answer = () => ({
    body: '{"error":"","message":"","request_id":"r","auth_time":1741944925,"expire_time":1773503999,"shop_name":"mysipuat","region":"MY","status":"NORMAL","merchant_id":null}',
  })
  expect((await getShopInfo(shop())).data).toMatchObject({ name: 'mysipuat', grantEndsAt: new Date(1773503999000) })
  platform.answer = () => ({
    body: '{"refresh_token":"456e","access_token":"6a55","expire_in":1767001812,"request_id":"r","error":"","message":""}',
  })
  const caller = { app: shop().app, deadlineMs: 8000 }
  expect(await exchangeAuthorization(caller, { code: 'c', shopId: '54804' })).toEqual({
    accessToken: '6a55',
    refreshToken: '456e',
    expiresInSeconds: 14_400,
  })
  expect(sentBody()).toBe('{"code":"c","shop_id":54804,"partner_id":2001887}')
  expect(platform.requests.at(-1)!.url.searchParams.has('access_token')).toBe(false)
  platform.answer = ({ method }) => (method === 'GET' ? { body: '{"error":"-"}' } : { status: 502, body: 'x' })
  await expect(refreshTokens(caller, { refreshToken: 'r', shopId: '1' })).rejects.toMatchObject({
    kind: 'outcomeUnknown',
  })
})

test.each(webhookEventSamples)('the push %j', (event, expected) => {
  expect(readWebhookEvent(Buffer.from(JSON.stringify(event)))).toMatchObject(expected)
})

test.each([
  ['nothing', ''],
  ['half', '{"code":3'],
  ['a list', '[]'],
  ['no code', '{"data":{}}'],
])('%s is no push', (_name, body) => {
  expect(readWebhookEvent(Buffer.from(body))).toBeNull()
})

test('lost pushes come as text, whole or in part, and read as those that arrived', async () => {
  const whole = webhookEventSamples[0]![0] as { data: unknown }
  const inner = JSON.stringify(whole.data)
  const messages = [
    { ...whole, data: whole },
    { ...whole, data: JSON.stringify(whole) },
    { ...whole, data: inner },
  ]
  platform.succeed({ push_message_list: messages, has_next_page: false, last_message_id: 176610 })
  const lost = await getLostWebhookEvents({ app: shop().app, retries: 0 })
  expect(lost).toMatchObject({ hasMore: false, lastMessageId: '176610' })
  for (const { event } of lost.webhookEvents) expect(event).toEqual(reshapeWebhookEvent(whole))
  expect(lost.webhookEvents).toHaveLength(3)
})
