import 'server-only'
import { createHmac } from 'node:crypto'
import type { Role } from '@/lib/core/permissions'
import { hashOf } from '../auth/session-cookie'
import { callGlobal, withOrganization, type Db } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * How a link reaches the invited person. One that came by email proves that its holder reads the mailbox, so that it may open a
 * new account; one that the inviter passed on proves nothing, and is good for who signs in with that address. The token says
 * which, and only the hash of the whole is kept.
 */
export type HandedOver = 'email' | 'byHand'
const marks: Record<HandedOver, string> = { email: 'L', byHand: 'H' }

export const provesMailbox = (token: string): boolean => token.startsWith(marks.email)

/** Derived from the invitation and the server's secret each time: sent again, it is the same link. */
function tokenOf(organizationId: string, id: string, how: HandedOver): string {
  const mac = createHmac('sha256', env().NEXTAUTH_SECRET).update(`invitation:${how}:${organizationId}:${id}`)
  return marks[how] + mac.digest('base64url')
}

export function linkTo(
  organizationId: string,
  id: string,
  how: HandedOver,
): { url: string; hash: Uint8Array<ArrayBuffer> } {
  const token = tokenOf(organizationId, id, how)
  const url = new URL('/auth/invitation', env().NEXTAUTH_URL)
  url.searchParams.set('token', token)
  return { url: url.toString(), hash: hashOf(token) }
}

export type InvitationLink = {
  email: string
  role: Role
  organization: string
  inviter: string
  /** The inviter's. */
  language: string
  link: string
}

/** The link for the email of an invitation that stands. */
export async function makeInvitationLink(
  { organizationId }: { organizationId: string },
  id: string,
): Promise<InvitationLink | null> {
  const { url, hash } = linkTo(organizationId, id, 'email')
  const invitation = await withOrganization({ organizationId }, (db) => markSent(db, organizationId, id, hash))
  if (!invitation) return null
  const { invitedBy, ...rest } = invitation
  const [inviter] = await callGlobal<{ displayName: string; language: string }>(
    Prisma.sql`SELECT display_name AS "displayName", language FROM get_user_contact(${invitedBy}::uuid)`,
  )
  return { ...rest, inviter: inviter?.displayName ?? '', language: inviter?.language ?? 'pt', link: url }
}

async function markSent(db: Db, organizationId: string, id: string, hash: Uint8Array<ArrayBuffer>) {
  const where = { organizationId, id, acceptedAt: null, revokedAt: null, expiresAt: { gt: new Date() } }
  const { count } = await db.invitation.updateMany({ where, data: { hash } })
  if (count === 0) return null
  const { email, role, invitedBy } = await db.invitation.findUniqueOrThrow({
    where: { organizationId_id: { organizationId, id } },
    select: { email: true, role: true, invitedBy: true },
  })
  const { name } = await db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } })
  return { email, role, invitedBy, organization: name }
}
