import { createToken } from '@/lib/identity/access-tokens/tokens'
import { openQuestion } from '@/lib/assist/assistant/threads'
import { newId } from '@/lib/core/ids'
import { propose } from '@/lib/assist/proposals/propose'
import { findProposalKind } from '@/lib/assist/proposals/registry'
import type { ToolViewer } from '@/lib/assist/tools/contract'
import type { TestOrganization } from '../factories/factories'

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

export async function threadWithQuestion({
  owner,
  organizationId,
}: Pick<TestOrganization, 'owner' | 'organizationId'>) {
  const input = { organizationId, threadId: null, questionId: newId(), question: 'Quanto vendi?' }
  return (await openQuestion(viewerOf({ owner }), input, 'local')).threadId
}

/** The input of each action of tokens, proposals and conversations, in a company that has it. */
export const assistantSamples = {
  'accessToken.revoke': async (company: TestOrganization) => ({
    id: (await createToken(company.owner, { name: 'Planilha', scope: 'read', days: 30 })).id,
  }),
  'assistantThread.rename': async (company: TestOrganization) => ({
    id: await threadWithQuestion(company),
    title: 'Vendas',
  }),
  'assistantThread.delete': async (company: TestOrganization) => ({ id: await threadWithQuestion(company) }),
  'proposal.confirm': async (company: TestOrganization) => ({ id: await proposedExpense(company) }),
  'proposal.refuse': async (company: TestOrganization) => ({ id: await proposedExpense(company) }),
}
