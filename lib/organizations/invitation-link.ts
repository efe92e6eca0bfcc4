import 'server-only'
import type { Role } from '../auth/permissions'
import { hashOf, newSessionSecret } from '../auth/session-cookie'
import { callGlobal, withOrganization } from '../db'
import { env } from '../env'
import { Prisma } from '../generated/prisma/client'

export type InvitationLink = {
  email: string
  role: Role
  organization: string
  inviter: string
  /** The inviter's. */
  language: string
  link: string
}

/** A new link for an invitation that stands; its earlier ones end. Only the hash of the token is kept. */
export async function makeInvitationLink(
  { organizationId }: { organizationId: string },
  id: string,
): Promise<InvitationLink | null> {
  const token = newSessionSecret()
  const invitation = await withOrganization({ organizationId }, async (db) => {
    const where = { organizationId, id, acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } }
    const { count } = await db.invitation.updateMany({ where, data: { hash: hashOf(token) } })
    if (count === 0) return null
    const { email, role, invitedBy } = await db.invitation.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id } },
      select: { email: true, role: true, invitedBy: true },
    })
    const { name } = await db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } })
    return { email, role, invitedBy, organization: name }
  })
  if (!invitation) return null
  const { invitedBy, ...rest } = invitation
  const [inviter] = await callGlobal<{ displayName: string; language: string }>(
    Prisma.sql`SELECT display_name AS "displayName", language FROM get_user_contact(${invitedBy}::uuid)`,
  )
  const link = new URL('/auth/invitation', env().NEXTAUTH_URL)
  link.searchParams.set('token', token)
  return { ...rest, inviter: inviter?.displayName ?? '', language: inviter?.language ?? 'pt', link: link.toString() }
}
