import { isStruck } from './faults'
import { FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { callSandbox, connectShop, signedQuery, type ShopCaller } from '@/lib/testing/fakes/sandbox-caller'

const PATH = '/api/v2/shop/get_shop_info'

let sandbox: TestSandbox
let shop: ShopCaller

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await sandbox.admin('faults-clear')
  shop = await connectShop(sandbox)
})

const raw = () =>
  fetch(`${sandbox.url}${PATH}?${signedQuery(sandbox, PATH, { accessToken: shop.accessToken, shopId: shop.shopId })}`, {
    signal: AbortSignal.timeout(2_000),
  })

test('429 comes with and without Retry-After, and at the end of the day’s calls', async () => {
  await sandbox.admin('fault', { kind: 'rate_limit', count: 1 })
  const bare = await raw()
  expect([bare.status, bare.headers.get('retry-after')]).toEqual([429, null])
  expect(await bare.json()).toMatchObject({ error: 'error_rate_limit' })
  await sandbox.admin('fault', { kind: 'rate_limit_retry_after', count: 1, seconds: 7 })
  const response = await raw()
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  await sandbox.admin('fault', { kind: 'daily_limit', count: 1 })
  const spent = await raw()
  expect([spent.status, await spent.json()]).toMatchObject([429, { error: 'error_limit' }])
  expect((await raw()).status).toBe(200)
})

test('an error of the server, and one that hides behind status 200', async () => {
  await sandbox.admin('fault', { kind: 'server_error', count: 1, status: 502 })
  expect((await raw()).status).toBe(502)
  await sandbox.admin('fault', { kind: 'error_server', count: 1 })
  expect(await shop.get(PATH)).toMatchObject({ status: 200, error: 'error_server' })
})

test('HTML comes with status 200', async () => {
  await sandbox.admin('fault', { kind: 'html', count: 1 })
  const answer = await raw()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/html')
})

test('an answer is cut off in its middle', async () => {
  await sandbox.admin('fault', { kind: 'cut_answer', count: 1 })
  await expect(raw().then((answer) => answer.text())).rejects.toThrow()
  expect((await raw()).status).toBe(200)
})

test('a call that times out has been done all the same', async () => {
  await sandbox.admin('fault', { kind: 'timeout', count: 1, seconds: 30, pathPattern: 'access_token/get' })
  const path = '/api/v2/auth/access_token/get'
  const body = { refresh_token: shop.refreshToken, partner_id: sandbox.partnerId, shop_id: shop.shopId }
  const silent = fetch(`${sandbox.url}${path}?${signedQuery(sandbox, path)}`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(1_000),
  })
  await expect(silent).rejects.toThrow()
  expect((await callSandbox(sandbox, path, { body })).error).toBe('error_shop_refresh_token')
})

test('the clock of the platform may differ', async () => {
  await sandbox.admin('fault', { kind: 'clock_skew', count: 1, seconds: 400 })
  expect(await shop.get(PATH)).toMatchObject({ error: 'error_param', message: 'Timestamp is expired.' })
})

test.each([
  ['grant_revoked', 'shop_no_linked', 'shop_no_linked'],
  ['grant_expired', 'invalid_acceess_token', 'shop_access_expired'],
  ['token_dead', 'invalid_acceess_token', ''],
])('%s strikes the shop that calls, and lasts', async (kind, callError, refreshError) => {
  await sandbox.admin('fault', { kind, count: 1 })
  expect((await shop.get(PATH)).error).toBe(callError)
  expect((await shop.get(PATH)).error).toBe(callError)
  const answer = await callSandbox(sandbox, '/api/v2/auth/access_token/get', {
    body: { refresh_token: shop.refreshToken, partner_id: sandbox.partnerId, shop_id: FIRST_SHOP_ID },
  })
  expect(answer.error).toBe(refreshError)
})

test('types drift and fields appear, but the envelope stays and no digit is lost', async () => {
  const clean = await shop.get(PATH)
  await sandbox.admin('fault', { kind: 'odd_types', seed: 'drift' })
  await sandbox.admin('fault', { kind: 'unknown_fields', seed: 'drift' })
  const changed = new Set<string>()
  for (let call = 0; call < 10; call++) {
    const odd = await shop.get(PATH)
    expect(odd).toMatchObject({ error: '', message: '' })
    expect(odd.body.novo_campo).toBeDefined()
    for (const name of Object.keys(clean.body))
      if (typeof odd.body[name] !== typeof clean.body[name]) {
        changed.add(name)
        expect(odd.body[name]).toBe(String(clean.body[name]))
      }
  }
  expect([...changed].sort()).toEqual(['auth_time', 'expire_time', 'linked_main_shop_id'])
})

async function strikes(seed: string, rate = 0.3): Promise<boolean[]> {
  await sandbox.admin('faults-clear')
  await sandbox.admin('fault', { kind: 'error_server', rate, seed, pathPattern: 'get_shop_info$' })
  const seen: boolean[] = []
  for (let call = 0; call < 60; call++) seen.push((await shop.get(PATH)).error === 'error_server')
  return seen
}

test('the same seed strikes the same calls, another seed others, about as many as its rate says', async () => {
  const first = await strikes('a')
  expect(await strikes('a')).toEqual(first)
  expect(await strikes('b')).not.toEqual(first)
  expect(first).toEqual(Array.from({ length: 60 }, (_, nth) => isStruck('a', 'error_server', nth, 0.3)))
  const struck = first.filter(Boolean).length
  expect(struck).toBeGreaterThan(8)
  expect(struck).toBeLessThan(30)
})

test('only the paths that are meant are struck, and only so often', async () => {
  await sandbox.admin('fault', { kind: 'error_server', pathPattern: 'order/', count: 1 })
  expect((await shop.get(PATH)).error).toBe('')
  await sandbox.admin('faults-clear')
  await sandbox.admin('fault', { kind: 'error_server', count: 2 })
  const errors = []
  for (let call = 0; call < 4; call++) errors.push((await shop.get(PATH)).error)
  expect(errors).toEqual(['error_server', 'error_server', '', ''])
})

test('a pattern that is none is refused', async () => {
  await expect(sandbox.admin('fault', { kind: 'html', pathPattern: '(' })).rejects.toThrow('422')
})
