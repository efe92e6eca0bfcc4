import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newSessionSecret, hashOf } from '../session-cookie'

const RESET_MINUTES = 60

/** A new link that sets another password; the account's earlier ones end. Only the hash of the token is kept. */
export async function makeResetLink(userId: string): Promise<string> {
  const token = newSessionSecret()
  const expires = new Date(Date.now() + RESET_MINUTES * 60_000)
  await callGlobal(
    Prisma.sql`SELECT create_verification(${hashOf(token)}, ${userId}::uuid, 'reset', NULL, ${expires})::text`,
  )
  const link = new URL('/auth/reset', env().NEXTAUTH_URL)
  link.searchParams.set('token', token)
  return link.toString()
}

export type ResetLink = { userId: string; email: string }

/** Whose password the link sets, while it can be used; else a UserError that says why not. Nothing is used up. */
export async function getResetLink(token: string): Promise<ResetLink> {
  const [link] = await callGlobal<ResetLink & { state: string }>(
    Prisma.sql`SELECT state, user_id AS "userId", email FROM get_verification(${hashOf(token)}, 'reset')`,
  )
  if (!link) throw new UserError('resetUnknown')
  if (link.state !== 'open') throw new UserError(link.state === 'expired' ? 'resetExpired' : 'resetUsed')
  return link
}
