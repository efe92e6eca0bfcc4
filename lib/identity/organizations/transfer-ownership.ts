import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { confirmOwnIdentity } from '../auth/confirm-identity'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { getTouchable, setRole } from './change-member'
import { endInvitationsBeyond } from './end-invitations'
import { changePeople } from './lock-people'
import type { TransferInput } from './schema'

/** The other becomes an owner and the actor an administrator, both or neither. */
export async function transferOwnership(actor: Actor, { userId, password }: TransferInput): Promise<null> {
  await confirmOwnIdentity(password)
  return changePeople(actor, async (db, own) => {
    const { organizationId } = actor
    if (own !== 'owner') throw new UserError('permissionDenied')
    const { role: before } = await getTouchable(db, actor, own, userId)
    await setRole(db, { organizationId, userId, role: 'owner' })
    await db.membershipEntity.deleteMany({ where: { organizationId, userId } })
    await setRole(db, { organizationId, userId: actor.userId!, role: 'admin' })
    await endInvitationsBeyond(db, actor, actor.userId!, 'admin')
    await recordAudit(db, actor, {
      event: 'member.ownershipTransferred',
      subjectId: userId,
      before: { role: before, ownRole: own },
      after: { role: 'owner', ownRole: 'admin' },
    })
    await enqueueEmail(db, { kind: 'roleChanged', userId })
    return null
  })
}
