import { raised } from '@/lib/core/database/database-errors'
import { withOrganization, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

const ROUNDS = isFullProfile ? 200 : 50

type Change = (organizationId: string, userId: string) => Prisma.Sql
const demote: Change = (organizationId, userId) =>
  Prisma.sql`UPDATE membership SET role = 'admin' WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid`
const remove: Change = (organizationId, userId) =>
  Prisma.sql`DELETE FROM membership WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid`
const demoteAll: Change = (organizationId) =>
  Prisma.sql`UPDATE membership SET role = 'admin' WHERE organization_id = ${organizationId}::uuid AND role = 'owner'`
const removeAll: Change = (organizationId) =>
  Prisma.sql`DELETE FROM membership WHERE organization_id = ${organizationId}::uuid AND role = 'owner'`

const ownersOf = (organizationId: string) =>
  withOrganization({ organizationId }, (db) =>
    db.membership.findMany({ where: { organizationId, role: 'owner' }, select: { userId: true } }),
  )

/** Both people own again, whatever the last round left. */
const restore = (organizationId: string, people: string[]) =>
  withOrganization(
    { organizationId },
    (db) => db.$executeRaw`
      INSERT INTO membership (organization_id, user_id, role) SELECT ${organizationId}::uuid, unnest(${people}::uuid[]), 'owner'
      ON CONFLICT (organization_id, user_id) DO UPDATE SET role = 'owner'`,
  )

async function attempt(organizationId: string, statement: Prisma.Sql): Promise<'done' | 'refused'> {
  try {
    await withOrganization({ organizationId }, (db: Db) => db.$executeRaw(statement))
    return 'done'
  } catch (error) {
    if (raised(error)?.name !== 'last_owner') throw error
    return 'refused'
  }
}

const pairs: [string, number, Change, Change][] = [
  ['demote', ROUNDS, demote, demote],
  ['remove', Math.ceil(ROUNDS / 4), remove, remove],
  ['demote and remove', Math.ceil(ROUNDS / 4), demote, remove],
]

test.each(pairs)('two owners who %s each other leave one, %i times at once', async (_, rounds, first, second) => {
  const { organizationId, owner } = await createTestOrganization()
  const other = await addMember({ organizationId }, 'owner')
  const people = [owner.userId!, other.userId!]
  const counts = { owners: 0, refused: 0 }
  for (let round = 0; round < rounds; round += 1) {
    await restore(organizationId, people)
    const outcomes = await Promise.all([
      attempt(organizationId, first(organizationId, people[1]!)),
      attempt(organizationId, second(organizationId, people[0]!)),
    ])
    counts.owners += (await ownersOf(organizationId)).length
    counts.refused += outcomes.filter((outcome) => outcome === 'refused').length
  }
  expect(counts).toEqual({ owners: rounds, refused: rounds })
})

test.each([
  ['demotes', demoteAll],
  ['removes', removeAll],
])('one statement that %s every owner at once is refused whole', async (_, change) => {
  const { organizationId, owner } = await createTestOrganization()
  await addMember({ organizationId }, 'owner')
  expect(await attempt(organizationId, change(organizationId, owner.userId!))).toBe('refused')
  expect(await ownersOf(organizationId)).toHaveLength(2)
})

test('an owner who leaves beside one who demotes everybody leaves one', async () => {
  const { organizationId, owner } = await createTestOrganization()
  const other = await addMember({ organizationId }, 'owner')
  const people = [owner.userId!, other.userId!]
  for (let round = 0; round < Math.ceil(ROUNDS / 4); round += 1) {
    await restore(organizationId, people)
    await Promise.all([
      attempt(organizationId, remove(organizationId, people[0]!)),
      attempt(organizationId, demoteAll(organizationId, people[1]!)),
    ])
    expect(await ownersOf(organizationId)).toHaveLength(1)
  }
})
