import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'

export type UserSecurity = {
  email: string
  passwordHash: string | null
  verifiedAt: Date | null
  /** Encrypted; in force since `totpSince`, a set-up under way while that is null. */
  totpSecret: string | null
  totpSince: Date | null
  recoveryCodesLeft: number
  googleEmail: string | null
}

/** How an account is protected. Holds its secrets: never for the screen as a whole. Whose account was erased meanwhile is `signedOut`. */
export async function getUserSecurity(userId: string): Promise<UserSecurity> {
  const [security] = await callGlobal<UserSecurity>(Prisma.sql`
    SELECT email, password_hash AS "passwordHash", verified_at AS "verifiedAt", totp_secret AS "totpSecret", totp_since AS "totpSince",
      recovery_codes AS "recoveryCodesLeft", google_email AS "googleEmail"
    FROM get_user_security(${userId}::uuid)`)
  if (!security) throw new UserError('signedOut')
  return security
}
