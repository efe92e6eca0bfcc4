import 'server-only'
import { listFormerEntities } from '@/lib/identity/settings/former-entities'
import { withOrganization, type Scope } from '@/lib/core/db'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listTermsInForce } from '@/lib/money/fees/shop-terms'
import { systemActor } from '@/lib/core/queue/task'
import type { OrderContext } from '../inbound/order-payload'

/** A connected shop with all that its orders are written by. */
export type SyncShop = OrderContext & { shopId: string; externalShopId: string }

/** Null where the shop is gone or not connected any more. */
export async function openSyncShop({ organizationId }: Scope, shopId: string): Promise<SyncShop | null> {
  return withOrganization({ organizationId }, async (db) => {
    const shop = await db.shop.findFirst({
      where: { organizationId, id: shopId, status: 'active', externalShopId: { not: null } },
      select: { externalShopId: true, stockFrom: true, legalEntity: { select: { sellerType: true } } },
    })
    if (!shop) return null
    const [{ timeZone }, feeRules, terms, former] = [
      await db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { timeZone: true } }),
      await listFeeRules(db, organizationId),
      await listTermsInForce(db, organizationId),
      await listFormerEntities(db, organizationId),
    ]
    const { externalShopId, stockFrom, legalEntity } = shop
    const { sellerType } = legalEntity
    const shopTerms = terms.get(shopId) ?? []
    return {
      organizationId,
      shopId,
      externalShopId: externalShopId!,
      timeZone,
      sellerType,
      formerly: former.get(shopId),
      feeRules,
      shopTerms,
      stockFrom,
    }
  })
}

/** The sync itself, as the trail names it. */
export const syncActor = (organizationId: string) => ({ ...systemActor(organizationId), kind: 'sync' as const })
