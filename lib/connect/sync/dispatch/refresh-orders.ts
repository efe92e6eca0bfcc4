import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { ShopeeError } from '@/lib/shopee/errors'
import { isOnPlatform, type DispatchOrder } from './dispatch-orders'
import { enqueueSync } from '../streams/streams'
import { syncOrders } from '../inbound/sync-orders'
import { openSyncShop } from '../streams/sync-shop'

/** Writes these orders as the platform has them now; what cannot be read now is left to the shop's next sync. */
export async function refreshOrders(actor: Actor, orders: readonly DispatchOrder[]): Promise<void> {
  const known = orders.filter(isOnPlatform)
  for (const shopId of new Set(known.map((order) => order.shopId))) {
    const codes = known.filter((order) => order.shopId === shopId).map(({ externalCode }) => externalCode)
    try {
      const shop = await openSyncShop(actor, shopId)
      if (shop) await syncOrders(shop, codes)
    } catch (error) {
      if (!(error instanceof ShopeeError) && !(error instanceof UserError)) throw error
      await withOrganization(actor, (db) => enqueueSync(db, 'sync-orders', shopId))
    }
  }
}
