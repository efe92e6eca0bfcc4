import 'server-only'
import { getLocale } from 'next-intl/server'
import { withoutOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { findAccount } from '../accounts'
import { admit } from '../admit'
import { getPerson } from '../member'
import type { OpenedSession } from '../open-session'
import type { GoogleIdentity } from './identity'
import { keepGooglePicture } from './keep-picture'
import type { LinkIntent } from './intent'
import { securityPath } from '../return-path'
import { getUserSecurity } from '../user-security'
import { startWaiting } from '../waiting-sign-in'
import { findLinkedUser, linkIdentity, linkToAccount } from './link'

/** Opens the account that the identity belongs to: the linked one, the one of an address that both sides have confirmed, or a new one. */
export async function enterWithGoogle(identity: GoogleIdentity): Promise<OpenedSession> {
  const linked = await findLinkedUser(identity)
  if (linked) return admit(linked, 'google')
  if (!identity.emailVerified) throw new UserError('googleUnverified')
  const account = await findAccount(identity.email)
  if (account?.verifiedAt) {
    await linkOrWait(account.id, identity)
    return admit(account.id, 'google')
  }
  const userId = await createPerson(identity)
  await keepGooglePicture(userId, identity.picture)
  return admit(userId, 'google')
}

/** An account with the second step is linked once that is passed: Google is its first factor alone. */
async function linkOrWait(userId: string, identity: GoogleIdentity): Promise<void> {
  const { totpSince, googleEmail } = await getUserSecurity(userId)
  if (!totpSince) return linkToAccount(userId, identity)
  if (googleEmail) throw new UserError('googleOtherLinked')
  await startWaiting(userId, 'google', identity)
  throw new UserError('secondStepNeeded')
}

/**
 * Where strangers wait with unconfirmed registrations of the address, Google has proven whose it is: they are dropped with their
 * passwords and companies (create_verified_user), since to refuse would let anybody keep the holder out by registering first.
 */
async function createPerson(identity: GoogleIdentity): Promise<string> {
  const userId = newId()
  const language = await getLocale()
  return withoutOrganization(async (db) => {
    const [{ created }] = await db.$queryRaw<[{ created: boolean }]>`
      SELECT create_verified_user(${userId}::uuid, ${identity.email}::citext, ${identity.displayName}, ${language}) AS created`
    // Somebody was quicker, perhaps this person's other tab: a new try finds the account.
    if (!created || !(await linkIdentity(db, userId, identity))) throw new UserError('requestInFlight')
    return userId
  })
}

/** The identity is added to the account behind the session that asked, and no other. Answers where its owner goes on. */
export async function addToMember(identity: GoogleIdentity, intent: LinkIntent): Promise<string> {
  const person = await getPerson()
  if (!person || person.userId !== intent.userId || person.sessionId !== intent.sessionId)
    throw new UserError('signedOut')
  const linked = await findLinkedUser(identity)
  if (linked === person.userId) return securityPath
  if (linked) throw new UserError('googleAlreadyLinked')
  if (!identity.emailVerified) throw new UserError('googleUnverified')
  await linkToAccount(person.userId, identity, person.sessionId)
  return securityPath
}
