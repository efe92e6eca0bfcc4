import 'server-only'
import { z } from 'zod'
import { UserError } from '../errors'
import { openSession, type OpenedSession, type SignedInBy } from './open-session'
import { writeSealed } from './sealed-cookie'
import { getUserSecurity } from './user-security'

const WAITS_SECONDS = 10 * 60

/** Who has shown the first factor and still owes the second one; the browser that did holds it. */
export const secondStepCookie = {
  name: 'mascate-second-step',
  schema: z.object({ userId: z.uuid(), how: z.enum(['password', 'confirmation', 'google', 'invitation']) }),
  seconds: WAITS_SECONDS,
  path: '/',
}

/** The one door into a session: opens it, or asks for the second step first (`secondStepNeeded`). */
export async function admit(userId: string, how: SignedInBy): Promise<OpenedSession> {
  const { totpSince } = await getUserSecurity(userId)
  if (!totpSince) return openSession(userId, how)
  await writeSealed(secondStepCookie, { userId, how })
  throw new UserError('secondStepNeeded')
}
