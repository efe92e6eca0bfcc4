import 'server-only'
import { getUserSecurity } from '../user-security'

export type TwoFactorState = { since: Date | null; recoveryCodesLeft: number; hasPassword: boolean }

/** The screen's state of two-factor: none of its secrets. */
export async function getTwoFactor(userId: string): Promise<TwoFactorState> {
  const { totpSince, recoveryCodesLeft, passwordHash } = await getUserSecurity(userId)
  return { since: totpSince, recoveryCodesLeft, hasPassword: passwordHash !== null }
}
