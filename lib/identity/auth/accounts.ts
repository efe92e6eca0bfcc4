import 'server-only'
import { callGlobal, withOrganization, withoutOrganization, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Role } from '@/lib/core/permissions'

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
export async function getHomeOrganization(userId: string): Promise<Home | null> {
  const [home] = await callGlobal<Home>(Prisma.sql`
    SELECT organization_id AS "organizationId", role::text AS role FROM list_user_organizations(${userId}::uuid)`)
  return home ?? null
}

export type Home = { organizationId: string; role: Role }

/** One transaction about a person's own account: in the organization that their trail is in, or in none where they belong to none. */
export async function inHome<T>(userId: string, run: (db: Db, home: Home | null) => Promise<T>): Promise<T> {
  const home = await getHomeOrganization(userId)
  return home
    ? withOrganization({ organizationId: home.organizationId }, (db) => run(db, home))
    : withoutOrganization((db) => run(db, null))
}
