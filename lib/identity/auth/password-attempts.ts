import 'server-only'
import { clearCalls, isSpent, limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { clientNetwork } from './client-network'
import { knownDevice } from './known-device'
import { ACCOUNT_GUESSES, opaque, PASSWORD_ATTEMPTS } from './limits'
import { verifyPassword } from './password'
import { noteFailedSignIn } from './watch-refusals'

type Account = { userId?: string; email: string }

/** Whether it is the account's password; counts the attempt, and forgets the count when it is. */
export async function passwordFits(hash: string | null, password: string, account: Account): Promise<boolean> {
  const counts = await countsOf(account)
  // The network's first: what it refuses uses nothing up of the account's.
  for (const [limit, key] of counts) await limitCalls(limit, key)
  const fits = await verifyPassword(hash, password)
  if (fits) await clear(counts)
  else
    await noteFailedSignIn({
      by: 'password',
      account: opaque(account.userId ?? account.email),
      userId: account.userId,
      blocked: await isBlocked(counts),
    })
  return fits
}

/** After a new password: who had tried the old one too often here may come in with it. */
export const clearAttempts = async (account: Account) => clear(await countsOf(account))

/** Whether the next one will be refused unheard. */
async function isBlocked(counts: Count[]): Promise<boolean> {
  for (const [limit, key] of counts) if (await isSpent(limit, key)) return true
  return false
}

type Count = [limit: CallLimit, key: string]

async function clear(counts: Count[]): Promise<void> {
  for (const [limit, key] of counts) await clearCalls(limit, key)
}

// Strangers' attempts never use up those of a device that the account knows.
async function countsOf({ userId, email }: Account): Promise<Count[]> {
  const name = opaque(userId ?? email)
  const device = await knownDevice(userId)
  if (device) return [[PASSWORD_ATTEMPTS, `${name}:${device}`]]
  return [
    [PASSWORD_ATTEMPTS, `${name}:${await clientNetwork()}`],
    [ACCOUNT_GUESSES, name],
  ]
}
