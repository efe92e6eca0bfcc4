import 'server-only'
import { encrypt } from '@/lib/core/crypto'
import { raised } from '@/lib/core/database/database-errors'
import { callGlobal, withoutOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { enqueueJob } from '@/lib/core/queue/task'
import { contactOf, enqueueEmail } from '@/lib/core/mail/emails'

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

export async function refuseOnlyOwner(userId: string): Promise<void> {
  const companies = await listSoleOwnerships(userId)
  if (companies.length > 0) throw new UserError('onlyOwner', { values: { companies: companies.join(', ') } })
}

type DroppedGrant = { organizationId: string; refreshToken: string }

/** The database refuses a person who has become the only owner meanwhile. */
export async function erase(
  userId: string,
  by: 'person' | 'system',
  before?: (db: Db) => Promise<void>,
): Promise<void> {
  await withoutOrganization(async (db) => {
    await before?.(db)
    await notifyErased(db, userId)
    const grants = await db.$queryRaw<DroppedGrant[]>`
      SELECT organization_id AS "organizationId", refresh_token AS "refreshToken" FROM erase_account_wholly(${userId}::uuid, ${by}::"ActorKind")`
    for (const grant of grants) await enqueueWithdrawal(db, grant)
  }).catch((error: unknown) => {
    throw raised(error)?.name === 'last_owner' ? new UserError('lastOwner') : error
  })
}

/** With the account goes what is known of the grant: the job alone still has the token. */
async function enqueueWithdrawal(db: Db, { organizationId, refreshToken }: DroppedGrant): Promise<void> {
  await db.$queryRaw`SELECT set_config('app.organization_id', ${organizationId}, true)`
  await enqueueJob(db, 'withdraw-grant', { refreshToken })
}

/** Mail to an address that is not stored afterwards; the queued mail carries it, encrypted. */
async function notifyErased(db: Db, userId: string): Promise<void> {
  const [contact] = await db.$queryRaw<object[]>`
    SELECT email, display_name AS "displayName", language FROM get_user_contact(${userId}::uuid)`
  if (contact)
    await enqueueEmail(db, {
      kind: 'accountErased',
      userId,
      contact: encrypt(JSON.stringify(contact), contactOf(userId)),
    })
}
