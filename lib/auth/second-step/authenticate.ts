import 'server-only'
import { recordAudit } from '../../audit/record'
import { withOrganization, withoutOrganization, type Db } from '../../db'
import { UserError } from '../../errors'
import { enqueueLetter } from '../../mail/letters'
import { getHomeOrganization } from '../accounts'
import { secondStepCookie } from '../admit'
import { limitNetwork } from '../limits'
import { openSession, type OpenedSession } from '../open-session'
import { readSealed } from '../sealed-cookie'
import { getUserSecurity, type UserSecurity } from '../user-security'
import { countingAttempts, isRecoveryCode, spendCode } from './spend-code'

/** Opens the session of who has shown the first factor in this browser and now shows the second one. */
export async function authenticateBySecondStep(code: string): Promise<OpenedSession> {
  await limitNetwork()
  const waiting = await readSealed(secondStepCookie)
  if (!waiting) throw new UserError('secondStepExpired')
  await countingAttempts(waiting.userId, () => spendForSignIn(waiting.userId, code))
  return openSession(waiting.userId, waiting.how)
}

async function spendForSignIn(userId: string, code: string): Promise<void> {
  const [security, home] = [await getUserSecurity(userId), await getHomeOrganization(userId)]
  // Turned off meanwhile, in another browser: the first factor is to be shown anew.
  if (!security.totpSince) throw new UserError('secondStepExpired')
  // Who belongs to no organization has no trail either.
  if (!home) return withoutOrganization((db) => spendAndTell(db, userId, security, code))
  await withOrganization(home, async (db) => {
    await spendAndTell(db, userId, security, code)
    const actor = { ...home, userId, kind: 'person' } as const
    if (isRecoveryCode(code)) await recordAudit(db, actor, { event: 'account.recoveryCodeUsed', subjectId: userId })
  })
}

async function spendAndTell(db: Db, userId: string, security: UserSecurity, code: string): Promise<void> {
  await spendCode((statement) => db.$queryRaw(statement), userId, security, code)
  if (isRecoveryCode(code)) await enqueueLetter(db, { kind: 'recoveryCodeUsed', userId })
}
