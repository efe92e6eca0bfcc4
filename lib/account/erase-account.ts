import 'server-only'
import { confirmIdentity } from '../auth/confirm-identity'
import { requirePerson } from '../auth/second-step/set-up'
import { countingAttempts, spendCode } from '../auth/second-step/spend-code'
import { getUserSecurity } from '../auth/user-security'
import { raised } from '../database-errors'
import { callGlobal, withoutOrganization, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import { Prisma } from '../generated/prisma/client'
import type { EraseAccountInput } from './schema'

/**
 * Forgets the person's account, whatever companies they are in: confirmed by the password and, where there is one, the second step. The only
 * owner of a company is told of which (`onlyOwner`). The trails keep the reference, without a name.
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
  return { to: '/auth' }
}

/** For who runs the installation, asked by the person: the same, without their password. */
export async function eraseAccount(userId: string): Promise<void> {
  await refuseOnlyOwner(userId)
  await erase(userId, 'system')
}

/** The names of the companies of which the person is the only owner. */
export async function listSoleOwnerships(userId: string): Promise<string[]> {
  const sole = await callGlobal<{ name: string }>(Prisma.sql`SELECT name FROM list_sole_ownerships(${userId}::uuid)`)
  return sole.map(({ name }) => name)
}

async function refuseOnlyOwner(userId: string): Promise<void> {
  const companies = await listSoleOwnerships(userId)
  if (companies.length > 0) throw new UserError('onlyOwner', { values: { companies: companies.join(', ') } })
}

/** Who has become the only owner meanwhile is refused by the database. */
const erase = (userId: string, by: 'person' | 'system', before?: (db: Db) => Promise<void>) =>
  withoutOrganization(async (db) => {
    await before?.(db)
    await db.$queryRaw`SELECT erase_account(${userId}::uuid, ${by}::"ActorKind")`
  }).catch((error: unknown) => {
    throw raised(error)?.name === 'last_owner' ? new UserError('lastOwner') : error
  })
