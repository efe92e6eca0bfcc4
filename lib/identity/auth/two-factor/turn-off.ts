import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { confirmIdentity } from '../confirm-identity'
import { getUserSecurity } from '../user-security'
import type { TurnOffInput } from './schema'
import { requirePerson } from './set-up'
import { countingAttempts, isRecoveryCode, spendCode } from './spend-code'

/** Asks for both factors: an open tab and a password are not enough. */
export async function turnOffTwoFactor(actor: Actor, { password, code }: TurnOffInput): Promise<null> {
  const person = await requirePerson()
  const { userId } = person
  await confirmIdentity(person, password)
  const security = await getUserSecurity(userId)
  await countingAttempts(userId, 'own', () =>
    withOrganization(actor, async (db) => {
      await spendCode((statement) => db.$queryRaw(statement), userId, security, code)
      await db.$executeRaw`SELECT disable_totp(${userId}::uuid)`
      const after = { with: isRecoveryCode(code) ? 'recoveryCode' : 'app' }
      await recordAudit(db, actor, { event: 'account.secondStepDisabled', subjectId: userId, after })
      await enqueueEmail(db, { kind: 'secondStepOff', userId })
    }),
  )
  return null
}
