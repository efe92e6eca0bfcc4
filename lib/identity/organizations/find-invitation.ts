import 'server-only'
import { findAccount } from '../auth/accounts'
import { getPerson } from '../auth/member'
import type { Role } from '@/lib/core/permissions'
import { hashOf } from '../auth/session-cookie'
import { callGlobal } from '@/lib/core/db'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { provesMailbox } from './invitation-link'

export type InvitationState = 'open' | 'used' | 'revoked' | 'expired' | 'ending'
type Invitation = {
  state: InvitationState
  organizationId: string
  organizationName: string
  id: string
  email: string
  role: Role
  invitedByName: string | null
}

const REFUSALS = {
  used: 'invitationUsed',
  revoked: 'invitationRevoked',
  expired: 'invitationExpired',
  ending: 'organizationEnding',
} as const satisfies Record<Exclude<InvitationState, 'open'>, ErrorCode>

export function refuseUnlessOpen(state: InvitationState): void {
  if (state !== 'open') throw new UserError(REFUSALS[state])
}

async function findInvitation(token: string): Promise<Invitation | null> {
  const [invitation] = await callGlobal<Invitation>(Prisma.sql`
    SELECT state, organization_id AS "organizationId", organization_name AS "organizationName", id, email, role::text AS role,
      invited_by_name AS "invitedByName"
    FROM get_invitation(${hashOf(token)})`)
  return invitation ?? null
}

/** The invitation while it can be taken; else a UserError that says why not. */
export async function getOpenInvitation(token: string): Promise<Invitation> {
  const invitation = await findInvitation(token)
  if (!invitation) throw new UserError('invitationUnknown')
  refuseUnlessOpen(invitation.state)
  return invitation
}

export type InvitationView =
  | { kind: 'unusable'; reason: ErrorCode; signedIn: boolean }
  | {
      /** The remaining step: accept, leave another account, sign in, or make an account. */
      kind: 'accept' | 'otherAccount' | 'signIn' | 'join'
      organizationName: string
      invitedByName: string | null
      role: Role
      email: string
      signedInAs: string | null
    }

/** The content of a link's page. Looking uses nothing up. */
export async function describeInvitation(token: string): Promise<InvitationView> {
  const [invitation, person] = await Promise.all([findInvitation(token), getPerson()])
  const reason = invitation ? invitation.state !== 'open' && REFUSALS[invitation.state] : 'invitationUnknown'
  if (!invitation || reason)
    return { kind: 'unusable', reason: reason || 'invitationUnknown', signedIn: Boolean(person) }
  const { organizationName, invitedByName, role, email } = invitation
  const shown = { organizationName, invitedByName, role, email, signedInAs: person?.email ?? null }
  if (person) {
    const isTheirs = person.email.toLowerCase() === email.toLowerCase()
    return { kind: isTheirs ? 'accept' : 'otherAccount', ...shown }
  }
  const mustSignIn = !provesMailbox(token) || (await findAccount(email))?.verifiedAt
  return { kind: mustSignIn ? 'signIn' : 'join', ...shown }
}
