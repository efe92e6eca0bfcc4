import { NextRequest } from 'next/server'
import middleware from '@/middleware'
import { GET as nextAuth } from '@/app/api/auth/[...nextauth]/route'
import { env } from '@/lib/core/env'
import { createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { cookies } from '@/lib/testing/fakes/next-headers'
import { decodeCookie } from './decode-cookie'
import { getMember } from './member'

const OLD = env().NEXTAUTH_SECRET
const withSecrets = (NEXTAUTH_SECRET: string, ...PREVIOUS_NEXTAUTH_SECRETS: string[]) =>
  void Object.assign(env(), { NEXTAUTH_SECRET, PREVIOUS_NEXTAUTH_SECRETS })
afterEach(() => withSecrets(OLD))

const NEW = 'another secret for tests only, never for a server'

test('a session goes on while the secret of its cookie is still named, and ends when it is not', async () => {
  const { owner } = await createTestOrganization()
  const { cookie } = await signInAs(owner)
  const header = { cookie: `${cookie.name}=${cookie.value}` }
  const enters = async () => {
    const page = await middleware(new NextRequest('http://localhost:3000/dashboard', { headers: header }))
    return [(await getMember())?.userId ?? null, page.status]
  }
  expect(await enters()).toEqual([owner.userId, 200])
  withSecrets(NEW, OLD)
  expect(await enters()).toEqual([owner.userId, 200])
  withSecrets(NEW)
  await (await cookies()).set(cookie.name, cookie.value)
  expect(await enters()).toEqual([null, 307])
})

test('next-auth itself takes it too, and gives it back under the secret in force', async () => {
  const { owner } = await createTestOrganization()
  const { cookie } = await signInAs(owner)
  withSecrets(NEW, OLD)
  const request = new NextRequest('http://localhost:3000/api/auth/session', {
    headers: { cookie: `${cookie.name}=${cookie.value}` },
  })
  const answer = await nextAuth(request, { params: Promise.resolve({ nextauth: ['session'] }) })
  expect(await answer.json()).toMatchObject({ user: { email: expect.any(String) } })
  const given = answer.headers.getSetCookie().find((one) => one.startsWith(`${cookie.name}=`))!
  withSecrets(NEW)
  const token = /=([^;]*)/.exec(given)![1]!
  expect(await decodeCookie({ token })).toMatchObject({ secret: expect.any(String) })
})
