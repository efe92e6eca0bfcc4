import 'server-only'
import { randomBytes } from 'node:crypto'
import { callGlobal } from '../db'
import { env } from '../env'
import { UserError } from '../errors'
import { Prisma } from '../generated/prisma/client'
import { hashOf } from './session-cookie'

const LINK_HOURS = 24

/** Makes the account's confirmation link and ends its earlier ones. Only the hash of the token is kept. */
export async function makeConfirmationLink(userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(Date.now() + LINK_HOURS * 3_600_000)
  await callGlobal(
    Prisma.sql`SELECT create_verification(${hashOf(token)}, ${userId}::uuid, 'confirm', NULL, ${expires})::text`,
  )
  const link = new URL('/auth/callback', env().NEXTAUTH_URL)
  link.searchParams.set('token', token)
  return link.toString()
}

/** Uses a link, once, and answers whose e-mail it confirmed. */
export async function confirmEmail(token: string): Promise<string> {
  const hash = hashOf(token)
  const [confirmed] = await callGlobal<{ userId: string }>(
    Prisma.sql`SELECT user_id AS "userId" FROM confirm_email(${hash})`,
  )
  if (confirmed) return confirmed.userId
  const [known] = await callGlobal<{ state: string }>(Prisma.sql`SELECT state FROM get_verification_state(${hash})`)
  if (!known) throw new UserError('linkUnknown')
  throw new UserError(known.state === 'expired' ? 'linkExpired' : 'linkUsed')
}
