import 'server-only'
import { withOrganization, type Db } from '@/lib/core/db'
import { encrypt, decrypt } from '@/lib/core/crypto'
import { UserError } from '@/lib/core/errors'
import { logger } from '@/lib/core/logging/logger'
import { keepInProcess } from '@/lib/core/process/process-state'
import type { Grant } from './google'
import { isDeadGrant, refreshGrant, revokeGrant, unavailable } from './google'

type Kept = { token: string; expiresAt: number; encryptedRefreshToken: string }

const EARLY_MS = 60_000
// Access tokens live an hour and are kept in this process alone, never in the database.
const tokens = keepInProcess(new Map<string, Kept>())
const asking = keepInProcess(new Map<string, Promise<string>>())

export const aboutDrive = (organizationId: string) => `organization:${organizationId}:drive`
export const encryptRefreshToken = (organizationId: string, token: string) => encrypt(token, aboutDrive(organizationId))

/** Null when no key of this installation opens it any more: as good as withdrawn. */
export function openRefreshToken(organizationId: string, encrypted: string): string | null {
  try {
    return decrypt(encrypted, aboutDrive(organizationId))
  } catch (error) {
    logger().warn({ err: error, organizationId }, 'the drive grant cannot be opened')
    return null
  }
}

export function keepAccessToken(organizationId: string, grant: Grant, encryptedRefreshToken: string): string {
  const expiresAt = Date.now() + grant.expires_in * 1000
  tokens.set(organizationId, { token: grant.access_token, expiresAt, encryptedRefreshToken })
  return grant.access_token
}

export const dropAccessToken = (organizationId: string) => void tokens.delete(organizationId)

/**
 * For a removed connection: withdraws its grant at Google, as far as it answers. Answers whether nothing is left of it.
 */
export async function withdrawGrant(organizationId: string, encrypted: string): Promise<boolean> {
  dropAccessToken(organizationId)
  const token = openRefreshToken(organizationId, encrypted)
  return token === null || revokeGrant(token)
}

const findConnection = (db: Db, organizationId: string) =>
  db.driveConnection.findUnique({ where: { organizationId }, select: { refreshToken: true } })

/**
 * A token that Google takes now. `fresh` after it refused the one at hand. Several callers share one refresh. A grant that
 * was withdrawn, or that no key opens, is noted on the connection, and the seller is asked to connect again.
 */
export async function getAccessToken(organizationId: string, { fresh = false } = {}): Promise<string> {
  const connection = await withOrganization({ organizationId }, (db) => findConnection(db, organizationId))
  if (!connection) throw new UserError('driveNotConnected')
  const kept = tokens.get(organizationId)
  const isGood = kept?.encryptedRefreshToken === connection.refreshToken && kept.expiresAt - EARLY_MS > Date.now()
  if (isGood && !fresh) return kept.token
  const running = asking.get(organizationId) ?? refresh(organizationId, connection.refreshToken)
  asking.set(organizationId, running)
  return running.finally(() => asking.delete(organizationId))
}

async function refresh(organizationId: string, encryptedRefreshToken: string): Promise<string> {
  const token = openRefreshToken(organizationId, encryptedRefreshToken)
  try {
    if (token !== null) return keepAccessToken(organizationId, await refreshGrant(token), encryptedRefreshToken)
  } catch (error) {
    if (!isDeadGrant(error)) {
      dropAccessToken(organizationId)
      throw unavailable(error)
    }
  }
  dropAccessToken(organizationId)
  await noteProblem(organizationId, 'driveExpired', encryptedRefreshToken)
  throw new UserError('driveExpired')
}

/** `encryptedRefreshToken` given: only while the connection is still that one. */
export async function noteProblem(organizationId: string, errorCode: string | null, encryptedRefreshToken?: string) {
  await withOrganization({ organizationId }, (db) =>
    db.driveConnection.updateMany({
      where: { organizationId, ...(encryptedRefreshToken && { refreshToken: encryptedRefreshToken }) },
      data: { errorCode, checkedAt: new Date() },
    }),
  )
}
