import 'server-only'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { clearCalls, isSpent, limitCalls } from '@/lib/core/http/rate-limit'
import { knownDevice } from '../known-device'
import { opaque, TWO_FACTOR_ATTEMPTS, TWO_FACTOR_DAY } from '../limits'
import type { UserSecurity } from '../user-security'
import { noteFailedSignIn } from '../watch-refusals'
import { hashRecoveryCode } from './recovery-codes'
import { stepOf, decryptTotp } from './totp'

type Query = <T>(statement: Prisma.Sql) => Promise<T[]>
type Spent = { spent: boolean }

export const isRecoveryCode = (code: string) => code.length !== 6

export const wrongCode = () => new UserError('codeWrong', { fields: { code: ['errors.codeWrong'] } })

/**
 * Counted by account whatever the network, since who gets here knows the password already; strangers' attempts never use up
 * those of a device that has signed in before, nor those of who is signed in (`own`).
 */
export async function countingAttempts<T>(
  userId: string,
  from: 'sign-in' | 'own',
  attempt: () => Promise<T>,
): Promise<T> {
  const device = from === 'sign-in' ? await knownDevice(userId) : undefined
  const kind = device ? 'known' : from
  const name = opaque(userId)
  const key = `${name}:${device ?? kind}`
  // The short count first: what it refuses uses nothing up of the day's, which no right code forgets.
  await limitCalls(TWO_FACTOR_ATTEMPTS, key)
  await limitCalls(TWO_FACTOR_DAY, `${name}:${kind}`)
  const answer = await attempt().catch(async (error: unknown) => {
    if (error instanceof UserError && error.code === 'codeWrong')
      await noteFailedSignIn({ by: 'code', account: name, userId, blocked: await isSpent(TWO_FACTOR_ATTEMPTS, key) })
    throw error
  })
  await clearCalls(TWO_FACTOR_ATTEMPTS, key)
  return answer
}

/** Uses the code up: each opens once, so that one seen over a shoulder or caught on its way opens nothing. */
export async function spendCode(
  query: Query,
  userId: string,
  { totpSecret, totpSince }: Pick<UserSecurity, 'totpSecret' | 'totpSince'>,
  code: string,
): Promise<void> {
  if (!totpSecret || !totpSince) throw new UserError('secondStepIsOff')
  const statement = isRecoveryCode(code)
    ? Prisma.sql`SELECT use_recovery_code(${userId}::uuid, decode(${hashRecoveryCode(code, userId)}, 'hex')) AS spent`
    : stepStatement(userId, stepOf(code, decryptTotp(totpSecret, userId)))
  const [row] = statement ? await query<Spent>(statement) : []
  if (!row?.spent) throw wrongCode()
}

const stepStatement = (userId: string, step: bigint | null) =>
  step === null ? null : Prisma.sql`SELECT use_totp_step(${userId}::uuid, ${step}) AS spent`
