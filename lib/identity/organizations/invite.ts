import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { enqueueEmail, mailMode } from '@/lib/core/mail/emails'
import { readEntities } from './accountant-entities'
import { endInvitations } from './end-invitations'
import { mayGrant } from './grantable-roles'
import { howHandedOver } from './handed-over'
import { invitationEnd } from './invitation-end'
import { linkTo, type HandedOver } from './invitation-link'
import { changePeople } from './lock-people'
import { listMembers } from './queries'
import type { InvitationInput, InviteInput } from './schema'
import { opaque } from '../auth/limits'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'

/** `link`: where no mail can bring it, for the inviter to pass on. With mail only the mailbox's owner sees it. */
export type Invited = { id: string; link: string | null }

/**
 * Invites an address without looking up whether it has an account here. An earlier open invitation of the same address
 * ends.
 */
export async function invite(actor: Actor, { email, role, legalEntityIds }: InviteInput): Promise<Invited> {
  await limitInviting(actor)
  const how = await howHandedOver()
  const sent = await changePeople(actor, async (db, own) => {
    const { organizationId, userId } = actor
    if (!mayGrant(own, role)) throw new UserError('permissionDenied')
    await refuseWhenEnding(db, organizationId)
    const members = await listMembers(db)
    if (members.some((member) => member.email.toLowerCase() === email.toLowerCase()))
      throw new UserError('alreadyMember', { fields: { email: ['errors.alreadyMember'] } })
    const entities = await readEntities(db, organizationId, role, legalEntityIds)
    await limitEmailsTo(email)
    await endInvitations(db, actor, { email })
    const id = newId()
    const { hash } = linkTo(organizationId, id, how)
    await db.invitation.create({
      data: {
        organizationId,
        id,
        hash,
        email,
        role,
        legalEntityIds: entities,
        invitedBy: userId!,
        expiresAt: invitationEnd(),
      },
      select: { id: true },
    })
    await enqueueEmail(db, { kind: 'invitation', invitationId: id })
    await recordAudit(db, actor, {
      event: 'invitation.created',
      subjectId: id,
      after: { role, legalEntityIds: entities },
    })
    return { id }
  })
  return withLink(actor, sent.id, how)
}

/** The same link once more, good for another 72 hours, also where it had passed its term. */
export async function inviteAgain(actor: Actor, { id }: InvitationInput): Promise<Invited> {
  await limitInviting(actor)
  const how = await howHandedOver()
  const sent = await changePeople(actor, async (db, own) => {
    const { organizationId } = actor
    await refuseWhenEnding(db, organizationId)
    const invitation = await getOpen(db, organizationId, id)
    if (!mayGrant(own, invitation.role)) throw new UserError('permissionDenied')
    await limitEmailsTo(invitation.email)
    const { hash } = linkTo(organizationId, id, how)
    const { count } = await db.invitation.updateMany({
      where: { organizationId, id, acceptedAt: null, revokedAt: null },
      data: { hash, expiresAt: invitationEnd() },
    })
    if (count === 0) throw new UserError('invitationUsed')
    await enqueueEmail(db, { kind: 'invitation', invitationId: id })
    await recordAudit(db, actor, { event: 'invitation.renewed', subjectId: id, after: { role: invitation.role } })
    return { id }
  })
  return withLink(actor, sent.id, how)
}

export const revokeInvitation = (actor: Actor, { id }: InvitationInput): Promise<null> =>
  changePeople(actor, async (db, own) => {
    const { role } = await getOpen(db, actor.organizationId, id)
    if (!mayGrant(own, role)) throw new UserError('permissionDenied')
    if ((await endInvitations(db, actor, { ids: [id] })) === 0) throw new UserError('invitationUsed')
    return null
  })

/** Made after the write, whose answer the database keeps. */
const withLink = ({ organizationId }: Actor, id: string, how: HandedOver): Invited => ({
  id,
  link: mailMode() === 'mail' ? null : linkTo(organizationId, id, how).url,
})

async function getOpen(db: Db, organizationId: string, id: string) {
  const invitation = await db.invitation.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { email: true, role: true, acceptedAt: true, revokedAt: true },
  })
  if (!invitation) throw new UserError('notFound')
  if (invitation.acceptedAt) throw new UserError('invitationUsed')
  if (invitation.revokedAt) throw new UserError('invitationRevoked')
  return invitation
}

async function refuseWhenEnding(db: Db, id: string) {
  const { deletionAt } = await db.organization.findUniqueOrThrow({ where: { id }, select: { deletionAt: true } })
  if (deletionAt) throw new UserError('organizationEnding')
}

const HOUR = 60 * 60
const BY_COMPANY: CallLimit = { name: 'invitation', points: 60, seconds: HOUR }
const BY_PERSON: CallLimit = { name: 'invitation-person', points: 60, seconds: HOUR }
const TO_ADDRESS: CallLimit = { name: 'invitation-address', points: 3, seconds: 10 * 60 }

/** By company and by person: a second company invites no more people. */
async function limitInviting({ organizationId, userId }: Actor): Promise<void> {
  await limitCalls(BY_COMPANY, organizationId)
  await limitCalls(BY_PERSON, opaque(userId ?? organizationId))
}

/** By mailbox, for all inviters and companies, first or again, with or without an account. */
const limitEmailsTo = (email: string): Promise<void> => limitCalls(TO_ADDRESS, opaque(mailboxOf(email)))

/** Without the tag that lets one mailbox answer to any number of addresses. */
const mailboxOf = (email: string) => email.replace(/\+[^@]*@/, '@')
