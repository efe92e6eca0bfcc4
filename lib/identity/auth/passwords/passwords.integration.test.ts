import { env } from '@/lib/core/env'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createUser, envelope } from '@/lib/testing/factories/factories'
import {
  copyCookies,
  deliver,
  findUser,
  floorsRequested,
  emailsTo,
  newcomer,
  openMailbox,
  OTHER_PASSWORD,
  PASSWORD,
  received,
  registerAndRead,
  signUp,
  tokenIn,
  restoreCookies,
} from '@/lib/testing/fakes/mailbox'
import { clearRequest } from '@/lib/testing/fakes/next-headers'
import { signInAction } from '../actions'
import { getEmailChange } from '../email-change/email-link'
import { requestEmailChangeAction } from '../email-change/actions'
import { getMember, getPerson } from '../member'
import { hashing } from '../password'
import { requestResetAction, resetPasswordAction } from './actions'
import { describeReset } from './describe-reset'

openMailbox()

const done = { ok: true, data: null }
const update = (userId: string, change: string) =>
  withOwner((owner) => owner.query(`update app_user set ${change} where id = $1`, [userId]))
const signIn = (email: string, password: string) => signInAction({ email, password })

async function requestAndRead(email: string): Promise<string> {
  expect(await requestResetAction({ email })).toEqual(done)
  await deliver()
  return tokenIn(
    // A notice of the guesses may come after it.
    emailsTo(email).findLast(({ text }) => text.includes('/auth/reset'))!,
    '/auth/reset',
  )
}

test('known, unknown, unconfirmed and Google-only accounts get one answer, under one floor', async () => {
  const [known, google] = [await signUp(), await createUser()]
  await update(google.userId, 'password_hash = null')
  const { person: unconfirmed } = await registerAndRead()
  clearRequest()
  floorsRequested.length = 0
  for (const email of [known.email, google.email, unconfirmed.email, 'unknown@example.com'])
    expect(await requestResetAction({ email })).toEqual(done)
  expect(floorsRequested).toEqual([500, 500, 500, 500])
})

test('only who reads the mailbox learns more: a link, or the confirmation that is still to come', async () => {
  const [known, google] = [await signUp(), await createUser()]
  await update(google.userId, 'password_hash = null')
  const { person: unconfirmed } = await registerAndRead()
  received.length = 0
  for (const email of [known.email, google.email, unconfirmed.email, 'unknown@example.com'])
    await requestResetAction({ email })
  await deliver()
  const subjects = [known, google, unconfirmed].map(({ email }) => emailsTo(email).map(({ subject }) => subject))
  expect(subjects).toEqual([
    ['Crie uma nova senha no Mascate'],
    ['Crie uma nova senha no Mascate'],
    ['Confirme seu e-mail no Mascate'],
  ])
  expect(received).toHaveLength(3)
})

test('the email speaks the reader’s language, as text and as HTML, and shows the name as text', async () => {
  const person = await signUp()
  await update(person.userId, `language = 'en', display_name = '<b>Ana loja.example'`)
  const token = await requestAndRead(person.email)
  const [message] = emailsTo(person.email)
  expect(message!.subject).toBe('Set a new password at Mascate')
  expect(message!.source).toMatch(/multipart\/alternative/)
  expect(message!.text).toContain(`http://localhost:3000/auth/reset?token=${token}`)
  expect(message!.html).toContain('&lt;b&gt;Ana')
  expect(`${message!.text}${message!.html}`).not.toContain('loja.example')
})

test('neither an address nor a token waits in the queue, and of a token only its hash is kept', async () => {
  const { email } = await signUp()
  await requestResetAction({ email })
  const queued = await withOwner(
    async (owner) => (await owner.query('select payload::text from graphile_worker._private_jobs')).rows,
  )
  expect(JSON.stringify(queued)).toContain('resetPassword')
  expect(JSON.stringify(queued)).not.toMatch(/@|token/)
  await deliver()
  const token = tokenIn(received.at(-1)!, '/auth/reset')
  const kept = await withOwner(async (owner) => (await owner.query('select v::text from verification v')).rows)
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('a reset sets the password, ends every session at once and tells the owner', async () => {
  const person = await signUp()
  const first = await copyCookies()
  clearRequest()
  await signIn(person.email, PASSWORD)
  const second = await copyCookies()
  clearRequest()
  const token = await requestAndRead(person.email)
  received.length = 0
  expect(await resetPasswordAction({ token, password: OTHER_PASSWORD })).toEqual({
    ok: true,
    data: { to: '/auth?done=reset' },
  })
  for (const jar of [first, second]) {
    await restoreCookies(jar)
    expect(await getPerson()).toBeNull()
  }
  await deliver()
  expect(emailsTo(person.email).map(({ subject }) => subject)).toEqual(['Sua senha do Mascate foi trocada'])
  clearRequest()
  expect(await signIn(person.email, PASSWORD)).toMatchObject({ error: 'credentialsInvalid' })
  expect(await signIn(person.email, OTHER_PASSWORD)).toEqual({ ok: true, data: { to: '/dashboard' } })
  const auditEvents = await inspect(
    person.organizationId,
    `select actor_id, after from audit_event where event = 'account.passwordReset' and organization_id = $1`,
    [person.organizationId],
  )
  expect(auditEvents).toEqual([{ actor_id: person.userId, after: null }])
})

test('one of twenty concurrent uses of a link counts', async () => {
  // At the true cost of a password, which lets three of them at the database at once.
  hashing.clear()
  const { email } = await signUp()
  const token = await requestAndRead(email)
  const phrases = Array.from({ length: 20 }, (_, i) => `frase numero ${i} do concurso`)
  const answers = await Promise.all(phrases.map((password) => resetPasswordAction({ token, password })))
  const won = answers.flatMap(({ ok }, i) => (ok ? [i] : []))
  expect(won).toHaveLength(1)
  for (const answer of answers) if (!answer.ok) expect(answer.error).toBe('resetUsed')
  clearRequest()
  expect(await signIn(email, phrases[won[0]!]!)).toMatchObject({ ok: true })
})

test('opening the page uses nothing up, and a refused password leaves the link open', async () => {
  const { email } = await signUp()
  const token = await requestAndRead(email)
  for (let opened = 0; opened < 3; opened += 1)
    expect(await describeReset(token)).toEqual({ email: `${email[0]}…@example.com` })
  for (const [password, why] of [
    ['curta', 'auth.fields.passwordShort'],
    ['Flamengo2024!', 'auth.fields.passwordCommon'],
    ['Loja da Ana 2026', 'auth.fields.passwordOwn'],
    [email, 'auth.fields.passwordOwn'],
  ] as const)
    expect(await resetPasswordAction({ token, password })).toEqual({
      ok: false,
      error: 'invalidInput',
      fields: { password: [why] },
    })
  expect(await resetPasswordAction({ token, password: OTHER_PASSWORD })).toMatchObject({ ok: true })
})

test('a used, an older, an expired and a made-up link each say so, and set nothing', async () => {
  const person = await signUp()
  const hash = () => findUser(person.email).then(({ password_hash }) => password_hash)
  const [before, older] = [await hash(), await requestAndRead(person.email)]
  const token = await requestAndRead(person.email)
  const expire = (hours: number) =>
    withOwner((owner) =>
      owner.query('update verification set expires_at = expires_at - make_interval(hours => $2) where user_id = $1', [
        person.userId,
        hours,
      ]),
    )
  const refusals = async (given: string) => [
    await describeReset(given),
    await resetPasswordAction({ token: given, password: OTHER_PASSWORD }),
  ]
  const as = (code: string) => [{ problem: code }, { ok: false, error: code }]
  expect(await refusals(older)).toEqual(as('resetUsed'))
  expect(await refusals('made up')).toEqual(as('resetUnknown'))
  await expire(1)
  expect(await refusals(token)).toEqual(as('resetExpired'))
  expect(await hash()).toBe(before)
  await expire(-1)
  expect(await resetPasswordAction({ token, password: OTHER_PASSWORD })).toMatchObject({ ok: true })
  expect(await refusals(token)).toEqual(as('resetUsed'))
})

test('a reset calls off a change of address that waits, and leaves the second step on', async () => {
  const person = await signUp()
  const changeResult = await requestEmailChangeAction(envelope(person), {
    email: 'thief@example.com',
    password: PASSWORD,
  })
  expect(changeResult).toMatchObject({ ok: true })
  await deliver()
  await update(person.userId, `totp_secret = 'encrypted', totp_since = now()`)
  clearRequest()
  await resetPasswordAction({ token: await requestAndRead(person.email), password: OTHER_PASSWORD })
  expect(await getEmailChange(person.userId)).toBeNull()
  expect(await signIn(person.email, OTHER_PASSWORD)).toEqual({ ok: true, data: { to: '/auth/second-step' } })
  expect(await getPerson()).toBeNull()
})

test('a person without a company can set another password too', async () => {
  const { email } = await createUser()
  const token = await requestAndRead(email)
  expect(await resetPasswordAction({ token, password: OTHER_PASSWORD })).toMatchObject({ ok: true })
  await signIn(email, OTHER_PASSWORD)
  expect(await getPerson()).toMatchObject({ email })
  expect(await getMember()).toBeNull()
})

test('a person locked out by guesses gets in at once with the new password', async () => {
  const { email } = await signUp()
  clearRequest()
  for (let guess = 0; guess < 9; guess += 1) await signIn(email, `palpite errado ${guess}`)
  expect(await signIn(email, PASSWORD)).toMatchObject({ error: 'tooManyRequests' })
  await resetPasswordAction({ token: await requestAndRead(email), password: OTHER_PASSWORD })
  expect(await signIn(email, OTHER_PASSWORD)).toMatchObject({ ok: true })
})

test('strangers’ requests end after three, for known and unknown alike, and a device of the account stays free', async () => {
  const { email } = await signUp()
  const device = await copyCookies()
  clearRequest()
  for (const address of [email, newcomer().email]) {
    const answers = []
    for (let i = 0; i < 4; i += 1) answers.push(await requestResetAction({ email: address }))
    expect(answers).toEqual([done, done, done, { ok: false, error: 'tooManyRequests' }])
  }
  await restoreCookies(device)
  expect(await requestResetAction({ email })).toEqual(done)
})

test('without a mail server the link is for who reads the terminal, never for who reaches the page', async () => {
  const { email } = await signUp()
  clearRequest()
  const [server, address] = [env().SMTP_URL, env().NEXTAUTH_URL]
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    env().SMTP_URL = undefined
    expect(await requestResetAction({ email })).toEqual(done)
    const [token] = printed.mock.calls.flatMap(([text]) => /token=([\w-]+)/.exec(String(text))?.slice(1) ?? [])
    expect(await describeReset(token!)).toMatchObject({ email: expect.stringContaining('…') })
    printed.mockClear()
    env().NEXTAUTH_URL = 'https://mascate.example'
    expect(await requestResetAction({ email })).toEqual(done)
    expect(printed.mock.calls.join()).not.toContain('token=')
  } finally {
    printed.mockRestore()
    Object.assign(env(), { SMTP_URL: server, NEXTAUTH_URL: address })
  }
})
