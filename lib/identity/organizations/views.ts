import 'server-only'
import type { Member } from '../auth/member'
import type { Role } from '@/lib/core/permissions'
import { getUserSecurity } from '../auth/user-security'
import { withOrganization } from '@/lib/core/db'
import { mailMode } from '@/lib/core/mail/emails'
import { listGrantableRoles, mayGrant } from './grantable-roles'
import { howHandedOver } from './handed-over'
import {
  listEntityChoices,
  listInvitations,
  listMembers,
  type CompanyMember,
  type EntityChoice,
  type OpenInvitation,
} from './queries'

export type PersonView = CompanyMember & {
  isSelf: boolean
  /** Whether who looks may change or remove them. */
  mayTouch: boolean
  /** An accountant's; null: all of them. */
  reads: string[] | null
}
export type InvitationRow = OpenInvitation & { expired: boolean; mayTouch: boolean; reads: string[] | null }
export type PeopleView = {
  members: PersonView[]
  invitations: InvitationRow[]
  entities: EntityChoice[]
  grantable: Role[]
  timeZone: string
  sendsMail: boolean
  /** Where links are passed on, whether they can open new accounts. */
  opensAccounts: boolean
}

export async function getPeopleFor(member: Member, now = new Date()): Promise<PeopleView> {
  const { organizationId, userId, role, timeZone } = member
  const how = await howHandedOver()
  return withOrganization(member, async (db) => {
    const members = await listMembers(db)
    const invitations = await listInvitations(db, organizationId)
    const entities = await listEntityChoices(db, organizationId)
    const readsOf = ({ role: their, legalEntityIds }: { role: Role; legalEntityIds: string[] }) =>
      their === 'accountant' && !entities.every(({ id }) => legalEntityIds.includes(id))
        ? entities.filter(({ id }) => legalEntityIds.includes(id)).map(({ name }) => name)
        : null
    return {
      members: members.map((person) => ({
        ...person,
        isSelf: person.userId === userId,
        mayTouch: person.userId !== userId && mayGrant(role, person.role),
        reads: readsOf(person),
      })),
      invitations: invitations.map((invitation) => ({
        ...invitation,
        expired: invitation.expiresAt <= now,
        mayTouch: mayGrant(role, invitation.role),
        reads: readsOf(invitation),
      })),
      entities,
      grantable: listGrantableRoles(role),
      timeZone,
      sendsMail: mailMode() === 'mail',
      opensAccounts: how === 'email',
    }
  })
}

export type OwnershipView = {
  name: string
  role: Role
  timeZone: string
  deletionAt: Date | null
  hasPassword: boolean
  email: string
  isLastOwner: boolean
  others: { userId: string; displayName: string }[]
}

/** The member's choices about the company: giving it away, leaving it, ending it. */
export async function getOwnershipFor(member: Member): Promise<OwnershipView> {
  const { passwordHash } = await getUserSecurity(member.userId)
  const people = await withOrganization(member, listMembers)
  const others = people.filter(({ userId }) => userId !== member.userId)
  return {
    name: member.organizationName,
    role: member.role,
    timeZone: member.timeZone,
    deletionAt: member.deletionAt,
    hasPassword: passwordHash !== null,
    email: member.email,
    isLastOwner: member.role === 'owner' && !others.some(({ role }) => role === 'owner'),
    others: member.role === 'owner' ? others.map(({ userId, displayName }) => ({ userId, displayName })) : [],
  }
}

/** The names of who can grant what a member may not open. */
export async function listGranters(member: Member): Promise<string[]> {
  const people = await withOrganization(member, listMembers)
  return people
    .filter(({ role }) => listGrantableRoles(role).includes(member.role))
    .map(({ displayName }) => displayName)
}
