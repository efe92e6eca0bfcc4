import 'server-only'
import { createHash } from 'node:crypto'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { findProposalKind } from './registry'
import type { DecideInput } from './schema'

/**
 * Does what was proposed to this person, with their own rights of this moment: the kind's own function checks all of it again.
 * The proposal's id is the idempotency key, so that of two confirmations, or one after a crash, one counts; a refusal claims the same.
 */
export async function confirmProposal(actor: Actor, { id }: DecideInput): Promise<{ recordId: string }> {
  const proposal = await getOwn(actor, id)
  if (proposal.state === 'confirmed' && proposal.recordId) return { recordId: proposal.recordId }
  if (proposal.state !== 'open') throw new UserError('proposalDecided')
  if (proposal.expiresAt <= new Date()) throw new UserError('proposalExpired')
  const kind = findProposalKind(proposal.kind)
  if (!kind || !can(actor.role, kind.permission)) throw new UserError('permissionDenied')
  const bodyHash = createHash('sha256').update(JSON.stringify(proposal.input)).digest()
  const request = { route, key: id, bodyHash }
  const { seen } = proposal.input as { seen?: unknown }
  const input = kind.schema.parse(proposal.input)
  const recordId = await kind.apply({ ...actor, kind: 'assistant', request }, input, seen).catch(refusedMeanwhile)
  await withOrganization(actor, (db) => mark(db, actor, id, 'confirmed', recordId))
  return { recordId }
}

/** Too late for a draft that is running, or that was done by a process that died before its report. */
export async function refuseProposal(actor: Actor, { id }: DecideInput): Promise<null> {
  const { state } = await getOwn(actor, id)
  if (state !== 'open') throw new UserError('proposalDecided')
  const request = { route, key: id, bodyHash: REFUSED }
  return writeOnce({ ...actor, request }, async (db) => {
    await mark(db, actor, id, 'refused', null)
    return null
  }).catch(async (error: unknown) => {
    if (!isKeyTaken(error)) throw error
    await confirmProposal(actor, { id })
    throw new UserError('proposalDecided')
  })
}

const route = 'proposal.confirm'
const REFUSED = createHash('sha256').update('refused').digest()

const isKeyTaken = (error: unknown) => error instanceof UserError && error.code === 'keyReused'

function refusedMeanwhile(error: unknown): never {
  throw isKeyTaken(error) ? new UserError('proposalDecided') : error
}

/** A proposal to another member counts as missing. */
async function getOwn(actor: Actor, id: string) {
  const { organizationId, userId } = actor
  const proposal = await withOrganization(actor, (db) =>
    db.proposal.findFirst({ where: { organizationId, id, madeFor: userId! } }),
  )
  if (!proposal) throw new UserError('notFound')
  return proposal
}

async function mark(db: Db, actor: Actor, id: string, state: 'confirmed' | 'refused', recordId: string | null) {
  const { organizationId, userId } = actor
  const { count } = await db.proposal.updateMany({
    where: { organizationId, id, state: 'open' },
    data: { state, recordId, decidedAt: new Date(), decidedBy: userId },
  })
  if (count === 0) return
  await recordAudit(db, actor, { event: `proposal.${state}`, subjectId: id, ...(recordId && { after: { recordId } }) })
}
