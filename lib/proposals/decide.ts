import 'server-only'
import { createHash } from 'node:crypto'
import { recordAudit } from '../audit/record'
import { can } from '../auth/permissions'
import { withOrganization, type Actor } from '../db'
import { UserError } from '../errors'
import { findProposalKind } from './registry'
import type { DecideInput } from './schema'

/**
 * Does what was proposed to this person, with their own rights of this moment: the kind's own function checks all of it again.
 * The proposal's id is the idempotency key, so that of two confirmations, or one after a crash, one counts.
 */
export async function confirmProposal(actor: Actor, { id }: DecideInput): Promise<{ recordId: string }> {
  const proposal = await getOwn(actor, id)
  if (proposal.state === 'confirmed' && proposal.recordId) return { recordId: proposal.recordId }
  if (proposal.state !== 'open') throw new UserError('proposalDecided')
  if (proposal.expiresAt <= new Date()) throw new UserError('proposalExpired')
  const kind = findProposalKind(proposal.kind)
  if (!kind || !can(actor.role, kind.permission)) throw new UserError('permissionDenied')
  const bodyHash = createHash('sha256').update(JSON.stringify(proposal.input)).digest()
  const request = { route: 'proposal.confirm', key: id, bodyHash }
  const recordId = await kind.apply({ ...actor, kind: 'assistant', request }, kind.schema.parse(proposal.input))
  await mark(actor, id, 'confirmed', recordId)
  return { recordId }
}

export async function refuseProposal(actor: Actor, { id }: DecideInput): Promise<null> {
  const { state } = await getOwn(actor, id)
  if (state !== 'open') throw new UserError('proposalDecided')
  await mark(actor, id, 'refused', null)
  return null
}

/** What was proposed to somebody else is not there. */
async function getOwn(actor: Actor, id: string) {
  const { organizationId, userId } = actor
  const found = await withOrganization(actor, (db) =>
    db.proposal.findFirst({ where: { organizationId, id, madeFor: userId! } }),
  )
  if (!found) throw new UserError('notFound')
  return found
}

/** What was done is confirmed, even where a refusal came in between: the proposal says what happened. */
async function mark(actor: Actor, id: string, state: 'confirmed' | 'refused', recordId: string | null) {
  const { organizationId, userId } = actor
  await withOrganization(actor, async (db) => {
    const { count } = await db.proposal.updateMany({
      where: { organizationId, id, state: state === 'confirmed' ? { not: 'confirmed' } : 'open' },
      data: { state, recordId, decidedAt: new Date(), decidedBy: userId },
    })
    if (count === 0) return
    await recordAudit(db, actor, {
      event: `proposal.${state}`,
      subjectId: id,
      ...(recordId && { after: { recordId } }),
    })
  })
}
