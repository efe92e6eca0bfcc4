import 'server-only'
import { getLocale } from 'next-intl/server'
import { recordAudit } from '@/lib/core/audit/record'
import { limitNetwork } from '../auth/limits'
import { getPerson, type Person } from '../auth/member'
import { hashPassword } from '../auth/password'
import { refuseWeakPassword } from '../auth/password-blocklist'
import type { Role } from '@/lib/core/permissions'
import { hashOf } from '../auth/session-cookie'
import { issueSession } from '../auth/session-issuer'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { notifyMemberJoined } from '../notices/causes'
import { endInvitations } from './end-invitations'
import { getOpenInvitation } from './find-invitation'
import { provesMailbox } from './invitation-link'
import { lockInvitation } from './lock-invitation'
import { listWaitingInvitations } from './queries'
import type { InvitationInput, InvitationLinkInput, JoinInput } from './schema'
import { switchOrganization } from './switch-organization'

type Taken = { organizationId: string; id: string; role: Role; legalEntityIds: string[] }
type Newcomer = Pick<Actor, 'sessionId'> & { userId: string }
const HOME = { to: '/dashboard' }

/** For who is signed in with the address that was invited; the session goes on in the new company. */
export async function acceptInvitation({ token }: InvitationLinkInput): Promise<{ to: string }> {
  const person = await requirePerson()
  const invitation = await getOpenInvitation(token)
  if (invitation.email.toLowerCase() !== person.email.toLowerCase()) throw new UserError('invitationOtherAddress')
  return acceptAs(person, invitation)
}

/** As acceptInvitation, found by the person's own confirmed address instead of a link. */
export async function acceptWaiting({ id }: InvitationInput): Promise<{ to: string }> {
  const person = await requirePerson()
  const invitation = (await listWaitingInvitations(person.userId)).find((waiting) => waiting.id === id)
  if (!invitation) throw new UserError('invitationUsed')
  return acceptAs(person, invitation)
}

/**
 * For who has no account yet: the email's link has proven the mailbox, so that account, password and membership are made at
 * once. An address with a confirmed account goes through the sign-in instead.
 */
export async function joinByInvitation({ token, displayName, password }: JoinInput): Promise<{ to: string }> {
  refuseWeakPassword(password, [displayName])
  await limitNetwork()
  if (await getPerson()) throw new UserError('signedInAsOther')
  const invitation = await getOpenInvitation(token)
  if (!provesMailbox(token)) throw new UserError('invitationNeedsAccount')
  refuseWeakPassword(password, [invitation.email, invitation.organizationName])
  const passwordHash = await hashPassword(password)
  const language = await getLocale()
  await withOrganization({ organizationId: invitation.organizationId }, async (db) => {
    const open = await lockInvitation(db, invitation.organizationId, invitation.id)
    const [joined] = await db.$queryRaw<{ userId: string }[]>`
      SELECT user_id AS "userId" FROM join_by_invitation(${hashOf(token)}, ${newId()}::uuid, ${displayName}, ${passwordHash}, ${language})`
    if (!joined) throw new UserError('invitationHasAccount')
    await takeInvitation(db, { ...invitation, ...open }, joined)
  })
  await issueSession('credentials', { email: invitation.email, password })
  return HOME
}

async function requirePerson(): Promise<Person> {
  const person = await getPerson()
  if (!person) throw new UserError('signedOut')
  return person
}

async function acceptAs(
  { userId, sessionId }: Person,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<{ to: string }> {
  const joined = await withOrganization({ organizationId }, async (db) => {
    const open = await lockInvitation(db, organizationId, id)
    const made = await takeInvitation(db, { organizationId, id, ...open }, { userId, sessionId })
    if (made) await switchOrganization(db, organizationId)
    return made
  })
  if (!joined) throw new UserError('alreadyMember')
  return HOME
}

/**
 * Uses the locked invitation up and makes its person a member. A present member stays as they are, and it ends: false.
 */
async function takeInvitation(
  db: Db,
  { organizationId, id, role, legalEntityIds }: Taken,
  { userId, sessionId }: Newcomer,
): Promise<boolean> {
  const actor: Actor = { organizationId, userId, sessionId, role, kind: 'person' }
  const made = await db.membership.createMany({ data: [{ organizationId, userId, role }], skipDuplicates: true })
  if (made.count === 0) {
    await endInvitations(db, actor, { ids: [id] })
    return false
  }
  await db.invitation.updateMany({ where: { organizationId, id }, data: { acceptedAt: new Date() } })
  const entities = await db.legalEntity.findMany({
    where: { organizationId, id: { in: legalEntityIds } },
    select: { id: true },
  })
  await db.membershipEntity.createMany({
    data: entities.map((entity) => ({ organizationId, userId, legalEntityId: entity.id })),
  })
  await recordAudit(db, actor, { event: 'invitation.accepted', subjectId: id, after: { role } })
  await recordAudit(db, actor, { event: 'member.added', subjectId: userId, after: { role, legalEntityIds } })
  await notifyMemberJoined(db, organizationId, userId)
  return true
}
