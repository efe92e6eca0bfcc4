import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { confirmOwnIdentity } from '../auth/confirm-identity'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { hashOfToken, newTokenSecret } from './secret'
import { MOST_TOKENS, type CreateTokenInput, type RevokeTokenInput } from './schema'

const DAY_MS = 86_400_000

/** `secret` is in this answer alone: the table has its hash. */
export type CreatedToken = { id: string; secret: string }

/** A token outlives the session that makes it: an open tab is not enough, and an email says that there is one. */
export async function createOwnToken(actor: Actor, { password, ...input }: CreateTokenInput): Promise<CreatedToken> {
  await confirmOwnIdentity(password)
  return createToken(actor, input)
}

/** Makes a token for the actor in their organization. It never may more than they may when it is used. */
export async function createToken(
  actor: Actor,
  { name, scope, days }: Omit<CreateTokenInput, 'password'>,
): Promise<CreatedToken> {
  const { organizationId, userId } = actor
  // Not through writeOnce: a repeat must not find the secret in the kept answer.
  return withOrganization(actor, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`tokens:${organizationId}:${userId}`}, 0))`
    const living = await db.accessToken.count({
      where: { organizationId, userId: userId!, revokedAt: null, expiresAt: { gt: new Date() } },
    })
    if (living >= MOST_TOKENS) throw new UserError('tooManyTokens')
    const secret = newTokenSecret()
    const expiresAt = new Date(Date.now() + days * DAY_MS)
    const id = newId()
    await db.accessToken.create({
      data: { organizationId, id, userId: userId!, hash: hashOfToken(secret), name, scope, expiresAt },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: 'accessToken.created', subjectId: id, after: { name, scope, expiresAt } })
    await enqueueEmail(db, { kind: 'tokenCreated', userId: userId! })
    return { id, secret }
  })
}

/** Ends one of the actor's own tokens; a member who manages integrations ends any. It is rejected at its next call. */
export async function revokeToken(actor: Actor, { id }: RevokeTokenInput, mayAll: boolean): Promise<null> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const { count } = await db.accessToken.updateMany({
      where: { organizationId, id, revokedAt: null, ...(!mayAll && { userId: userId! }) },
      data: { revokedAt: new Date() },
    })
    if (count === 0) throw new UserError('notFound')
    await recordAudit(db, actor, { event: 'accessToken.revoked', subjectId: id })
    return null
  })
}

/** For who leaves or is removed: what they gave their programs does not come back with them. How many there were. */
export async function endTokensOf(db: Db, organizationId: string, userId: string): Promise<number> {
  const { count } = await db.accessToken.updateMany({
    where: { organizationId, userId, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  return count
}
