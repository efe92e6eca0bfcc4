import { env } from '@/lib/core/env'
import type { Actor } from '@/lib/core/db'
import { getMember } from '../auth/member'
import { ROLES } from '@/lib/core/permissions'
import { cookies } from '@/lib/testing/fakes/next-headers'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  createUser,
  envelope,
  signInAs,
  signOut,
  unique,
} from '@/lib/testing/factories/factories'
import {
  deliver,
  findUser,
  newcomer,
  openMailbox,
  PASSWORD,
  received,
  registerAndRead,
} from '@/lib/testing/fakes/mailbox'
import {
  acceptInvitationAction,
  acceptWaitingAction,
  declineInvitationAction,
  inviteAction,
  inviteAgainAction,
  joinByInvitationAction,
  planDeletionAction,
  revokeInvitationAction,
} from './actions'
import { describeInvitation } from './find-invitation'
import { listGrantableRoles } from './grantable-roles'

openMailbox()

const address = () => `${unique('convidada')}@example.com`
const OPERATOR = { role: 'operator', legalEntityIds: null } as const

async function inviteAs(actor: Actor, email: string, more: object = {}) {
  await signInAs(actor)
  const result = await inviteAction(envelope(actor), { email, ...OPERATOR, ...more })
  signOut()
  return result
}

const tokenOf = (source: string) =>
  /auth\/invitation\?token=([\w-]+)/.exec(source.replace(/=\r?\n/g, '').replace(/=3D/g, '='))![1]!

/** The token that the email brought to the address. */
async function tokenFor(actor: Actor, email: string, more: object = {}) {
  expect(await inviteAs(actor, email, more)).toMatchObject({ ok: true, data: { link: null } })
  await deliver()
  return tokenOf(received.filter(({ to }) => to === email).at(-1)!.source)
}

const membersOf = (organizationId: string) =>
  inspect<{ user_id: string; role: string }>(
    organizationId,
    'SELECT user_id, role FROM membership WHERE organization_id = current_organization()',
  )

/** A person with a confirmed account and a session, in no organization. */
async function signInPerson() {
  const person = await createUser()
  await signInAs({
    organizationId: (await createTestOrganization()).organizationId,
    ...person,
    role: 'viewer',
    kind: 'person',
  })
  return person
}

test('an invitation reaches its address by email alone, and the table has only a hash', async () => {
  const { owner, organizationId } = await createTestOrganization('Casa & Cia')
  const email = address()
  const token = await tokenFor(owner, email)
  expect(received.at(-1)!.to).toBe(email)
  const rows = await inspect<{ all: string }>(organizationId, 'SELECT i::text AS all FROM invitation i')
  expect(rows).toHaveLength(1)
  expect(rows[0]!.all).not.toContain(token)
  const kept = await inspect<{ all: string }>(organizationId, 'SELECT i::text AS all FROM idempotency i')
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('opening the link uses nothing up, and who has no account makes one with it, confirmed and in that company alone', async () => {
  const { owner, organizationId } = await createTestOrganization('Casa & Cia')
  const email = address()
  const token = await tokenFor(owner, email)
  for (let i = 0; i < 3; i += 1)
    expect(await describeInvitation(token)).toMatchObject({
      kind: 'join',
      organizationName: 'Casa & Cia',
      role: 'operator',
      email,
    })
  for (const password of ['Casa & Cia 2026', email, 'Beatrice-Zuleica 12'])
    expect(await joinByInvitationAction({ token, displayName: 'Beatrice Zuleica', password })).toMatchObject({
      fields: { password: ['auth.fields.passwordOwn'] },
    })
  expect(await joinByInvitationAction({ token, displayName: 'Bia', password: PASSWORD })).toEqual({
    ok: true,
    data: { to: '/dashboard' },
  })
  const user = await findUser(email)
  expect(user.verified_at).not.toBeNull()
  expect(await getMember()).toMatchObject({ userId: user.id, organizationId, role: 'operator' })
  const { rows } = await withOwner((db) => db.query('select * from list_user_organizations($1)', [user.id]))
  expect(rows).toHaveLength(1)
  expect(await describeInvitation(token)).toMatchObject({ kind: 'unusable', reason: 'invitationUsed' })
  const auditEvents = await inspect<{ event: string }>(organizationId, 'SELECT event FROM audit_event ORDER BY at, id')
  expect(auditEvents.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['invitation.created', 'invitation.accepted', 'member.added']),
  )
})

test('a link that the inviter passed on opens no new account, since it proves no mailbox', async () => {
  const { owner } = await createTestOrganization()
  const before = { SMTP_URL: env().SMTP_URL, NEXTAUTH_URL: env().NEXTAUTH_URL }
  const email = address()
  env().SMTP_URL = ''
  const here = await inviteAs(owner, email)
  expect(here).toMatchObject({ ok: true, data: { link: expect.stringContaining('token=L') } })
  await signInAs(owner)
  const { cookie } = await signInAs(owner)
  ;(await cookies()).set(cookie.name, cookie.value)
  const { setRequestHeader } = await import('@/lib/testing/fakes/next-headers')
  setRequestHeader('host', 'mascate.example')
  const result = await inviteAction(envelope(owner), { email, ...OPERATOR })
  signOut()
  Object.assign(env(), before)
  if (!result.ok) throw new Error(result.error)
  const token = new URL(result.data.link!).searchParams.get('token')!
  expect(await describeInvitation(token)).toMatchObject({ kind: 'signIn' })
  expect(await joinByInvitationAction({ token, displayName: 'Eu', password: PASSWORD })).toMatchObject({
    ok: false,
    error: 'invitationNeedsAccount',
  })
  expect(await findUser(email)).toBeUndefined()
})

test('an address with a confirmed account goes through the sign-in, and its password stays', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const { email, userId } = await createUser()
  const token = await tokenFor(owner, email)
  expect(await describeInvitation(token)).toMatchObject({ kind: 'signIn' })
  expect(await joinByInvitationAction({ token, displayName: 'Eu', password: PASSWORD })).toMatchObject({
    ok: false,
    error: 'invitationHasAccount',
  })
  expect((await findUser(email)).password_hash).toBe('no password')
  expect((await membersOf(organizationId)).map((member) => member.user_id)).not.toContain(userId)
})

test("a stranger's unconfirmed registration of the address ends with the invitation, its company and password with it", async () => {
  const { owner } = await createTestOrganization()
  const { person, token: confirmation } = await registerAndRead(newcomer())
  const token = await tokenFor(owner, person.email)
  expect(
    await joinByInvitationAction({ token, displayName: 'Dona', password: 'a frase da dona da caixa' }),
  ).toMatchObject({ ok: true })
  const user = await findUser(person.email)
  expect(user.display_name).toBe('Dona')
  const { rows } = await withOwner((db) => db.query('select * from list_user_organizations($1)', [user.id]))
  expect(rows).toHaveLength(1)
  const { confirmAction } = await import('../auth/actions')
  signOut()
  expect(await confirmAction({ token: confirmation, password: person.password })).toMatchObject({ ok: false })
})

test('the invited person accepts signed in, once among many at a time, and the session goes on there', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const person = await signInPerson()
  const { cookie } = await signInAs({ organizationId, userId: person.userId, role: 'viewer', kind: 'person' })
  const token = await tokenFor(owner, person.email)
  ;(await cookies()).set(cookie.name, cookie.value)
  expect(await describeInvitation(token)).toMatchObject({ kind: 'accept', signedInAs: person.email })
  const results = await Promise.all(Array.from({ length: 16 }, () => acceptInvitationAction({ token })))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  for (const result of results) if (!result.ok) expect(result.error).toBe('invitationUsed')
  expect((await membersOf(organizationId)).filter(({ user_id }) => user_id === person.userId)).toEqual([
    { user_id: person.userId, role: 'operator' },
  ])
  expect(await getMember()).toMatchObject({ organizationId, role: 'operator' })
})

test('somebody else who holds the link, or who guesses an id, gets nowhere', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const token = await tokenFor(owner, address())
  await signInPerson()
  expect(await describeInvitation(token)).toMatchObject({ kind: 'otherAccount' })
  expect(await acceptInvitationAction({ token })).toMatchObject({ ok: false, error: 'invitationOtherAddress' })
  expect(await joinByInvitationAction({ token, displayName: 'Eu', password: PASSWORD })).toMatchObject({
    ok: false,
    error: 'signedInAsOther',
  })
  const [{ id } = { id: '' }] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM invitation')
  expect(await acceptWaitingAction({ id })).toMatchObject({ ok: false, error: 'invitationUsed' })
  expect(await membersOf(organizationId)).toHaveLength(1)
})

test('a person without a company accepts the invitation that waits for their confirmed address', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const person = await createUser()
  await inviteAs(owner, person.email.toUpperCase())
  const [{ id } = { id: '' }] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM invitation')
  await signInAs({ organizationId, userId: person.userId, role: 'viewer', kind: 'person' })
  expect(await acceptWaitingAction({ id })).toMatchObject({ ok: true })
  expect(await getMember()).toMatchObject({ organizationId, role: 'operator' })
})

test('a newer invitation, a revocation, a refusal, the end of 72 hours and a planned deletion each end a link in its own words', async () => {
  const { owner, organizationId } = await createTestOrganization('Fim Ltda')
  const reason = async (token: string) => {
    const result = await joinByInvitationAction({ token, displayName: 'Eu', password: PASSWORD })
    return result.ok ? 'ok' : result.error
  }
  const email = address()
  const first = await tokenFor(owner, email)
  const second = await tokenFor(owner, email)
  expect([await reason(first), (await describeInvitation(second)).kind]).toEqual(['invitationRevoked', 'join'])
  const [{ id } = { id: '' }] = await inspect<{ id: string }>(
    organizationId,
    'SELECT id FROM invitation WHERE revoked_at IS NULL',
  )
  await signInAs(owner)
  expect(await revokeInvitationAction(envelope(owner), { id })).toMatchObject({ ok: true })
  signOut()
  expect(await reason(second)).toBe('invitationRevoked')
  const third = await tokenFor(owner, address())
  expect(await declineInvitationAction({ token: third })).toMatchObject({ ok: true })
  expect(await reason(third)).toBe('invitationRevoked')
  const fourth = await tokenFor(owner, address())
  await inspect(
    organizationId,
    `UPDATE invitation SET expires_at = now() - interval '1 second' WHERE revoked_at IS NULL`,
  )
  expect(await reason(fourth)).toBe('invitationExpired')
  const [again] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM invitation WHERE revoked_at IS NULL')
  await signInAs(owner)
  expect(await inviteAgainAction(envelope(owner), again!)).toMatchObject({ ok: true })
  signOut()
  expect(await describeInvitation(fourth)).toMatchObject({ kind: 'join' })
  await inspect(organizationId, `UPDATE organization SET deletion_at = now() + interval '1 day'`)
  expect(await reason(fourth)).toBe('organizationEnding')
  expect(await reason('Lnothing')).toBe('invitationUnknown')
  expect(await inviteAs(owner, address())).toMatchObject({ ok: false, error: 'organizationEnding' })
})

test('an invitation to a role above one’s own is refused, and a present member is named beside the field', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const admin = await addMember(owner, 'admin')
  for (const [actor, own] of [
    [owner, 'owner'],
    [admin, 'admin'],
  ] as const)
    for (const role of ROLES)
      expect((await inviteAs(actor, address(), { role })).ok).toBe(listGrantableRoles(own).includes(role))
  expect(listGrantableRoles('admin')).toEqual(['manager', 'operator', 'finance', 'viewer', 'accountant'])
  const [{ email } = { email: '' }] = (
    await withOwner((db) => db.query<{ email: string }>('select email from app_user where id = $1', [admin.userId]))
  ).rows
  expect(await inviteAs(owner, email)).toMatchObject({
    ok: false,
    error: 'alreadyMember',
    fields: { email: ['errors.alreadyMember'] },
  })
  expect((await membersOf(organizationId)).length).toBe(2)
})

test('a member who may not grant a role neither sends its invitation again nor revokes it', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const admin = await addMember(owner, 'admin')
  await inviteAs(owner, address(), { role: 'admin' })
  await inviteAs(owner, address())
  const read = () =>
    inspect<{ id: string }>(organizationId, 'SELECT id, hash, expires_at, revoked_at FROM invitation ORDER BY role')
  const [above, below] = await read()
  await signInAs(admin)
  for (const action of [inviteAgainAction, revokeInvitationAction]) {
    expect(await action(envelope(admin), { id: above!.id })).toMatchObject({ ok: false, error: 'permissionDenied' })
    expect(await action(envelope(admin), { id: below!.id })).toMatchObject({ ok: true })
  }
  expect((await read())[0]).toEqual(above)
})

test('sending again counts with the first email', async () => {
  const { owner, organizationId } = await createTestOrganization()
  await inviteAs(owner, address())
  const [{ id } = { id: '' }] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM invitation')
  await signInAs(owner)
  const answers = []
  for (let i = 0; i < 4; i += 1) answers.push(await inviteAgainAction(envelope(owner), { id }))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error))).toEqual([
    'ok',
    'ok',
    'tooManyRequests',
    'tooManyRequests',
  ])
  expect(await planDeletionAction(envelope(owner), { name: 'Outro nome' })).toMatchObject({ ok: false })
})
