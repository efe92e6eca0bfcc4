import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { callGlobal, withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { inHome, type Home } from '../accounts'
import { confirmIdentity } from '../confirm-identity'
import { getPerson } from '../member'
import { getUserSecurity } from '../user-security'
import type { IdentityToLink } from '../waiting-sign-in'
import type { GoogleIdentity } from './identity'
import type { LinkInput } from './schema'

export async function findLinkedUser({ subject }: Pick<IdentityToLink, 'subject'>): Promise<string | null> {
  const [account] = await callGlobal<{ userId: string }>(
    Prisma.sql`SELECT user_id AS "userId" FROM find_account('google', ${subject})`,
  )
  return account?.userId ?? null
}

/** False when the identity is another account's, or the account has another identity. */
export async function linkIdentity(db: Db, userId: string, { subject, email }: IdentityToLink): Promise<boolean> {
  const [{ linked }] = await db.$queryRaw<[{ linked: boolean }]>`
    SELECT link_account('google', ${subject}, ${userId}::uuid, ${email}::citext) AS linked`
  return linked
}

/** Lets the identity open an account that exists, and tells its holder by email. */
export async function linkToAccount(userId: string, identity: GoogleIdentity, sessionId?: string): Promise<void> {
  await inHome(userId, (db, home) => linkWithin(db, home, userId, identity, sessionId))
}

/** As linkToAccount, in the caller's transaction. */
export async function linkWithin(
  db: Db,
  home: Home | null,
  userId: string,
  identity: IdentityToLink,
  sessionId?: string,
): Promise<void> {
  if (!(await linkIdentity(db, userId, identity))) {
    // Linked this moment from another tab, which has notified the holder.
    if ((await findLinkedUser(identity)) === userId) return
    throw new UserError('googleOtherLinked')
  }
  await enqueueEmail(db, { kind: 'googleLinked', userId })
  if (!home) return
  const actor = { ...home, userId, sessionId, kind: 'person' } as const
  await recordAudit(db, actor, { event: 'account.googleLinked', subjectId: userId })
}

export async function unlinkGoogle(actor: Actor, { password }: LinkInput): Promise<null> {
  const person = await getPerson()
  if (!person) throw new UserError('signedOut')
  const { passwordHash } = await getUserSecurity(person.userId)
  if (!passwordHash) throw new UserError('googlePasswordFirst')
  await confirmIdentity(person, password)
  await withOrganization(actor, async (db) => {
    const [{ unlinked }] = await db.$queryRaw<[{ unlinked: boolean }]>`
      SELECT unlink_account('google', ${person.userId}::uuid) AS unlinked`
    if (!unlinked) throw new UserError('googleNotLinked')
    await recordAudit(db, actor, { event: 'account.googleUnlinked', subjectId: person.userId })
    await enqueueEmail(db, { kind: 'googleUnlinked', userId: person.userId })
  })
  return null
}
