import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { UpdateShopInput } from './schema'
import { refuseHeld, refuseTaken } from './shop-record'

/** Renames a shop, and gives its number to one that was never authorized. */
export async function updateShop(
  actor: Actor,
  { id, version, name, externalShopId }: UpdateShopInput,
): Promise<{ id: string; version: number }> {
  const { organizationId } = actor
  return refuseTaken(
    writeOnce(actor, async (db) => {
      const shop = await db.shop.findUnique({
        where: { organizationId_id: { organizationId, id } },
        select: { name: true, market: true, externalShopId: true, connectedAt: true, status: true },
      })
      if (!shop) throw new UserError('notFound')
      const before = { name: shop.name, externalShopId: shop.externalShopId }
      const after = { name, externalShopId: externalShopId ?? before.externalShopId }
      const renumbered = after.externalShopId !== before.externalShopId
      if (renumbered && (shop.connectedAt || shop.status !== 'pending'))
        throw new UserError('shopIdFixed', { fields: { externalShopId: ['errors.shopIdFixed'] } })
      const wanted = {
        organizationId,
        name,
        market: shop.market,
        externalShopId: renumbered ? after.externalShopId : null,
      }
      await refuseHeld(db, wanted, id)
      const { count } = await db.shop.updateMany({
        where: { organizationId, id, version, ...(renumbered && { connectedAt: null, status: 'pending' }) },
        data: { ...after, version: { increment: 1 } },
      })
      if (count === 0) throw new UserError('staleVersion')
      // An authorization started for the old number connects nothing any more.
      if (renumbered) await db.shopAuthorization.deleteMany({ where: { organizationId, shopId: id } })
      await recordAudit(db, actor, { event: 'shop.updated', subjectId: id, before, after })
      return { id, version: version + 1 }
    }),
  )
}
