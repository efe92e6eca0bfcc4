'use server'

import { memberAction } from '@/lib/identity/auth/define-action'
import { confirmProposal, refuseProposal } from './decide'
import { decideInput } from './schema'

const permission = 'assistant.confirm'

export const confirmProposalAction = memberAction(decideInput, confirmProposal, {
  name: 'proposal.confirm',
  permission,
})
export const refuseProposalAction = memberAction(decideInput, refuseProposal, { name: 'proposal.refuse', permission })
