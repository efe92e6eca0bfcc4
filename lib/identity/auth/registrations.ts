import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { pendingCookie } from './pending-cookie'
import { readEncryptedCookie } from './encrypted-cookie'

export type Registration = { id: string; userId: string; passwordHash: string }

/** The registration of that address which this browser made, if its encrypted cookie says so. */
export async function ownRegistrationId(email: string): Promise<string | undefined> {
  const pending = await readEncryptedCookie(pendingCookie)
  return pending?.email.toLowerCase() === email.toLowerCase() ? pending.registrationId : undefined
}

/** A registration that waits for its confirmation: this browser's own, or else the newest of the address. */
export async function findRegistration(email: string): Promise<Registration | null> {
  const own = (await ownRegistrationId(email)) ?? null
  const [registration] = await callGlobal<Registration>(Prisma.sql`
    SELECT id, user_id AS "userId", password_hash AS "passwordHash" FROM get_registration(${email}::citext, ${own}::uuid)`)
  return registration ?? null
}
