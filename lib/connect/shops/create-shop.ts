import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { holdOpenEntity } from '@/lib/identity/settings/channel-record'
import type { CreateShopInput } from './schema'
import { refuseHeld, refuseTaken } from './shop-record'

/** Saves a shop that waits to be authorized; one of a platform that cannot be yet is saved as well. */
export async function createShop(
  actor: Actor,
  { name, platform, externalShopId, legalEntityId }: CreateShopInput,
): Promise<{ id: string }> {
  const { organizationId } = actor
  const place = platform === 'shopee' ? { platform, market: '' } : ({ platform: 'manual', market: platform } as const)
  const fields = { name, ...place, externalShopId, legalEntityId, status: 'pending' } as const
  return refuseTaken(
    writeOnce(actor, async (db) => {
      await holdOpenEntity(db, organizationId, legalEntityId)
      await refuseHeld(db, { organizationId, name, market: place.market, externalShopId })
      const id = newId()
      await db.shop.create({ data: { organizationId, id, ...fields }, select: { id: true } })
      await recordAudit(db, actor, { event: 'shop.created', subjectId: id, after: fields })
      return { id }
    }),
  )
}
