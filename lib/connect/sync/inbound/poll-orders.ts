import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { orderWindows, type Window } from '@/lib/shopee/orders'
import { confirmCancellations } from './confirm-cancellations'
import { fetchTracking } from './fetch-tracking'
import { readOrderWindows } from './order-windows'
import type { SyncShop } from '../streams/sync-shop'
import { watchPackages } from './watch-packages'

/** Changes while a list was read, or while two clocks disagreed, are read again: an equal one writes nothing. */
const OVERLAP_MS = 10 * 60_000

/** Follows what changed since the watermark, oldest first; the watermark moves with each window that is wholly written. */
export async function pollOrders(shop: SyncShop, now = new Date()): Promise<number> {
  const { organizationId, shopId } = shop
  const where = { organizationId_shopId_stream: { organizationId, shopId, stream: 'orders' as const } }
  const { watermark } = await withOrganization(shop, (db) =>
    db.syncState.findUniqueOrThrow({ where, select: { watermark: true } }),
  )
  const from = new Date((watermark ?? now).getTime() - OVERLAP_MS)
  const windows: Window[] = orderWindows({ from, to: now }).toReversed()
  let changed = 0
  await readOrderWindows(shop, {
    by: 'update_time',
    next: () => windows.shift() ?? null,
    onWritten: async ({ to, written }) => {
      changed += written.created + written.updated
      await withOrganization(shop, (db) =>
        db.syncState.updateMany({
          where: { organizationId, shopId, stream: 'orders', OR: [{ watermark: null }, { watermark: { lt: to } }] },
          data: { watermark: to },
        }),
      )
    },
  })
  await fetchTracking(shop)
  await watchPackages(shop, now)
  await confirmCancellations(shop, now)
  return changed
}
