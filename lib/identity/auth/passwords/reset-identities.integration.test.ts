import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createUser } from '@/lib/testing/factories/factories'
import { deliver, emailsTo, openMailbox, OTHER_PASSWORD, received, signUp, tokenIn } from '@/lib/testing/fakes/mailbox'
import { clearRequest } from '@/lib/testing/fakes/next-headers'
import { getGoogleLink } from '../google/queries'
import { requestResetAction, resetPasswordAction } from './actions'

openMailbox()

async function requestAndRead(email: string): Promise<string> {
  expect(await requestResetAction({ email })).toEqual({ ok: true, data: null })
  await deliver()
  return tokenIn(
    received.findLast(({ to }) => to === email)!,
    '/auth/reset',
  )
}

describe('a Google identity', () => {
  const link = (userId: string, email: string) =>
    withOwner((owner) =>
      owner.query(`insert into account (provider, subject, user_id, email) values ('google', $1, $2, $3)`, [
        `subject-${userId}`,
        userId,
        email,
      ]),
    )
  const linked = async (userId: string) => (await getGoogleLink(userId)).email
  const unlinkings = (organizationId: string) =>
    inspect(
      organizationId,
      `select actor_id from audit_event where event = 'account.googleUnlinked' and organization_id = $1`,
      [organizationId],
    )

  async function resetAndRead(email: string) {
    clearRequest()
    const token = await requestAndRead(email)
    received.length = 0
    const answer = await resetPasswordAction({ token, password: OTHER_PASSWORD })
    const queued = await withOwner(
      async (owner) => (await owner.query('select payload::text from graphile_worker._private_jobs')).rows,
    )
    expect(JSON.stringify(queued)).not.toContain('@')
    await deliver()
    const [message] = emailsTo(email)
    return { answer, text: message!.text.replaceAll('\u2060', '') }
  }

  test('with another address does not survive a reset: it is recorded, and the page and the mail name it', async () => {
    const person = await signUp()
    await link(person.userId, 'thief@gmail.example')
    const { answer, text } = await resetAndRead(person.email)
    expect(answer).toEqual({ ok: true, data: { to: '/auth?done=reset-google' } })
    expect(await linked(person.userId)).toBeNull()
    expect(await unlinkings(person.organizationId)).toEqual([{ actor_id: person.userId }])
    expect(text).toContain(
      'A conta do Google thief@gmail.example, que abria a sua conta com outro e-mail, foi desvinculada.',
    )
    expect(text).toContain('Nenhuma conta do Google abre a sua conta. A verificação em duas etapas não está ativa.')
  })

  test('with the same address, in any spelling, stays, and the mail names the other ways into the account', async () => {
    const [person, other] = [await signUp(), await createUser()]
    await link(person.userId, person.email.toUpperCase())
    await link(other.userId, 'somebody@gmail.example')
    await withOwner((owner) =>
      owner.query(`update app_user set totp_secret = 'encrypted', totp_since = now() where id = $1`, [person.userId]),
    )
    const { answer, text } = await resetAndRead(person.email)
    expect(answer).toEqual({ ok: true, data: { to: '/auth?done=reset' } })
    expect(await linked(person.userId)).toBe(person.email.toUpperCase())
    expect(await linked(other.userId)).toBe('somebody@gmail.example')
    expect(await unlinkings(person.organizationId)).toEqual([])
    expect(text).toContain(
      'encerradas. Além da senha, uma conta do Google vinculada também abre a sua conta. A verificação em duas etapas está ativa.',
    )
  })

  test('stays when the link sets nothing', async () => {
    const person = await signUp()
    await link(person.userId, 'own@gmail.example')
    const older = await requestAndRead(person.email)
    await requestAndRead(person.email)
    expect(await resetPasswordAction({ token: older, password: OTHER_PASSWORD })).toMatchObject({ error: 'resetUsed' })
    expect(await linked(person.userId)).toBe('own@gmail.example')
  })
})
