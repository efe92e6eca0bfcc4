import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { getPerson } from '../auth/member'
import { withOrganization } from '@/lib/core/db'
import { getOpenInvitation } from './find-invitation'
import { lockInvitation } from './lock-invitation'
import type { InvitationLinkInput } from './schema'

/** Ends the invitation for good. Its link is enough, since only its reader has it. */
export async function declineInvitation({ token }: InvitationLinkInput): Promise<null> {
  const { organizationId, id, role } = await getOpenInvitation(token)
  const person = await getPerson()
  await withOrganization({ organizationId }, async (db) => {
    await lockInvitation(db, organizationId, id)
    await db.invitation.updateMany({ where: { organizationId, id }, data: { revokedAt: new Date() } })
    const actor = { organizationId, userId: person?.userId ?? null, role, kind: 'person' } as const
    await recordAudit(db, actor, { event: 'invitation.revoked', subjectId: id, after: { declined: true } })
  })
  return null
}
