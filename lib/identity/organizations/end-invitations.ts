import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Role } from '@/lib/core/permissions'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { listGrantableRoles } from './grantable-roles'
import { lockOrganization } from './lock-people'
import { listCompanies } from './queries'

const open = { acceptedAt: null, revokedAt: null }

/** Ends open invitations, each with its line in the trail; how many. */
export async function endInvitations(
  db: Db,
  actor: Actor,
  which: { email: string } | { ids: string[] },
): Promise<number> {
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
  return ended.length
}

/** Ends the open invitations to roles that their inviter may no longer grant. `role` null: all. */
export async function endInvitationsBeyond(db: Db, actor: Actor, userId: string, role: Role | null): Promise<void> {
  const { organizationId } = actor
  const grantable = role ? listGrantableRoles(role) : []
  const beyond = await db.invitation.findMany({
    where: { organizationId, ...open, invitedBy: userId, role: { notIn: grantable } },
    select: { id: true },
  })
  if (beyond.length > 0) await endInvitations(db, actor, { ids: beyond.map(({ id }) => id) })
}

/** For who leaves or is removed: what they gave ends, and so does what would bring them back. */
export async function endInvitationsOf(db: Db, actor: Actor, userId: string): Promise<void> {
  await endInvitationsBeyond(db, actor, userId, null)
  const [contact] = await db.$queryRaw<{ email: string }[]>`SELECT email FROM get_user_contact(${userId}::uuid)`
  if (contact) await endInvitations(db, actor, contact)
}

/** For who has taken an address: the companies that they belong to already need not invite it. */
export async function endInvitationsToMember(userId: string, email: string): Promise<void> {
  for (const { organizationId, role } of await listCompanies(userId))
    await withOrganization({ organizationId }, async (db) => {
      await lockOrganization(db, organizationId)
      await endInvitations(db, { organizationId, userId, role, kind: 'person' }, { email })
    })
}
