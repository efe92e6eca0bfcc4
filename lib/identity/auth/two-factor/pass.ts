import 'server-only'
import { UserError } from '@/lib/core/errors'
import { twoFactorCookie } from '../waiting-sign-in'
import { recoveryUsedPathTo, returnPath } from '../return-path'
import { deleteEncryptedCookie } from '../encrypted-cookie'
import { issueSession } from '../session-issuer'
import type { PassInput } from './schema'
import { isRecoveryCode, wrongCode } from './spend-code'

/** The second half of a sign-in: answers where the browser goes on, by way of how many recovery codes are left if one was used. */
export async function passTwoFactor({ code, callbackUrl }: PassInput): Promise<{ to: string }> {
  await issueSession('second-step', { code }).catch((error: unknown) => {
    // Through next-auth comes the code of an error alone, without its field.
    throw error instanceof UserError && error.code === 'codeWrong' ? wrongCode() : error
  })
  await deleteEncryptedCookie(twoFactorCookie)
  return { to: isRecoveryCode(code) ? recoveryUsedPathTo(callbackUrl) : returnPath(callbackUrl) }
}
