import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { authorizeShop, FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { callSandbox, connectShop } from '@/lib/testing/fakes/sandbox-caller'
import { queueWebhookEvent } from './queue-webhook-event'
import { inFullForm } from '@/lib/testing/harnesses/left-out'

/** Pushes are signed by the key of the console, not by the app's. */
const WEBHOOK_KEY = 'a push key for tests only, never for an app'

type Received = { body: string; authorization: string; at: number }

let sandbox: TestSandbox
let server: Server
let webhookUrl: string
let received: Received[] = []
let answer: (nth: number) => { status: number; body?: string; silent?: boolean } = () => ({ status: 204 })

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, authorization: String(request.headers.authorization), at: Date.now() })
      const { status, body: text, silent } = answer(received.length)
      if (!silent) response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(text)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/shopee/webhook`
  sandbox = await startTestSandbox({ webhookKey: WEBHOOK_KEY, webhookUrl, isTicking: true })
  await authorizeShop(sandbox)
})
afterAll(async () => {
  await sandbox.stop()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})
beforeEach(async () => {
  await sandbox.platform.pool.query('TRUNCATE push')
  received = []
  answer = () => ({ status: 204 })
})

const queueEvent = (update: number, code = 3) =>
  sandbox.platform.transaction((db) =>
    queueWebhookEvent(db, {
      code,
      shopId: BigInt(FIRST_SHOP_ID),
      now: sandbox.platform.clock.now(),
      data: { items: [], ordersn: '220810QSK8S7BX', status: 'PROCESSED', completed_scenario: '', update_time: update },
    }),
  )

async function settled(statuses: Record<string, number>) {
  let seen: Record<string, number> = {}
  for (let attempt = 0; attempt < 400; attempt++) {
    const { rows } = await sandbox.platform.pool.query<{ status: string; count: number }>(
      'SELECT status, count(*)::int AS count FROM push GROUP BY status',
    )
    seen = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    if (isDeepStrictEqual(seen, statuses)) return
    await wait(25)
  }
  expect(seen).toEqual(statuses)
}

async function arrived(count: number) {
  for (let attempt = 0; attempt < 400 && received.length < count; attempt++) await wait(25)
  expect(received).toHaveLength(count)
}

test('a push is signed over address and raw bytes, in the shape of the official sample', async () => {
  await queueEvent(1_660_123_127)
  await settled({ delivered: 1 })
  const [webhookEvent] = received
  expect(webhookEvent!.authorization).toBe(
    createHmac('sha256', WEBHOOK_KEY).update(`${webhookUrl}|${webhookEvent!.body}`).digest('hex'),
  )
  expect(JSON.parse(webhookEvent!.body)).toEqual({
    data: {
      items: [],
      ordersn: '220810QSK8S7BX',
      status: 'PROCESSED',
      completed_scenario: '',
      update_time: 1_660_123_127,
    },
    shop_id: FIRST_SHOP_ID,
    code: 3,
    timestamp: expect.any(Number) as number,
  })
})

test('a change that is taken back sends no event', async () => {
  const failing = sandbox.platform.transaction(async (db) => {
    await queueWebhookEvent(db, { code: 3, shopId: BigInt(FIRST_SHOP_ID), data: {}, now: 1 })
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  await settled({})
})

test.each([
  ['a status that is not 2xx', { status: 500 }],
  ['a redirect', { status: 302 }],
  ['a body that is not empty', { status: 200, body: 'ok' }],
])('%s counts as not delivered and is tried again', async (_name, first) => {
  answer = (nth) => (nth === 1 ? first : { status: 200 })
  await queueEvent(1)
  await settled({ delivered: 1 })
  expect(received).toHaveLength(2)
  expect(received[1]!.body).toBe(received[0]!.body)
  // A thousandth of 300 seconds.
  expect(received[1]!.at - received[0]!.at).toBeGreaterThanOrEqual(295)
})

// Full form: it waits for three seconds.
test('an answer after three seconds is none', inFullForm('waits for three seconds'), async () => {
  answer = (nth) => (nth === 1 ? { status: 200, silent: true } : { status: 200 })
  await queueEvent(1)
  await settled({ delivered: 1 })
  expect(received).toHaveLength(2)
  expect(received[1]!.at - received[0]!.at).toBeGreaterThanOrEqual(3250)
})

test('an event that fails four times is lost, can be fetched oldest first, and is gone once confirmed', async () => {
  await sandbox.admin('settings', { pushTimeScale: 0.00001 })
  answer = () => ({ status: 503 })
  for (let update = 1; update <= 102; update++) await queueEvent(update)
  await settled({ lost: 102 })
  expect(received).toHaveLength(408)

  const path = '/api/v2/push/get_lost_push_message'
  const page = await callSandbox(sandbox, path)
  const list = page.response.push_message_list as { shop_id: number; code: number; data: string }[]
  expect(list).toHaveLength(100)
  expect(page.response.has_next_page).toBe(true)
  expect(list[0]).toMatchObject({ shop_id: FIRST_SHOP_ID, code: 3 })
  expect(JSON.parse(list[0]!.data)).toMatchObject({ data: { update_time: 1 }, code: 3 })

  await callSandbox(sandbox, '/api/v2/push/confirm_consumed_lost_push_message', {
    body: { last_message_id: page.response.last_message_id },
  })
  const rest = await callSandbox(sandbox, path)
  expect(rest.response.push_message_list).toHaveLength(2)
  expect(rest.response.has_next_page).toBe(false)

  await sandbox.admin('clock-forward', { days: 4 })
  expect((await callSandbox(sandbox, path)).response.push_message_list).toHaveLength(0)
  await sandbox.admin('settings', { clockOffsetSeconds: 0, pushTimeScale: 0.001 })
})

test('duplicates and disorder come as their rates say, and nothing is missing', async () => {
  await sandbox.admin('settings', { pushDuplicateRate: 0.3, pushDisorderRate: 0.5, pushSeed: 'shuffle' })
  for (let update = 1; update <= 200; update++) await queueEvent(update)
  await settled({ delivered: 200 })
  await sandbox.admin('settings', { pushDuplicateRate: 0, pushDisorderRate: 0 })
  const updates = received.map(({ body }) => (JSON.parse(body) as { data: { update_time: number } }).data.update_time)
  expect(new Set(updates).size).toBe(200)
  expect(updates.length).toBeGreaterThan(230)
  expect(updates.length).toBeLessThan(290)
  expect(updates).not.toEqual([...updates].sort((a, b) => a - b))
})

test('authorizing, cancelling and expiring tell the partner, without a shop at the top', async () => {
  const { shopId } = await sandbox.admin<{ shopId: number }>('shop', {})
  await authorizeShop(sandbox, { shopId })
  await sandbox.admin('grant-cancel', { shopId })
  await authorizeShop(sandbox, { shopId, validityDays: 30 })
  await sandbox.admin('clock-forward', { days: 24 })
  await arrived(4)
  await sandbox.admin('clock-forward', { days: 7 })
  await arrived(5)
  await sandbox.admin('settings', { clockOffsetSeconds: 0 })
  const webhookEvents = received.map(({ body }) => JSON.parse(body) as { code: number; data: Record<string, unknown> })
  expect(webhookEvents.map(({ code }) => code).sort()).toEqual([1, 1, 12, 2, 2])
  for (const webhookEvent of webhookEvents) {
    expect(webhookEvent).toHaveProperty('partner_id', sandbox.partnerId)
    expect(webhookEvent).not.toHaveProperty('shop_id')
  }
  const eventData = (code: number) =>
    webhookEvents.filter((webhookEvent) => webhookEvent.code === code).map(({ data }) => data)
  expect(eventData(1)[0]).toEqual({
    authorize_type: 'shop authorization by user',
    extra: `shop id ${shopId} (BR) has been authorized successfully`,
    shop_id: shopId,
    success: 1,
  })
  expect(eventData(2)).toEqual([
    {
      authorize_type: 'user cancel shop authorization',
      extra: `shop id ${shopId} (BR) has been unauthorized successfully`,
      success: 1,
    },
    { authorize_type: 'expiry', shopid: shopId, success: 1, extra: 'The authorization is expired.' },
  ])
  expect(eventData(12)[0]).toMatchObject({ shop_expire_soon: [shopId], page_no: 1, total_page: 1 })
})

test('only enabled events are sent, and only for authorized shops', async () => {
  const configure = (body: object) => callSandbox(sandbox, '/api/v2/push/set_app_push_config', { body })
  await configure({ set_push_config_off: [4] })
  await queueEvent(1, 4)
  await queueEvent(2, 3)
  await settled({ delivered: 1 })
  const config = await callSandbox(sandbox, '/api/v2/push/get_app_push_config')
  expect(config.response).toMatchObject({
    callback_url: webhookUrl,
    live_push_status: 'Normal',
    push_config_off_list: [4],
  })
  await configure({ set_push_config_on: [4], blocked_shop_id_list: [FIRST_SHOP_ID] })
  await queueEvent(3, 3)
  await settled({ delivered: 1 })
  await configure({ blocked_shop_id_list: [] })
  await sandbox.admin('grant-cancel', { shopId: FIRST_SHOP_ID })
  await queueEvent(4, 3)
  await connectShop(sandbox)
  await settled({ delivered: 3 })
  expect(received.map(({ body }) => (JSON.parse(body) as { code: number }).code).sort()).toEqual([1, 2, 3])
})

test('a callback address is tried before it is taken', async () => {
  const configure = (url: string) =>
    callSandbox(sandbox, '/api/v2/push/set_app_push_config', { body: { callback_url: url } })
  expect(await configure('not an address')).toMatchObject({
    error: 'error_param',
    message: 'this callback_url is invalid, please check your callback_url.',
  })
  answer = () => ({ status: 404 })
  expect((await configure(webhookUrl)).message).toContain(
    'the response code we get from this callback_url is not 2xx code',
  )
  answer = () => ({ status: 204 })
  expect(await configure(webhookUrl)).toMatchObject({ error: '', response: { result: 'success' } })
  expect(JSON.parse(received.at(-1)!.body)).toMatchObject({
    code: 0,
    data: { verify_info: expect.any(String) as string },
  })
})

test('an app that answers fewer than 30 % gets no more events, until they are turned on again', async () => {
  await sandbox.platform.pool.query(
    `INSERT INTO push (partner_id, code, body, created_at, due_at, attempts, status, lost_at)
     SELECT $1, 3, '{}', $2, now(), 4, CASE WHEN n <= 150 THEN 'delivered' ELSE 'lost' END, $2
     FROM generate_series(1, 601) AS n`,
    [sandbox.partnerId, sandbox.platform.clock.now()],
  )
  await sandbox.admin('clock-forward', { seconds: 1 })
  const config = await callSandbox(sandbox, '/api/v2/push/get_app_push_config')
  expect(config.response.live_push_status).toBe('Suspended')
  await queueEvent(1)
  await settled({ delivered: 150, lost: 452 })
  expect(received).toHaveLength(0)
  await sandbox.platform.pool.query('TRUNCATE push')
  await callSandbox(sandbox, '/api/v2/push/set_app_push_config', { body: { set_push_config_on: [3] } })
  await queueEvent(2)
  await settled({ delivered: 1 })
})
