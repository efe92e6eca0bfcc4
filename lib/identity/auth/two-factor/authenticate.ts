import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEmail } from '@/lib/core/mail/emails'
import type { Home } from '../accounts'
import { linkWithin } from '../google/link'
import { limitNetwork } from '../limits'
import { openSession, type OpenedSession } from '../open-session'
import { getUserSecurity, type UserSecurity } from '../user-security'
import { findWaiting, spendWaiting, type WaitingSignIn } from '../waiting-sign-in'
import { countingAttempts, isRecoveryCode, spendCode } from './spend-code'

/** Opens the session of who has shown the first factor in this browser and now shows the second one. */
export async function authenticateByTwoFactor(code: string): Promise<OpenedSession> {
  await limitNetwork()
  const waiting = await findWaiting()
  if (!waiting) throw new UserError('secondStepExpired')
  const { userId, how } = waiting
  const security = await getUserSecurity(userId)
  return countingAttempts(userId, 'sign-in', () =>
    openSession(userId, how, (db, home) => spend(db, home, { waiting, security, code })),
  )
}

type Shown = { waiting: WaitingSignIn; security: UserSecurity; code: string }

async function spend(db: Db, home: Home | null, { waiting, security, code }: Shown): Promise<void> {
  const { userId, identity } = waiting
  await spendWaiting(db, waiting)
  await spendCode((statement) => db.$queryRaw(statement), userId, security, code)
  if (identity) await linkWithin(db, home, userId, identity)
  if (!isRecoveryCode(code)) return
  await enqueueEmail(db, { kind: 'recoveryCodeUsed', userId })
  // A person without an organization has no audit log either.
  if (home)
    await recordAudit(db, { ...home, userId, kind: 'person' }, { event: 'account.recoveryCodeUsed', subjectId: userId })
}
