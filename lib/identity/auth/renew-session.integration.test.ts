import { decode } from 'next-auth/jwt'
import { NextRequest } from 'next/server'
import { GET as nextAuth } from '@/app/api/auth/[...nextauth]/route'
import { GET as getSession } from '@/app/api/session/route'
import type { Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { changeMemberAction, transferOwnershipAction } from '../organizations/actions'
import { adjustStockAction } from '@/lib/catalog/stock/actions'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { cookies } from '@/lib/testing/fakes/next-headers'
import { signOutAction } from './actions'
import { getMember, getSessionMember } from './member'
import { changePasswordAction } from './passwords/actions'
import type { Role } from '@/lib/core/permissions'
import { currentSecret } from './renew-session'

type Cookie = { name: string; value: string }

let company: TestOrganization
let member: Actor
let boss: Cookie
let old: Cookie
beforeEach(async () => {
  company = await createTestOrganization()
  member = await addMember(company, 'operator')
  boss = (await signInAs(company.owner)).cookie
  old = (await signInAs(member)).cookie
})

const show = async ({ name, value }: Cookie) => (await cookies()).set(name, value)
const shown = async (): Promise<Cookie> => (await cookies()).get(old.name)!
const secretIn = async ({ value }: Cookie) =>
  (await decode({ token: value, secret: env().NEXTAUTH_SECRET }))!.secret as string

/** Whom the cookie opens. */
async function opens(cookie: Cookie) {
  await show(cookie)
  return (await getMember())?.userId ?? null
}

/** An action of the member's: what the browser is left with after it. */
async function act(cookie = old): Promise<Cookie> {
  await show(cookie)
  expect(await adjustStockAction(envelope(company), {} as never)).toMatchObject({ error: 'invalidInput' })
  return shown()
}

async function change(role: Role, legalEntityIds: string[] | null = null) {
  await show(boss)
  const [row] = await inspect<{ version: number }>(
    company.organizationId,
    'select version from membership where user_id = $1',
    [member.userId],
  )
  const input = { userId: member.userId!, version: row!.version, role, legalEntityIds }
  expect(await changeMemberAction(envelope(company), input)).toMatchObject({ ok: true })
}

/** Lets the time go by that a former cookie has. */
const pass = (seconds: number) =>
  withOwner((owner) =>
    owner.query('update session set former_until = former_until - make_interval(secs => $2) where user_id = $1', [
      member.userId,
      seconds,
    ]),
  )

test('without a change of role the cookie stays', async () => {
  expect(await act()).toEqual(old)
})

test('after a change of role the next action brings another cookie, and the old one is refused once that has been used', async () => {
  await change('manager')
  const renewed = await act()
  expect(await secretIn(renewed)).not.toBe(await secretIn(old))
  expect(await decode({ token: renewed.value, secret: env().NEXTAUTH_SECRET })).toMatchObject({ person: member.userId })
  expect(await opens(renewed)).toBe(member.userId)
  expect(await opens(old)).toBe(member.userId)
  await pass(31)
  expect(await opens(old)).toBeNull()
  await show(old)
  expect(await adjustStockAction(envelope(company), {} as never)).toMatchObject({ error: 'signedOut' })
  expect(await opens(renewed)).toBe(member.userId)
  expect(await secretIn(await act(renewed))).toBe(await secretIn(renewed))
})

test('the old cookie is rejected after five minutes, also when the new one was never used', async () => {
  await change('manager')
  const renewed = await act()
  await pass(299)
  expect(await opens(old)).toBe(member.userId)
  await pass(2)
  expect(await opens(old)).toBeNull()
  expect(await opens(renewed)).toBe(member.userId)
})

test('a lost answer signs no user out: a request with the old cookie gets the same new one', async () => {
  await change('manager')
  const lost = await act()
  const again = await act()
  expect(await secretIn(again)).toBe(await secretIn(lost))
  expect(await opens(again)).toBe(member.userId)
})

test('requests under way together survive it, and all bring one and the same cookie', async () => {
  await change('manager')
  const secret = await secretIn(old)
  const answers = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const [next, person] = await Promise.all([currentSecret(secret), getSessionMember(secret)])
      return { next, userId: person?.userId, later: (await getSessionMember(next))?.userId }
    }),
  )
  const { next } = answers[0]!
  expect(next).not.toBe(secret)
  expect(answers).toEqual(answers.map(() => ({ next, userId: member.userId, later: member.userId })))
})

test('a tab that looks after its session brings it too, from next-auth and from ours', async () => {
  await change('manager')
  const { user, secret } = await callNextAuth(old)
  expect(user).toBeDefined()
  await show(old)
  await getSession()
  expect(secret).toBe(await secretIn(await shown()))
  expect(secret).not.toBe(await secretIn(old))
})

test.each([
  ['another role', () => change('viewer')],
  ['another range of an accountant', () => change('accountant', [company.legalEntityId])],
  ['becoming the owner', () => transfer()],
])('%s renews the cookie', async (_, alter) => {
  await alter()
  await show(old)
  await getSession()
  expect(await secretIn(await shown())).not.toBe(await secretIn(old))
})

test('a member who gives the company away is renewed as well', async () => {
  await transfer()
  await show(boss)
  await getSession()
  expect(await secretIn(await shown())).not.toBe(await secretIn(boss))
})

test('signing out with the old cookie ends the session under both', async () => {
  await change('manager')
  const renewed = await act()
  await show(old)
  await signOutAction({})
  for (const cookie of [old, renewed]) expect(await opens(cookie)).toBeNull()
})

test('a new password refuses both cookies before it, at once', async () => {
  await withOwner((owner) => owner.query('update app_user set password_hash = null where id = $1', [member.userId]))
  await change('manager')
  const renewed = await act()
  await show(old)
  expect(await changePasswordAction(envelope(company), { newPassword: 'outra frase bem comprida' })).toMatchObject({
    ok: true,
  })
  const kept = await shown()
  for (const cookie of [old, renewed]) expect(await opens(cookie)).toBeNull()
  expect(await opens(kept)).toBe(member.userId)
})

test('a removed member loses the company under both', async () => {
  await change('manager')
  const renewed = await act()
  await inspect(company.organizationId, 'delete from membership where user_id = $1', [member.userId])
  for (const cookie of [old, renewed]) expect(await opens(cookie)).toBeNull()
})

async function transfer() {
  await withOwner((owner) =>
    owner.query('update app_user set password_hash = null where id = $1', [company.owner.userId]),
  )
  await show(boss)
  expect(await transferOwnershipAction(envelope(company), { userId: member.userId! })).toMatchObject({ ok: true })
}

/** The answer of next-auth's own endpoint, and the secret in the cookie that it sets. */
async function callNextAuth(cookie: Cookie) {
  await show(cookie)
  const request = new NextRequest('http://localhost:3000/api/auth/session')
  const answer = await nextAuth(request, { params: Promise.resolve({ nextauth: ['session'] }) })
  const value = new RegExp(`${cookie.name}=([^;]+)`).exec(answer.headers.get('set-cookie') ?? '')?.[1]
  const { user } = (await answer.json()) as { user?: object }
  return { user, secret: value ? await secretIn({ ...cookie, value }) : undefined }
}
