import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { findAccount } from '../auth/accounts'
import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { endInvitations } from './end-invitations'
import { invitationEnd } from './invitation-end'
import { linkTo } from './invitation-link'
import { lockOrganization } from './lock-people'

export type Recovered = { kind: 'owner' } | { kind: 'invited'; link: string }

/** The operator is the inviter, not a member of the company. */
const OPERATOR = '00000000-0000-0000-0000-000000000000'

/**
 * For the operator, when a company's owners are lost: makes a confirmed account an owner. Without one, a link that
 * the operator hands over makes it, once; they answer for whom they give it to.
 */
export async function recoverOwner(organizationId: string, email: string): Promise<Recovered> {
  const account = await findAccount(email)
  const actor: Actor = { organizationId, userId: null, role: 'owner', kind: 'system' }
  return withOrganization({ organizationId }, async (db) => {
    await lockOrganization(db, organizationId)
    await endInvitations(db, actor, { email })
    if (account?.verifiedAt) {
      const userId = account.id
      await db.membershipEntity.deleteMany({ where: { organizationId, userId } })
      await db.membership.upsert({
        where: { organizationId_userId: { organizationId, userId } },
        create: { organizationId, userId, role: 'owner' },
        update: { role: 'owner', version: { increment: 1 } },
        select: { userId: true },
      })
      await recordAudit(db, actor, { event: 'organization.recovered', subjectId: organizationId, after: { userId } })
      return { kind: 'owner' }
    }
    const id = newId()
    const { url, hash } = linkTo(organizationId, id, 'email')
    await db.invitation.create({
      data: { organizationId, id, hash, email, role: 'owner', invitedBy: OPERATOR, expiresAt: invitationEnd() },
      select: { id: true },
    })
    await recordAudit(db, actor, {
      event: 'organization.recovered',
      subjectId: organizationId,
      after: { invitationId: id },
    })
    return { kind: 'invited', link: url }
  })
}
