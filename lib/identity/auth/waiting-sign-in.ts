import 'server-only'
import { z } from 'zod'
import { callGlobal, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import type { SignedInBy } from './open-session'
import { readEncryptedCookie, writeEncryptedCookie } from './encrypted-cookie'
import { hashOf, newSessionSecret } from './session-cookie'

const WAITS_SECONDS = 10 * 60

/** Names the sign-in that waits in this browser for its second step. All else stands in its row, which ends with its use or with the password. */
export const twoFactorCookie = {
  name: 'mascate-second-step',
  schema: z.object({ token: z.string() }),
  seconds: WAITS_SECONDS,
}

/** An identity that opens the account from now on, if the second step is passed. */
export type IdentityToLink = { subject: string; email: string }
export type WaitingSignIn = { token: string; userId: string; how: SignedInBy; identity: IdentityToLink | null }

export async function startWaiting(userId: string, how: SignedInBy, identity?: IdentityToLink): Promise<void> {
  const token = newSessionSecret()
  const expires = new Date(Date.now() + WAITS_SECONDS * 1000)
  await callGlobal(Prisma.sql`
    SELECT start_waiting_sign_in(${hashOf(token)}, ${userId}::uuid, ${how}, ${identity?.subject ?? null},
      ${identity?.email ?? null}::citext, ${expires})::text`)
  await writeEncryptedCookie(twoFactorCookie, { token })
}

type Row = { userId: string; how: SignedInBy; subject: string | null; email: string | null }

/** The sign-in that still waits in this browser. */
export async function findWaiting(): Promise<WaitingSignIn | null> {
  const cookie = await readEncryptedCookie(twoFactorCookie)
  if (!cookie) return null
  const [row] = await callGlobal<Row>(Prisma.sql`
    SELECT user_id AS "userId", how, subject, email FROM get_waiting_sign_in(${hashOf(cookie.token)})`)
  if (!row) return null
  const { userId, how, subject, email } = row
  return { token: cookie.token, userId, how, identity: subject && email ? { subject, email } : null }
}

/** Once: in the transaction that opens its session, so that a wrong code leaves it waiting and a second use opens nothing. */
export async function spendWaiting(db: Db, { token, userId }: WaitingSignIn): Promise<void> {
  const [row] = await db.$queryRaw<[{ used: boolean }]>`
    SELECT use_waiting_sign_in(${hashOf(token)}, ${userId}::uuid) AS used`
  if (!row.used) throw new UserError('secondStepExpired')
}
