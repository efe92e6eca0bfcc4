import 'server-only'
import { callGlobal, type Db } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { hashOf, newSessionSecret } from '../session-cookie'

const CHANGE_HOURS = 24

export type EmailChange = { newEmail: string; expiresAt: Date }

/** The address that the account waits to move to. */
export async function getEmailChange(userId: string): Promise<EmailChange | null> {
  const [change] = await callGlobal<EmailChange>(
    Prisma.sql`SELECT new_email AS "newEmail", expires_at AS "expiresAt" FROM get_email_change(${userId}::uuid)`,
  )
  return change ?? null
}

/**
 * Stores the new address under a token that is not handed out: the links follow when the mail is written. Earlier ones
 * end.
 */
export async function startEmailChange(db: Db, userId: string, newEmail: string): Promise<void> {
  const expires = new Date(Date.now() + CHANGE_HOURS * 3_600_000)
  await db.$queryRaw(create(newSessionSecret(), userId, newEmail, expires))
}

/** A new link to where the account waits to move; nothing when that was called off meanwhile. Only the hash of the token is kept. */
export async function makeEmailLink(userId: string): Promise<{ newEmail: string; link: string } | null> {
  const change = await getEmailChange(userId)
  if (!change) return null
  const token = newSessionSecret()
  await callGlobal(create(token, userId, change.newEmail, change.expiresAt))
  const link = new URL('/auth/email', env().NEXTAUTH_URL)
  link.searchParams.set('token', token)
  return { newEmail: change.newEmail, link: link.toString() }
}

export type EmailLink = { userId: string; email: string; newEmail: string }

/** The address that the link moves its account to, while it can; else a UserError that says why not. Nothing is used up. */
export async function getEmailLink(token: string): Promise<EmailLink> {
  const [link] = await callGlobal<EmailLink & { state: string }>(
    Prisma.sql`
      SELECT state, user_id AS "userId", email, new_email AS "newEmail" FROM get_verification(${hashOf(token)}, 'change_email')`,
  )
  if (!link) throw new UserError('linkUnknown')
  if (link.state !== 'open') throw new UserError(link.state === 'expired' ? 'linkExpired' : 'linkUsed')
  return link
}

const create = (token: string, userId: string, newEmail: string, expires: Date) => Prisma.sql`
  SELECT create_verification(${hashOf(token)}, ${userId}::uuid, 'change_email', ${newEmail}::citext, ${expires})::text`
