import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Role } from '@/lib/core/permissions'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { readEntities } from './accountant-entities'
import { endInvitationsBeyond } from './end-invitations'
import { mayGrant } from './grantable-roles'
import { changePeople } from './lock-people'
import type { ChangeMemberInput } from './schema'

/** The role of somebody else and, for an accountant, what they read. Their next request is judged by it. */
export async function changeMember(actor: Actor, input: ChangeMemberInput): Promise<{ version: number }> {
  const { userId, version, role, legalEntityIds } = input
  return changePeople(actor, async (db, own) => {
    const { organizationId } = actor
    const before = await getTouchable(db, actor, own, userId)
    if (!mayGrant(own, role)) throw new UserError('permissionDenied')
    const entities = await readEntities(db, organizationId, role, legalEntityIds)
    await setRole(db, { organizationId, userId, version, role })
    await db.membershipEntity.deleteMany({ where: { organizationId, userId } })
    await db.membershipEntity.createMany({
      data: entities.map((legalEntityId) => ({ organizationId, userId, legalEntityId })),
    })
    await endInvitationsBeyond(db, actor, userId, role)
    await recordAudit(db, actor, {
      event: 'member.roleChanged',
      subjectId: userId,
      before: { role: before.role, legalEntityIds: before.entities.map((entity) => entity.legalEntityId) },
      after: { role, legalEntityIds: entities },
    })
    if (role !== before.role) await enqueueEmail(db, { kind: 'roleChanged', userId })
    return { version: version + 1 }
  })
}

export async function setRole(
  db: Db,
  { role, ...where }: { organizationId: string; userId: string; version?: number; role: Role },
): Promise<void> {
  const { count } = await db.membership.updateMany({ where, data: { role, version: { increment: 1 } } })
  if (count === 0) throw new UserError('staleVersion')
}

/** Somebody else of the organization whose role the actor may also give. */
export async function getTouchable(db: Db, { organizationId, userId: self }: Actor, own: Role, userId: string) {
  const member = await db.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true, entities: { select: { legalEntityId: true } } },
  })
  if (!member) throw new UserError('notFound')
  if (userId === self) throw new UserError('ownMembership')
  if (!mayGrant(own, member.role)) throw new UserError('permissionDenied')
  return member
}
