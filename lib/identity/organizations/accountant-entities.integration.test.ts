import { getMember } from '../auth/member'
import type { Role } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  createUser,
  envelope,
  signInAs,
  signOut,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { openMailbox } from '@/lib/testing/fakes/mailbox'
import { acceptWaitingAction, changeMemberAction, inviteAction } from './actions'
import { getPeopleFor } from './views'

openMailbox()

/** A company of two legal entities, the second archived. */
async function createCompany() {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const archivedId = newId()
  const data = { organizationId, id: archivedId, name: 'Antiga', archivedAt: new Date() }
  await withOrganization(owner, (db) => db.legalEntity.create({ data, select: { id: true } }))
  return { ...company, archivedId }
}

async function invite({ owner }: TestOrganization, email: string, legalEntityIds: string[] | null) {
  await signInAs(owner)
  const result = await inviteAction(envelope(owner), { email, role: 'accountant', legalEntityIds })
  signOut()
  return result.ok ? 'ok' : result.error
}

/** Somebody who has accepted the company's invitation as its accountant. */
async function addAccountant(company: TestOrganization, legalEntityIds: string[] | null) {
  const { organizationId } = company
  const { userId, email } = await createUser()
  expect(await invite(company, email, legalEntityIds)).toBe('ok')
  const [{ id } = { id: '' }] = await inspect<{ id: string }>(
    organizationId,
    'SELECT id FROM invitation WHERE email = $1',
    [email],
  )
  await signInAs({ organizationId, userId, role: 'viewer', kind: 'person' })
  expect(await acceptWaitingAction({ id })).toMatchObject({ ok: true })
  signOut()
  return userId
}

async function change({ owner }: TestOrganization, userId: string, role: Role, legalEntityIds: string[] | null) {
  const { version } = await personOf({ owner }, userId)
  await signInAs(owner)
  const result = await changeMemberAction(envelope(owner), { userId, version, role, legalEntityIds })
  expect(result).toMatchObject({ ok: true })
  signOut()
}

/** The people as the owner sees them. */
async function look({ owner }: Pick<TestOrganization, 'owner'>) {
  await signInAs(owner)
  const view = await getPeopleFor((await getMember())!)
  signOut()
  return view
}

const personOf = async (company: Pick<TestOrganization, 'owner'>, userId: string) =>
  (await look(company)).members.find((person) => person.userId === userId)!

/** The accountant's view through their session. */
async function readBy({ organizationId }: TestOrganization, userId: string) {
  await signInAs({ organizationId, userId, role: 'accountant', kind: 'person' })
  const member = (await getMember())!
  const entities = await withOrganization(member, (db) => db.legalEntity.findMany({ select: { id: true } }))
  signOut()
  return { scope: member.legalEntityIds, ids: entities.map(({ id }) => id).sort() }
}

test('the choice names every legal entity, the archived ones marked and last', async () => {
  const company = await createCompany()
  const { entities } = await look(company)
  expect(entities.map(({ id, archived }) => ({ id, archived }))).toEqual([
    { id: company.legalEntityId, archived: false },
    { id: company.archivedId, archived: true },
  ])
})

test('an accountant of all reads the archived ones too, at the invitation, when it is accepted and in the list', async () => {
  const company = await createCompany()
  const all = [company.legalEntityId, company.archivedId].sort()
  expect(await invite(company, `${newId()}@example.com`, null)).toBe('ok')
  const [waiting] = (await look(company)).invitations
  expect([waiting!.legalEntityIds.toSorted(), waiting!.reads]).toEqual([all, null])
  const userId = await addAccountant(company, null)
  expect(await readBy(company, userId)).toEqual({ scope: null, ids: all })
  expect((await personOf(company, userId)).reads).toBeNull()
})

test('a role changed away and back to all reads all again', async () => {
  const company = await createCompany()
  const { userId } = await addMember(company, 'accountant')
  await change(company, userId!, 'viewer', null)
  await change(company, userId!, 'accountant', null)
  expect((await readBy(company, userId!)).scope).toBeNull()
})

test('an accountant’s entities stay when they are saved as they are shown, archived or not', async () => {
  const company = await createCompany()
  const { legalEntityId, archivedId } = company
  for (const read of [[archivedId], [legalEntityId], [legalEntityId, archivedId]]) {
    const userId = await addAccountant(company, read)
    const before = await readBy(company, userId)
    expect(before.ids).toEqual(read.toSorted())
    const shown = await personOf(company, userId)
    expect(shown.reads?.length ?? 2).toBe(read.length)
    await change(company, userId, 'accountant', shown.legalEntityIds)
    expect(await readBy(company, userId)).toEqual(before)
  }
})

test('an entity made later is read by no accountant until it is named, and the list says what they read', async () => {
  const company = await createCompany()
  const userId = await addAccountant(company, null)
  const { organizationId, legalEntityId, archivedId } = company
  const data = { organizationId, id: newId(), name: 'Nova' }
  await withOrganization(company.owner, (db) => db.legalEntity.create({ data, select: { id: true } }))
  const read = [legalEntityId, archivedId].sort()
  expect((await readBy(company, userId)).ids).toEqual(read)
  expect((await personOf(company, userId)).reads).toHaveLength(2)
})

test('an accountant reads the legal entities named at the invitation, none of another company', async () => {
  const company = await createCompany()
  const other = await createTestOrganization()
  expect(await invite(company, `${newId()}@example.com`, [other.legalEntityId])).toBe('notFound')
  expect(await invite(company, `${newId()}@example.com`, [])).toBe('invalidInput')
  const userId = await addAccountant(company, [company.legalEntityId])
  expect(await readBy(company, userId)).toEqual({ scope: [company.legalEntityId], ids: [company.legalEntityId] })
})
