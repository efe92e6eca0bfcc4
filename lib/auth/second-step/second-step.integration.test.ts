import { Secret, TOTP } from 'otpauth'
import { callGlobal } from '../../db'
import { env } from '../../env'
import { closeLimits } from '../../rate-limit'
import { inspect, withOwner } from '../../testing/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '../../testing/factories'
import { clearRequest, cookies, setRequestHeader } from '../../testing/next-headers'
import { signInAction } from '../actions'
import { admit } from '../admit'
import { getPerson } from '../member'
import { hashPassword } from '../password'
import { getUserSecurity } from '../user-security'
import {
  confirmSecondStepAction,
  passSecondStepAction,
  renewRecoveryCodesAction,
  startSecondStepAction,
  turnOffSecondStepAction,
} from './actions'
import { spendCode } from './spend-code'

const everyTimer = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
]
const PASSWORD = 'trilho lento abre a porta'
const WAITING = 'mascate-second-step'
const wrongCode = { ok: false, error: 'codeWrong', fields: { code: ['errors.codeWrong'] } }
const passed = { ok: true, data: { to: '/dashboard' } }

let organization: TestOrganization
let userId: string

// The clock stands in the middle of a step, so that no code grows old while a test runs.
const STEP_MS = 30_000
beforeEach(() => {
  jest.useFakeTimers({ now: Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2, doNotFake: everyTimer })
})
afterEach(() => {
  jest.useRealTimers()
})

beforeEach(async () => {
  clearRequest()
  await withOwner((owner) => owner.query('delete from rate_limit'))
  await closeLimits()
  organization = await createTestOrganization()
  userId = await withPassword(organization)
})
afterEach(() => {
  env().TRUSTED_PROXIES = 0
})

async function withPassword({ owner }: TestOrganization) {
  const hash = await hashPassword(PASSWORD)
  await withOwner((database) =>
    database.query('update app_user set password_hash = $2 where id = $1', [owner.userId, hash]),
  )
  return owner.userId!
}

/** The code that the app shows `steps` of 30 s from now. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * STEP_MS })
const wrongOf = (key: string) =>
  ['000000', '111111', '222222', '333333'].find((code) => [-1, 0, 1].every((steps) => codeOf(key, steps) !== code))!

async function start(password = PASSWORD) {
  const started = await startSecondStepAction(envelope(organization), { password })
  if (!started.ok) throw new Error(started.error)
  return started.data.key
}
const confirm = (code: string) => confirmSecondStepAction(envelope(organization), { code })

/** Set up with the code of the step before, so that this step's and the next one's are still to be used. */
async function setUp() {
  await signInAs(organization.owner)
  const key = await start()
  const confirmed = await confirm(codeOf(key, -1))
  if (!confirmed.ok) throw new Error(confirmed.error)
  clearRequest()
  await withOwner((owner) => owner.query('delete from session where user_id = $1', [userId]))
  return { key, codes: confirmed.data.codes }
}

const signIn = (callbackUrl?: string) =>
  signInAction({ email: `${userId}@example.com`, password: PASSWORD, callbackUrl })
const pass = (code: string, callbackUrl?: string) => passSecondStepAction({ code, callbackUrl })
const stored = async () =>
  withOwner(async (owner) => (await owner.query('select * from app_user where id = $1', [userId])).rows[0]!)
const sessions = async () =>
  withOwner(
    async (owner) =>
      (await owner.query('select 1 from session where user_id = $1 and ended_at is null', [userId])).rowCount,
  )
const events = async () =>
  (
    await inspect<{ event: string }>(
      organization.organizationId,
      `select event from audit_event where organization_id = $1 and event like 'account.%' order by event`,
      [organization.organizationId],
    )
  ).map(({ event }) => event)

/** Holds the account's row until that many statements wait for it: all of them have read what was before. */
async function whileHeld<T>(waiting: number, run: () => Promise<T>[]): Promise<T[]> {
  return withOwner(async (owner) => {
    await owner.query('begin')
    await owner.query('select 1 from app_user where id = $1 for update', [userId])
    const answers = Promise.all(run())
    const blocked = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const until = performance.now() + 2_500
    while ((await owner.query<{ count: number }>(blocked)).rows[0]!.count < waiting && performance.now() < until);
    await owner.query('commit')
    return answers
  })
}

describe('set-up', () => {
  beforeEach(async () => {
    await signInAs(organization.owner)
  })

  test('begins for who shows the password once more, and for nobody else', async () => {
    for (const password of ['outra senha qualquer', '', undefined])
      expect(await startSecondStepAction(envelope(organization), { password })).toMatchObject({
        ok: false,
        error: 'passwordWrong',
      })
    expect((await stored()).totp_secret).toBeNull()
    await start()
    expect((await stored()).totp_since).toBeNull()
  })

  test('of an account without a password asks for a recent sign-in', async () => {
    await withOwner((owner) => owner.query('update app_user set password_hash = null where id = $1', [userId]))
    await withOwner((owner) =>
      owner.query(`update session set created_at = now() - interval '16 minutes' where user_id = $1`, [userId]),
    )
    expect(await startSecondStepAction(envelope(organization), {})).toEqual({ ok: false, error: 'signInAgain' })
    await signInAs(organization.owner)
    expect(await startSecondStepAction(envelope(organization), {})).toMatchObject({ ok: true })
  })

  test('protects nothing before a code of the app confirms it; the trail and the tables keep neither secret nor codes', async () => {
    const key = await start()
    expect(await confirm(wrongOf(key))).toEqual(wrongCode)
    expect((await stored()).totp_since).toBeNull()
    const confirmed = await confirm(codeOf(key))
    if (!confirmed.ok) throw new Error(confirmed.error)
    expect(confirmed.data.codes).toHaveLength(10)
    expect(await getPerson()).toMatchObject({ hasSecondStep: true })
    expect(await events()).toEqual(['account.secondStepEnabled'])
    const kept = await withOwner(async (owner) => {
      await owner.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId])
      const { rows } = await owner.query(
        `select (select json_agg(u) from app_user u where u.id = $1)::text || (select json_agg(r) from recovery_code r where r.user_id = $1)::text
          || coalesce((select json_agg(e) from audit_event e where e.actor_id = $1)::text, '')
          || coalesce((select json_agg(i) from idempotency i where i.user_id = $1)::text, '') as everything`,
        [userId],
      )
      return (rows[0] as { everything: string }).everything
    })
    expect(kept).toContain('account.secondStepEnabled')
    for (const secret of [
      key,
      ...confirmed.data.codes,
      ...confirmed.data.codes.map((code) => code.replaceAll('-', '')),
    ])
      expect(kept).not.toContain(secret)
  })

  test('begun anew cannot replace one that is in force, and a confirmation cannot be repeated', async () => {
    const key = await start()
    expect(await confirm(codeOf(key))).toMatchObject({ ok: true })
    const before = await stored()
    expect(await startSecondStepAction(envelope(organization), { password: PASSWORD })).toEqual({
      ok: false,
      error: 'secondStepIsOn',
    })
    expect(await confirm(codeOf(key, 1))).toEqual({ ok: false, error: 'secondStepIsOn' })
    expect(await stored()).toEqual(before)
    expect(await events()).toEqual(['account.secondStepEnabled'])
  })

  test('begun twice is confirmed by the later key alone', async () => {
    const first = await start()
    const second = await start()
    expect(await confirm(codeOf(first))).toEqual(wrongCode)
    expect(await confirm(codeOf(second))).toMatchObject({ ok: true })
  })

  test('confirmed twice at once goes into force once, with the codes that the winner was shown', async () => {
    const key = await start()
    const answers = await whileHeld(3, () => [1, 2, 3].map(() => confirm(codeOf(key))))
    const won = answers.filter(({ ok }) => ok)
    expect(won).toHaveLength(1)
    const code = won[0]!.ok && won[0]!.data.codes[0]!.replaceAll('-', '')
    const security = await getUserSecurity(userId)
    expect(security.recoveryCodesLeft).toBe(10)
    await expect(spendCode(callGlobal, userId, security, code as string)).resolves.toBeUndefined()
    expect(await events()).toEqual(['account.secondStepEnabled'])
  })

  test('without a start confirms nothing', async () => {
    expect(await confirm('123456')).toEqual({ ok: false, error: 'secondStepNotStarted' })
  })
})

describe('sign-in', () => {
  test('with the right password and no code opens no session; the code opens it and leads back', async () => {
    const { key } = await setUp()
    expect(await signIn('/dashboard/orders?status=shipped')).toEqual({
      ok: true,
      data: { to: '/auth/second-step?callbackUrl=%2Fdashboard%2Forders%3Fstatus%3Dshipped' },
    })
    expect(await sessions()).toBe(0)
    expect(await getPerson()).toBeNull()
    expect(await pass(codeOf(key), '/dashboard/orders?status=shipped')).toEqual({
      ok: true,
      data: { to: '/dashboard/orders?status=shipped' },
    })
    expect(await getPerson()).toMatchObject({ userId })
    expect(await sessions()).toBe(1)
    expect((await cookies()).has(WAITING)).toBe(false)
  })

  test.each(['password', 'google', 'invitation', 'confirmation'] as const)(
    'by %s passes the second step',
    async (how) => {
      await setUp()
      await expect(admit(userId, how)).rejects.toThrow('secondStepNeeded')
      expect(await sessions()).toBe(0)
    },
  )

  test('with a new password does not go past the second step', async () => {
    await setUp()
    const hash = await hashPassword('outra frase bem comprida')
    await withOwner((owner) => owner.query('select set_password($1, $2, null)', [userId, hash]))
    const answer = await signInAction({ email: `${userId}@example.com`, password: 'outra frase bem comprida' })
    expect(answer).toEqual({ ok: true, data: { to: '/auth/second-step' } })
    expect(await sessions()).toBe(0)
  })

  test('takes each code once: not the set-up’s, not a used one, and none from before a used one', async () => {
    const { key } = await setUp()
    await signIn()
    expect(await pass(codeOf(key, -1))).toEqual(wrongCode)
    expect(await pass(codeOf(key, 1))).toEqual(passed)
    await signIn()
    expect(await pass(codeOf(key, 1))).toEqual(wrongCode)
    expect(await pass(codeOf(key))).toEqual(wrongCode)
  })

  test('takes no code of a step further away than the next one', async () => {
    const { key } = await setUp()
    await signIn()
    for (const steps of [-20, -2, 2, 20]) expect(await pass(codeOf(key, steps))).toEqual(wrongCode)
    expect(await sessions()).toBe(0)
  })

  test('opens one session for a code that twenty use at once', async () => {
    const { key } = await setUp()
    const security = await getUserSecurity(userId)
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => spendCode(callGlobal, userId, security, codeOf(key))),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('after five wrong codes refuses the right one too, from every network, and other accounts are free', async () => {
    const { key } = await setUp()
    env().TRUSTED_PROXIES = 1
    for (let i = 0; i < 5; i += 1) {
      setRequestHeader('x-forwarded-for', `203.0.113.${i}`)
      await signIn()
      expect(await pass(wrongOf(key))).toEqual(wrongCode)
    }
    setRequestHeader('x-forwarded-for', '203.0.113.99')
    expect(await pass(codeOf(key))).toEqual({ ok: false, error: 'tooManyRequests' })
    await closeLimits()
    expect(await pass(codeOf(key))).toEqual({ ok: false, error: 'tooManyRequests' })
    expect(await sessions()).toBe(0)

    organization = await createTestOrganization()
    userId = await withPassword(organization)
    const other = await setUp()
    await signIn()
    expect(await pass(codeOf(other.key))).toEqual(passed)
  })

  test('forgets the wrong codes before a right one', async () => {
    const { key } = await setUp()
    await signIn()
    for (let i = 0; i < 4; i += 1) expect(await pass(wrongOf(key))).toEqual(wrongCode)
    expect(await pass(codeOf(key))).toEqual(passed)
    await signIn()
    for (let i = 0; i < 4; i += 1) expect(await pass(wrongOf(key))).toEqual(wrongCode)
    expect(await pass(codeOf(key, 1))).toEqual(passed)
  })

  test('without a first factor, or with a cookie of another kind, opens nothing whatever the code', async () => {
    const { key } = await setUp()
    const expired = { ok: false, error: 'secondStepExpired' }
    expect(await pass(codeOf(key))).toEqual(expired)
    await signIn()
    const waiting = (await cookies()).get(WAITING)!.value
    expect(await pass(codeOf(key))).toEqual(passed)
    const jar = await cookies()
    for (const value of [jar.get('mascate-device')!.value, `${waiting.slice(0, -2)}xx`, 'x', '']) {
      jar.set(WAITING, value)
      expect(await pass(codeOf(key, 1))).toEqual(expired)
    }
  })

  test('ends where it was turned off meanwhile: the password is to be shown anew', async () => {
    const { key } = await setUp()
    await signIn()
    await withOwner((owner) => owner.query('select disable_totp($1)', [userId]))
    expect(await pass(codeOf(key))).toEqual({ ok: false, error: 'secondStepExpired' })
    expect(await signIn()).toEqual(passed)
  })

  test('with a secret copied from another account opens nothing', async () => {
    const { key } = await setUp()
    const { totp_secret } = await stored()
    organization = await createTestOrganization()
    userId = await withPassword(organization)
    await withOwner((owner) =>
      owner.query('update app_user set totp_secret = $2, totp_since = now() where id = $1', [userId, totp_secret]),
    )
    await signIn()
    expect(await pass(codeOf(key))).toMatchObject({ ok: false, error: 'unexpected' })
    expect(await sessions()).toBe(0)
  })
})

describe('recovery codes', () => {
  test('open once each, are recorded, and say how many are left', async () => {
    const { codes } = await setUp()
    await signIn()
    expect(await pass(codes[0]!.toUpperCase())).toEqual({ ok: true, data: { to: '/dashboard', recoveryCodesLeft: 9 } })
    expect(await getPerson()).toMatchObject({ userId })
    expect(await events()).toEqual(['account.recoveryCodeUsed', 'account.secondStepEnabled'])
    await signIn()
    expect(await pass(codes[0]!)).toEqual(wrongCode)
    expect(await pass(codes[1]!.replaceAll('-', ' '))).toMatchObject({ data: { recoveryCodesLeft: 8 } })
  })

  test('open once when twenty use one at once', async () => {
    const { codes } = await setUp()
    const security = await getUserSecurity(userId)
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => spendCode(callGlobal, userId, security, codes[3]!)),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await getUserSecurity(userId)).recoveryCodesLeft).toBe(9)
  })

  test('of another account open nothing', async () => {
    const { codes } = await setUp()
    organization = await createTestOrganization()
    userId = await withPassword(organization)
    await setUp()
    await signIn()
    expect(await pass(codes[0]!)).toEqual(wrongCode)
  })

  test('made anew take the place of those before, for who shows the password', async () => {
    const { codes } = await setUp()
    await signInAs(organization.owner)
    expect(await renewRecoveryCodesAction(envelope(organization), { password: 'outra senha qualquer' })).toMatchObject({
      error: 'passwordWrong',
    })
    const renewed = await renewRecoveryCodesAction(envelope(organization), { password: PASSWORD })
    if (!renewed.ok) throw new Error(renewed.error)
    expect(await events()).toEqual(['account.recoveryCodesRenewed', 'account.secondStepEnabled'])
    await signIn()
    expect(await pass(codes[0]!)).toEqual(wrongCode)
    expect(await pass(renewed.data.codes[0]!)).toMatchObject({ ok: true })
  })

  test('are not made where no second step is in force', async () => {
    await signInAs(organization.owner)
    expect(await renewRecoveryCodesAction(envelope(organization), { password: PASSWORD })).toEqual({
      ok: false,
      error: 'secondStepIsOff',
    })
  })
})

describe('turning off', () => {
  const turnOff = (code: string, password = PASSWORD) =>
    turnOffSecondStepAction(envelope(organization), { password, code })

  test('takes the password and a code, and leaves nothing behind', async () => {
    const { key } = await setUp()
    await signInAs(organization.owner)
    expect(await turnOff(codeOf(key), 'outra senha qualquer')).toMatchObject({ ok: false, error: 'passwordWrong' })
    expect(await turnOff(wrongOf(key))).toEqual(wrongCode)
    expect(await turnOff(codeOf(key, -1))).toEqual(wrongCode)
    expect((await stored()).totp_since).not.toBeNull()
    expect(await turnOff(codeOf(key))).toEqual({ ok: true, data: null })
    expect(await stored()).toMatchObject({ totp_secret: null, totp_since: null, totp_step: null })
    expect((await getUserSecurity(userId)).recoveryCodesLeft).toBe(0)
    expect(await events()).toEqual(['account.secondStepDisabled', 'account.secondStepEnabled'])
    clearRequest()
    expect(await signIn()).toEqual(passed)
  })

  test('takes a recovery code as well, and tells the owner of the account by letter', async () => {
    const { codes } = await setUp()
    await signInAs(organization.owner)
    env().SMTP_URL = 'smtp://127.0.0.1:9'
    try {
      expect(await turnOff(codes[5]!)).toEqual({ ok: true, data: null })
    } finally {
      env().SMTP_URL = undefined
    }
    const { rows } = await withOwner((owner) =>
      owner.query<{ key: string }>(`select key from graphile_worker.jobs where key like 'secondStepOff:%'`),
    )
    expect(rows.some(({ key }) => key.endsWith(userId))).toBe(true)
  })

  test('is refused after five wrong codes, and where nothing is on', async () => {
    await signInAs(organization.owner)
    expect(await turnOff('123456')).toEqual({ ok: false, error: 'secondStepIsOff' })
    const { key } = await setUp()
    await withOwner((owner) => owner.query('delete from rate_limit'))
    await closeLimits()
    await signInAs(organization.owner)
    for (let i = 0; i < 5; i += 1) expect(await turnOff(wrongOf(key))).toEqual(wrongCode)
    expect(await turnOff(codeOf(key))).toEqual({ ok: false, error: 'tooManyRequests' })
    expect((await stored()).totp_since).not.toBeNull()
  })
})
