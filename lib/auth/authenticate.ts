import 'server-only'
import { UserError } from '../errors'
import { forgetCalls, limitCalls } from '../rate-limit'
import { findAccount } from './accounts'
import { confirmEmail } from './confirmation-link'
import { knownDevice } from './known-device'
import { limitNetwork, opaque, PASSWORD_ATTEMPTS } from './limits'
import { openSession, type OpenedSession } from './open-session'
import { verifyPassword } from './password'

/**
 * Opens a session for who knows the password. Unknown accounts cost the same work and get the same answer; that an
 * e-mail waits for its confirmation is told only to who knows the password.
 */
export async function authenticateByPassword(email: string, password: string): Promise<OpenedSession> {
  const network = await limitNetwork()
  const account = await findAccount(email)
  // Strangers' attempts never use up those of a device that the account knows.
  const device = await knownDevice(account?.id)
  const attempts = `${opaque(account?.id ?? email)}:${device ?? network}`
  await limitCalls(PASSWORD_ATTEMPTS, attempts)
  const matches = await verifyPassword(account?.passwordHash ?? null, password)
  if (!matches || !account) throw new UserError('credentialsInvalid')
  await forgetCalls(PASSWORD_ATTEMPTS, attempts)
  if (!account.verifiedAt) throw new UserError('emailUnconfirmed')
  return openSession(account.id, 'password')
}

/** Opens a session for who holds a confirmation link; the link is used up. */
export async function authenticateByLink(token: string): Promise<OpenedSession> {
  await limitNetwork()
  return openSession(await confirmEmail(token), 'confirmation')
}
