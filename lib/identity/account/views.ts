import 'server-only'
import type { Member } from '../auth/member'
import { getUserSecurity } from '../auth/user-security'
import { listSoleOwnerships } from './erase-account'

export type AccountStatus = { hasPassword: boolean; hasTwoFactor: boolean; soleOwnerships: string[] }

/** The confirmation that an erasure needs, and the companies that prevent it. */
export async function getAccountStatus({ userId, hasTwoFactor }: Member): Promise<AccountStatus> {
  const { passwordHash } = await getUserSecurity(userId)
  return { hasPassword: Boolean(passwordHash), hasTwoFactor, soleOwnerships: await listSoleOwnerships(userId) }
}
