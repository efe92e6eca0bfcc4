import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { openSession, type OpenedSession, type SignedInBy } from './open-session'
import { getUserSecurity } from './user-security'
import { startWaiting } from './waiting-sign-in'

/**
 * The one door into a session: opens it, or asks for the second step first (`secondStepNeeded`). With the hash that a password was
 * held against, only while that is still the account's: checking it takes a while, in which another one may be set.
 */
export async function admit(userId: string, how: SignedInBy, passwordHash?: string): Promise<OpenedSession> {
  const { totpSince } = await getUserSecurity(userId)
  if (!totpSince)
    return openSession(userId, how, passwordHash ? (db) => requireHash(db, userId, passwordHash) : undefined)
  await startWaiting(userId, how)
  throw new UserError('secondStepNeeded')
}

async function requireHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  const [row] = await db.$queryRaw<[{ holds: boolean }]>`
    SELECT holds_password(${userId}::uuid, ${passwordHash}) AS holds`
  if (!row.holds) throw new UserError('credentialsInvalid')
}
