import 'server-only'
import { createHmac } from 'node:crypto'
import { callGlobal } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { carrySession } from './carry-session'
import { readSessionSecret, type Person } from './member'
import { hashOf } from './session-cookie'

/**
 * The next secret. Derived from the secret and not random: requests that are under way together all set the same
 * cookie, and none of them takes the session away from the others. The holder of the secret cannot derive it.
 */
const secretAfter = (secret: string) =>
  createHmac('sha256', env().NEXTAUTH_SECRET).update(`session renewal: ${secret}`).digest('base64url')

/** The secret under which the session of this one goes on: another one, once, after a change of role. */
export async function currentSecret(secret: string): Promise<string> {
  const next = secretAfter(secret)
  const [row] = await callGlobal<{ renewed: boolean }>(
    Prisma.sql`SELECT renew_due_session(${hashOf(secret)}, ${hashOf(next)}) AS renewed`,
  )
  return row?.renewed ? next : secret
}

/** Gives the browser the cookie of a session of theirs that is due. For actions and routes: a page cannot set one. */
export async function renewSession({ userId }: Pick<Person, 'userId'>): Promise<void> {
  const secret = await readSessionSecret()
  const next = secret && (await currentSecret(secret))
  if (next && next !== secret) await carrySession({ secret: next, person: userId })
}
