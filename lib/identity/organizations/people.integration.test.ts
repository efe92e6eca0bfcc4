import { switchOrganizationAction } from '../auth/actions'
import { getMember, getPerson } from '../auth/member'
import { hashPassword } from '../auth/password'
import { ROLES, type Role } from '@/lib/core/permissions'
import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, envelope, signInAs, signOut } from '@/lib/testing/factories/factories'
import { getLatestFor } from '@/lib/insight/notifications/queries'
import { cookies } from '@/lib/testing/fakes/next-headers'
import { deliver, openMailbox, PASSWORD, received } from '@/lib/testing/fakes/mailbox'
import {
  cancelDeletionAction,
  changeMemberAction,
  createCompanyAction,
  endMemberSessionsAction,
  inviteAction,
  leaveOrganizationAction,
  planDeletionAction,
  removeMemberAction,
  transferOwnershipAction,
} from './actions'
import { changeMember } from './change-member'
import { listGrantableRoles } from './grantable-roles'
import { listGranters } from './views'

openMailbox()

const roleOf = async ({ organizationId, userId }: Actor) =>
  (
    await inspect<{ role: Role }>(
      organizationId,
      'SELECT role FROM membership WHERE organization_id = current_organization() AND user_id = $1',
      [userId],
    )
  )[0]?.role

const versionOf = async ({ organizationId, userId }: Actor) =>
  (
    await inspect<{ version: number }>(organizationId, 'SELECT version FROM membership WHERE user_id = $1', [userId])
  )[0]!.version

const to = (target: Actor, role: Role, version = 1) => ({ userId: target.userId!, version, role, legalEntityIds: null })

async function as<T>(actor: Actor, run: () => Promise<T>): Promise<T> {
  const { cookie } = await signInAs(actor)
  ;(await cookies()).set(cookie.name, cookie.value)
  return run().finally(signOut)
}

const givePassword = async ({ userId }: Actor) => {
  const hash = await hashPassword(PASSWORD)
  await withOwner((db) => db.query('update app_user set password_hash = $2 where id = $1', [userId, hash]))
}

/** Those that earlier tests left waiting. */
async function dropEmails() {
  await deliver()
  received.length = 0
}

const said = (result: { ok: boolean; error?: string }) => (result.ok ? 'ok' : result.error)

test('only a member who may grant a role changes it or removes its holder', async () => {
  const company = await createTestOrganization()
  for (const own of ROLES)
    for (const their of ROLES) {
      const actor = own === 'owner' ? company.owner : await addMember(company, own)
      const target = await addMember(company, their)
      const may = listGrantableRoles(own).includes(their)
      const result = await as(actor, () => changeMemberAction(envelope(actor), to(target, 'viewer')))
      expect(`${own} ${their} ${said(result)}`).toBe(`${own} ${their} ${may ? 'ok' : 'permissionDenied'}`)
      expect(await roleOf(target)).toBe(may ? 'viewer' : their)
      const removed = await as(actor, async () =>
        removeMemberAction(envelope(actor), { userId: target.userId!, version: await versionOf(target) }),
      )
      expect(removed.ok).toBe(listGrantableRoles(own).includes(may ? 'viewer' : their))
    }
})

test('only a member who may change somebody’s role signs them out on all devices', async () => {
  const company = await createTestOrganization()
  const open = 'select count(*)::int as open from session where user_id = $1 and ended_at is null'
  const openOf = async ({ userId }: Actor) =>
    (await withOwner((owner) => owner.query<{ open: number }>(open, [userId]))).rows[0]!.open
  for (const [own, their, may] of [
    ['owner', 'admin', true],
    ['admin', 'operator', true],
    ['admin', 'owner', false],
    ['manager', 'operator', false],
  ] as const) {
    const actor = own === 'owner' ? company.owner : await addMember(company, own)
    const target = await addMember(company, their)
    await signInAs(target)
    const answer = await as(actor, () => endMemberSessionsAction(envelope(actor), { userId: target.userId! }))
    expect(`${own} ${their} ${said(answer)}`).toBe(`${own} ${their} ${may ? 'ok' : 'permissionDenied'}`)
    expect(await openOf(target)).toBe(may ? 0 : 1)
  }
  const self = await as(company.owner, () =>
    endMemberSessionsAction(envelope(company.owner), { userId: company.owner.userId! }),
  )
  expect(said(self)).toBe('ownMembership')
})

test('an administrator makes no administrator or owner, and no member changes themselves', async () => {
  const { owner } = await createTestOrganization()
  const [admin, viewer] = [await addMember(owner, 'admin'), await addMember(owner, 'viewer')]
  for (const role of ['admin', 'owner'] as const)
    expect(said(await as(admin, () => changeMemberAction(envelope(admin), to(viewer, role))))).toBe('permissionDenied')
  expect(said(await as(admin, () => changeMemberAction(envelope(admin), to(admin, 'viewer'))))).toBe('ownMembership')
  expect(said(await as(owner, () => removeMemberAction(envelope(owner), { userId: owner.userId!, version: 1 })))).toBe(
    'ownMembership',
  )
})

test('a change made from an old list is refused, and so is one of another company', async () => {
  const { owner } = await createTestOrganization()
  const other = await createTestOrganization()
  const [viewer, stranger] = [await addMember(owner, 'viewer'), await addMember(other, 'viewer')]
  expect(said(await as(owner, () => changeMemberAction(envelope(owner), to(viewer, 'manager'))))).toBe('ok')
  expect(said(await as(owner, () => changeMemberAction(envelope(owner), to(viewer, 'finance'))))).toBe('staleVersion')
  const old = { userId: viewer.userId!, version: 1 }
  expect(said(await as(owner, () => removeMemberAction(envelope(owner), old)))).toBe('staleVersion')
  expect(said(await as(owner, () => changeMemberAction(envelope(owner), to(stranger, 'admin'))))).toBe('notFound')
  const theirs = { userId: stranger.userId!, version: 1 }
  expect(said(await as(owner, () => removeMemberAction(envelope(owner), theirs)))).toBe('notFound')
  expect([await roleOf(viewer), await roleOf(stranger)]).toEqual(['manager', 'viewer'])
})

test('a demoted member has the new role’s rights at the next request, with the same cookie', async () => {
  const { owner } = await createTestOrganization()
  const admin = await addMember(owner, 'admin')
  const { cookie } = await signInAs(admin)
  const call = async () => {
    ;(await cookies()).set(cookie.name, cookie.value)
    return said(
      await inviteAction(envelope(admin), { email: `${newId()}@example.com`, role: 'viewer', legalEntityIds: null }),
    )
  }
  expect(await call()).toBe('ok')
  await changeMember(owner, to(admin, 'viewer'))
  expect(await call()).toBe('permissionDenied')
  const open = await inspect(owner.organizationId, 'SELECT id FROM invitation WHERE revoked_at IS NULL')
  expect(open).toEqual([])
})

test('a removed member loses that organization at the next request, with every copy of the cookie, and no other', async () => {
  const [here, elsewhere] = [await createTestOrganization(), await createTestOrganization()]
  const removed = await addMember(here, 'manager')
  await withOrganization(elsewhere, (db) =>
    db.membership.create({
      data: { organizationId: elsewhere.organizationId, userId: removed.userId!, role: 'viewer' },
      select: { userId: true },
    }),
  )
  const { cookie } = await signInAs(removed)
  expect(await getMember()).toMatchObject({ organizationId: here.organizationId, role: 'manager' })
  const version = await versionOf(removed)
  await as(here.owner, () => removeMemberAction(envelope(here.owner), { userId: removed.userId!, version }))
  for (let copy = 0; copy < 3; copy += 1) {
    ;(await cookies()).set(cookie.name, cookie.value)
    expect(await getMember()).toMatchObject({ organizationId: elsewhere.organizationId, role: 'viewer' })
    expect(said(await leaveOrganizationAction(envelope(here), {}))).toBe('organizationChanged')
    expect(said(await switchOrganizationAction({ organizationId: here.organizationId }))).toBe('notFound')
  }
})

test('a person removed from their only company keeps their account, and makes a company of their own, once for a form sent twice', async () => {
  const { owner } = await createTestOrganization()
  const removed = await addMember(owner, 'viewer')
  const { cookie } = await signInAs(removed)
  await as(owner, () => removeMemberAction(envelope(owner), { userId: removed.userId!, version: 1 }))
  ;(await cookies()).set(cookie.name, cookie.value)
  expect([await getMember(), (await getPerson())?.userId]).toEqual([null, removed.userId])
  const form = { companyName: 'Ateliê Novo', key: newId() }
  const answers = await Promise.all([createCompanyAction(form), createCompanyAction(form), createCompanyAction(form)])
  expect(answers.map(said)).toEqual(['ok', 'ok', 'ok'])
  const { rows } = await withOwner((db) =>
    db.query('select name, role from list_user_organizations($1)', [removed.userId]),
  )
  expect(rows).toEqual([{ name: 'Ateliê Novo', role: 'owner' }])
  expect(await getMember()).toMatchObject({ organizationName: 'Ateliê Novo', role: 'owner' })
})

test('the last owner cannot leave; another one can, and so can everybody else', async () => {
  const { owner } = await createTestOrganization()
  const accountant = await addMember(owner, 'accountant')
  expect(said(await as(owner, () => leaveOrganizationAction(envelope(owner), {})))).toBe('lastOwner')
  expect(said(await as(accountant, () => leaveOrganizationAction(envelope(accountant), {})))).toBe('ok')
  const second = await addMember(owner, 'owner')
  expect(said(await as(owner, () => leaveOrganizationAction(envelope(owner), {})))).toBe('ok')
  expect([await roleOf(owner), await roleOf(second), await roleOf(accountant)]).toEqual([undefined, 'owner', undefined])
})

test('ownership passes with the password alone, and the former owner is an administrator', async () => {
  const { owner } = await createTestOrganization()
  const [heir, admin] = [await addMember(owner, 'viewer'), await addMember(owner, 'admin')]
  await givePassword(owner)
  const give = (actor: Actor, password: string) =>
    as(actor, async () => said(await transferOwnershipAction(envelope(actor), { userId: heir.userId!, password })))
  expect(await give(owner, 'errada errada errada')).toBe('passwordWrong')
  expect(await give(admin, PASSWORD)).toBe('permissionDenied')
  expect(await roleOf(heir)).toBe('viewer')
  expect(await give(owner, PASSWORD)).toBe('ok')
  expect([await roleOf(heir), await roleOf(owner)]).toEqual(['owner', 'admin'])
  expect(await give(owner, PASSWORD)).toBe('permissionDenied')
})

test('a company is deleted by its typed name and the password of an owner, who can call it off', async () => {
  const { owner, organizationId } = await createTestOrganization('Loja Azul')
  const manager = await addMember(owner, 'manager')
  await givePassword(owner)
  await dropEmails()
  const plan = (actor: Actor, name: string, password: string) =>
    as(actor, async () => said(await planDeletionAction(envelope(actor), { name, password })))
  expect(await plan(owner, 'loja azul', PASSWORD)).toBe('invalidInput')
  expect(await plan(owner, 'Loja Azul', 'errada errada errada')).toBe('passwordWrong')
  const both = await as(owner, () => planDeletionAction(envelope(owner), { name: 'Loja', password: undefined }))
  expect(both).toMatchObject({
    error: 'passwordMissing',
    fields: { name: [expect.anything()], password: [expect.anything()] },
  })
  expect(await plan(manager, 'Loja Azul', PASSWORD)).toBe('permissionDenied')
  expect(await plan(owner, 'Loja Azul', PASSWORD)).toBe('ok')
  await deliver()
  expect(received).toHaveLength(1)
  const { deletionAt } = await as(manager, async () => (await getMember())!)
  expect(Math.round((deletionAt!.getTime() - Date.now()) / 86_400_000)).toBe(14)
  const warned = async () => (await getLatestFor(manager)).latest.map(({ kind }) => kind)
  expect(await warned()).toContain('deletionPlanned')
  expect(said(await as(manager, () => cancelDeletionAction(envelope(manager), {})))).toBe('permissionDenied')
  expect(said(await as(owner, () => cancelDeletionAction(envelope(owner), {})))).toBe('ok')
  expect(said(await as(owner, () => cancelDeletionAction(envelope(owner), {})))).toBe('deletionNotPlanned')
  expect(await inspect(organizationId, 'SELECT deletion_at FROM organization')).toEqual([{ deletion_at: null }])
  expect(await warned()).not.toContain('deletionPlanned')
})

test('a changed or removed member is notified by mail', async () => {
  const { owner } = await createTestOrganization('Loja Verde')
  const viewer = await addMember(owner, 'viewer')
  await dropEmails()
  await changeMember(owner, to(viewer, 'finance'))
  await deliver()
  expect(received.at(-1)!.source).toContain('Loja Verde')
  await as(owner, () => removeMemberAction(envelope(owner), { userId: viewer.userId!, version: 2 }))
  await deliver()
  expect(received).toHaveLength(2)
})

test('a denied page names the members who can grant the right, and none of another company', async () => {
  const { owner } = await createTestOrganization()
  await createTestOrganization()
  const operator = await addMember(owner, 'operator')
  await addMember(owner, 'viewer')
  const [{ display_name } = { display_name: '' }] = (
    await withOwner((db) => db.query('select display_name from app_user where id = $1', [owner.userId]))
  ).rows
  await signInAs(operator)
  expect(await listGranters((await getMember())!)).toEqual([display_name])
})

// Last: it leaves more than a hundred emails, which no test here has to deliver.
test('two owners demoting each other fifty times at once leave one of them, always', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const other = await addMember(owner, 'owner')
  for (let round = 0; round < 50; round += 1) {
    const versions = [await versionOf(owner), await versionOf(other)] as const
    const results = await Promise.allSettled([
      changeMember(owner, to(other, 'viewer', versions[1])),
      changeMember(other, to(owner, 'viewer', versions[0])),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([await roleOf(owner), await roleOf(other)].filter((role) => role === 'owner')).toHaveLength(1)
    await inspect(organizationId, `UPDATE membership SET role = 'owner'`)
  }
})
