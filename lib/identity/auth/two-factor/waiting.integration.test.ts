import { limitCalls } from '@/lib/core/http/rate-limit'
import { withOwner } from '@/lib/testing/harnesses/database'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { clearRequest, cookies } from '@/lib/testing/fakes/next-headers'
import {
  beSomebody,
  codeOf,
  pass,
  PASSWORD,
  passed,
  sessions,
  setUp,
  signIn,
  who,
  wrongCode,
  wrongOf,
} from '@/lib/testing/harnesses/two-factor'
import { findWaiting, spendWaiting } from '../waiting-sign-in'
import { openSession } from '../open-session'
import { opaque, TWO_FACTOR_DAY } from '../limits'
import { hashPassword } from '../password'
import { getPerson } from '../member'
import { authenticateByTwoFactor } from './authenticate'
import { turnOffTwoFactorAction } from './actions'

const WAITING = 'mascate-second-step'
const DEVICE = 'mascate-device'
const expired = { ok: false, error: 'secondStepExpired' }
const tooMany = { ok: false, error: 'tooManyRequests' }

beSomebody()

async function bringBack(cookie: string) {
  clearRequest()
  ;(await cookies()).set(WAITING, cookie)
}
const kept = async () => (await cookies()).get(WAITING)!.value

describe('a sign-in that waits for its second step', () => {
  test.each([
    ['change', 'select set_password($1, $2, null)'],
    ['reset', 'select reset_password(sha256($1::text::bytea), $2)'],
  ])('ends with a password %s', async (_, sql) => {
    const { key } = await setUp()
    await signIn()
    const hash = await hashPassword('outra frase bem comprida')
    await withOwner(async (owner) => {
      await owner.query(
        `insert into verification (hash, user_id, purpose, expires_at)
         values (sha256($1::uuid::text::bytea), $1::uuid, 'reset', now() + interval '1 hour')`,
        [who.userId],
      )
      await owner.query(sql, [who.userId, hash])
    })
    expect(await pass(codeOf(key))).toEqual(expired)
    expect(await sessions()).toBe(0)
  })

  test('ends when the second step is turned off, even if it is on again with the same key', async () => {
    const { key } = await setUp()
    await signIn()
    const waiting = await kept()
    await signInAs(who.organization.owner)
    const answer = await turnOffTwoFactorAction(envelope(who.organization), { password: PASSWORD, code: codeOf(key) })
    expect(answer).toMatchObject({ ok: true })
    await setUp()
    await bringBack(waiting)
    expect(await pass(codeOf(key, 1))).toEqual(expired)
    expect(await sessions()).toBe(0)
  })

  test('opens one session: its cookie, kept, opens no second', async () => {
    const { key } = await setUp()
    await signIn()
    const waiting = await kept()
    expect(await pass(codeOf(key))).toEqual(passed)
    await bringBack(waiting)
    expect(await pass(codeOf(key, 1))).toEqual(expired)
    expect(await getPerson()).toBeNull()
    expect(await sessions()).toBe(1)
  })

  test('opens one session for twenty uses at once', async () => {
    await setUp()
    await signIn()
    const waiting = (await findWaiting())!
    const use = () => openSession(waiting.userId, waiting.how, (db) => spendWaiting(db, waiting))
    const all = await Promise.allSettled(Array.from({ length: 20 }, use))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sessions()).toBe(1)
  })

  test('used at once with several codes opens one session and uses one of them up', async () => {
    const { codes } = await setUp()
    await signIn()
    const all = await Promise.allSettled(codes.slice(0, 5).map(authenticateByTwoFactor))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sessions()).toBe(1)
    const used = 'select 1 from recovery_code where user_id = $1 and used_at is not null'
    expect(await withOwner(async (owner) => (await owner.query(used, [who.userId])).rowCount)).toBe(1)
  })

  test('stays open after a wrong code, and ends nothing that the browser has open', async () => {
    const { key } = await setUp()
    await signInAs(who.organization.owner)
    const person = await getPerson()
    await signIn()
    expect(await pass(wrongOf(key))).toEqual(wrongCode)
    expect(await getPerson()).toMatchObject({ sessionId: person!.sessionId })
    expect(await pass(codeOf(key))).toEqual(passed)
    expect(await sessions()).toBe(1)
  })

  test('ends after ten minutes, and the next one clears it away', async () => {
    const { key } = await setUp()
    await signIn()
    await withOwner((owner) => owner.query(`update waiting_sign_in set expires_at = now() - interval '1 second'`))
    expect(await pass(codeOf(key))).toEqual(expired)
    await signIn()
    const rows = 'select 1 from waiting_sign_in where user_id = $1'
    expect(await withOwner(async (owner) => (await owner.query(rows, [who.userId])).rowCount)).toBe(1)
  })
})

describe('strangers who know the password and guess codes', () => {
  async function guess(key: string) {
    clearRequest()
    await signIn()
    for (let i = 0; i < 5; i += 1) expect(await pass(wrongOf(key))).toEqual(wrongCode)
    expect(await pass(wrongOf(key))).toEqual(tooMany)
  }

  test('keep no device out that has signed in before', async () => {
    const { key } = await setUp()
    await signIn()
    expect(await pass(codeOf(key))).toEqual(passed)
    const device = (await cookies()).get(DEVICE)!.value
    await guess(key)
    clearRequest()
    ;(await cookies()).set(DEVICE, device)
    await signIn()
    expect(await pass(wrongOf(key))).toEqual(wrongCode)
    expect(await pass(codeOf(key, 1))).toEqual(passed)
  })

  test('do not keep who is signed in from turning it off', async () => {
    const { key } = await setUp()
    await guess(key)
    clearRequest()
    await signInAs(who.organization.owner)
    const answer = await turnOffTwoFactorAction(envelope(who.organization), { password: PASSWORD, code: codeOf(key) })
    expect(answer).toMatchObject({ ok: true })
  })

  test('get fifty guesses a day, however patient, and a right code gives none of them back', async () => {
    const { key } = await setUp()
    await limitCalls(TWO_FACTOR_DAY, `${opaque(who.userId)}:sign-in`, 49)
    await signIn()
    expect(await pass(codeOf(key))).toEqual(passed)
    clearRequest()
    await signIn()
    expect(await pass(codeOf(key, 1))).toEqual(tooMany)
  })
})
