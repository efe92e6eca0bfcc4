import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { encrypt } from '@/lib/core/crypto'
import { UserError } from '@/lib/core/errors'
import { droppedOf, enqueueEmail } from '@/lib/core/mail/emails'
import { findAccount, inHome } from '../accounts'
import { limitNetwork } from '../limits'
import { ownWords } from '../own-words'
import { hashPassword } from '../password'
import { clearAttempts } from '../password-attempts'
import { refuseWeakPassword } from '../password-blocklist'
import { hashOf } from '../session-cookie'
import { getResetLink } from './reset-link'
import type { ResetPasswordInput } from './schema'

/**
 * Uses the link, once: the password is set, every session of the account ends, and so does a Google identity of another address,
 * which the mailbox says nothing about. Signing in comes after, second step and all.
 */
export async function resetPassword({ token, password }: ResetPasswordInput): Promise<{ to: string }> {
  refuseWeakPassword(password, [])
  await limitNetwork()
  const link = await getResetLink(token)
  const { userId } = link
  const account = await findAccount(link.email)
  refuseWeakPassword(password, await ownWords({ ...link, displayName: account?.displayName ?? '' }))
  const passwordHash = await hashPassword(password)
  const dropped = await inHome(userId, async (db, home) => {
    const used = await db.$queryRaw<unknown[]>`SELECT user_id FROM reset_password(${hashOf(token)}, ${passwordHash})`
    if (used.length === 0) throw new UserError('resetUsed')
    const [identity] = await db.$queryRaw<
      { email: string }[]
    >`SELECT email FROM drop_foreign_identities(${userId}::uuid)`
    if (home) {
      const actor = { ...home, userId, kind: 'person' } as const
      await recordAudit(db, actor, { event: 'account.passwordReset', subjectId: userId })
      if (identity) await recordAudit(db, actor, { event: 'account.googleUnlinked', subjectId: userId })
    }
    const encrypted = identity && encrypt(identity.email, droppedOf(userId))
    await enqueueEmail(db, { kind: 'passwordChanged', userId, dropped: encrypted })
    return Boolean(identity)
  })
  await clearAttempts(link)
  return { to: dropped ? '/auth?done=reset-google' : '/auth?done=reset' }
}
