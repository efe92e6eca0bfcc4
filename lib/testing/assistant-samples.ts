import { createToken } from '../access-tokens/tokens'
import { propose } from '../proposals/propose'
import { findProposalKind } from '../proposals/registry'
import type { ToolViewer } from '../tools/contract'
import type { TestOrganization } from './factories'

export const viewerOf = ({ owner }: Pick<TestOrganization, 'owner'>): ToolViewer => ({
  ...owner,
  userId: owner.userId!,
  timeZone: 'America/Sao_Paulo',
  language: 'pt',
})

export async function proposedExpense(company: TestOrganization): Promise<string> {
  const input = { description: 'Fita', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' }
  return (await propose(findProposalKind('expense'), viewerOf(company), input)).id
}

/** What each action of tokens and proposals takes, in a company that has it. */
export const assistantSamples = {
  'accessToken.revoke': async (company: TestOrganization) => ({
    id: (await createToken(company.owner, { name: 'Planilha', scope: 'read', days: 30 })).id,
  }),
  'proposal.confirm': async (company: TestOrganization) => ({ id: await proposedExpense(company) }),
  'proposal.refuse': async (company: TestOrganization) => ({ id: await proposedExpense(company) }),
}
