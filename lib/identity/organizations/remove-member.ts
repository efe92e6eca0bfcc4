import 'server-only'
import { endTokensOf } from '../access-tokens/tokens'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { getTouchable } from './change-member'
import { endInvitationsOf } from './end-invitations'
import { changePeople } from './lock-people'
import type { MemberInput } from './schema'

/** Their session loses the organization at its next request; their other organizations are their own. */
export const removeMember = (actor: Actor, { userId, version }: MemberInput): Promise<null> =>
  changePeople(actor, async (db, own) => {
    const { organizationId } = actor
    const { role } = await getTouchable(db, actor, own, userId)
    const { count } = await db.membership.deleteMany({ where: { organizationId, userId, version } })
    if (count === 0) throw new UserError('staleVersion')
    await endInvitationsOf(db, actor, userId)
    const tokens = await endTokensOf(db, organizationId, userId)
    await recordAudit(db, actor, {
      event: 'member.removed',
      subjectId: userId,
      before: { role, ...(tokens && { tokens }) },
    })
    await enqueueEmail(db, { kind: 'memberRemoved', userId })
    return null
  })
