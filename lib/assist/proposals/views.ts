import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { DiffLine, ProposalKindName } from './contract'

export type OpenProposal = { id: string; kind: ProposalKindName; diff: DiffLine[]; createdAt: Date; expiresAt: Date }

const SHOWN = 50

/** The proposals that wait for this person's decision, newest first; empty for those who may not confirm any. */
export async function listProposalsFor(
  member: Pick<Member, 'organizationId' | 'userId' | 'role' | 'legalEntityIds'>,
): Promise<OpenProposal[]> {
  const { organizationId, userId, role } = member
  if (!can(role, 'assistant.ask')) throw new UserError('permissionDenied')
  if (!can(role, 'assistant.confirm')) return []
  const rows = await withOrganization(member, (db) =>
    db.proposal.findMany({
      where: { organizationId, madeFor: userId, state: 'open', expiresAt: { gt: new Date() } },
      select: { id: true, kind: true, diff: true, createdAt: true, expiresAt: true },
      orderBy: { createdAt: 'desc' },
      take: SHOWN,
    }),
  )
  return rows.map(({ kind, diff, ...row }) => ({ ...row, kind: kind as ProposalKindName, diff: diff as DiffLine[] }))
}
