import { callGlobal } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { closeLimits } from '@/lib/core/http/rate-limit'
import { withOwner } from '@/lib/testing/harnesses/database'
import { cookies, setRequestHeader } from '@/lib/testing/fakes/next-headers'
import {
  wrongCode,
  passed,
  who,
  beSomebody,
  becomeSomebodyElse,
  codeOf,
  wrongOf,
  setUp,
  signIn,
  pass,
  stored,
  sessions,
} from '@/lib/testing/harnesses/two-factor'
import { signInAction } from '../actions'
import { admit } from '../admit'
import { getPerson } from '../member'
import { hashPassword } from '../password'
import { getUserSecurity } from '../user-security'
import { spendCode } from './spend-code'

const WAITING = 'mascate-second-step'

beSomebody()

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
    expect(await getPerson()).toMatchObject({ userId: who.userId })
    expect(await sessions()).toBe(1)
    expect((await cookies()).has(WAITING)).toBe(false)
  })

  test.each(['password', 'google', 'invitation', 'confirmation'] as const)(
    'by %s passes the second step',
    async (how) => {
      await setUp()
      await expect(admit(who.userId, how)).rejects.toThrow('secondStepNeeded')
      expect(await sessions()).toBe(0)
    },
  )

  test('with a new password does not go past the second step', async () => {
    await setUp()
    const hash = await hashPassword('outra frase bem comprida')
    await withOwner((owner) => owner.query('select set_password($1, $2, null)', [who.userId, hash]))
    const answer = await signInAction({ email: `${who.userId}@example.com`, password: 'outra frase bem comprida' })
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
    const security = await getUserSecurity(who.userId)
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => spendCode(callGlobal, who.userId, security, codeOf(key))),
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

    await becomeSomebodyElse()
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

  test('ends where it was turned off meanwhile: the password is required again', async () => {
    const { key } = await setUp()
    await signIn()
    await withOwner((owner) => owner.query('select disable_totp($1)', [who.userId]))
    expect(await pass(codeOf(key))).toEqual({ ok: false, error: 'secondStepExpired' })
    expect(await signIn()).toEqual(passed)
  })

  test('with a secret copied from another account opens nothing', async () => {
    const { key } = await setUp()
    const { totp_secret } = await stored()
    await becomeSomebodyElse()
    await withOwner((owner) =>
      owner.query('update app_user set totp_secret = $2, totp_since = now() where id = $1', [who.userId, totp_secret]),
    )
    await signIn()
    expect(await pass(codeOf(key))).toMatchObject({ ok: false, error: 'unexpected' })
    expect(await sessions()).toBe(0)
  })
})
