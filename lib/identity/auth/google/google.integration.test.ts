import { callGlobal } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { closeLimits, limitCalls } from '@/lib/core/http/rate-limit'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, createUser } from '@/lib/testing/factories/factories'
import { accountTables, comeBack, google, openGoogle, setOut, signInWithGoogle } from '@/lib/testing/fakes/google'
import {
  deliver,
  findUser,
  emailsTo,
  openMailbox,
  PASSWORD,
  received,
  registerAndRead,
} from '@/lib/testing/fakes/mailbox'
import { clearRequest, cookies } from '@/lib/testing/fakes/next-headers'
import { confirmAction, signInAction } from '../actions'
import { callsOf } from '../limits'
import { getMember, getPerson } from '../member'
import { passTwoFactorAction } from '../two-factor/actions'
import { hashRecoveryCode } from '../two-factor/recovery-codes'
import { startGoogleAction } from './actions'
import { getGoogleLink } from './queries'

openMailbox()
openGoogle()

let count = 0
const somebody = () => ({ subject: `subject-${(count += 1)}`, email: `google-${count}@example.com`, name: 'Ana Souza' })
const done = '/auth/callback?callbackUrl=/dashboard'
const failed = (code: string) => `/auth/callback?error=${code}&callbackUrl=/dashboard`

test('a first sign-in makes a confirmed account without a company or a password, and the second opens it', async () => {
  const ana = somebody()
  expect(await signInWithGoogle(ana, '/dashboard/orders?status=shipped')).toBe(
    '/auth/callback?callbackUrl=/dashboard/orders?status=shipped',
  )
  const person = await getPerson()
  expect(person).toMatchObject({ email: ana.email, displayName: 'Ana Souza', organizationId: null })
  expect(await getMember()).toBeNull()
  expect(await findUser(ana.email)).toMatchObject({ password_hash: null, verified_at: expect.any(Date) })
  clearRequest()
  const later = { ...ana, email: 'moved@example.com', lie: 'unverifiedEmail' } as const
  expect(await signInWithGoogle(later)).toBe(done)
  expect(await getPerson()).toMatchObject({ userId: person!.userId, email: ana.email })
  expect(await findUser('moved@example.com')).toBeUndefined()
})

test('the browser gets a session of ours alone: no name, address or token of Google’s stands in its cookie', async () => {
  const { decode } = await import('next-auth/jwt')
  await signInWithGoogle(somebody())
  const jar = await cookies()
  const token = await decode({ token: jar.get('next-auth.session-token')!.value, secret: env().NEXTAUTH_SECRET })
  expect(Object.keys(token!).toSorted()).toEqual(['exp', 'iat', 'jti', 'person', 'secret'])
  expect(jar.getAll().filter(({ name }) => /state|nonce|pkce/.test(name))).toEqual([])
})

test('an account of the same address, confirmed here too, is linked and opened, and its holder is notified', async () => {
  const { organizationId, owner } = await createTestOrganization()
  const email = `${owner.userId}@example.com`
  expect(await signInWithGoogle({ ...somebody(), email: email.toUpperCase() })).toBe(done)
  expect(await getMember()).toMatchObject({ userId: owner.userId, organizationId })
  const sql = `select event, "after" from audit_event where event in ('account.googleLinked', 'session.opened')`
  expect(await inspect(organizationId, sql, [])).toEqual([
    { event: 'account.googleLinked', after: null },
    { event: 'session.opened', after: { how: 'google' } },
  ])
  await deliver()
  expect(received.map(({ to }) => to)).toEqual([email])
  expect(received[0]!.source).toContain('Google')
})

test('another identity of the same address does not take the place of the linked one', async () => {
  const ana = somebody()
  await signInWithGoogle(ana)
  clearRequest()
  const before = await accountTables()
  expect(await signInWithGoogle({ ...ana, subject: 'another' })).toBe(failed('googleOtherLinked'))
  expect(await accountTables()).toEqual(before)
  expect(await getPerson()).toBeNull()
})

test('strangers who registered the address before gain nothing: neither their password nor their link opens the account', async () => {
  const { person, token } = await registerAndRead()
  const stranger = await findUser(person.email)
  clearRequest()
  expect(await signInWithGoogle({ ...somebody(), email: person.email })).toBe(done)
  const holder = await getPerson()
  expect(holder).toMatchObject({ email: person.email, displayName: 'Ana Souza', organizationId: null })
  expect(holder!.userId).not.toBe(stranger!.id)
  clearRequest()
  expect(await signInAction({ email: person.email, password: PASSWORD })).toEqual({
    ok: false,
    error: 'credentialsInvalid',
  })
  expect(await confirmAction({ token, password: PASSWORD })).toMatchObject({ ok: false, error: 'linkUsed' })
  expect(await findUser(person.email)).toMatchObject({ id: holder!.userId, password_hash: null })
})

test.each([
  ['unverifiedEmail', 'googleUnverified'],
  ['verifiedAsText', 'googleUnverified'],
  ['unverifiedAsText', 'googleUnverified'],
  ['wrongNonce', 'googleFailed'],
  ['expiredToken', 'googleExpired'],
  ['foreignIssuer', 'googleFailed'],
  ['wrongAudience', 'googleFailed'],
  ['foreignKey', 'googleFailed'],
  ['unsigned', 'googleFailed'],
] as const)('%s is refused, with nothing changed for a new address or a known one', async (lie, code) => {
  const known = await createUser()
  for (const email of ['new@example.com', known.email]) {
    clearRequest()
    const before = await accountTables()
    expect(await signInWithGoogle({ ...somebody(), email, lie })).toBe(failed(code))
    expect(await accountTables()).toEqual(before)
    expect(await getPerson()).toBeNull()
  }
})

test('every request to Google carries a state, a nonce and a challenge of its own, and comes back to us', async () => {
  const [one, other] = [new URL(await setOut()).searchParams, new URL(await setOut()).searchParams]
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one.get(name)).toMatch(/^[\w-]{43}$/)
    expect(one.get(name)).not.toBe(other.get(name))
  }
  expect(one.get('redirect_uri')).toBe(`${env().NEXTAUTH_URL}/api/auth/callback/google`)
})

test('a consent that was denied says so, changes nothing and keeps where the visitor was going', async () => {
  const before = await accountTables()
  expect(await signInWithGoogle({ ...somebody(), deny: true }, '/dashboard/products')).toBe(
    '/auth/callback?error=googleDenied&callbackUrl=/dashboard/products',
  )
  expect(await accountTables()).toEqual(before)
})

test('an answer counts once: neither its address nor its code opens anything again', async () => {
  const ana = somebody()
  const address = await google.consent(await setOut(), { ...ana, lie: 'codeTwice' })
  expect(await comeBack(address)).toBe(done)
  const before = await accountTables()
  expect(await comeBack(address)).toBe(failed('googleExpired'))
  // The code in the answer to another request: refused by PKCE, even by a provider that takes codes twice.
  const other = new URL(await google.consent(await setOut(), ana))
  other.searchParams.set('code', new URL(address).searchParams.get('code')!)
  expect(await comeBack(other.toString())).toBe(failed('googleExpired'))
  expect(await accountTables()).toEqual(before)
})

test('a request to Google ends with its first answer, a refusal too', async () => {
  const request = await setOut()
  expect(await comeBack(await google.consent(request, { ...somebody(), deny: true }))).toBe(failed('googleDenied'))
  const before = await accountTables()
  expect(await comeBack(await google.consent(request, somebody()))).toBe(failed('googleExpired'))
  expect(await accountTables()).toEqual(before)
})

test('an answer to another browser’s request opens nothing, whether or not this one has a request of its own', async () => {
  const address = await google.consent(await setOut(), somebody())
  clearRequest()
  const before = await accountTables()
  expect(await comeBack(address)).toBe(failed('googleExpired'))
  await setOut()
  expect(await comeBack(address)).toBe(failed('googleFailed'))
  expect(await accountTables()).toEqual(before)
  expect(await getPerson()).toBeNull()
})

test('an account with the second step owes it after Google as well', async () => {
  const { owner } = await createTestOrganization()
  await callGlobal(Prisma.sql`SELECT start_totp(${owner.userId}::uuid, 'encrypted')`)
  await callGlobal(Prisma.sql`SELECT confirm_totp(${owner.userId}::uuid, 'encrypted', 1, ARRAY[]::bytea[])`)
  expect(await signInWithGoogle({ ...somebody(), email: `${owner.userId}@example.com` }, '/dashboard/orders')).toBe(
    '/auth/second-step?callbackUrl=/dashboard/orders',
  )
  expect((await cookies()).has('mascate-second-step')).toBe(true)
  expect(await getPerson()).toBeNull()
})

describe('an account with the second step that matches by its address', () => {
  const ready = async () => {
    const { organizationId, owner } = await createTestOrganization()
    const userId = owner.userId!
    const code = 'abcd-efgh-jk'
    const hash = Buffer.from(hashRecoveryCode(code, userId), 'hex')
    await withOwner(async (db) => {
      await db.query(`select start_totp($1, 'encrypted')`, [userId])
      await db.query(`select confirm_totp($1, 'encrypted', 1, $2::bytea[])`, [userId, [hash]])
    })
    const linkings = () =>
      inspect(organizationId, `select actor_id from audit_event where event = 'account.googleLinked'`, [])
    return { userId, email: `${userId}@example.com`, code, linkings }
  }
  const linkEmails = async (email: string) => {
    await deliver()
    return emailsTo(email).filter(({ subject }) => subject.includes('agora entra com Google')).length
  }

  test('is not linked when the code is never given or is wrong', async () => {
    const { userId, email, linkings } = await ready()
    const before = await accountTables()
    await signInWithGoogle({ ...somebody(), email })
    expect(await passTwoFactorAction({ code: 'aaaa-bbbb-cc' })).toMatchObject({ ok: false, error: 'codeWrong' })
    expect(await accountTables()).toEqual(before)
    expect((await getGoogleLink(userId)).email).toBeNull()
    expect(await linkings()).toEqual([])
    expect(await linkEmails(email)).toBe(0)
  })

  test('is linked by the code, with email and trail, and another identity is refused before it', async () => {
    const { userId, email, code, linkings } = await ready()
    const ana = { ...somebody(), email }
    await signInWithGoogle(ana)
    expect(await passTwoFactorAction({ code })).toMatchObject({ ok: true })
    expect(await getPerson()).toMatchObject({ userId })
    expect((await getGoogleLink(userId)).email).toBe(email)
    expect(await linkings()).toEqual([{ actor_id: userId }])
    expect(await linkEmails(email)).toBe(1)
    clearRequest()
    expect(await signInWithGoogle({ ...ana, subject: 'another' })).toBe(failed('googleOtherLinked'))
    expect((await cookies()).has('mascate-second-step')).toBe(false)
  })
})

test.each(['https://evil.example/x', '//evil.example', '/\\evil.example', '/api/auth/signout'])(
  'never leads to %s',
  async (callbackUrl) => {
    expect(await signInWithGoogle(somebody(), callbackUrl)).toBe(done)
    const address = await google.consent(await setOut(), somebody())
    ;(await cookies()).set('next-auth.callback-url', callbackUrl)
    expect(await comeBack(address)).toBe(done)
  },
)

test('text from the client stands neither in the log nor in the address', async () => {
  const said = [vi.spyOn(logger(), 'info'), vi.spyOn(logger(), 'error'), vi.spyOn(logger(), 'warn')]
  const address = new URL('/api/auth/callback/google', env().NEXTAUTH_URL)
  const strange: Record<string, string>[] = [
    { error: 'canary' },
    { code: 'canary', state: 'canary' },
    { id_token: 'canary' },
  ]
  for (const given of strange) {
    address.search = new URLSearchParams(given).toString()
    await setOut()
    expect(await comeBack(address.toString())).toBe(failed('googleFailed'))
  }
  expect(JSON.stringify(said.map(({ mock }) => mock.calls))).not.toContain('canary')
  said.forEach((spy) => spy.mockRestore())
})

test('both ways are counted, and Google is not asked past the limit', async () => {
  const address = await google.consent(await setOut(), somebody())
  await limitCalls(callsOf('google-callback'), 'direct', 600)
  expect(await comeBack(address)).toBe(failed('tooManyRequests'))
  await limitCalls(callsOf('google'), 'direct', 599)
  expect(await startGoogleAction({})).toEqual({ ok: false, error: 'tooManyRequests' })
  await closeLimits()
})

test('a provider that does not answer is a clear message', async () => {
  const { GOOGLE_WELL_KNOWN } = env()
  const address = await google.consent(await setOut(), somebody())
  env().GOOGLE_WELL_KNOWN = 'http://127.0.0.1:9/.well-known/openid-configuration'
  expect(await startGoogleAction({})).toEqual({ ok: false, error: 'googleUnreachable' })
  expect(await comeBack(address)).toBe(failed('googleUnreachable'))
  env().GOOGLE_WELL_KNOWN = GOOGLE_WELL_KNOWN
})

test('without keys the way to Google is closed', async () => {
  const { GOOGLE_CLIENT_ID } = env()
  const address = await google.consent(await setOut(), somebody())
  env().GOOGLE_CLIENT_ID = undefined
  expect(await startGoogleAction({})).toEqual({ ok: false, error: 'googleMissing' })
  expect(await comeBack(address)).toMatch(/^404/)
  env().GOOGLE_CLIENT_ID = GOOGLE_CLIENT_ID
})
