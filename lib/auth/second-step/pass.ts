import 'server-only'
import { UserError } from '../../errors'
import { secondStepCookie } from '../admit'
import { returnPath } from '../return-path'
import { forgetSealed, readSealed } from '../sealed-cookie'
import { issueSession } from '../session-issuer'
import { getUserSecurity } from '../user-security'
import type { PassInput } from './schema'
import { isRecoveryCode, wrongCode } from './spend-code'

export type Passed = {
  to: string
  /** After a recovery code was used: how many are left. */
  recoveryCodesLeft?: number
}

/** The second half of a sign-in: answers where the browser goes on. */
export async function passSecondStep({ code, callbackUrl }: PassInput): Promise<Passed> {
  const waiting = await readSealed(secondStepCookie)
  await issueSession('second-step', { code }).catch((error: unknown) => {
    // Through next-auth comes the code of an error alone, without its field.
    throw error instanceof UserError && error.code === 'codeWrong' ? wrongCode() : error
  })
  await forgetSealed(secondStepCookie)
  const to = returnPath(callbackUrl)
  if (!waiting || !isRecoveryCode(code)) return { to }
  return { to, recoveryCodesLeft: (await getUserSecurity(waiting.userId)).recoveryCodesLeft }
}
