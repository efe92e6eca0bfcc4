import { request } from 'node:http'
import { startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/** fetch forbids setting Host. */
const send = ({ path, method = 'POST', headers = {}, body = '{}' }: Sent) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request(new URL(path, sandbox.url), { method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }))
    })
    sent.on('error', reject).end(method === 'GET' ? undefined : body)
  })

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const countShops = async () =>
  (await sandbox.platform.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM shop')).rows[0]!.count

describe('under a name that is not this computer’s', () => {
  test.each(['/', '/admin/state', '/admin/sheets', '/auth', '/cancel_auth', '/api/v2/shop/auth_partner', '/file/a'])(
    '%s shows nothing',
    async (path) => {
      const port = new URL(sandbox.url).port
      for (const host of [`evil.example:${port}`, 'evil.example', `127.0.0.1.evil.example:${port}`, 'localhost.evil']) {
        const answer = await send({ path, method: 'GET', headers: { host } })
        expect(answer).toMatchObject({ status: 421, text: '{"error":"foreign_host"}' })
      }
    },
  )

  test('nothing is done, though the page calls itself by the same name', async () => {
    const before = await countShops()
    const headers = { ...json, host: 'evil.example:3080', origin: 'http://evil.example:3080' }
    expect((await send({ path: '/admin/shop', headers })).status).toBe(421)
    expect(await countShops()).toBe(before)
  })
})

test.each(['localhost:3080', '127.0.0.1', '[::1]:3080', 'LOCALHOST:80'])('%s is this computer', async (host) => {
  expect((await send({ path: '/admin/state', method: 'GET', headers: { host } })).status).toBe(200)
})

describe('a page from elsewhere', () => {
  test.each([
    ['another page', { origin: 'https://evil.example' }],
    ['another port of this computer', { origin: 'http://127.0.0.1:3000' }],
    ['a frame in a sandbox', { origin: 'null' }],
    ['what is no address', { origin: 'not a url' }],
    ['a browser that names no page', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('cannot press a button: %s', async (_name, headers) => {
    const before = await countShops()
    const filled = { body: 'name=Loja', headers: { ...form, ...headers } }
    for (const path of ['/admin/shop', '/auth', '/cancel_auth'])
      expect((await send({ path, ...filled })).status).toBe(403)
    expect(await countShops()).toBe(before)
  })

  test('frames none of these', async () => {
    for (const path of ['/', '/admin/sheets', '/auth'])
      expect((await send({ path, method: 'GET' })).headers).toMatchObject({ 'x-frame-options': 'DENY' })
  })
})

test('its own pages press them, and tell it that they are its own', async () => {
  const own = { ...form, origin: sandbox.url, 'sec-fetch-site': 'same-origin' }
  expect((await send({ path: '/admin/shop', headers: own, body: 'name=Loja' })).status).toBe(303)
  const page = await send({ path: '/auth', method: 'GET' })
  expect(page.headers['referrer-policy']).toBe('same-origin')
})

test.each([
  ['/admin/shop', json, '{"name":"x".repeat}'],
  ['/admin/shop', json, '[1]'],
  ['/admin/shop', { 'content-type': 'multipart/form-data; boundary=x' }, 'no part'],
])('a body that cannot be read is refused in words: %s %p', async (path, headers, body) => {
  expect((await send({ path, headers, body })).status).toBe(422)
})

test('a form that cannot be read is refused on the page', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await send({ path: '/auth', headers, body: 'no part' })).status).toBe(400)
})
