import { z } from 'zod'
import { ROLES } from '@/lib/core/permissions'
import { passwordAgain, registerInput } from '../auth/schema'
import { recordVersion } from '@/lib/core/record-version'

const { companyName, displayName, email, password } = registerInput.shape

/** `key` is the form's: sent twice, it makes one company. */
export const companyInput = z.object({ companyName, key: z.uuid() })

const role = z.enum(ROLES)
/** The entities that an accountant reads; null: all of the company's legal entities. */
const legalEntityIds = z.array(z.uuid()).min(1, 'people.fields.entitiesMissing').max(200).nullable()

export const inviteInput = z.object({ email, role, legalEntityIds })
export const invitationInput = z.object({ id: z.uuid() })
const token = z.string().max(200)
export const invitationLinkInput = z.object({ token })
export const joinInput = z.object({ token, displayName, password })

export const memberInput = z.object({ userId: z.uuid(), version: recordVersion })
export const endMemberSessionsInput = z.object({ userId: z.uuid(), password: passwordAgain })
export const changeMemberInput = z.object({ ...memberInput.shape, role, legalEntityIds })

export const transferInput = z.object({ userId: z.uuid(), password: passwordAgain })
export const planDeletionInput = z.object({ name: z.string().trim().max(400), password: passwordAgain })

export const nothingInput = z.object({})

export type CompanyInput = z.output<typeof companyInput>
export type InviteInput = z.output<typeof inviteInput>
export type InvitationInput = z.output<typeof invitationInput>
export type InvitationLinkInput = z.output<typeof invitationLinkInput>
export type JoinInput = z.output<typeof joinInput>
export type EndMemberSessionsInput = z.output<typeof endMemberSessionsInput>
export type MemberInput = z.output<typeof memberInput>
export type ChangeMemberInput = z.output<typeof changeMemberInput>
export type TransferInput = z.output<typeof transferInput>
export type PlanDeletionInput = z.output<typeof planDeletionInput>
