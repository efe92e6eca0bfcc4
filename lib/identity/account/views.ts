import 'server-only'
import type { Member } from '../auth/member'
import { getUserSecurity } from '../auth/user-security'
import { listSoleOwnerships } from './erase-account'

export type AccountStanding = { hasPassword: boolean; hasSecondStep: boolean; soleOwnerships: string[] }

/** The confirmation that an erasure needs, and the companies that prevent it. */
export async function getAccountStanding({ userId, hasSecondStep }: Member): Promise<AccountStanding> {
  const { passwordHash } = await getUserSecurity(userId)
  return { hasPassword: Boolean(passwordHash), hasSecondStep, soleOwnerships: await listSoleOwnerships(userId) }
}
