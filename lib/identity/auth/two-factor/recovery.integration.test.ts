import { callGlobal } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { closeLimits } from '@/lib/core/http/rate-limit'
import { withOwner } from '@/lib/testing/harnesses/database'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { clearRequest } from '@/lib/testing/fakes/next-headers'
import {
  PASSWORD,
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
  events,
} from '@/lib/testing/harnesses/two-factor'
import { getPerson } from '../member'
import { getUserSecurity } from '../user-security'
import { renewRecoveryCodesAction, turnOffTwoFactorAction } from './actions'
import { getTwoFactor } from './queries'
import { spendCode } from './spend-code'

beSomebody()

describe('recovery codes', () => {
  test('open once each, are recorded, and say how many are left', async () => {
    const { codes } = await setUp()
    await signIn()
    expect(await pass(codes[0]!.toUpperCase(), '/dashboard/orders')).toEqual({
      ok: true,
      data: { to: '/auth/second-step/used?callbackUrl=%2Fdashboard%2Forders' },
    })
    expect(await getTwoFactor(who.userId)).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await getPerson()).toMatchObject({ userId: who.userId })
    expect(await events()).toEqual(['account.recoveryCodeUsed', 'account.secondStepEnabled'])
    await signIn()
    expect(await pass(codes[0]!)).toEqual(wrongCode)
    expect(await pass(codes[1]!.replaceAll('-', ' '))).toMatchObject({ ok: true })
    expect(await getTwoFactor(who.userId)).toMatchObject({ recoveryCodesLeft: 8 })
  })

  test('open once when twenty use one at once', async () => {
    const { codes } = await setUp()
    const security = await getUserSecurity(who.userId)
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => spendCode(callGlobal, who.userId, security, codes[3]!)),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await getUserSecurity(who.userId)).recoveryCodesLeft).toBe(9)
  })

  test('from another account open nothing', async () => {
    const { codes } = await setUp()
    await becomeSomebodyElse()
    await setUp()
    await signIn()
    expect(await pass(codes[0]!)).toEqual(wrongCode)
  })

  test('created again replace those before, for a right password', async () => {
    const { codes } = await setUp()
    await signInAs(who.organization.owner)
    expect(
      await renewRecoveryCodesAction(envelope(who.organization), { password: 'outra senha qualquer' }),
    ).toMatchObject({
      error: 'passwordWrong',
    })
    const renewed = await renewRecoveryCodesAction(envelope(who.organization), { password: PASSWORD })
    if (!renewed.ok) throw new Error(renewed.error)
    expect(await events()).toEqual(['account.recoveryCodesRenewed', 'account.secondStepEnabled'])
    await signIn()
    expect(await pass(codes[0]!)).toEqual(wrongCode)
    expect(await pass(renewed.data.codes[0]!)).toMatchObject({ ok: true })
  })

  test('are not made where no second step is in force', async () => {
    await signInAs(who.organization.owner)
    expect(await renewRecoveryCodesAction(envelope(who.organization), { password: PASSWORD })).toEqual({
      ok: false,
      error: 'secondStepIsOff',
    })
  })
})

describe('turning off', () => {
  const turnOff = (code: string, password = PASSWORD) =>
    turnOffTwoFactorAction(envelope(who.organization), { password, code })

  test('takes the password and a code, and leaves nothing behind', async () => {
    const { key } = await setUp()
    await signInAs(who.organization.owner)
    expect(await turnOff(codeOf(key), 'outra senha qualquer')).toMatchObject({ ok: false, error: 'passwordWrong' })
    expect(await turnOff(wrongOf(key))).toEqual(wrongCode)
    expect(await turnOff(codeOf(key, -1))).toEqual(wrongCode)
    expect((await stored()).totp_since).not.toBeNull()
    expect(await turnOff(codeOf(key))).toEqual({ ok: true, data: null })
    expect(await stored()).toMatchObject({ totp_secret: null, totp_since: null, totp_step: null })
    expect((await getUserSecurity(who.userId)).recoveryCodesLeft).toBe(0)
    expect(await events()).toEqual(['account.secondStepDisabled', 'account.secondStepEnabled'])
    clearRequest()
    expect(await signIn()).toEqual(passed)
  })

  test('takes a recovery code as well, and tells the owner of the account by email', async () => {
    const { codes } = await setUp()
    await signInAs(who.organization.owner)
    env().SMTP_URL = 'smtp://127.0.0.1:9'
    try {
      expect(await turnOff(codes[5]!)).toEqual({ ok: true, data: null })
    } finally {
      env().SMTP_URL = undefined
    }
    const { rows } = await withOwner((owner) =>
      owner.query<{ key: string }>(`select key from graphile_worker.jobs where key like 'secondStepOff:%'`),
    )
    expect(rows.some(({ key }) => key.endsWith(who.userId))).toBe(true)
  })

  test('is refused after five wrong codes, and where nothing is on', async () => {
    await signInAs(who.organization.owner)
    expect(await turnOff('123456')).toEqual({ ok: false, error: 'secondStepIsOff' })
    const { key } = await setUp()
    await withOwner((owner) => owner.query('delete from rate_limit'))
    await closeLimits()
    await signInAs(who.organization.owner)
    for (let i = 0; i < 5; i += 1) expect(await turnOff(wrongOf(key))).toEqual(wrongCode)
    expect(await turnOff(codeOf(key))).toEqual({ ok: false, error: 'tooManyRequests' })
    expect((await stored()).totp_since).not.toBeNull()
  })
})
