import { createHmac } from 'node:crypto'
import { POST } from '@/app/api/shopee/webhook/route'
import { withOrganization, type Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { asWorker, withOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { describeCases, readCase } from '@/lib/testing/samples/shared-cases'
import { getShopsFor } from '../../shops/views'
import { flushWebhookEventCounts } from './webhook-event-counts'
import { receiveWebhookEvent } from './receive-webhook-event'
import { workWebhookEvents } from './work-webhook-events'

const before = { ...env() }
const withKeys = (SHOPEE_PARTNER_KEY: string, ...PREVIOUS_SHOPEE_PARTNER_KEYS: string[]) =>
  void Object.assign(env(), { SHOPEE_PARTNER_KEY, PREVIOUS_SHOPEE_PARTNER_KEYS })
const withWebhookKeys = (SHOPEE_PUSH_PARTNER_KEY: string, ...PREVIOUS_SHOPEE_PUSH_PARTNER_KEYS: string[]) =>
  void Object.assign(env(), { SHOPEE_PUSH_PARTNER_KEY, PREVIOUS_SHOPEE_PUSH_PARTNER_KEYS })
beforeEach(() =>
  withOwner(async (owner) => {
    await owner.query('DELETE FROM webhook_event_count')
    await owner.query('DELETE FROM webhook_inbox')
  }),
)
afterEach(async () => {
  Object.assign(env(), before)
  await flushWebhookEventCounts()
})

let count = 0
const asViewer = (actor: Actor) => ({ ...actor, legalEntityIds: null, timeZone: 'America/Sao_Paulo' })
const address = 'http://localhost:3000/api/shopee/webhook'
const sign = (key: string, body: string) => createHmac('sha256', key).update(`${address}|`).update(body).digest('hex')
const orderBody = (more: object = {}) =>
  JSON.stringify({ shop_id: 1, code: 3, timestamp: 1_790_000_000 + (count += 1), data: {}, ...more })
const ping = JSON.stringify({ code: 0, data: { verify_info: 'verification' }, timestamp: 1_790_000_002 })

function receiveEvent(key: string) {
  const body = orderBody()
  return receiveWebhookEvent(Buffer.from(body), sign(key, body))
}
async function post(body: string, authorization?: string) {
  const answer = await POST(
    new Request(address, { method: 'POST', body, headers: authorization === undefined ? {} : { authorization } }),
  )
  return { status: answer.status, text: await answer.text() }
}
const counted = async () => {
  await flushWebhookEventCounts()
  const { rows } = await withOwner((owner) =>
    owner.query<{ outcome: string; count: number }>('SELECT outcome, count FROM webhook_event_count ORDER BY outcome'),
  )
  return Object.fromEntries(rows.map((row) => [row.outcome, row.count]))
}
const inbox = () =>
  withOwner(async (owner) => (await owner.query<{ code: number }>('SELECT code FROM webhook_inbox ORDER BY id')).rows)

test('while the partner key is being changed a push signed with either counts, and afterwards with the new one alone', async () => {
  withKeys('new', 'old')
  expect([
    await receiveEvent('new'),
    await receiveEvent('old'),
    await receiveEvent('other'),
    await receiveEvent(''),
  ]).toEqual(['kept', 'kept', 'forged', 'forged'])
  withKeys('new')
  expect([await receiveEvent('new'), await receiveEvent('old')]).toEqual(['kept', 'forged'])
})

test('with the console’s push key set, events are signed with it alone, and other signatures are distinguished', async () => {
  withKeys('app')
  withWebhookKeys('push', 'push before')
  expect([await receiveEvent('push'), await receiveEvent('push before')]).toEqual(['kept', 'kept'])
  expect([
    await receiveEvent('app'),
    await receiveEvent('other'),
    await receiveWebhookEvent(Buffer.from(orderBody()), null),
  ]).toEqual(['forged', 'forged', 'forged'])
  expect(await counted()).toEqual({ appKey: 1, otherKey: 1, unsigned: 1 })
})

test.each([
  ['unsigned', undefined, 'ping'],
  ['signed with the push key', sign('push', ping), 'ping'],
  ['signed with a key that is not set here yet', sign('new', ping), 'pingOtherKey'],
])('the console’s ping, %s, gets an empty 2xx and is kept nowhere', async (_name, authorization, outcome) => {
  withKeys('app')
  withWebhookKeys('push')
  expect(await post(ping, authorization)).toEqual({ status: 200, text: '' })
  expect(await inbox()).toEqual([])
  expect(await counted()).toEqual({ [outcome]: 1 })
})

test('a push that only looks like a ping is none', async () => {
  withWebhookKeys('push')
  for (const body of [
    JSON.stringify({ code: 0, data: {}, timestamp: 1 }),
    JSON.stringify({ code: null, data: { verify_info: 'x' } }),
    JSON.stringify({ code: 3, shop_id: 1, data: { verify_info: 'x' } }),
    '{"code":0,"data":{"verify_info":',
    ...[{}, { toString: 1 }, [0], false].map((code) => JSON.stringify({ code, data: { verify_info: 'x' } })),
    // An unsigned body is read no further than a ping is long.
    JSON.stringify({ code: 0, data: { verify_info: 'x'.repeat(5000) }, timestamp: 1 }),
  ])
    expect((await post(body)).status).toBe(401)
  expect(await counted()).toEqual({ unsigned: 9 })
})

test('a call that is too large is counted as not whole', async () => {
  expect((await post('x'.repeat(300 * 1024))).status).toBe(413)
  expect(await counted()).toEqual({ notWhole: 1 })
})

test('a shop shows when pushes came and which, those of no published number by their own; only who connects shops sees refusals', async () => {
  withKeys('app')
  withWebhookKeys('push')
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  const external = String(970_000_000 + Math.floor(Math.random() * 1_000_000))
  const id = await addShop(mine, 'Loja')
  await withOrganization(mine, async (db) => {
    const { organizationId } = mine
    await db.shop.updateMany({ where: { organizationId, id }, data: { externalShopId: external, status: 'active' } })
    await db.$queryRaw`SELECT claim_shop(${id}::uuid) AS claimed`
  })
  for (const code of [3, 3, 47, 99]) {
    const body = orderBody({ code, shop_id: Number(external) })
    expect(await receiveWebhookEvent(Buffer.from(body), sign('push', body))).toBe('kept')
  }
  await receiveEvent('app')
  await flushWebhookEventCounts()
  const view = await getShopsFor(asViewer(mine.owner), {})
  expect(view.shops[0]!.webhookEvents).toMatchObject({
    lastAt: expect.any(Date) as Date,
    codes: [
      { code: 3, kind: 'orderStatus', count: 2 },
      { code: 47, kind: 'packageInfo', count: 1 },
      { code: 99, kind: 'unknown', count: 1 },
    ],
  })
  expect(view.webhookAddress).toMatchObject({
    url: address,
    hasOwnKey: true,
    counts: [{ outcome: 'appKey', count: 1 }],
  })
  expect((await getShopsFor(asViewer(await addMember(mine, 'viewer')), {})).webhookAddress).toBeNull()
  const elsewhere = await getShopsFor(asViewer(other.owner), {})
  expect(elsewhere.shops.every(({ webhookEvents }) => webhookEvents === null)).toBe(true)
})

test('the console’s test event, for a shop that is not held here, is counted as such and not processed', async () => {
  withWebhookKeys('push')
  const body = orderBody({ shop_id: 123_456_789 })
  expect(await receiveWebhookEvent(Buffer.from(body), sign('push', body))).toBe('kept')
  await asWorker(() => workWebhookEvents('123456789'))
  expect(await counted()).toEqual({ strangeShop: 1 })
})

describeCases('what the console sends', () => {
  test('its push is kept and its ping answered by the push key, as the case says', async () => {
    const testCase = JSON.parse(readCase('push-chave-propria.json').toString('utf8')) as Record<string, string> & {
      bodies: string[]
    }
    withKeys(testCase.SHOPEE_PARTNER_KEY!)
    withWebhookKeys(testCase.pushPartnerKey!)
    for (const body of testCase.bodies)
      expect((await post(body, sign(testCase.pushPartnerKey!, body))).status).toBe(200)
    expect((await post(testCase.bodies[1]!)).status).toBe(200)
    expect(await inbox()).toEqual([{ code: 3 }])
  })
})
