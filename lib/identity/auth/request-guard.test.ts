import {
  createServer,
  request as open,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { encode } from 'next-auth/jwt'
import { cookieName } from './session-cookie'
import { actionBegins, isUnreadAction } from './action-requests'
import { guardRequests } from './request-guard'
import { env } from '@/lib/core/env'

vi.mock('@/lib/core/env', async () => {
  const actual = await vi.importActual<typeof import('@/lib/core/env')>('../../core/env')
  return {
    ...actual,
    env: () => ({
      ...actual.env(),
      NEXTAUTH_URL: address,
      HSTS_SUBDOMAINS: subdomains,
      TRUSTED_PROXIES: proxies,
    }),
  }
})
let address = 'http://localhost:3000'
let subdomains = false
let proxies = 0

guardRequests()
let server: Server
const seen: string[] = []
let sent: IncomingHttpHeaders = {}
let unread = false
const waiting: ServerResponse[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    sent = request.headers
    if (request.url?.endsWith('/waits')) return void waiting.push(response)
    if (request.url === '/rejects') response.statusCode = 400
    if (request.url === '/begins') actionBegins()
    if (request.url === '/unread' || request.url === '/begins') response.statusCode = 500
    unread = isUnreadAction()
    if (request.url === '/hands-on') return handOn(request, response)
    if (request.url === '/throws') throw new Error('a listener failed')
    request.resume()
    response.end('answered')
  })
  server.on('upgrade', () => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterEach(() => server.closeAllConnections())
afterAll(() => server.close())
beforeEach(() => (seen.length = 0))

/** As Next does where another page has the action: its answer is taken over with a status of its own. */
function handOn({ headers }: IncomingMessage, response: ServerResponse) {
  const to = String(headers.accept)
  const { port } = server.address() as AddressInfo
  const { cookie, 'next-action': action, 'x-mascate-action': id } = headers as Record<string, string>
  const handed = { cookie: cookie!, 'next-action': action!, 'x-mascate-action': id!, 'x-action-forwarded': '1' }
  open({ agent: false, host: '127.0.0.1', port, method: 'POST', path: to, headers: handed }, (answer) => {
    answer.resume()
    response.end('taken over')
  }).end()
}

type TestRequest = { method?: string; path?: string; headers?: Record<string, string>; body?: Buffer }

/** A body that is only announced is one that must not be waited for. */
async function send({ method = 'POST', path = '/auth', headers = {}, body }: TestRequest): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const call = open({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume()
      resolve(answer)
      call.destroy()
    })
    call.on('error', (error) => call.destroyed || reject(error))
    if (body) call.end(body)
    else if (headers['content-length'] || headers['transfer-encoding']) call.flushHeaders()
    else call.end()
  })
}

const encrypted = async () => ({
  cookie: `${cookieName(address)}=${await encode({ token: { secret: 'x' }, secret: env().NEXTAUTH_SECRET })}`,
})
const MB = 1_048_576
const length = (bytes: number) => ({ 'content-length': String(bytes) })
const chunked = { 'transfer-encoding': 'chunked' }
const form = (type: string) => ({ 'content-type': type, ...length(10) })

test.each<[string, number, TestRequest]>([
  ['a method that is for tracing', 405, { method: 'TRACE' }],
  ['a method of other protocols', 405, { method: 'PROPFIND', path: '/api/live' }],
  ['an address of nothing', 400, { method: 'OPTIONS', path: '*' }],
  ['a page’s address written as a route’s', 400, { path: '/api/../auth', headers: length(10) }],
  ['the same in other signs', 400, { path: '/api/%2E%2e/auth', headers: length(10) }],
  ['the same in one sign', 400, { path: '/api/.%2e?x', headers: length(10) }],
  ['the same with the other stroke', 400, { path: '/api\\..\\auth', headers: length(10) }],
  ['an action of no name that actions have', 400, { headers: { ...length(10), 'next-action': '../x' } }],
  ['a form that does not say where its parts end', 400, { headers: form('multipart/form-data') }],
  ['a form that says so with nothing', 400, { headers: form('multipart/form-data; boundary=') }],
  ['a form without its script', 400, { headers: form('multipart/form-data; boundary=x') }],
  ['a page’s body of more than any action takes', 413, { headers: length(2 * MB + 1) }],
  ['a stranger’s body of more than a form of ours', 401, { headers: length(65_537) }],
  [
    'one with a cookie that we did not encrypt',
    401,
    { headers: { ...length(65_537), cookie: 'next-auth.session-token=x' } },
  ],
  ['a stranger’s body that does not say its length', 411, { headers: chunked }],
  [
    'an action at an address of no route',
    401,
    { path: '/api/x', headers: { ...length(65_537), 'next-action': 'a'.repeat(42) } },
  ],
  [
    'a form at an address of no route',
    401,
    {
      path: '/api/x',
      headers: { ...form('multipart/form-data; boundary=x'), ...length(65_537), 'next-action': 'a'.repeat(42) },
    },
  ],
])('%s is refused unread with %i', async (_, status, answer) => {
  expect((await send(answer)).statusCode).toBe(status)
  expect(seen).toEqual([])
})

test('a member’s body passes up to the limit of a page, whole or in pieces', async () => {
  const cookie = await encrypted()
  const body = Buffer.alloc(2 * MB)
  expect((await send({ body, headers: { ...length(body.length), ...cookie } })).statusCode).toBe(200)
  expect((await send({ body: Buffer.alloc(100), headers: { ...chunked, ...cookie } })).statusCode).toBe(200)
  expect((await send({ headers: { ...length(body.length + 1), ...cookie } })).statusCode).toBe(413)
})

test.each<[string, TestRequest]>([
  ['reading', { method: 'GET' }],
  ['a name with dots', { method: 'GET', path: '/dashboard/..x/a.b/...?next=/../x' }],
  [
    'a stranger’s form',
    {
      body: Buffer.alloc(65_536),
      headers: { ...form('multipart/form-data; boundary=x'), ...length(65_536), 'next-action': 'a'.repeat(42) },
    },
  ],
  ['what a route reads for itself', { path: '/api/imports', body: Buffer.alloc(3 * MB), headers: length(3 * MB) }],
])('%s passes', async (_, answer) => expect((await send(answer)).statusCode).toBe(200))

test.each(['x-nonce', 'x-mascate-path', 'content-security-policy', 'content-security-policy-report-only'])(
  'headers that only the middleware may set are not taken from a caller: %s',
  async (name) => {
    await send({ method: 'GET', path: '/api/unknown', headers: { [name]: 'planted', accept: 'text/html' } })
    expect(sent).toMatchObject({ accept: 'text/html' })
    expect(sent).not.toHaveProperty(name)
  },
)

test('a request for another protocol is answered in this one', async () => {
  const upgrade = { connection: 'upgrade', upgrade: 'websocket' }
  expect((await send({ method: 'GET', headers: upgrade })).statusCode).toBe(200)
  expect((await send({ method: 'TRACE', headers: upgrade })).statusCode).toBe(405)
})

test('a request on which the entrance fails gets that answer, and others pass', async () => {
  const answer = await send({ method: 'GET', path: '/throws' })
  expect([answer.statusCode, answer.headers['x-frame-options']]).toEqual([500, 'DENY'])
  expect((await send({ method: 'GET' })).statusCode).toBe(200)
})

const common = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
const shown = ({ headers }: IncomingMessage) => {
  const names = [...Object.keys(common), 'strict-transport-security']
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}

test.each<[string, TestRequest]>([
  ['a page without a policy of its own', { method: 'GET' }],
  ['a refusal', { method: 'TRACE' }],
  ['a static file', { method: 'GET', path: '/_next/static/x.js' }],
  ['a route', { method: 'GET', path: '/api/live' }],
])('%s has every header, and tells of https where the address is one', async (_, answer) => {
  expect(shown(await send(answer))).toEqual(common)
  // The caller's own header about the protocol counts for nothing.
  expect(shown(await send({ ...answer, headers: { 'x-forwarded-proto': 'https' } }))).toEqual(common)
  address = 'https://mascate.example'
  const secure = { ...common, 'strict-transport-security': 'max-age=63072000' }
  expect(shown(await send(answer))).toEqual(secure)
  subdomains = true
  const wide = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
  expect(shown(await send(answer))).toMatchObject(wide)
  subdomains = false
  address = 'http://localhost:3000'
})

const session = async (secret: string, person?: string) => ({
  cookie: `${cookieName(address)}=${await encode({ token: { secret, person }, secret: env().NEXTAUTH_SECRET })}`,
})
const arrived = async (count: number) => {
  while (waiting.length < count) await new Promise(setImmediate)
}

test('four pages of a person are made at once, whatever sessions they come by; the rest wait, and another person’s do not', async () => {
  const get = async (secret: string) =>
    send({ method: 'GET', path: '/waits', headers: await session(secret, 'the greedy person') })
  const asked = await Promise.all(Array.from({ length: 6 }, async (_, at) => ({ answer: get(`session ${at}`) })))
  await arrived(4)
  expect((await send({ method: 'GET', headers: await session('other') })).statusCode).toBe(200)
  expect(waiting).toHaveLength(4)
  for (const response of waiting.splice(0)) response.end()
  await arrived(2)
  for (const response of waiting.splice(0)) response.end()
  expect((await Promise.all(asked.map(({ answer }) => answer))).map(({ statusCode }) => statusCode)).toEqual(
    Array.from({ length: 6 }, () => 200),
  )
})

const action = (path: string, headers: Record<string, string>) =>
  send({ path, headers: { ...headers, ...length(0), 'next-action': 'a'.repeat(42) } })

test('an action that was handed on takes no turn of the one that waits for it; a caller cannot say so', async () => {
  const cookie = await session('handing on')
  const asked = Array.from({ length: 3 }, () => send({ method: 'GET', path: '/waits', headers: cookie }))
  await arrived(3)
  expect((await action('/hands-on', { ...cookie, accept: '/x' })).statusCode).toBe(200)
  const fourth = action('/waits', cookie)
  await arrived(4)
  seen.length = 0
  const pretended = action('/x', { ...cookie, 'x-action-forwarded': '1', 'x-mascate-action': 'x' })
  expect((await send({ method: 'GET', headers: await session('another') })).statusCode).toBe(200)
  expect(seen).toEqual(['GET /auth'])
  for (const response of waiting.splice(0)) response.end()
  await Promise.all([...asked, fourth, pretended])
})

test('an action that the framework could not read is answered 400 and is no error of ours; one that fails once begun is 500', async () => {
  const cookie = await session('unread')
  expect([(await action('/unread', cookie)).statusCode, unread]).toEqual([400, true])
  expect([(await action('/begins', cookie)).statusCode, unread]).toEqual([500, false])
  expect([(await send({ path: '/unread', headers: { ...cookie, ...length(0) } })).statusCode, unread]).toEqual([
    500,
    false,
  ])
})

test('so is the page that has handed it on', async () => {
  const cookie = await session('handed on')
  expect((await action('/hands-on', { ...cookie, accept: '/unread' })).statusCode).toBe(400)
  expect((await action('/hands-on', { ...cookie, accept: '/begins' })).statusCode).toBe(200)
})

test('past the line of a session its pages are answered 429, unmade', async () => {
  const headers = await session('flood')
  const sentCount = 4 + 80 + 3
  const answers = Array.from({ length: sentCount }, () => send({ method: 'GET', path: '/waits', headers }))
  const late: IncomingMessage[] = []
  for (const answer of answers) void answer.then((one) => late.push(one))
  while (late.length < 3) await new Promise(setImmediate)
  expect(late.map(({ statusCode, headers: { 'retry-after': after } }) => [statusCode, after])).toEqual(
    Array.from({ length: 3 }, () => [429, '5']),
  )
  while (late.length < sentCount) {
    for (const response of waiting.splice(0)) response.end()
    await new Promise(setImmediate)
  }
  expect(late.filter(({ statusCode }) => statusCode === 200)).toHaveLength(84)
})

test('a body to a route takes turns of its person alone, and so does reading one, in a line of its own', async () => {
  const cookie = await session('uploads')
  const put = Array.from({ length: 5 }, () =>
    send({ path: '/api/waits', headers: { ...cookie, ...length(1) }, body: Buffer.alloc(1) }),
  )
  await arrived(4)
  const read = Array.from({ length: 7 }, () => send({ method: 'GET', path: '/api/waits', headers: cookie }))
  await arrived(10)
  expect((await send({ method: 'GET', path: '/api/live' })).statusCode).toBe(200)
  expect(waiting).toHaveLength(10)
  for (const response of waiting.splice(0)) response.end()
  await arrived(2)
  for (const response of waiting.splice(0)) response.end()
  await Promise.all([...put, ...read])
})

test('after thirty rejected actions in a minute a session is answered 429, and another session’s are looked at', async () => {
  const malformed = await session('malformed')
  for (const path of ['/rejects', '/unread', '/hands-on'])
    for (let sentCount = 0; sentCount < 10; sentCount += 1)
      expect((await action(path, { ...malformed, accept: '/unread' })).statusCode).toBe(400)
  seen.length = 0
  expect((await action('/rejects', malformed)).statusCode).toBe(429)
  expect(seen).toEqual([])
  expect((await send({ method: 'GET', headers: malformed })).statusCode).toBe(200)
  expect((await action('/rejects', await session('honest'))).statusCode).toBe(400)
})

test('strangers take turns by network where a trusted proxy names it, and else none', async () => {
  const from = (network: string) => send({ method: 'GET', path: '/waits', headers: { 'x-forwarded-for': network } })
  const asked = Array.from({ length: 20 }, () => from('192.0.2.1'))
  await arrived(20)
  for (const response of waiting.splice(0)) response.end()
  await Promise.all(asked)
  proxies = 1
  const crowd = Array.from({ length: 20 }, () => from('192.0.2.1'))
  await arrived(16)
  const other = from('192.0.2.2')
  await arrived(17)
  proxies = 0
  for (let ended = 0; ended < 21;) {
    ended += waiting.length
    for (const response of waiting.splice(0)) response.end()
    await new Promise(setImmediate)
  }
  expect((await Promise.all([...crowd, other])).every(({ statusCode }) => statusCode === 200)).toBe(true)
})

test('a page that someone signed in reads goes to Next ready, past the middleware, and no cache keeps it', async () => {
  const headers = await encrypted()
  const path = '/dashboard/orders?q=a%20b&_rsc=1x'
  const answer = await send({ method: 'GET', path, headers: { ...headers, 'x-nonce': 'planted' } })
  const policy = answer.headers['content-security-policy']
  const [, nonce] = /'nonce-([0-9a-f]{32})'/.exec(String(policy))!
  expect(sent).toMatchObject({
    'x-nonce': nonce,
    'x-mascate-path': '/dashboard/orders?q=a+b',
    'content-security-policy': policy,
  })
  expect(answer.headers['cache-control']).toBe('private, no-store')
  await send({ method: 'GET', path, headers })
  expect(sent['x-nonce']).toMatch(/^[0-9a-f]{32}$/)
  expect(sent['x-nonce']).not.toBe(nonce)
})

test.each<[string, TestRequest & { by?: 'stranger' | 'forger' }]>([
  ['a stranger', { by: 'stranger' }],
  ['a cookie that we did not encrypt', { by: 'forger' }],
  ['what is sent', { method: 'POST' }],
  ['a page outside', { path: '/auth' }],
  ['what only begins alike', { path: '/dashboards' }],
  ['a route', { path: '/api/live' }],
])('all else is left to the middleware: %s', async (_, { by, method = 'GET', path = '/dashboard' }) => {
  const forged: Record<string, string> = by === 'forger' ? { cookie: `${cookieName(address)}=x` } : {}
  await send({ method, path, headers: by ? forged : await encrypted() })
  expect(seen).toEqual([`${method} ${path}`])
  expect(sent).not.toHaveProperty('x-nonce')
  expect(sent).not.toHaveProperty('x-mascate-path')
})
