import { getMember } from '../auth/member'
import { findOrganization } from '@/scripts/find-organization.mjs'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { ownersOf } from '@/lib/testing/harnesses/recover-command'
import { addMember, createTestOrganization, createUser, signOut, unique } from '@/lib/testing/factories/factories'
import { openMailbox, PASSWORD } from '@/lib/testing/fakes/mailbox'
import { joinByInvitationAction } from './actions'
import { recoverOwner } from './recover-owner'

openMailbox()

/** As the command does (recover-command.full.integration.test.ts starts it). */
const find = (wanted: string) => withOwner((owner) => findOrganization((sql, given) => owner.query(sql, given), wanted))
const recover = async (wanted: string, email: string) => recoverOwner((await find(wanted)).id, email)

test('a company is found by its id even where another one calls itself by it', async () => {
  const [company, person] = [await createTestOrganization(unique('Sem dona')), await createUser()]
  await createTestOrganization(company.organizationId.toUpperCase())
  expect(await recover(company.organizationId, person.email)).toEqual({ kind: 'owner' })
  expect(await ownersOf(company.organizationId)).toContain(person.userId)
})

test('a confirmed account is made an owner, a stranger or a member, and the trail says so', async () => {
  const company = await createTestOrganization(unique('Sem dona'))
  const { organizationId } = company
  const [stranger, member] = [await createUser(), await addMember(company, 'accountant')]
  expect(await recoverOwner(organizationId, stranger.email.toUpperCase())).toEqual({ kind: 'owner' })
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

test('without an account a link makes one and an owner, once', async () => {
  const { organizationId } = await createTestOrganization(unique('Sem dona'))
  const email = `${unique('dona')}@example.com`
  const recovered = await recoverOwner(organizationId, email)
  const token = /invitation\?token=([\w-]+)/.exec(recovered.kind === 'invited' ? recovered.link : '')![1]!
  expect(await joinByInvitationAction({ token, displayName: 'Dona', password: PASSWORD })).toMatchObject({ ok: true })
  expect(await getMember()).toMatchObject({ organizationId, role: 'owner' })
  signOut()
  expect(await joinByInvitationAction({ token, displayName: 'Outra', password: PASSWORD })).toMatchObject({
    ok: false,
    error: 'invitationUsed',
  })
})

test('companies of one name are listed with their ids, an unknown one is said to be so, and nothing changes', async () => {
  const name = unique('Igual')
  const companies = [await createTestOrganization(name), await createTestOrganization(name)]
  for (const { organizationId } of companies)
    await expect(recover(name, 'x@example.com')).rejects.toThrow(organizationId)
  await expect(recover('nenhuma', 'x@example.com')).rejects.toThrow('There is no company of the name or id "nenhuma".')
  for (const { organizationId } of companies)
    expect(await inspect(organizationId, 'SELECT id FROM invitation')).toEqual([])
})
