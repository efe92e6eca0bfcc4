import 'server-only'
import { UserError } from '../errors'
import { openSession, type OpenedSession, type SignedInBy } from './open-session'
import { getUserSecurity } from './user-security'
import { startWaiting } from './waiting-sign-in'

/** The one door into a session: opens it, or asks for the second step first (`secondStepNeeded`). */
export async function admit(userId: string, how: SignedInBy): Promise<OpenedSession> {
  const { totpSince } = await getUserSecurity(userId)
  if (!totpSince) return openSession(userId, how)
  await startWaiting(userId, how)
  throw new UserError('secondStepNeeded')
}
