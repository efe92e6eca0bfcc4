import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'

/** Words that a person's password must not contain: their address, their name, and the names of their companies. */
export async function ownWords({ userId, email, displayName }: Record<'userId' | 'email' | 'displayName', string>) {
  const companies = await callGlobal<{ name: string }>(
    Prisma.sql`SELECT name FROM list_user_organizations(${userId}::uuid)`,
  )
  return [email, displayName, ...companies.map(({ name }) => name)]
}
