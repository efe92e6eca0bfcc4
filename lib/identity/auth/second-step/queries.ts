import 'server-only'
import { getUserSecurity } from '../user-security'

export type SecondStepState = { since: Date | null; recoveryCodesLeft: number; hasPassword: boolean }

/** The screen's state of two-factor: none of its secrets. */
export async function getSecondStep(userId: string): Promise<SecondStepState> {
  const { totpSince, recoveryCodesLeft, passwordHash } = await getUserSecurity(userId)
  return { since: totpSince, recoveryCodesLeft, hasPassword: passwordHash !== null }
}
