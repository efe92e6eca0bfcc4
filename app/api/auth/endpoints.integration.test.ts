import { NextRequest } from 'next/server'
import { signInAction } from '@/lib/identity/auth/actions'
import { getMember } from '@/lib/identity/auth/member'
import { nextAuthOptions } from '@/lib/identity/auth/next-auth-options'
import { hashPassword } from '@/lib/identity/auth/password'
import { callsOf } from '@/lib/identity/auth/limits'
import { COOKIE_SECONDS, cookieName } from '@/lib/identity/auth/session-cookie'
import { env } from '@/lib/core/env'
import { logger } from '@/lib/core/logging/logger'
import { closeLimits, limitCalls } from '@/lib/core/http/rate-limit'
import { throughUrl, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { clearRequest, cookies } from '@/lib/testing/fakes/next-headers'
import { GET, POST } from './[...nextauth]/route'

const PASSWORD = 'trilho lento abre a porta'
let person: { email: string; userId: string }

beforeEach(async () => {
  clearRequest()
  const { owner } = await createTestOrganization()
  const userId = owner.userId!
  await withOwner(async (database) =>
    database.query('update app_user set password_hash = $2 where id = $1', [userId, await hashPassword(PASSWORD)]),
  )
  person = { email: `${userId}@example.com`, userId }
})

const change = (sql: string) => withOwner((owner) => owner.query(`${sql} where user_id = $1`, [person.userId]))

/** next-auth's own call with the body of POST callback/credentials. */
const authorize = (credentials: unknown) =>
  (nextAuthOptions().providers[0]!.options as { authorize: (given: unknown) => Promise<unknown> }).authorize(
    credentials,
  )

const context = (...nextauth: string[]) => ({ params: Promise.resolve({ nextauth }) })
const at = (path: string, body?: Record<string, string>) =>
  new NextRequest(new URL(`/api/auth/${path}`, env().NEXTAUTH_URL), {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body).toString(),
    }),
  })
const session = () => GET(at('session'), context('session')) as Promise<Response>

test('next-auth’s endpoint renews the cookie of a living session and clears that of an ended one', async () => {
  await signInAction({ email: person.email, password: PASSWORD })
  const alive = await session()
  expect(await alive.json()).toMatchObject({ user: { email: person.email } })
  expect(alive.headers.get('set-cookie')).toMatch(/next-auth\.session-token=eyJ.*HttpOnly.*SameSite=Lax/i)
  await change('update session set ended_at = now()')
  const ended = await session()
  expect(await ended.json()).toEqual({})
  expect(ended.headers.get('set-cookie')).toMatch(/next-auth\.session-token=;.*Max-Age=0/)
})

test('a session’s cookie ends by its age: a browser whose clock is days ahead of the server’s keeps it', async () => {
  const set = vi.spyOn(await cookies(), 'set')
  await signInAction({ email: person.email, password: PASSWORD })
  expect(set).toHaveBeenCalledWith(
    cookieName(env().NEXTAUTH_URL),
    expect.stringMatching(/^eyJ/),
    expect.objectContaining({ maxAge: COOKIE_SECONDS }),
  )
  expect((await session()).headers.get('set-cookie')).toMatch(
    new RegExp(`session-token=eyJ[^,]*; Max-Age=${COOKIE_SECONDS};`),
  )
})

test('a session that cannot be read, since the database is away, is not taken for an ended one: its cookie stays', async () => {
  await signInAction({ email: person.email, password: PASSWORD })
  const nowhere = Object.assign(new URL(env().DATABASE_URL), { port: '1' }).toString()
  const unread = await throughUrl(nowhere, session)
  expect([unread.status, unread.headers.get('set-cookie')]).toEqual([503, null])
  expect(await (await session()).json()).toMatchObject({ user: { email: person.email } })
})

test('next-auth’s endpoint opens no session without the anti-forgery token, even with the right password', async () => {
  const credentials = { email: person.email, password: PASSWORD }
  await POST(at('callback/credentials', credentials), context('callback', 'credentials'))
  expect(await getMember()).toBeNull()
  const { csrfToken } = (await ((await GET(at('csrf'), context('csrf'))) as Response).json()) as { csrfToken: string }
  await POST(
    at('callback/credentials', { ...credentials, csrfToken: `${csrfToken}x` }),
    context('callback', 'credentials'),
  )
  const { rows } = await withOwner((owner) => owner.query('select 1 from session where user_id = $1', [person.userId]))
  expect(rows).toEqual([])
  expect(await getMember()).toBeNull()
})

test.each([
  ['POST', '_log'],
  ['POST', 'session'],
  ['POST', 'callback/confirmation'],
  ['POST', 'callback/second-step'],
  ['POST', 'signin/credentials'],
  ['POST', 'signin/google'],
  ['POST', 'callback/google'],
  ['GET', 'signin/google'],
  ['GET', 'providers'],
  ['GET', 'error'],
  ['GET', 'callback/credentials'],
])('%s %s, which nothing here uses, does not exist', async (method, path) => {
  const said = vi.spyOn(logger(), 'info')
  const answer = method === 'GET' ? GET : POST
  const response = await answer(
    at(path, method === 'POST' ? { code: 'x'.repeat(1000), level: 'error' } : undefined),
    context(...path.split('/')),
  )
  expect(response.status).toBe(404)
  expect(said).not.toHaveBeenCalled()
  said.mockRestore()
})

test('a body larger than any form of ours is refused, whether or not it says how large it is', async () => {
  const large = 'x'.repeat(9000)
  expect((await POST(at('callback/credentials', { email: large }), context('callback', 'credentials'))).status).toBe(
    413,
  )
  const declared = new NextRequest(new URL('/api/auth/signout', env().NEXTAUTH_URL), {
    method: 'POST',
    headers: { 'content-length': '9000000' },
  })
  expect((await POST(declared, context('signout'))).status).toBe(413)
})

test.each([{ email: ['a'], password: {} }, { email: 'a@example.com' }, { email: 'x'.repeat(3000), password: 'x' }])(
  'credentials of another shape are wrong credentials, and leave no trace in the log',
  async (credentials) => {
    const said = vi.spyOn(logger(), 'error')
    await expect(authorize(credentials)).rejects.toThrow('credentialsInvalid')
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
  },
)

test('next-auth’s own words get into the log only where they are known', () => {
  const said = vi.spyOn(logger(), 'info')
  const { error } = nextAuthOptions().logger as { error: (code: string, metadata: unknown) => void }
  error('SESSION_ERROR', new Error('x'))
  error(`made up ${'x'.repeat(1000)}`, {})
  expect(said.mock.calls.map(([values]) => values)).toEqual([{ code: 'SESSION_ERROR' }, { code: 'other' }])
  said.mockRestore()
})

test('tries at next-auth’s endpoint count as those of the form do', async () => {
  await withOwner((owner) => owner.query('delete from rate_limit'))
  await closeLimits()
  const credentials = { email: person.email, password: PASSWORD }
  await limitCalls(callsOf('password'), 'direct', 600)
  await expect(authorize(credentials)).rejects.toThrow('tooManyRequests')
  expect(await signInAction(credentials)).toEqual({ ok: false, error: 'tooManyRequests' })
})
