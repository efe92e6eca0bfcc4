import 'server-only'
import { recordAudit } from '../audit/record'
import type { Role } from '../auth/permissions'
import type { Actor, Db } from '../db'
import { listGrantableRoles } from './grantable-roles'

const open = { acceptedAt: null, revokedAt: null }

/** Ends open invitations, each with its line in the trail. */
export async function endInvitations(
  db: Db,
  actor: Actor,
  which: { email: string } | { ids: string[] },
): Promise<void> {
  const { organizationId } = actor
  const { email = null, ids = [] }: { email?: string | null; ids?: string[] } = which
  const ended = await db.$queryRaw<{ id: string; role: Role }[]>`
    UPDATE invitation SET revoked_at = now()
    WHERE organization_id = ${organizationId}::uuid AND accepted_at IS NULL AND revoked_at IS NULL
      AND (email = ${email}::citext OR id = ANY (${ids}::uuid[]))
    RETURNING id, role::text AS role`
  for (const invitation of ended)
    await recordAudit(db, actor, {
      event: 'invitation.revoked',
      subjectId: invitation.id,
      before: { role: invitation.role },
    })
}

/** What somebody may no longer give, nobody gets from them: their open invitations beyond that end. `role` null: they have left. */
export async function endInvitationsBeyond(db: Db, actor: Actor, userId: string, role: Role | null): Promise<void> {
  const { organizationId } = actor
  const grantable = role ? listGrantableRoles(role) : []
  const beyond = await db.invitation.findMany({
    where: { organizationId, ...open, invitedBy: userId, role: { notIn: grantable } },
    select: { id: true },
  })
  if (beyond.length > 0) await endInvitations(db, actor, { ids: beyond.map(({ id }) => id) })
}
