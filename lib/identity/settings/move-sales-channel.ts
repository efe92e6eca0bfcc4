import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { followSeller } from '@/lib/money/fees/follow-seller'
import type { MoveSalesChannelInput } from './schema'

/** A shop or channel goes over with all its orders: whose an order is, is read through them. */
export async function moveSalesChannel(actor: Actor, { kind, id, fromEntityId, toEntityId }: MoveSalesChannelInput) {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const entities = await db.$queryRaw<{ id: string; name: string; archived: boolean }[]>`
      SELECT id, name, archived_at IS NOT NULL AS archived FROM legal_entity
      WHERE organization_id = ${organizationId}::uuid AND id IN (${fromEntityId}::uuid, ${toEntityId}::uuid) ORDER BY id FOR SHARE`
    const [from, to] = [fromEntityId, toEntityId].map((wanted) => entities.find((entity) => entity.id === wanted))
    if (!from || !to) throw new UserError('notFound')
    if (to.archived) throw new UserError('entityArchived')
    const where = { organizationId, id }
    const salesChannel =
      kind === 'shop'
        ? await db.shop.findFirst({ where, select: { name: true } })
        : await db.channel.findFirst({ where, select: { name: true } })
    if (!salesChannel) throw new UserError('notFound')
    const seen = { ...where, legalEntityId: fromEntityId }
    const { count } =
      kind === 'shop'
        ? await db.shop.updateMany({ where: seen, data: { legalEntityId: toEntityId, version: { increment: 1 } } })
        : await db.channel.updateMany({ where: seen, data: { legalEntityId: toEntityId } })
    if (count === 0) throw new UserError('staleVersion')
    // Also where both are of one kind: which of the shop's months are closed is its entity's.
    if (kind === 'shop') await followSeller(db, organizationId, { id })
    await recordAudit(db, actor, {
      event: kind === 'shop' ? 'shop.moved' : 'channel.updated',
      subjectId: id,
      before: { legalEntityId: fromEntityId, legalEntity: from.name },
      after: { legalEntityId: toEntityId, legalEntity: to.name },
    })
    return { id }
  })
}
