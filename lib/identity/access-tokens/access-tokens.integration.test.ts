import { withOrganization, type Actor } from '@/lib/core/db'
import { changeMember } from '../organizations/change-member'
import { leaveOrganization } from '../organizations/leave-organization'
import { removeMember } from '../organizations/remove-member'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { callerOf } from './bearer'
import { MOST_TOKENS } from './schema'
import { createToken, revokeToken } from './tokens'
import { listTokensFor } from './views'

const request = (secret: string) => callerOf(new Headers({ authorization: `Bearer ${secret}` }), 'function')
const read = { name: 'Planilha', scope: 'read', days: 30 } as const
const viewOf = ({ organizationId, userId, role }: Actor) => ({
  organizationId,
  userId: userId!,
  role,
  legalEntityIds: null,
})

test('a token speaks for its person in its company, with their rights of the moment, and only its hash is kept', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const member = await addMember(owner, 'manager')
  const { id, secret } = await createToken(member, read)
  expect(await request(secret)).toMatchObject({
    tokenId: id,
    scope: 'read',
    actor: { organizationId, userId: member.userId, role: 'manager', kind: 'function' },
  })
  await changeMember(owner, { userId: member.userId!, version: 1, role: 'viewer', legalEntityIds: null })
  expect((await request(secret)).actor.role).toBe('viewer')
  const [kept] = await inspect(organizationId, 'SELECT t::text AS row FROM access_token t')
  expect(JSON.stringify(kept)).not.toContain(secret.slice(4))
})

test('a token that was revoked, has expired, was never issued or belongs to a removed member is rejected at the next call', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const member = await addMember(owner, 'operator')
  const [mine, ended, theirs] = [
    await createToken(owner, read),
    await createToken(owner, read),
    await createToken(member, read),
  ]
  await revokeToken(owner, { id: mine.id }, false)
  const past = new Date(Date.now() - 1000)
  await withOrganization(owner, (db) =>
    db.accessToken.updateMany({ where: { organizationId, id: ended.id }, data: { expiresAt: past } }),
  )
  await withOrganization(owner, (db) => db.membership.deleteMany({ where: { organizationId, userId: member.userId! } }))
  for (const secret of [mine.secret, ended.secret, theirs.secret, `mct_${'a'.repeat(43)}`, 'x'])
    await expect(request(secret)).rejects.toMatchObject({ code: 'signedOut' })
})

test('only a member who manages integrations ends or sees another’s token, and none sees another company’s', async () => {
  const { owner } = await createTestOrganization()
  const other = (await createTestOrganization()).owner
  const viewer = await addMember(owner, 'viewer')
  const { id } = await createToken(viewer, read)
  for (const [actor, mayAll] of [
    [await addMember(owner, 'manager'), false],
    [other, true],
  ] as const)
    await expect(revokeToken(actor, { id }, mayAll)).rejects.toMatchObject({ code: 'notFound' })
  expect(await listTokensFor(viewOf(other))).toEqual([])
  expect(await listTokensFor(viewOf(viewer))).toMatchObject([{ id, isOwn: true, owner: null, state: 'active' }])
  await revokeToken(owner, { id }, true)
  expect(await listTokensFor(viewOf(owner))).toMatchObject([{ id, isOwn: false, state: 'revoked' }])
})

test('a person has so many tokens and no more', async () => {
  const { owner } = await createTestOrganization()
  for (let n = 0; n < MOST_TOKENS; n += 1) await createToken(owner, read)
  await expect(createToken(owner, read)).rejects.toMatchObject({ code: 'tooManyTokens' })
})

test('a member who was removed, or left, and comes back begins without tokens', async () => {
  const { owner, organizationId } = await createTestOrganization()
  for (const go of [
    (member: Actor) => removeMember(owner, { userId: member.userId!, version: 1 }),
    (member: Actor) => leaveOrganization(member),
  ]) {
    const member = await addMember(owner, 'operator')
    const { secret } = await createToken(member, read)
    await go(member)
    const membership = { organizationId, userId: member.userId!, role: 'operator' as const }
    await withOrganization(owner, (db) => db.membership.create({ data: membership, select: { userId: true } }))
    await expect(request(secret)).rejects.toMatchObject({ code: 'signedOut' })
  }
})

test('many concurrent requests create no more tokens than the limit', async () => {
  const { owner } = await createTestOrganization()
  for (let n = 0; n < MOST_TOKENS - 2; n += 1) await createToken(owner, read)
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => createToken(owner, read)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})
