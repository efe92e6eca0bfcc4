import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { envelope } from '@/lib/testing/factories/factories'
import {
  copyCookies,
  deliver,
  findUser,
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
import { confirmAction, signInAction } from '../actions'
import { getMember } from '../member'
import { changePasswordAction } from '../passwords/actions'
import {
  requestEmailChangeAction,
  cancelEmailChangeAction,
  confirmEmailChangeAction,
  resendEmailChangeAction,
} from './actions'
import { describeChange } from './describe-change'
import { getEmailChange } from './email-link'

openMailbox()

type Who = Awaited<ReturnType<typeof signUp>>
let count = 0
const freeAddress = () => `novo-${(count += 1)}@example.com`
const expected = { ok: true, data: {} }
const request = (person: Who, email: string, password = PASSWORD) =>
  requestEmailChangeAction(envelope(person), { email, password })

async function requestAndRead(person: Who, email: string): Promise<string> {
  expect(await request(person, email)).toEqual(expected)
  await deliver()
  return tokenIn(
    received.findLast(({ to }) => to === email)!,
    '/auth/email',
  )
}

test('the account moves once the new address is confirmed; the old one is notified, and sessions stay', async () => {
  const person = await signUp()
  const email = freeAddress()
  const token = await requestAndRead(person, email)
  expect(emailsTo(email).map(({ subject }) => subject)).toEqual(['Confirme seu novo e-mail no Mascate'])
  expect(await getEmailChange(person.userId)).toMatchObject({ newEmail: email })
  expect(await findUser(person.email)).toBeDefined()
  expect(await confirmEmailChangeAction({ token })).toEqual({ ok: true, data: { to: '/dashboard/settings/security' } })
  expect(await getMember()).toMatchObject({ userId: person.userId, email })
  expect(await getEmailChange(person.userId)).toBeNull()
  await deliver()
  const [message] = emailsTo(person.email)
  expect(message!.subject).toBe('O e-mail da sua conta no Mascate mudou')
  expect(message!.source).toMatch(/multipart\/alternative/)
  expect(message!.source).not.toContain(email)
  clearRequest()
  expect(await signInAction({ email, password: PASSWORD })).toMatchObject({ ok: true })
  clearRequest()
  expect(await signInAction({ email: person.email, password: PASSWORD })).toMatchObject({ error: 'credentialsInvalid' })
  const auditEvents = await inspect(
    person.organizationId,
    `select event, after from audit_event where event like 'account.%' and organization_id = $1 order by at`,
    [person.organizationId],
  )
  expect(auditEvents).toEqual([
    { event: 'account.emailChangeAsked', after: null },
    { event: 'account.emailChanged', after: null },
  ])
})

test('a taken address gets the same answer and the same card; its holder learns that they have an account', async () => {
  const holder = await signUp()
  clearRequest()
  const person = await signUp()
  expect(await request(person, holder.email)).toEqual(expected)
  expect(await getEmailChange(person.userId)).toMatchObject({ newEmail: holder.email })
  await deliver()
  expect(received.map(({ to }) => to)).toEqual([holder.email])
  const [message] = emailsTo(holder.email)
  expect(message!.subject).toBe('Você já tem conta no Mascate')
  expect(message!.source).not.toContain('token=')
})

test('emails are in the reader’s language, and no address waits readable in the queue', async () => {
  const person = await signUp()
  await withOwner((owner) => owner.query(`update app_user set language = 'en' where id = $1`, [person.userId]))
  const email = freeAddress()
  await request(person, email)
  const queue = () =>
    withOwner(async (owner) =>
      JSON.stringify((await owner.query('select payload::text from graphile_worker._private_jobs')).rows),
    )
  expect(await queue()).toMatch(/^(?!.*(?:@|token)).*changeEmail/)
  await deliver()
  expect(emailsTo(email)[0]).toMatchObject({ subject: 'Confirm your new e-mail at Mascate' })
  await confirmEmailChangeAction({ token: tokenIn(received.at(-1)!, '/auth/email') })
  expect(await queue()).toMatch(/^(?!.*(?:@|token)).*emailChanged/)
  await deliver()
  expect(emailsTo(person.email).at(-1)).toMatchObject({ subject: 'The e-mail of your Mascate account has changed' })
})

test('in another browser the link asks for the password, so that a slip in the address gives nothing away', async () => {
  const person = await signUp()
  const email = freeAddress()
  const token = await requestAndRead(person, email)
  clearRequest()
  expect(await describeChange(token)).toEqual({ email: 'a…@example.com', newEmail: email, needs: 'password' })
  expect(await confirmEmailChangeAction({ token })).toEqual({ ok: false, error: 'emailNeedsPassword' })
  expect(await confirmEmailChangeAction({ token, password: OTHER_PASSWORD })).toMatchObject({ error: 'passwordWrong' })
  expect(await findUser(email)).toBeUndefined()
  expect(await confirmEmailChangeAction({ token, password: PASSWORD })).toEqual({ ok: true, data: { to: '/auth' } })
  expect(await findUser(email)).toMatchObject({ id: person.userId })
})

test('guesses of that password end', async () => {
  const token = await requestAndRead(await signUp(), freeAddress())
  clearRequest()
  for (let guess = 0; guess < 8; guess += 1) await confirmEmailChangeAction({ token, password: `palpite ${guess}` })
  expect(await confirmEmailChangeAction({ token, password: PASSWORD })).toEqual({ ok: false, error: 'tooManyRequests' })
})

test('an account without a password confirms where it is signed in, and nowhere else', async () => {
  const person = await signUp()
  await withOwner((owner) => owner.query('update app_user set password_hash = null where id = $1', [person.userId]))
  const token = await requestAndRead(person, freeAddress())
  const here = await copyCookies()
  clearRequest()
  expect(await describeChange(token)).toMatchObject({ needs: 'session' })
  expect(await confirmEmailChangeAction({ token, password: PASSWORD })).toEqual({
    ok: false,
    error: 'emailNeedsSession',
  })
  await restoreCookies(here)
  expect(await describeChange(token)).toMatchObject({ needs: 'nothing' })
  expect(await confirmEmailChangeAction({ token })).toMatchObject({ ok: true })
})

test('one of twenty concurrent uses of a link counts', async () => {
  const token = await requestAndRead(await signUp(), freeAddress())
  received.length = 0
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirmEmailChangeAction({ token })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter(({ ok }) => !ok)).toEqual(Array(19).fill({ ok: false, error: 'linkUsed' }))
  await deliver()
  expect(received).toHaveLength(1)
})

test('opening the page changes nothing; an older, cancelled, expired or made-up link says so', async () => {
  const person = await signUp()
  const [first, second] = [freeAddress(), freeAddress()]
  const older = await requestAndRead(person, first)
  const token = await requestAndRead(person, second)
  for (let opened = 0; opened < 3; opened += 1)
    expect(await describeChange(token)).toMatchObject({ newEmail: second, needs: 'nothing' })
  const refused = async (given: string, code: string) => {
    expect(await describeChange(given)).toEqual({ problem: code })
    expect(await confirmEmailChangeAction({ token: given })).toEqual({ ok: false, error: code })
  }
  await refused(older, 'linkUsed')
  await refused('made up', 'linkUnknown')
  const age = (hours: number) =>
    withOwner((owner) =>
      owner.query('update verification set expires_at = expires_at - make_interval(hours => $2) where user_id = $1', [
        person.userId,
        hours,
      ]),
    )
  await age(24)
  await refused(token, 'linkExpired')
  await age(-24)
  await cancelEmailChangeAction(envelope(person), {})
  await refused(token, 'linkUsed')
  expect(await getMember()).toMatchObject({ email: person.email })
})

test('an address that somebody confirmed meanwhile stays theirs', async () => {
  const person = await signUp()
  const here = await copyCookies()
  const email = freeAddress()
  const token = await requestAndRead(person, email)
  clearRequest()
  const holder = await signUp({ ...newcomer(), email })
  await restoreCookies(here)
  expect(await confirmEmailChangeAction({ token })).toEqual({ ok: false, error: 'emailTaken' })
  expect(await findUser(email)).toMatchObject({ id: holder.userId })
  expect(await findUser(person.email)).toMatchObject({ id: person.userId })
})

test('a person who proves to read an address gets it from an unconfirmed registration, whose link then opens nothing', async () => {
  const { person: squatter, token: theirs } = await registerAndRead()
  clearRequest()
  const person = await signUp()
  const token = await requestAndRead(person, squatter.email)
  expect(await confirmEmailChangeAction({ token })).toMatchObject({ ok: true })
  expect(await findUser(squatter.email)).toMatchObject({ id: person.userId })
  clearRequest()
  expect(await confirmAction({ token: theirs, password: PASSWORD })).toMatchObject({ ok: false })
})

test('it takes the password, and another address than one’s own', async () => {
  const person = await signUp()
  expect(await request(person, freeAddress(), OTHER_PASSWORD)).toMatchObject({ error: 'passwordWrong' })
  expect(await request(person, person.email.toUpperCase())).toMatchObject({
    fields: { email: ['security.email.same'] },
  })
  expect(await getEmailChange(person.userId)).toBeNull()
})

test('emails to one address, and by one person, end after three', async () => {
  const person = await signUp()
  const email = freeAddress()
  const refused = { ok: false, error: 'tooManyRequests' }
  expect(await request(person, email)).toEqual(expected)
  expect(await resendEmailChangeAction(envelope(person), {})).toEqual(expected)
  expect(await resendEmailChangeAction(envelope(person), {})).toEqual(expected)
  expect(await resendEmailChangeAction(envelope(person), {})).toEqual(refused)
  expect(await request(person, freeAddress())).toEqual(refused)
  clearRequest()
  const other = await signUp()
  expect(await request(other, email)).toEqual(refused)
  expect(await request(other, freeAddress())).toEqual(expected)
})

test('a new password calls a waiting change off, and a cancelled one sends no email', async () => {
  const person = await signUp()
  const token = await requestAndRead(person, freeAddress())
  await changePasswordAction(envelope(person), { password: PASSWORD, newPassword: OTHER_PASSWORD })
  expect(await confirmEmailChangeAction({ token })).toEqual({ ok: false, error: 'linkUsed' })
  await deliver()
  received.length = 0
  await request(person, freeAddress(), OTHER_PASSWORD)
  await cancelEmailChangeAction(envelope(person), {})
  await deliver()
  expect(received).toEqual([])
})
