import 'server-only'
import { endTokensOf } from '../access-tokens/tokens'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor } from '@/lib/core/db'
import { endInvitationsOf } from './end-invitations'
import { changePeople } from './lock-people'

/** The actor's own going; the last owner stays (`lastOwner`). Their session goes on in their next organization, if there is one. */
export const leaveOrganization = (actor: Actor): Promise<{ to: string }> =>
  changePeople(actor, async (db, role) => {
    const { organizationId } = actor
    const userId = actor.userId!
    await db.membership.deleteMany({ where: { organizationId, userId } })
    await endInvitationsOf(db, actor, userId)
    const tokens = await endTokensOf(db, organizationId, userId)
    await recordAudit(db, actor, {
      event: 'member.left',
      subjectId: userId,
      before: { role, ...(tokens && { tokens }) },
    })
    return { to: '/dashboard' }
  })
