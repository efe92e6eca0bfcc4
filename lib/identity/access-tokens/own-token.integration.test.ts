import { requestResetAction, resetPasswordAction } from '../auth/passwords/actions'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope } from '@/lib/testing/factories/factories'
import {
  deliver,
  emailsTo,
  openMailbox,
  OTHER_PASSWORD,
  PASSWORD,
  received,
  signUp,
  tokenIn,
} from '@/lib/testing/fakes/mailbox'
import { createTokenAction } from './actions'
import { callerOf } from './bearer'
import { createToken } from './tokens'

openMailbox()

const read = { name: 'Planilha', scope: 'read', days: 30 } as const
const request = (secret: string) => callerOf(new Headers({ authorization: `Bearer ${secret}` }), 'function')
const textOf = (email: string) => emailsTo(email).at(-1)!.text.replaceAll('\u2060', '')

test('an open tab is not enough for a token, which outlives it: the password is asked, and an email tells of it', async () => {
  const person = await signUp()
  for (const password of [undefined, '', OTHER_PASSWORD]) {
    const error = password ? 'passwordWrong' : 'passwordMissing'
    expect(await createTokenAction(envelope(person), { ...read, password })).toMatchObject({
      ok: false,
      error,
      fields: { password: [`errors.${error}`] },
    })
  }
  expect(await inspect(person.organizationId, 'SELECT 1 FROM access_token')).toEqual([])
  const made = await createTokenAction(envelope(person), { ...read, password: PASSWORD })
  expect(made).toMatchObject({ ok: true })
  await deliver()
  expect(textOf(person.email)).toContain('/dashboard/apis?tab=programs')
})

test('a password reset ends every token of its account, in each company, and no other account’s', async () => {
  const person = await signUp()
  const elsewhere = await createTestOrganization()
  const { userId, organizationId, email } = person
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [elsewhere.organizationId])
    await owner.query(`insert into membership (organization_id, user_id, role) values ($1, $2, 'viewer')`, [
      elsewhere.organizationId,
      userId,
    ])
  })
  const own = { organizationId, userId, role: 'owner', kind: 'person' } as const
  const [here, there, theirs] = [
    await createToken(own, read),
    await createToken({ ...own, organizationId: elsewhere.organizationId, role: 'viewer' }, read),
    await createToken(elsewhere.owner, read),
  ]
  await requestResetAction({ email })
  await deliver()
  const token = tokenIn(received.at(-1)!, '/auth/reset')
  expect(await resetPasswordAction({ token, password: OTHER_PASSWORD })).toMatchObject({ ok: true })
  for (const { secret } of [here, there]) await expect(request(secret)).rejects.toMatchObject({ code: 'signedOut' })
  expect((await request(theirs.secret)).actor.userId).toBe(elsewhere.owner.userId)
  await deliver()
  expect(textOf(email)).toContain('Nenhum token de acesso age pela sua conta.')
})
