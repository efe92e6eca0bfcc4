import { z } from 'zod'
import { FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { callSandbox, connectShop, signedQuery, type ShopCaller } from '@/lib/testing/fakes/sandbox-caller'

const PATH = '/api/v2/shop/get_shop_info'
const RANGE = 'is invalid, should be an integer between 0 and 4294967295.'

let sandbox: TestSandbox
let shop: ShopCaller

beforeAll(async () => {
  sandbox = await startTestSandbox()
  shop = await connectShop(sandbox)
})
afterAll(() => sandbox.stop())

/** A rightly signed call of a shop's endpoint whose query is then changed; null leaves a parameter out. */
async function call(changes: Record<string, string | null>, path = PATH) {
  const query = signedQuery(sandbox, path, { accessToken: shop.accessToken, shopId: shop.shopId })
  for (const [name, value] of Object.entries(changes))
    if (value === null) query.delete(name)
    else query.set(name, value)
  const answer = await fetch(`${sandbox.url}${path}?${query}`)
  return { status: answer.status, ...((await answer.json()) as { error: string; message: string }) }
}

const late = () => String(sandbox.platform.clock.now() - 302)
const early = () => String(sandbox.platform.clock.now() + 302)

test.each<[string, () => Record<string, string | null>, number, string, string]>([
  ['no partner', () => ({ partner_id: null }), 400, 'error_param', 'There is no partner_id in query.'],
  ['a partner that is no number', () => ({ partner_id: 'me' }), 400, 'error_param', `Partner_id ${RANGE}`],
  ['a partner of 33 bits', () => ({ partner_id: '4294967296' }), 400, 'error_param', `Partner_id ${RANGE}`],
  ['no timestamp', () => ({ timestamp: null }), 400, 'error_param', 'no timestamp'],
  ['a timestamp that is no number', () => ({ timestamp: 'now' }), 400, 'error_param', `Timestamp ${RANGE}`],
  ['a timestamp of five minutes ago', () => ({ timestamp: late() }), 400, 'error_param', 'Timestamp is expired.'],
  ['a timestamp five minutes ahead', () => ({ timestamp: early() }), 400, 'error_param', 'Timestamp is expired.'],
  ['no signature', () => ({ sign: null }), 400, 'error_param', 'There is no sign in query.'],
  ['a wrong signature', () => ({ sign: 'ab'.repeat(32) }), 403, 'error_sign', 'Wrong sign.'],
  [
    'an unknown partner',
    () => ({ partner_id: '77' }),
    403,
    'invalid_partner_id',
    'Invalid partner_id, please have a check.',
  ],
  ['no token', () => ({ access_token: null }), 400, 'error_param', 'There is no access_token in query.'],
  ['no shop', () => ({ shop_id: null }), 400, 'error_param', 'There is no shop_id in query.'],
  ['a shop that is no number', () => ({ shop_id: 'mine' }), 400, 'error_param', `shop_id ${RANGE}`],
])('%s is refused in the words of the gateway', async (_name, changes, status, error, message) => {
  expect(await call(changes())).toMatchObject({ status, error, message })
})

test('a path that is not known is refused, also when the method is another', async () => {
  const message = 'Permission denied. This API is currently offline or the request path is incorrect.'
  expect(await call({}, '/api/v2/nothing/here')).toMatchObject({ status: 400, error: 'error_param', message })
  expect(await shop.post(PATH, {})).toMatchObject({ error: 'error_param', message })
})

test('a shop without authorization, and an unknown one, have no link', async () => {
  const { shopId } = await sandbox.admin<{ shopId: number }>('shop', {})
  for (const other of [shopId, 77])
    expect(
      await callSandbox(sandbox, PATH, { signed: { accessToken: shop.accessToken, shopId: other } }),
    ).toMatchObject({
      status: 403,
      error: 'partner_shop_no_link',
      message: 'Invalid partner_id or shop_id, please have a check.',
    })
})

test("another shop's token and an invented one are refused with the platform's own spelling", async () => {
  const { shopId } = await sandbox.admin<{ shopId: number }>('shop', {})
  const other = await connectShop(sandbox, { shopId })
  for (const accessToken of [other.accessToken, 'ab'.repeat(16)])
    expect(await callSandbox(sandbox, PATH, { signed: { accessToken, shopId: shop.shopId } })).toMatchObject({
      status: 403,
      error: 'invalid_acceess_token',
      message: 'Invalid access_token, please have a check.',
    })
})

test('a suspended shop gets that answer', async () => {
  const { shopId } = await sandbox.admin<{ shopId: number }>('shop', {})
  const other = await connectShop(sandbox, { shopId })
  await sandbox.admin('shop-status', { shopId, status: 'BANNED' })
  expect(await other.get(PATH)).toMatchObject({ status: 403, error: 'shop_banned' })
})

test('the status of a refusal is a setting, and its body stays', async () => {
  await sandbox.admin('settings', { httpStatuses: { error_sign: 200 } })
  expect(await call({ sign: 'ab'.repeat(32) })).toMatchObject({ status: 200, error: 'error_sign' })
  await sandbox.admin('settings', { httpStatuses: {} })
})

test('an address that was not declared is reported with its number', async () => {
  await sandbox.admin('settings', { undeclaredIp: '200.1.2.3' })
  const { error, message } = await shop.get(PATH)
  await sandbox.admin('settings', { undeclaredIp: null })
  expect(error).toBe('source_ip_undeclared')
  expect(message).toContain('Request Source IP (200.1.2.3) is undeclared.')
})

test('a limit of calls a second answers 429, for one shop alone', async () => {
  const { shopId } = await sandbox.admin<{ shopId: number }>('shop', {})
  const other = await connectShop(sandbox, { shopId })
  await sandbox.admin('settings', { callsPerSecond: 3, retryAfterSeconds: 1 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => shop.get(PATH)))
  const beside = await other.get(PATH)
  await sandbox.admin('settings', { callsPerSecond: 0, retryAfterSeconds: null })
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(6)
  expect(refused[0]).toMatchObject({
    error: 'error_rate_limit',
    message: 'Too many requests. You have reached the rate limit. Please try again later.',
  })
  expect(beside.error).toBe('')
})

test('shop information comes flat, without a response', async () => {
  const { body, status } = await shop.get(PATH)
  expect(status).toBe(200)
  expect(body).toMatchObject({ error: '', message: '', shop_name: 'Loja Sandbox', region: 'BR', status: 'NORMAL' })
  expect(body).not.toHaveProperty('response')
  expect(body.request_id).toMatch(/^[0-9a-f]{32}$/)
  expect(z.number().safeParse(body.expire_time).success).toBe(true)
})

test('the clock goes forward for everything', async () => {
  const before = sandbox.platform.clock.now()
  await sandbox.admin('clock-forward', { days: 2 })
  expect(sandbox.platform.clock.now() - before).toBeGreaterThanOrEqual(2 * 86_400)
  expect(await call({})).toMatchObject({ error: 'error_param', message: 'Timestamp is expired.' })
  await sandbox.admin('settings', { clockOffsetSeconds: 0 })
})

test('a body that is no JSON is refused before any handler', async () => {
  const query = signedQuery(sandbox, '/api/v2/auth/token/get')
  const answer = await fetch(`${sandbox.url}/api/v2/auth/token/get?${query}`, { method: 'POST', body: '{"code":' })
  expect(await answer.json()).toMatchObject({ error: 'error_data', message: 'parse data failed' })
  expect(shop.shopId).toBe(FIRST_SHOP_ID)
})
