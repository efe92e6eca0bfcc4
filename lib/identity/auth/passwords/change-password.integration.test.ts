import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { envelope } from '@/lib/testing/factories/factories'
import {
  copyCookies,
  deliver,
  findUser,
  emailsTo,
  openMailbox,
  OTHER_PASSWORD,
  PASSWORD,
  received,
  signUp,
  tokenIn,
  restoreCookies,
} from '@/lib/testing/fakes/mailbox'
import { clearRequest } from '@/lib/testing/fakes/next-headers'
import { signInAction } from '../actions'
import { getMember, getPerson } from '../member'
import { requestResetAction, changePasswordAction, resetPasswordAction } from './actions'

openMailbox()

const change = (person: { organizationId: string }, password: string | undefined, newPassword = OTHER_PASSWORD) =>
  changePasswordAction(envelope(person), { password, newPassword })

test('a change keeps this session under a new cookie, refuses copies of the old one and ends the others', async () => {
  const person = await signUp()
  const copied = await copyCookies()
  clearRequest()
  await signInAction({ email: person.email, password: PASSWORD })
  const elsewhere = await copyCookies()
  await restoreCookies(copied)
  const { sessionId } = (await getMember())!
  expect(await change(person, PASSWORD)).toEqual({ ok: true, data: null })
  expect(await getMember()).toMatchObject({ userId: person.userId, sessionId })
  const renewed = await copyCookies()
  for (const jar of [copied, elsewhere]) {
    await restoreCookies(jar)
    expect(await getPerson()).toBeNull()
  }
  await restoreCookies(renewed)
  expect(await getPerson()).toMatchObject({ sessionId })
  clearRequest()
  expect(await signInAction({ email: person.email, password: PASSWORD })).toMatchObject({ ok: false })
  expect(await signInAction({ email: person.email, password: OTHER_PASSWORD })).toMatchObject({ ok: true })
})

test('a change is mailed, recorded in the audit log and ends the links that would set another', async () => {
  const person = await signUp()
  await requestResetAction({ email: person.email })
  await deliver()
  const token = tokenIn(received.at(-1)!, '/auth/reset')
  received.length = 0
  await change(person, PASSWORD)
  expect(await resetPasswordAction({ token, password: PASSWORD })).toEqual({ ok: false, error: 'resetUsed' })
  await deliver()
  const [message] = emailsTo(person.email)
  expect(message!.subject).toBe('Sua senha do Mascate foi trocada')
  expect(message!.text).toContain('http://localhost:3000/auth/forgot')
  const [auditEvents] = await inspect(
    person.organizationId,
    `select count(*)::int as events, (select count(*)::int from idempotency) as keys from audit_event
      where event = 'account.passwordChanged' and organization_id = $1 and actor_id = $2`,
    [person.organizationId, person.userId],
  )
  // No key of the form keeps a hash of what was typed.
  expect(auditEvents).toEqual({ events: 1, keys: 0 })
})

test('without the present password nothing changes, and guesses end', async () => {
  const person = await signUp()
  const before = await findUser(person.email)
  const wrong = { ok: false, error: 'passwordWrong', fields: { password: ['errors.passwordWrong'] } }
  const missing = { ok: false, error: 'passwordMissing', fields: { password: ['errors.passwordMissing'] } }
  // A missing password counts as no guess.
  for (const password of [undefined, '']) expect(await change(person, password)).toEqual(missing)
  for (let guess = 0; guess < 8; guess += 1) expect(await change(person, `palpite ${guess}`)).toEqual(wrong)
  expect(await change(person, PASSWORD)).toEqual({ ok: false, error: 'tooManyRequests' })
  expect(await findUser(person.email)).toEqual(before)
  expect(await getMember()).not.toBeNull()
})

test('a short or common new password, or one made of one’s own names, is refused at its own field', async () => {
  const person = await signUp()
  expect(await change(person, PASSWORD, 'curta')).toMatchObject({
    fields: { newPassword: ['auth.fields.passwordShort'] },
  })
  expect(await change(person, PASSWORD, 'Flamengo2024!')).toMatchObject({
    fields: { newPassword: ['auth.fields.passwordCommon'] },
  })
  for (const own of ['Loja da Ana 2026', person.email])
    expect(await change(person, PASSWORD, own)).toMatchObject({
      fields: { newPassword: ['auth.fields.passwordOwn'] },
    })
})

test('an account without a password sets one soon after signing in, later only after signing in again', async () => {
  const person = await signUp()
  const age = (minutes: number) =>
    withOwner((owner) =>
      owner.query('update session set created_at = now() - make_interval(mins => $2) where user_id = $1', [
        person.userId,
        minutes,
      ]),
    )
  await withOwner((owner) => owner.query('update app_user set password_hash = null where id = $1', [person.userId]))
  await age(16)
  expect(await change(person, undefined)).toEqual({ ok: false, error: 'signInAgain' })
  await age(14)
  expect(await change(person, undefined)).toEqual({ ok: true, data: null })
  clearRequest()
  expect(await signInAction({ email: person.email, password: OTHER_PASSWORD })).toMatchObject({ ok: true })
})
