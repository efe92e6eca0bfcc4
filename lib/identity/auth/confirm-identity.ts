import 'server-only'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { clearCalls, limitCalls } from '@/lib/core/http/rate-limit'
import { opaque, PASSWORD_ATTEMPTS } from './limits'
import { getMember, type Person } from './member'
import { verifyPassword } from './password'
import { getUserSecurity } from './user-security'

const RECENT_MS = 15 * 60_000
const isRecent = (at: Date) => Date.now() - at.getTime() <= RECENT_MS

/**
 * Before what an open tab must not be enough for: the password once more (`passwordMissing`, `passwordWrong`), or, for an account that has none, a
 * sign-in of the last quarter of an hour (`signInAgain`).
 */
export async function confirmIdentity(
  person: Pick<Person, 'userId' | 'sessionCreatedAt'>,
  password: string | undefined,
): Promise<void> {
  const { passwordHash } = await getUserSecurity(person.userId)
  if (!passwordHash) {
    if (!isRecent(person.sessionCreatedAt)) throw new UserError('signInAgain')
    return
  }
  if (!password) throw new UserError('passwordMissing', { fields: { password: ['errors.passwordMissing'] } })
  const attempts = `${opaque(person.userId)}:own`
  await limitCalls(PASSWORD_ATTEMPTS, attempts)
  if (!(await verifyPassword(passwordHash, password)))
    throw new UserError('passwordWrong', { fields: { password: ['errors.passwordWrong'] } })
  await clearCalls(PASSWORD_ATTEMPTS, attempts)
}

/** As confirmOwnIdentity, but a sign-in of the last quarter of an hour is enough for an account with a password too. */
export async function confirmRecentIdentity(password: string | undefined): Promise<void> {
  const member = await getMember()
  if (!member) throw new UserError('signedOut')
  if (!isRecent(member.sessionCreatedAt)) await confirmIdentity(member, password)
}

/** The check of confirmIdentity of the signed-in person, for actions for which an open tab is not enough. */
export async function confirmOwnIdentity(password: string | undefined): Promise<void> {
  const member = await getMember()
  if (!member) throw new UserError('signedOut')
  await confirmIdentity(member, password)
}

/** An action for which a tab that was left open is not enough. */
export const confirmed =
  <I extends { password?: string }, T>(handler: (actor: Actor, input: I) => Promise<T>) =>
  async (actor: Actor, input: I): Promise<T> => {
    await confirmRecentIdentity(input.password)
    return handler(actor, input)
  }
