import 'server-only'
import { recordAudit } from '../../audit/record'
import { UserError } from '../../errors'
import { enqueueLetter } from '../../mail/letters'
import { inHome } from '../accounts'
import { limitNetwork } from '../limits'
import { hashPassword } from '../password'
import { forgetAttempts } from '../password-attempts'
import { refuseCommonPassword } from '../password-blocklist'
import { hashOf } from '../session-cookie'
import { getResetLink } from './reset-link'
import type { ResetPasswordInput } from './schema'

/** Uses the link, once: the password is set, and every session of the account ends. Signing in comes after, second step and all. */
export async function resetPassword({ token, password }: ResetPasswordInput): Promise<{ to: string }> {
  refuseCommonPassword(password)
  await limitNetwork()
  const link = await getResetLink(token)
  const { userId } = link
  const passwordHash = await hashPassword(password)
  await inHome(userId, async (db, home) => {
    const used = await db.$queryRaw<unknown[]>`SELECT user_id FROM reset_password(${hashOf(token)}, ${passwordHash})`
    if (used.length === 0) throw new UserError('resetUsed')
    if (home)
      await recordAudit(db, { ...home, userId, kind: 'person' }, { event: 'account.passwordReset', subjectId: userId })
    await enqueueLetter(db, { kind: 'passwordChanged', userId })
  })
  await forgetAttempts(link)
  return { to: '/auth?done=reset' }
}
