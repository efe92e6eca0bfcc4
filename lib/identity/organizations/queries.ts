import 'server-only'
import type { Role } from '@/lib/core/permissions'
import { callGlobal, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'

export type Company = { organizationId: string; name: string; role: Role; deletionAt: Date | null }

export const listCompanies = (userId: string): Promise<Company[]> =>
  callGlobal(Prisma.sql`
    SELECT organization_id AS "organizationId", name, role::text AS role, deletion_at AS "deletionAt"
    FROM list_user_organizations(${userId}::uuid)`)

export type WaitingInvitation = {
  organizationId: string
  organizationName: string
  id: string
  role: Role
  invitedByName: string | null
  expiresAt: Date
}

/** The open invitations to the address that the person has confirmed. */
export const listWaitingInvitations = (userId: string): Promise<WaitingInvitation[]> =>
  callGlobal(Prisma.sql`
    SELECT organization_id AS "organizationId", organization_name AS "organizationName", id, role::text AS role,
      invited_by_name AS "invitedByName", expires_at AS "expiresAt"
    FROM list_user_invitations(${userId}::uuid)`)

export type CompanyMember = {
  userId: string
  email: string
  displayName: string
  avatarId: string | null
  role: Role
  since: Date
  version: number
  hasTwoFactor: boolean
  lastSeenAt: Date | null
  legalEntityIds: string[]
}

/** The people of the current organization. */
export const listMembers = (db: Db): Promise<CompanyMember[]> =>
  db.$queryRaw`
    SELECT user_id AS "userId", email, display_name AS "displayName", avatar_id AS "avatarId", role::text AS role, since, version,
      has_second_step AS "hasTwoFactor", last_seen_at AS "lastSeenAt", legal_entity_ids AS "legalEntityIds"
    FROM list_members()`

export type OpenInvitation = {
  id: string
  email: string
  role: Role
  legalEntityIds: string[]
  createdAt: Date
  expiresAt: Date
}

/** Open invitations, and those that expired within the last month. */
export const listInvitations = (db: Db, organizationId: string): Promise<OpenInvitation[]> =>
  db.invitation.findMany({
    where: {
      organizationId,
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: new Date(Date.now() - 30 * 86_400_000) },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, email: true, role: true, legalEntityIds: true, createdAt: true, expiresAt: true },
  })

export type EntityChoice = { id: string; name: string; archived: boolean }

/** The entities that an accountant can be given: every legal entity, the archived ones last. */
export async function listEntityChoices(db: Db, organizationId: string): Promise<EntityChoice[]> {
  const rows = await db.legalEntity.findMany({
    where: { organizationId },
    orderBy: [{ archivedAt: { sort: 'asc', nulls: 'first' } }, { name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, archivedAt: true },
  })
  return rows.map(({ archivedAt, ...entity }) => ({ ...entity, archived: archivedAt !== null }))
}
