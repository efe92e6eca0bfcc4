import 'server-only'
import { confirmIdentity } from '../auth/confirm-identity'
import { requirePerson } from '../auth/two-factor/set-up'
import { countingAttempts, spendCode } from '../auth/two-factor/spend-code'
import { getUserSecurity } from '../auth/user-security'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { erase, refuseOnlyOwner } from './erase-account'
import type { EraseAccountInput } from './schema'

/**
 * Forgets the person's account, whatever companies they are in: confirmed by the password and, where there is one, the
 * second step. The only owner of a company is refused with its name (`onlyOwner`). The audit logs keep the reference,
 * without a name.
 */
export async function eraseOwnAccount(_: Actor, { password, code }: EraseAccountInput): Promise<{ to: string }> {
  const person = await requirePerson()
  const { userId } = person
  await refuseOnlyOwner(userId)
  await confirmIdentity(person, password)
  const security = await getUserSecurity(userId)
  if (!security.totpSince) await erase(userId, 'person')
  else if (!code) throw new UserError('codeWrong', { fields: { code: ['errors.codeIncomplete'] } })
  else
    await countingAttempts(userId, 'own', () =>
      erase(userId, 'person', (db) => spendCode((statement) => db.$queryRaw(statement), userId, security, code)),
    )
  return { to: '/auth?done=erased' }
}
