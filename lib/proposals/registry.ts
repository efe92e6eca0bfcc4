import 'server-only'
import type { ProposalKind } from './contract'
import { expenseProposal } from './expense'

export const proposalKinds: readonly ProposalKind[] = [expenseProposal]

export const findProposalKind = (name: string) => proposalKinds.find((kind) => kind.name === name)
