import { makeWorkerUtils } from 'graphile-worker'
import { env } from '@/lib/core/env'
import { inspect, withOwner, workerUrl } from '@/lib/testing/harnesses/database'
import {
  deliver,
  findUser,
  floorsRequested,
  newcomer,
  OTHER_PASSWORD,
  PASSWORD,
  received,
  registerAndRead,
  tokenIn,
  openMailbox,
} from '@/lib/testing/fakes/mailbox'
import { clearRequest, cookies } from '@/lib/testing/fakes/next-headers'
import { confirmAction, registerAction, resendLinkAction, signInAction, signOutAction } from './actions'
import { getMember } from './member'
import { hashing } from './password'
import { cookieName } from './session-cookie'

openMailbox()

test('a registration sends a mail whose link signs in as the owner of a company with its roots', async () => {
  const { person, token } = await registerAndRead()
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ to: person.email })
  expect(received[0]!.source).toMatch(/multipart\/alternative/)
  expect(await getMember()).toBeNull()
  expect(await confirmAction({ token })).toEqual({ ok: true, data: { to: '/dashboard' } })
  const member = await getMember()
  expect(member).toMatchObject({
    email: person.email,
    displayName: 'Ana',
    organizationName: 'Loja da Ana',
    role: 'owner',
    language: 'pt',
  })
  const [roots] = await inspect(
    member!.organizationId,
    `select (select count(*)::int from legal_entity) as entities, (select json_agg(name) from channel) as channels,
      (select json_agg(kind) from stock_location) as locations, (select count(*) > 0 from fee_rule) as fees,
      (select json_agg(event order by at, id) from audit_event where organization_id = $1) as events`,
    [member!.organizationId],
  )
  expect(roots).toMatchObject({ entities: 1, channels: ['Balcão'], locations: ['own'], fees: true })
  expect(roots!.events).toEqual(expect.arrayContaining(['organization.created', 'session.opened']))
})

test('a password is kept as Argon2id and a link as its hash alone, also in the queue', async () => {
  hashing.clear()
  const person = newcomer()
  await registerAction(person)
  expect((await findUser(person.email)).password_hash).toBeNull()
  const queued = await withOwner(
    async (owner) => (await owner.query('select count(*)::int as links from verification')).rows[0].links,
  )
  await deliver()
  const token = tokenIn(received[0]!)
  const stored = await withOwner(async (owner) => (await owner.query('select v::text from verification v')).rows)
  expect(stored.length).toBeGreaterThan(queued)
  expect(JSON.stringify(stored)).not.toContain(token)
  await confirmAction({ token })
  expect((await findUser(person.email)).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a link works once', async () => {
  const { token } = await registerAndRead()
  expect(await confirmAction({ token })).toMatchObject({ ok: true })
  clearRequest()
  expect(await confirmAction({ token })).toEqual({ ok: false, error: 'linkUsed' })
  expect(await getMember()).toBeNull()
})

test('one of two concurrent confirmations counts', async () => {
  const { token } = await registerAndRead()
  const answers = await Promise.all([confirmAction({ token }), confirmAction({ token })])
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
})

test('a link ends after 24 hours, or when another of its account is used', async () => {
  const { person, token } = await registerAndRead()
  await resendLinkAction({})
  await deliver()
  const second = tokenIn(received.at(-1)!)
  const age = (hours: number) =>
    withOwner((owner) =>
      owner.query(
        `update verification set expires_at = expires_at - make_interval(hours => $2) where user_id = (select id from app_user where email = $1)`,
        [person.email, hours],
      ),
    )
  await age(24)
  expect(await confirmAction({ token: second })).toEqual({ ok: false, error: 'linkExpired' })
  expect(await confirmAction({ token: 'made up' })).toEqual({ ok: false, error: 'linkUnknown' })
  expect((await findUser(person.email)).verified_at).toBeNull()
  await age(-24)
  expect(await confirmAction({ token })).toMatchObject({ ok: true })
  expect(await confirmAction({ token: second })).toEqual({ ok: false, error: 'linkUsed' })
})

test('a known address gets the same answer as a new one, under one floor, and its email says that it has an account', async () => {
  const { person, token } = await registerAndRead()
  await confirmAction({ token })
  clearRequest()
  const before = await findUser(person.email)
  floorsRequested.length = 0
  for (const email of [newcomer().email, person.email])
    expect(await registerAction({ ...person, password: OTHER_PASSWORD, email })).toEqual({
      ok: true,
      data: { to: '/verification' },
    })
  expect(floorsRequested).toEqual([900, 900])
  expect(await findUser(person.email)).toEqual(before)
  received.length = 0
  await deliver()
  const message = received.find(({ to }) => to === person.email)!
  expect(message.source).not.toContain('token=')
  expect(message.source).toContain('/auth')
})

test.each([
  ['Ana\u0000', 'errors.textInvalid'],
  ['Ana \ud83d', 'errors.textInvalid'],
  ['Ganhe já em premio.example/x', 'auth.fields.nameWithSite'],
  ['https://premio', 'auth.fields.nameWithSite'],
  ['www.premio', 'auth.fields.nameWithSite'],
  ['premio。com', 'auth.fields.nameWithSite'],
])('a name like %j is refused at its field', async (displayName, reason) => {
  expect(await registerAction({ ...newcomer(), displayName })).toMatchObject({ fields: { displayName: [reason] } })
})

test('a company may be called by its domain, and a person by initials', async () => {
  const named = { ...newcomer(), displayName: 'J. R. Souza Jr.', companyName: 'lojadaana.com.br' }
  expect(await registerAction(named)).toMatchObject({ ok: true })
  expect(await registerAction({ ...newcomer(), companyName: 'Loja \u0000' })).toMatchObject({
    fields: { companyName: ['errors.textInvalid'] },
  })
})

test('common and short passwords and those made of one’s own names are refused, long sentences are not', async () => {
  const refused = async (password: string) => {
    const answer = await registerAction({ ...newcomer(), password })
    return answer.ok ? null : answer.fields?.password
  }
  expect(await refused('Flamengo2024!')).toEqual(['auth.fields.passwordCommon'])
  expect(await refused('Loja da Ana 2026')).toEqual(['auth.fields.passwordOwn'])
  expect(await refused('curta demais'.slice(0, 11))).toEqual(['auth.fields.passwordShort'])
  expect(await refused('a b c '.repeat(40))).toEqual(['auth.fields.passwordLong'])
  expect(await refused(PASSWORD)).toBeNull()
})

test('signing in with an unconfirmed address leads to the confirmation, for who knows the password alone', async () => {
  const { person } = await registerAndRead()
  clearRequest()
  expect(await signInAction({ email: person.email, password: 'uma senha qualquer' })).toEqual({
    ok: false,
    error: 'credentialsInvalid',
  })
  expect(await signInAction({ email: person.email, password: PASSWORD })).toEqual({
    ok: true,
    data: { to: '/verification' },
  })
  expect(await getMember()).toBeNull()
})

test('sending again is limited, and answers alike for known and unknown addresses', async () => {
  const { person } = await registerAndRead()
  clearRequest()
  for (const email of [person.email, 'unknown@example.com']) {
    const answers = []
    for (let i = 0; i < 4; i += 1) answers.push(await resendLinkAction({ email }))
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error))).toEqual(['ok', 'ok', 'ok', 'tooManyRequests'])
  }
  received.length = 0
  await deliver()
  expect(received.map(({ to }) => to)).toEqual([person.email])
})

test('a mail server that is down delays the email: the job waits for its next attempt', async () => {
  const person = newcomer()
  const url = env().SMTP_URL
  env().SMTP_URL = 'smtp://127.0.0.1:9'
  await registerAction(person)
  await deliver()
  env().SMTP_URL = url
  const utils = await makeWorkerUtils({ connectionString: workerUrl() })
  const waiting = await utils.withPgClient((client) =>
    client.query(`update graphile_worker._private_jobs set run_at = now() where attempts = 1 returning id`),
  )
  await utils.release()
  expect(waiting.rowCount).toBe(1)
  await deliver()
  expect(received.map(({ to }) => to)).toEqual([person.email])
})

test('signing out ends the session: a copy of the cookie opens nothing', async () => {
  const { token } = await registerAndRead()
  await confirmAction({ token })
  const jar = await cookies()
  const name = cookieName(env().NEXTAUTH_URL)
  const copy = jar.get(name)!.value
  const { organizationId } = (await getMember())!
  expect(await signOutAction({})).toEqual({ ok: true, data: null })
  expect(jar.has(name)).toBe(false)
  jar.set(name, copy)
  expect(await getMember()).toBeNull()
  const events = await inspect(
    organizationId,
    `select event from audit_event where event = 'session.closed' and organization_id = $1`,
    [organizationId],
  )
  expect(events).toHaveLength(1)
})
