import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import { seedFeeRules } from '@/lib/money/fees/seed-fee-rules'
import { newId } from '@/lib/core/ids'

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
  await db.$executeRaw`
    WITH company AS (INSERT INTO organization (organization_id, name) VALUES (${organizationId}::uuid, ${name}) RETURNING organization_id),
    owner AS (INSERT INTO membership (organization_id, user_id, role) SELECT organization_id, ${ownerId}::uuid, 'owner' FROM company),
    entity AS (
      INSERT INTO legal_entity (organization_id, id, name) SELECT organization_id, ${legalEntityId}::uuid, ${name} FROM company),
    place AS (
      INSERT INTO stock_location (organization_id, id, kind, name) SELECT organization_id, ${newId()}::uuid, 'own', ${ownStockName} FROM company)
    INSERT INTO channel (organization_id, id, legal_entity_id, name)
    SELECT organization_id, ${newId()}::uuid, ${legalEntityId}::uuid, ${channelName} FROM company`
  await seedFeeRules(db, organizationId)
  await recordAudit(db, actor, { event: 'organization.created', subjectId: organizationId, after: { name } })
  return { legalEntityId }
}
