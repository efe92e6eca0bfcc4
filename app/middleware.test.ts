import { unstable_doesMiddlewareMatch as doesMiddlewareMatch } from 'next/experimental/testing/server'
import { encode } from 'next-auth/jwt'
import { NextRequest } from 'next/server'
import middleware, { config } from '@/middleware'
import { cookieName } from '@/lib/identity/auth/session-cookie'
import { env } from '@/lib/core/env'

const passes = (url: string) => doesMiddlewareMatch({ config, url, nextConfig: {} })

test.each([
  '/api/imports',
  '/api/auth/session',
  '/_next/static/chunks/main.js',
  '/_next/image?url=x',
  '/icon.svg',
  '/favicon.ico',
  '/notices.js',
  '/robots.txt',
])('%s goes past the middleware', (url) => expect(passes(url)).toBe(false))

test.each([
  '/',
  '/dashboard',
  '/api',
  '/apix',
  '/dashboard/api/x',
  '/icon.svgx',
  '/iconXsvg',
  '/favicon.icox',
  '/notices.jsx',
  '/dashboard/notices.js',
  '/robots.txtx',
  '/robots.txt/x',
  '/_next/staticx',
  '/_next/imagex',
])('%s passes the middleware', (url) => expect(passes(url)).toBe(true))

test('a request that the request guard has prepared goes past the middleware', () => {
  const headers = { 'x-nonce': '0'.repeat(32) }
  expect(doesMiddlewareMatch({ config, url: '/dashboard/orders', headers, nextConfig: {} })).toBe(false)
})

const own = new URL(env().NEXTAUTH_URL)
const post = async (headers: Record<string, string>) =>
  (await middleware(new NextRequest(new URL('/auth', own), { method: 'POST', headers }))).status
const evil = 'https://evil.example'

test.each([
  ['that a forwarded host agrees with', { origin: evil, 'x-forwarded-host': 'evil.example', host: 'evil.example' }],
  ['of another address', { origin: evil }],
  ['of another port', { origin: `${own.protocol}//${own.hostname}:1` }],
  ['of another scheme', { origin: own.origin.replace('http:', 'https:') }],
  ['that is none', { origin: 'nonsense' }],
  ['that the browser hides', { origin: 'null' }],
  ['that the browser hides of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['left out of another site', { 'sec-fetch-site': 'cross-site' }],
  ['left out of a neighbour', { 'sec-fetch-site': 'same-site' }],
])('a post with an origin %s is refused', async (_, headers) => expect(await post(headers)).toBe(403))

test.each([
  ['our own', { origin: own.origin }],
  ['our own, behind a proxy of another name', { origin: own.origin, host: 'app:3000', 'x-forwarded-host': 'b' }],
  ['the same machine by its number', { origin: `http://127.0.0.1:${own.port}` }],
  ['hidden in a form of ours', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['left out by ours', { 'sec-fetch-site': 'same-origin' }],
  ['left out by what is no browser', {}],
] as [string, Record<string, string>][])('a post with an origin that is %s passes', async (_, headers) =>
  expect(await post(headers)).toBe(200),
)

test.each<[string, string, Record<string, string>]>([
  ['POST', '/register', { 'content-type': 'application/json' }],
  ['GET', '/.well-known/oauth-protected-resource/api/mcp', {}],
  ['GET', '/.well-known/oauth-authorization-server', {}],
])(
  'a program that wants to sign in by OAuth (%s %s) gets the answer in JSON that it needs a token',
  async (method, path, headers) => {
    const answer = await middleware(new NextRequest(new URL(path, own), { method, headers }))
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: 'not_supported' })
  },
)

test.each<[string, Record<string, string>]>([
  ['a browser that opens it', {}],
  ['its form', { 'content-type': 'multipart/form-data; boundary=x', 'next-action': 'x' }],
  ['its form in plain text', { 'content-type': 'text/plain;charset=UTF-8', 'next-action': 'x' }],
])('the sign-up answers %s as before', async (_, headers) => {
  const method = 'next-action' in headers ? 'POST' : 'GET'
  expect((await middleware(new NextRequest(new URL('/register', own), { method, headers }))).status).toBe(200)
})

test('pictures come from us and from the platform’s own servers alone', async () => {
  const policy = (await middleware(new NextRequest(own))).headers.get('content-security-policy')!
  expect(policy.split('; ')).toContain(
    "img-src 'self' data: blob: https://cf.shopee.com.br https://*.img.susercontent.com",
  )
})

test('a page runs no script but with a nonce that no other answer has, and cannot be framed', async () => {
  const nonces = new Set<string>()
  for (let nth = 0; nth < 3; nth += 1) {
    const answer = await middleware(new NextRequest(own))
    const policy = answer.headers.get('content-security-policy')!
    const [, nonce] = /'nonce-([0-9a-f]{32})'/.exec(policy)!
    nonces.add(nonce!)
    // Next renders by the same policy as the browser gets.
    expect(answer.headers.get('x-middleware-request-content-security-policy')).toBe(policy)
    expect(policy.replaceAll(nonce!, '…').split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self' 'nonce-…' 'strict-dynamic'",
      "style-src-elem 'self' 'nonce-…'",
      "style-src-attr 'unsafe-inline'",
      expect.stringMatching(/^img-src /),
      "font-src 'self'",
      "worker-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
  }
  expect(nonces.size).toBe(3)
})

test('no cache keeps a page of a signed-in user', async () => {
  const cookie = `${cookieName(own.href)}=${await encode({ token: { secret: 'x' }, secret: env().NEXTAUTH_SECRET })}`
  const answer = await middleware(new NextRequest(new URL('/dashboard/orders', own), { headers: { cookie } }))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
})

test('a link from anywhere opens', async () => {
  const request = new NextRequest(new URL('/auth', own), { headers: { 'sec-fetch-site': 'cross-site' } })
  expect((await middleware(request)).status).toBe(200)
})
