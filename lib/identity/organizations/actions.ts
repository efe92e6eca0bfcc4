'use server'

import { memberAction, publicAction } from '../auth/define-action'
import { acceptInvitation, acceptWaiting, joinByInvitation } from './accept-invitation'
import { changeMember } from './change-member'
import { createCompany } from './create-company'
import { confirmed } from '../auth/confirm-identity'
import { declineInvitation } from './decline-invitation'
import { endMemberSessions } from './end-member-sessions'
import { invite, inviteAgain, revokeInvitation } from './invite'
import { leaveOrganization } from './leave-organization'
import { cancelDeletion, planDeletion } from './plan-deletion'
import { removeMember } from './remove-member'
import {
  changeMemberInput,
  companyInput,
  endMemberSessionsInput,
  invitationInput,
  invitationLinkInput,
  inviteInput,
  joinInput,
  memberInput,
  nothingInput,
  planDeletionInput,
  transferInput,
} from './schema'
import { transferOwnership } from './transfer-ownership'

export const createCompanyAction = publicAction(companyInput, createCompany, { name: 'company' })
export const acceptInvitationAction = publicAction(invitationLinkInput, acceptInvitation, { name: 'accept' })
export const acceptWaitingAction = publicAction(invitationInput, acceptWaiting, { name: 'accept-waiting' })
export const joinByInvitationAction = publicAction(joinInput, joinByInvitation, { name: 'join' })
export const declineInvitationAction = publicAction(invitationLinkInput, declineInvitation, { name: 'decline' })

const people = 'member.manage'
export const inviteAction = memberAction(inviteInput, invite, { name: 'member.invite', permission: people })
export const inviteAgainAction = memberAction(invitationInput, inviteAgain, {
  name: 'member.inviteAgain',
  permission: people,
})
export const revokeInvitationAction = memberAction(invitationInput, revokeInvitation, {
  name: 'member.revokeInvitation',
  permission: people,
})
export const changeMemberAction = memberAction(changeMemberInput, changeMember, {
  name: 'member.change',
  permission: people,
})
export const removeMemberAction = memberAction(memberInput, removeMember, { name: 'member.remove', permission: people })
const SIGN_OUTS = { name: 'sign-out-others', points: 30, seconds: 3600 }
export const endMemberSessionsAction = memberAction(endMemberSessionsInput, confirmed(endMemberSessions), {
  name: 'member.endSessions',
  permission: people,
  limit: SIGN_OUTS,
})
export const leaveOrganizationAction = memberAction(nothingInput, leaveOrganization, {
  name: 'member.leave',
  permission: 'ownAccount',
})

const own = 'organization.own'
export const transferOwnershipAction = memberAction(transferInput, transferOwnership, {
  name: 'organization.transfer',
  permission: own,
})
export const planDeletionAction = memberAction(planDeletionInput, planDeletion, {
  name: 'organization.planDeletion',
  permission: own,
})
export const cancelDeletionAction = memberAction(nothingInput, cancelDeletion, {
  name: 'organization.cancelDeletion',
  permission: own,
})
