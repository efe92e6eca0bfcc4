import 'server-only'
import { forgetCalls, limitCalls } from '../rate-limit'
import { clientNetwork } from './client-network'
import { knownDevice } from './known-device'
import { opaque, PASSWORD_ATTEMPTS } from './limits'
import { verifyPassword } from './password'

type Account = { userId?: string; email: string }

/** Whether it is the account's password; counts the attempt, and forgets the count when it is. */
export async function passwordFits(hash: string | null, password: string, account: Account): Promise<boolean> {
  const attempts = await attemptsOf(account)
  await limitCalls(PASSWORD_ATTEMPTS, attempts)
  const fits = await verifyPassword(hash, password)
  if (fits) await forgetCalls(PASSWORD_ATTEMPTS, attempts)
  return fits
}

/** After a new password: who had tried the old one too often here may come in with it. */
export const forgetAttempts = async (account: Account) => forgetCalls(PASSWORD_ATTEMPTS, await attemptsOf(account))

// Strangers' attempts never use up those of a device that the account knows.
const attemptsOf = async ({ userId, email }: Account) =>
  `${opaque(userId ?? email)}:${(await knownDevice(userId)) ?? (await clientNetwork())}`
