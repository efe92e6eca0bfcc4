// Full form: starts the program three times, some seconds each. Default: lib/identity/organizations/recover-owner.integration.test.ts and scripts/operator-commands.integration.test.ts.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getMember } from '../auth/member'
import { inspect } from '@/lib/testing/harnesses/database'
import { ownersOf, recover } from '@/lib/testing/harnesses/recover-command'
import { addMember, createTestOrganization, createUser, signOut, unique } from '@/lib/testing/factories/factories'
import { openMailbox, PASSWORD } from '@/lib/testing/fakes/mailbox'
import { joinByInvitationAction } from './actions'
import { recoverOwner } from './recover-owner'

openMailbox()

test('the command makes a confirmed account an owner, a stranger or a member, and the trail says so', async () => {
  const company = await createTestOrganization(unique('Sem dona'))
  const { organizationId } = company
  const [stranger, member] = [await createUser(), await addMember(company, 'accountant')]
  const { status, said } = recover(['--organization', organizationId, '--email', stranger.email.toUpperCase()])
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('is now an owner') })
  const [{ email } = { email: '' }] = await inspect<{ email: string }>(
    organizationId,
    'SELECT email FROM list_members() WHERE user_id = $1',
    [member.userId],
  )
  expect(await recoverOwner(organizationId, email)).toEqual({ kind: 'owner' })
  expect((await ownersOf(organizationId)).toSorted()).toEqual(
    [company.owner.userId!, stranger.userId, member.userId!].toSorted(),
  )
  const auditEvents = await inspect(
    organizationId,
    `SELECT actor_kind FROM audit_event WHERE event = 'organization.recovered'`,
  )
  expect(auditEvents).toEqual([{ actor_kind: 'system' }, { actor_kind: 'system' }])
})

test('without an account it prints a link that makes one and an owner, once', async () => {
  const { organizationId } = await createTestOrganization(unique('Sem dona'))
  const email = `${unique('dona')}@example.com`
  const { status, said } = recover(['--organization', organizationId, '--email', email])
  expect(status).toBe(0)
  const token = /invitation\?token=([\w-]+)/.exec(said)![1]!
  expect(await joinByInvitationAction({ token, displayName: 'Dona', password: PASSWORD })).toMatchObject({ ok: true })
  expect(await getMember()).toMatchObject({ organizationId, role: 'owner' })
  signOut()
  expect(await joinByInvitationAction({ token, displayName: 'Outra', password: PASSWORD })).toMatchObject({
    ok: false,
    error: 'invitationUsed',
  })
})

test('where no address is set the link leads to the port that the running product found', async () => {
  const { organizationId } = await createTestOrganization(unique('Sem dona'))
  const running = join(process.env.MASCATE_DATA!, 'supervisor.json')
  writeFileSync(running, JSON.stringify({ pid: process.pid, address: 'http://localhost:3400' }))
  const args = ['--organization', organizationId, '--email', `${unique('dona')}@example.com`]
  const { said } = recover(args, { APP_URL: '', NEXTAUTH_URL: '' })
  rmSync(running)
  expect(said).toContain('http://localhost:3400/')
})
