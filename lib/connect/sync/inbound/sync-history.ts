import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { ORDER_WINDOW_DAYS } from '@/lib/shopee/orders'
import { logger } from '@/lib/core/logging/logger'
import { readOrderWindows } from './order-windows'
import { enqueueSync } from '../streams/streams'
import type { SyncShop } from '../streams/sync-shop'

const DAY_MS = 86_400_000
const FEW_ORDERS = 500
const MANY_ORDERS = 2000

// Orders of a history after which the planner's statistics are renewed: those of empty tables mislead it.
const STATISTICS_AFTER = [200, 2000, 10_000, 50_000, 200_000]
const STATISTICS_MS = 60_000

/** The longest that one job goes on, so that the other jobs of the worker have their turn. */
const SLICE_MS = 60_000

/** As long as the platform allows, but of so many orders that a window that is broken off costs little when it is read again. */
export function nextWindowMs(lastMs: number, orders: number): number {
  if (orders < FEW_ORDERS) return Math.min(ORDER_WINDOW_DAYS * DAY_MS, lastMs * 2)
  return orders > MANY_ORDERS ? Math.max(DAY_MS / 24, lastMs / 2) : lastMs
}

/**
 * Fetches the orders from before the connection, newest first, window by window. Answers whether all of them are here; killed
 * on the way it goes on with the first window that was not wholly written.
 */
export async function syncHistory(
  shop: SyncShop,
  { sliceMs = SLICE_MS, signal }: { sliceMs?: number; signal?: AbortSignal } = {},
): Promise<{ isDone: boolean; changed: number }> {
  const { organizationId, shopId } = shop
  const where = { organizationId_shopId_stream: { organizationId, shopId, stream: 'orders' as const } }
  const state = await withOrganization(shop, (db) =>
    db.syncState.findUnique({ where, select: { historyFrom: true, historyReached: true, historyDone: true } }),
  )
  const from = state?.historyFrom
  let reached = state?.historyReached
  if (!from || !reached) return { isDone: true, changed: 0 }
  const giveWayAt = Date.now() + sliceMs
  let end = reached
  let read = state.historyDone
  let changed = 0
  let statistics = Promise.resolve()
  await readOrderWindows(shop, {
    by: 'create_time',
    next: (listed) => {
      const lengthMs = listed ? nextWindowMs(listed.to.getTime() - listed.from.getTime(), listed.orders) : DAY_MS
      if (end <= from || Date.now() >= giveWayAt || signal?.aborted) return null
      const window = { from: new Date(Math.max(from.getTime(), end.getTime() - lengthMs)), to: end }
      end = window.from
      return window
    },
    onWritten: async (window) => {
      const { created, updated } = window.written
      const before = read
      read += window.orders
      changed += created + updated
      reached = window.from
      await withOrganization(shop, async (db) => {
        await db.syncState.update({
          where,
          data: { historyReached: window.from, historyDone: { increment: window.orders }, historyMovedAt: new Date() },
          select: { shopId: true },
        })
        // Else what the platform paid for these orders would be asked for an hour later.
        if (window.from <= from) await enqueueSync(db, 'sync-escrow', shopId)
      })
      const isMilestone = STATISTICS_AFTER.some((orders) => before < orders && read >= orders)
      if (isMilestone || reached <= from) statistics = statistics.then(() => refreshStatistics(shop))
    },
  })
  await statistics
  return { isDone: reached <= from, changed }
}

/** The reading goes on meanwhile, and without: a table that somebody else holds is left out, and autovacuum comes later. */
const refreshStatistics = (shop: SyncShop): Promise<void> =>
  withOrganization(shop, (db) => db.$executeRaw`SELECT refresh_import_statistics()`, STATISTICS_MS).then(
    () => undefined,
    (error: unknown) => logger().warn({ err: error, shopId: shop.shopId }, 'statistics could not be refreshed'),
  )
