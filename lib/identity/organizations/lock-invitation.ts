import 'server-only'
import type { Role } from '@/lib/core/permissions'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { refuseUnlessOpen, type InvitationState } from './find-invitation'
import { lockOrganization } from './lock-people'

type Locked = { role: Role; legalEntityIds: string[] }

/**
 * The invitation as it is now, for accepting or declining it: read again under its lock, so that one that ended since
 * the page was opened is refused with its own message.
 */
export async function lockInvitation(db: Db, organizationId: string, id: string): Promise<Locked> {
  await lockOrganization(db, organizationId)
  const [row] = await db.$queryRaw<(Locked & { state: InvitationState })[]>`
    SELECT i.role::text AS role, i.legal_entity_ids AS "legalEntityIds",
      CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
        WHEN o.deletion_at IS NOT NULL THEN 'ending' WHEN i.expires_at <= now() THEN 'expired' ELSE 'open' END AS state
    FROM invitation i JOIN organization o ON o.organization_id = i.organization_id
    WHERE i.organization_id = ${organizationId}::uuid AND i.id = ${id}::uuid FOR UPDATE OF i`
  if (!row) throw new UserError('invitationUnknown')
  refuseUnlessOpen(row.state)
  return { role: row.role, legalEntityIds: row.legalEntityIds }
}
