import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { accountTables, comeBack, google, openGoogle, setOut, signInWithGoogle } from '@/lib/testing/fakes/google'
import { deliver, emailsTo, openMailbox, PASSWORD, received } from '@/lib/testing/fakes/mailbox'
import { clearRequest, cookies } from '@/lib/testing/fakes/next-headers'
import { getMember, getPerson } from '../member'
import { hashPassword } from '../password'
import { linkGoogleAction, unlinkGoogleAction } from './actions'
import { getGoogleLink } from './queries'

openMailbox()
openGoogle()

const back = '/auth/callback?callbackUrl=/dashboard/settings/security'
const failed = (code: string) => `/auth/callback?error=${code}&callbackUrl=/dashboard/settings/security`

let count = 0
const somebody = () => ({ subject: `linked-${(count += 1)}`, email: `linked-${count}@gmail.example`, name: 'Ana' })

let company: TestOrganization
let userId: string
beforeEach(async () => {
  company = await createTestOrganization()
  userId = company.owner.userId!
  const hash = await hashPassword(PASSWORD)
  await withOwner((owner) => owner.query('update app_user set password_hash = $2 where id = $1', [userId, hash]))
  await signInAs(company.owner)
})

async function requestLink(password: string | undefined = PASSWORD): Promise<string> {
  const answer = await linkGoogleAction(envelope(company), { password })
  if (!answer.ok) throw new Error(answer.error)
  return answer.data.to
}

test('a member who gives their password links Google under any address, stays in their session and gets an email', async () => {
  const { sessionId } = (await getPerson())!
  const ana = somebody()
  expect(await comeBack(await google.consent(await requestLink(), ana))).toBe(back)
  expect(await getMember()).toMatchObject({ userId, sessionId })
  expect(await getGoogleLink(userId)).toEqual({ available: true, email: ana.email, hasPassword: true })
  const sql = `select event, actor_id, session_id from audit_event where event like 'account.%'`
  const auditEvents = [{ event: 'account.googleLinked', actor_id: userId, session_id: sessionId }]
  expect(await inspect(company.organizationId, sql, [])).toEqual(auditEvents)
  await deliver()
  expect(received.map(({ to }) => to)).toEqual([`${userId}@example.com`])
  clearRequest()
  await signInWithGoogle(ana)
  expect(await getMember()).toMatchObject({ userId })
})

test('an open tab is not enough to link: without the password Google is not even asked', async () => {
  await expect(requestLink('outra senha qualquer')).rejects.toThrow('passwordWrong')
  await expect(linkGoogleAction(envelope(company), {})).resolves.toMatchObject({ error: 'passwordMissing' })
  expect((await cookies()).has('next-auth.state')).toBe(false)
  expect((await cookies()).has('mascate-google-link')).toBe(false)
})

test('an answer to another request than the member’s links nothing to who is signed in, whatever intent still stands', async () => {
  await requestLink()
  const intent = (await cookies()).get('mascate-google-link')!.value
  const address = await google.consent(await setOut(), somebody())
  expect((await cookies()).has('mascate-google-link')).toBe(false)
  ;(await cookies()).set('mascate-google-link', intent)
  await comeBack(address)
  expect(await getGoogleLink(userId)).toMatchObject({ email: null })
})

test('an intent is good for its own request, its own session and one use', async () => {
  const address = await google.consent(await requestLink(), somebody())
  const before = await accountTables()
  const state = new URL(address).searchParams.get('state')!
  expect(await comeBack(address.replace(state, 'another'))).toMatch(/error=google(Failed|Expired)/)
  expect((await cookies()).has('mascate-google-link')).toBe(false)
  expect(await accountTables()).toEqual(before)

  const other = await google.consent(await requestLink(), somebody())
  const jar = (await cookies()).getAll()
  await signInAs((await createTestOrganization()).owner)
  for (const { name, value } of jar) if (!/session-token/.test(name)) (await cookies()).set(name, value)
  const meanwhile = await accountTables()
  expect(await comeBack(other)).toBe(failed('signedOut'))
  expect(await accountTables()).toEqual(meanwhile)
})

test('a member who signed out on the way to Google neither links nor signs in', async () => {
  const address = await google.consent(await requestLink(), somebody())
  ;(await cookies()).delete('next-auth.session-token')
  const before = await accountTables()
  expect(await comeBack(address)).toBe(failed('signedOut'))
  expect(await accountTables()).toEqual(before)
  expect(await getPerson()).toBeNull()
})

test('an identity opens one account, and an account has one identity', async () => {
  const taken = somebody()
  clearRequest()
  await signInWithGoogle(taken)
  await signInAs(company.owner)
  let before = await accountTables()
  expect(await comeBack(await google.consent(await requestLink(), taken))).toBe(failed('googleAlreadyLinked'))
  expect(await accountTables()).toEqual(before)
  const own = somebody()
  await comeBack(await google.consent(await requestLink(), own))
  before = await accountTables()
  expect(await comeBack(await google.consent(await requestLink(), somebody()))).toBe(failed('googleOtherLinked'))
  expect(await comeBack(await google.consent(await requestLink(), own))).toBe(back)
  expect(await accountTables()).toEqual(before)
})

test.each([
  ['unverifiedEmail', 'googleUnverified'],
  ['wrongNonce', 'googleFailed'],
  ['foreignIssuer', 'googleFailed'],
] as const)('%s links nothing', async (lie, code) => {
  const address = await google.consent(await requestLink(), { ...somebody(), lie })
  const before = await accountTables()
  expect(await comeBack(address)).toBe(failed(code))
  expect(await accountTables()).toEqual(before)
})

test('a denied consent leaves the member signed in and nothing linked', async () => {
  const address = await google.consent(await requestLink(), { ...somebody(), deny: true })
  const before = await accountTables()
  expect(await comeBack(address)).toBe(failed('googleDenied'))
  expect(await accountTables()).toEqual(before)
  expect(await getMember()).toMatchObject({ userId })
})

test('unlinking asks for the password, is recorded and mailed, and Google opens the account no more', async () => {
  const ana = somebody()
  await comeBack(await google.consent(await requestLink(), ana))
  const unlink = (password?: string) => unlinkGoogleAction(envelope(company), { password })
  expect(await unlink('outra senha qualquer')).toMatchObject({ ok: false, error: 'passwordWrong' })
  expect(await unlink()).toMatchObject({ ok: false, error: 'passwordMissing' })
  expect(await getGoogleLink(userId)).toMatchObject({ email: ana.email })
  expect(await unlink(PASSWORD)).toEqual({ ok: true, data: null })
  expect(await unlink(PASSWORD)).toEqual({ ok: false, error: 'googleNotLinked' })
  const sql = `select event from audit_event where event like 'account.%' order by event`
  expect(await inspect(company.organizationId, sql, [])).toEqual([
    { event: 'account.googleLinked' },
    { event: 'account.googleUnlinked' },
  ])
  await deliver()
  expect(emailsTo(`${userId}@example.com`).map(({ subject }) => subject)).toEqual([
    'Sua conta no Mascate agora entra com Google',
    'O Google foi desvinculado da sua conta no Mascate',
  ])
  clearRequest()
  await signInWithGoogle(ana)
  expect((await getPerson())!.userId).not.toBe(userId)
})

test('an account without a password keeps Google, its only way in', async () => {
  await comeBack(await google.consent(await requestLink(), somebody()))
  await withOwner((owner) => owner.query('update app_user set password_hash = null where id = $1', [userId]))
  expect(await unlinkGoogleAction(envelope(company), {})).toEqual({ ok: false, error: 'googlePasswordFirst' })
  expect(await getGoogleLink(userId)).toMatchObject({ email: expect.any(String), hasPassword: false })
})
