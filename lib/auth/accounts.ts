import 'server-only'
import { callGlobal } from '../db'
import { Prisma } from '../generated/prisma/client'
import type { Role } from './permissions'

export type Account = {
  id: string
  email: string
  verifiedAt: Date | null
  passwordHash: string | null
  displayName: string
  language: string
}

export async function findAccount(email: string): Promise<Account | null> {
  const [account] = await callGlobal<Account>(Prisma.sql`
    SELECT id, email, verified_at AS "verifiedAt", password_hash AS "passwordHash", display_name AS "displayName", language
    FROM get_user_by_email(${email}::citext)`)
  return account ?? null
}

/** The organization that a new session opens in, or null for who belongs to none. */
export async function getHomeOrganization(userId: string): Promise<{ organizationId: string; role: Role } | null> {
  const [home] = await callGlobal<{ organizationId: string; role: Role }>(Prisma.sql`
    SELECT organization_id AS "organizationId", role::text AS role FROM list_user_organizations(${userId}::uuid)`)
  return home ?? null
}
