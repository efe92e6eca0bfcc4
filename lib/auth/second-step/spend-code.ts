import 'server-only'
import { UserError } from '../../errors'
import { Prisma } from '../../generated/prisma/client'
import { forgetCalls, limitCalls } from '../../rate-limit'
import { opaque, SECOND_STEP_ATTEMPTS } from '../limits'
import type { UserSecurity } from '../user-security'
import { hashRecoveryCode } from './recovery-codes'
import { stepOf, unsealTotp } from './totp'

type Query = <T>(statement: Prisma.Sql) => Promise<T[]>
type Spent = { spent: boolean }

export const isRecoveryCode = (code: string) => code.length !== 6

export const wrongCode = () => new UserError('codeWrong', { fields: { code: ['errors.codeWrong'] } })

/** Counted by account whatever the network: who gets here knows the password already. */
export async function countingAttempts<T>(userId: string, attempt: () => Promise<T>): Promise<T> {
  await limitCalls(SECOND_STEP_ATTEMPTS, opaque(userId))
  const answer = await attempt()
  await forgetCalls(SECOND_STEP_ATTEMPTS, opaque(userId))
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
    : stepStatement(userId, stepOf(code, unsealTotp(totpSecret, userId)))
  const [row] = statement ? await query<Spent>(statement) : []
  if (!row?.spent) throw wrongCode()
}

const stepStatement = (userId: string, step: bigint | null) =>
  step === null ? null : Prisma.sql`SELECT use_totp_step(${userId}::uuid, ${step}) AS spent`
