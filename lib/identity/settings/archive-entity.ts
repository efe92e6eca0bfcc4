import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { claimEntity } from './entity-record'
import type { EntityInput } from './schema'

export async function archiveEntity(actor: Actor, { id, version }: EntityInput): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    // All of them, so that of two archived at the same time the second sees that it is the last one.
    const active = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM legal_entity WHERE organization_id = ${organizationId}::uuid AND archived_at IS NULL ORDER BY id FOR UPDATE`
    await claimEntity(db, organizationId, { id, version })
    if (active.length < 2) throw new UserError('entityLast')
    const salesChannels = await listOpenSalesChannels(db, organizationId, id)
    if (salesChannels.length > 0) throw new UserError('entityInUse', { values: { names: salesChannels.join(', ') } })
    await db.legalEntity.updateMany({ where: { organizationId, id }, data: { archivedAt: new Date() } })
    await recordAudit(db, actor, { event: 'legalEntity.archived', subjectId: id })
    return { version: version + 1 }
  })
}

export async function restoreEntity(actor: Actor, { id, version }: EntityInput): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await claimEntity(db, organizationId, { id, version }, 'archived')
    await db.legalEntity.updateMany({ where: { organizationId, id }, data: { archivedAt: null } })
    await recordAudit(db, actor, { event: 'legalEntity.restored', subjectId: id })
    return { version: version + 1 }
  })
}

async function listOpenSalesChannels(db: Db, organizationId: string, legalEntityId: string): Promise<string[]> {
  const [select, orderBy] = [{ name: true }, { name: 'asc' as const }]
  const shops = await db.shop.findMany({ where: { organizationId, legalEntityId }, select, orderBy })
  const channels = await db.channel.findMany({
    where: { organizationId, legalEntityId, archivedAt: null },
    select,
    orderBy,
  })
  return [...shops, ...channels].map(({ name }) => name)
}
