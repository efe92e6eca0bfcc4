import { getMember } from '@/lib/identity/auth/member'
import { withOrganization } from '@/lib/core/db'
import { addMember, createTestOrganization, signInAs, signOut } from './factories'

test('a session opened by the fixture is the member of the organization it names', async () => {
  const first = await createTestOrganization()
  const viewer = await addMember(first, 'viewer')
  await signInAs(viewer)
  expect(await getMember()).toMatchObject({
    organizationId: first.organizationId,
    userId: viewer.userId,
    role: 'viewer',
  })
  signOut()
  expect(await getMember()).toBeNull()
})

test('a test database begins migrated and without companies', async () => {
  const { organizationId } = await createTestOrganization()
  const names = await withOrganization({ organizationId }, (db) => db.organization.findMany({ select: { id: true } }))
  expect(names).toHaveLength(1)
})
