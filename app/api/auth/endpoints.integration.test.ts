import { NextRequest } from 'next/server'
import { signInAction } from '@/lib/auth/actions'
import { getMember } from '@/lib/auth/member'
import { hashPassword } from '@/lib/auth/password'
import { env } from '@/lib/env'
import { withOwner } from '@/lib/testing/database'
import { createTestOrganization } from '@/lib/testing/factories'
import { clearRequest } from '@/lib/testing/next-headers'
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
