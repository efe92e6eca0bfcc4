import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { encrypt } from '@/lib/core/crypto'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEmail, oldEmailOf } from '@/lib/core/mail/emails'
import { endInvitationsToMember } from '../../organizations/end-invitations'
import { inHome, type Home } from '../accounts'
import { limitNetwork } from '../limits'
import { getPerson } from '../member'
import { passwordFits } from '../password-attempts'
import { hashOf } from '../session-cookie'
import { getUserSecurity } from '../user-security'
import { getEmailLink, type EmailLink } from './email-link'
import type { ConfirmEmailChangeInput } from './schema'

type Outcome = { outcome: 'changed' | 'taken' | 'gone'; oldEmail: string }

/**
 * Uses the link, once, for who has the account besides the new mailbox: is signed in here, or knows its password. Else a slip
 * in the address would hand the account to a stranger. Sessions stay.
 */
export async function confirmEmailChange({ token, password }: ConfirmEmailChangeInput): Promise<{ to: string }> {
  await limitNetwork()
  const link = await getEmailLink(token)
  const { userId } = link
  const isHere = (await getPerson())?.userId === userId
  if (!isHere) await proveByPassword(link, password)
  const outcome = await inHome(userId, async (db, home) => {
    const [row] = await db.$queryRaw<[Outcome]>`
      SELECT outcome, old_email AS "oldEmail" FROM change_email(${hashOf(token)})`
    if (row.outcome === 'changed') await sendNotices(db, home, userId, row.oldEmail)
    return row.outcome
  })
  if (outcome === 'taken') throw new UserError('emailTaken')
  if (outcome === 'gone') throw new UserError('linkUsed')
  await endInvitationsToMember(userId, link.newEmail)
  return { to: isHere ? '/dashboard/settings/security' : '/auth' }
}

async function proveByPassword({ userId, email }: EmailLink, password?: string): Promise<void> {
  const { passwordHash } = await getUserSecurity(userId)
  if (!passwordHash) throw new UserError('emailNeedsSession')
  if (!password) throw new UserError('emailNeedsPassword')
  if (!(await passwordFits(passwordHash, password, { userId, email })))
    throw new UserError('passwordWrong', { fields: { password: ['errors.passwordWrong'] } })
}

async function sendNotices(db: Db, home: Home | null, userId: string, oldEmail: string): Promise<void> {
  if (home)
    await recordAudit(db, { ...home, userId, kind: 'person' }, { event: 'account.emailChanged', subjectId: userId })
  await enqueueEmail(db, { kind: 'emailChanged', userId, oldEmail: encrypt(oldEmail, oldEmailOf(userId)) })
}
