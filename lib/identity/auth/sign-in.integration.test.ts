import { env } from '@/lib/core/env'
import { closeLimits, limitCalls } from '@/lib/core/http/rate-limit'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { clearRequest, cookies, setRequestHeader } from '@/lib/testing/fakes/next-headers'
import { clearLimits } from '@/lib/testing/harnesses/without-limits'
import { resendLinkAction, setPreferencesAction, signInAction, signOutAction } from './actions'
import { callsOf } from './limits'
import { getMember, getPerson } from './member'
import { decodeCookie } from './decode-cookie'
import { DECOY, hashing, hashPassword } from './password'
import { cookieName } from './session-cookie'

const PASSWORD = 'trilho lento abre a porta'
const wrong = { ok: false, error: 'credentialsInvalid' }
let person: { email: string; userId: string; organizationId: string }

/** At its true cost: how long it takes to verify one decides what two requests at once find. */
let passwordHash: string
beforeAll(async () => {
  hashing.clear()
  passwordHash = await hashPassword(PASSWORD)
})

beforeEach(async () => {
  clearRequest()
  await clearLimits()
  const { organizationId, owner } = await createTestOrganization()
  const userId = owner.userId!
  await withOwner(async (database) =>
    database.query('update app_user set password_hash = $2 where id = $1', [userId, passwordHash]),
  )
  person = { email: `${userId}@example.com`, userId, organizationId }
})
afterEach(() => {
  env().TRUSTED_PROXIES = 0
})

const signIn = (password = PASSWORD, email = person.email, callbackUrl?: string) =>
  signInAction({ email, password, callbackUrl })
const sessionCookie = async () => (await cookies()).get(cookieName(env().NEXTAUTH_URL))?.value
const change = (sql: string) => withOwner((owner) => owner.query(`${sql} where user_id = $1`, [person.userId]))

test('a sign-in under way while another password is set leaves no session that the old one opened', async () => {
  const living = 'select count(*)::int as living from session where user_id = $1 and ended_at is null'
  for (let round = 0; round < 12; round += 1) {
    const entering = signIn()
    await new Promise((later) => setTimeout(later, 10 + round * 6))
    await withOwner((owner) => owner.query('select set_password($1, $2, null)', [person.userId, `another ${round}`]))
    await entering
    expect(await withOwner(async (owner) => (await owner.query(living, [person.userId])).rows)).toEqual([{ living: 0 }])
    await withOwner((owner) => owner.query('select set_password($1, $2, null)', [person.userId, passwordHash]))
    await withOwner((owner) => owner.query('delete from rate_limit'))
  }
})

test('the right password opens a session through next-auth, and leads back to where the visitor was going', async () => {
  expect(await signIn(PASSWORD, person.email, '/dashboard/orders?status=shipped')).toEqual({
    ok: true,
    data: { to: '/dashboard/orders?status=shipped' },
  })
  expect(await getMember()).toMatchObject(person)
  expect(await sessionCookie()).toMatch(/^eyJ/)
  // Whose turns the requests take: those of all sessions of a person together.
  expect(await decodeCookie({ token: (await sessionCookie())! })).toMatchObject({ person: person.userId })
  expect(
    await inspect(
      person.organizationId,
      `select event, "after" from audit_event where event like 'session%' and organization_id = $1`,
      [person.organizationId],
    ),
  ).toEqual([{ event: 'session.opened', after: { how: 'password' } }])
})

test('behind https no neighbour’s page can set the cookies that sign somebody in', async () => {
  const { NEXTAUTH_URL } = env()
  env().NEXTAUTH_URL = 'https://mascate.example'
  try {
    expect(await signIn()).toMatchObject({ ok: true })
    expect(await getMember()).toMatchObject(person)
    const names = (await cookies()).getAll().map(({ name }) => name)
    expect(names.filter((name) => /session|device/.test(name))).toEqual([
      '__Host-mascate-device',
      '__Host-next-auth.session-token',
    ])
    await signOutAction({})
    expect(await sessionCookie()).toBeUndefined()
  } finally {
    env().NEXTAUTH_URL = NEXTAUTH_URL
  }
})

test.each(['https://evil.example/x', '//evil.example', '/\\evil.example'])('never leads to %s', async (callbackUrl) => {
  expect(await signIn(PASSWORD, person.email, callbackUrl)).toEqual({ ok: true, data: { to: '/dashboard' } })
})

test('the e-mail counts whatever its case', async () => {
  expect(await signIn(PASSWORD, person.email.toUpperCase())).toMatchObject({ ok: true })
})

test('a wrong password and an unknown e-mail get the same answer for the same work', async () => {
  // By turns, and the fastest of each: what else the machine does weighs on neither. Without the decoy it is twentyfold.
  const fastest = new Map([person.email, 'unknown@example.com'].map((email) => [email, Infinity]))
  for (let i = 0; i < 7; i += 1)
    for (const [email, best] of fastest) {
      const began = performance.now()
      expect(await signIn('outra senha qualquer', email)).toEqual(wrong)
      fastest.set(email, Math.min(best, performance.now() - began))
    }
  expect(Math.max(...fastest.values()) / Math.min(...fastest.values())).toBeLessThan(3)
  const cost = (hash: string) => hash.split('$').slice(0, 4).join('$')
  expect([cost(DECOY), cost(passwordHash)]).toEqual(Array(2).fill('$argon2id$v=19$m=19456,t=2,p=1'))
})

test('guessing is limited by account and network: the ninth attempt is refused even with the right password', async () => {
  for (const email of [person.email, 'unknown@example.com']) {
    for (let i = 0; i < 8; i += 1) expect(await signIn(`errada demais ${i}`, email)).toEqual(wrong)
    expect(await signIn(PASSWORD, email)).toEqual({ ok: false, error: 'tooManyRequests' })
  }
  await closeLimits()
  expect(await signIn()).toEqual({ ok: false, error: 'tooManyRequests' })
})

test('the lock of an account against passwords from one place is recorded once, and reported to its owner', async () => {
  const noted = () =>
    inspect<{ event: string }>(
      person.organizationId,
      `select event from audit_event where organization_id = $1 and event = 'account.signInsBlocked' and subject_id = $2
        union all select kind from notification where organization_id = $1 and user_id = $2::uuid`,
      [person.organizationId, person.userId],
    )
  for (let attempt = 0; attempt < 7; attempt += 1) await signIn(`palpite ${attempt} errado`)
  expect(await noted()).toEqual([])
  await Promise.all([7, 8, 9].map((attempt) => signIn(`palpite ${attempt} errado`)))
  await vi.waitFor(async () =>
    expect(await noted()).toEqual([{ event: 'account.signInsBlocked' }, { event: 'signInsBlocked' }]),
  )
})

test('strangers who guess lock out neither the owner’s known device nor another network', async () => {
  expect(await signIn()).toMatchObject({ ok: true })
  const device = (await cookies()).get('mascate-device')!.value
  clearRequest()
  env().TRUSTED_PROXIES = 1
  setRequestHeader('x-forwarded-for', '203.0.113.9')
  for (let i = 0; i < 9; i += 1) await signIn(`errada demais ${i}`)
  expect(await signIn()).toEqual({ ok: false, error: 'tooManyRequests' })
  const jar = await cookies()
  jar.set('mascate-device', device)
  expect(await signIn()).toMatchObject({ ok: true })
  clearRequest()
  setRequestHeader('x-forwarded-for', '2001:db8::1')
  expect(await signIn()).toMatchObject({ ok: true })
})

test('another account’s device cookie, or a made-up one, opens no attempts of its own', async () => {
  const other = await createTestOrganization()
  await withOwner(async (database) =>
    database.query('update app_user set password_hash = $2 where id = $1', [
      other.owner.userId,
      await hashPassword(PASSWORD),
    ]),
  )
  await signIn(PASSWORD, `${other.owner.userId}@example.com`)
  for (let i = 0; i < 9; i += 1) await signIn(`errada demais ${i}`)
  expect(await signIn()).toEqual({ ok: false, error: 'tooManyRequests' })
  ;(await cookies()).set('mascate-device', (await sessionCookie())!)
  expect(await signIn()).toEqual({ ok: false, error: 'tooManyRequests' })
})

test('a success forgets the failures before it', async () => {
  for (let i = 0; i < 7; i += 1) await signIn(`errada demais ${i}`)
  expect(await signIn()).toMatchObject({ ok: true })
  for (let i = 0; i < 8; i += 1) expect(await signIn(`errada demais ${i}`)).toEqual(wrong)
})

test('every sign-in is a new session, and ends the one that the browser had', async () => {
  await signIn()
  const first = (await sessionCookie())!
  await signIn()
  const second = (await sessionCookie())!
  ;(await cookies()).set(cookieName(env().NEXTAUTH_URL), first)
  expect(await getMember()).toBeNull()
  ;(await cookies()).set(cookieName(env().NEXTAUTH_URL), second)
  expect(await getMember()).not.toBeNull()
})

test('a session ends after 12 idle hours, and after seven days whatever the use', async () => {
  await signIn()
  const { rows } = await withOwner((owner) =>
    owner.query(
      `select expires_at between now() + interval '6 days 23 hours' and now() + interval '7 days' as week from session where user_id = $1`,
      [person.userId],
    ),
  )
  expect(rows).toEqual([{ week: true }])
  await change(`update session set last_seen_at = now() - interval '11 hours 59 minutes'`)
  expect(await getMember()).not.toBeNull()
  await change(`update session set last_seen_at = now() - interval '12 hours 1 minute'`)
  expect(await getMember()).toBeNull()
  await change(`update session set last_seen_at = now(), expires_at = now() - interval '1 second'`)
  expect(await getMember()).toBeNull()
})

test('a person without an organization gets in as no organization’s member, with the right password alone', async () => {
  await addMember(person, 'owner')
  await inspect(person.organizationId, 'delete from membership where user_id = $1', [person.userId])
  expect(await signIn('outra senha qualquer')).toEqual(wrong)
  expect(await getPerson()).toBeNull()
  expect(await signIn()).toMatchObject({ ok: true })
  expect(await getPerson()).toMatchObject({ userId: person.userId, organizationId: null })
  expect(await getMember()).toBeNull()
})

test('a removed member and a demoted one have their new rights at the next request', async () => {
  await signIn()
  await addMember(person, 'owner')
  const as = (sql: string) => inspect(person.organizationId, sql, [person.userId])
  await as(`update membership set role = 'viewer' where user_id = $1`)
  expect(await getMember()).toMatchObject({ role: 'viewer' })
  await as('delete from membership where user_id = $1')
  expect(await getMember()).toBeNull()
})

test('preferences are kept on the account and come along to a new device', async () => {
  await signIn()
  expect(await setPreferencesAction({ language: 'en', theme: 'emerald', colorScheme: 'dark' })).toMatchObject({
    ok: true,
  })
  await signOutAction({})
  clearRequest()
  expect(await setPreferencesAction({ language: 'pt' })).toMatchObject({ ok: true })
  await signIn()
  const jar = await cookies()
  expect(['language', 'theme', 'color-scheme'].map((name) => jar.get(name)?.value)).toEqual(['en', 'emerald', 'dark'])
})

test('a member of two organizations signs in to the first they joined', async () => {
  const second = await createTestOrganization()
  await addMember(second, 'viewer')
  await inspect(
    second.organizationId,
    `insert into membership (organization_id, user_id, role) values ($1, $2, 'viewer')`,
    [second.organizationId, person.userId],
  )
  await signIn()
  expect(await getMember()).toMatchObject({ organizationId: person.organizationId, role: 'owner' })
})

test('a flood of strangers stops neither another action, nor members’ own calls, nor known devices', async () => {
  await signIn()
  const { userId } = person
  const jar = await cookies()
  const kept = jar.getAll()
  clearRequest()
  const flood = await Promise.all(Array.from({ length: 640 }, () => setPreferencesAction({ language: 'pt' })))
  expect(flood.filter(({ ok }) => !ok)).toHaveLength(40)
  await limitCalls(callsOf('sign-out'), 'direct', 600)
  await limitCalls(callsOf('password'), 'direct', 599)
  expect(await signIn()).toEqual({ ok: false, error: 'tooManyRequests' })
  expect(await resendLinkAction({ email: 'unknown@example.com' })).toMatchObject({ ok: true })
  clearRequest()
  for (const { name, value } of kept) jar.set(name, value)
  expect(await getMember()).toMatchObject({ userId })
  expect(await setPreferencesAction({ language: 'en' })).toMatchObject({ ok: true })
  expect(await signOutAction({})).toMatchObject({ ok: true })
  expect(await signIn()).toMatchObject({ ok: true })
})
