import 'server-only'
import { recordAudit } from '../audit/record'
import type { Actor, Db } from '../db'
import { seedFeeRules } from '../fees/seed-fee-rules'
import { newId } from '../ids'

type NewOrganization = { name: string; ownerId: string; channelName: string; ownStockName: string; at?: Date }

/**
 * The roots that everything of a company hangs on: the organization, its owner, a first legal entity (completed later),
 * its own stock location, a manual channel and the marketplace's fee history. `db` is the door of the new organization.
 */
export async function createOrganization(
  db: Db,
  organizationId: string,
  { name, ownerId, channelName, ownStockName, at }: NewOrganization,
) {
  const actor: Actor = { organizationId, userId: ownerId, role: 'owner', kind: 'person', at }
  const legalEntityId = newId()
  await db.organization.create({ data: { id: organizationId, name }, select: { id: true } })
  await db.membership.create({ data: { organizationId, userId: ownerId, role: 'owner' }, select: { userId: true } })
  await db.legalEntity.create({ data: { organizationId, id: legalEntityId, name }, select: { id: true } })
  await db.stockLocation.create({
    data: { organizationId, id: newId(), kind: 'own', name: ownStockName },
    select: { id: true },
  })
  await db.channel.create({
    data: { organizationId, id: newId(), legalEntityId, name: channelName },
    select: { id: true },
  })
  await seedFeeRules(db, organizationId)
  await recordAudit(db, actor, { event: 'organization.created', subjectId: organizationId, after: { name } })
  return { legalEntityId }
}
