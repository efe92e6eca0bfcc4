import 'server-only'
import { withOrganization } from '../db'
import { ORDER_WINDOW_DAYS } from '../shopee/orders'
import { readOrderWindows } from './order-windows'
import type { SyncShop } from './sync-shop'

const DAY_MS = 86_400_000
const FEW_ORDERS = 500
const MANY_ORDERS = 2000

// Orders after which the planner is told how much has come in: what was true of empty tables misleads it.
const STATISTICS_AFTER = [200, 2000, 20_000, 200_000]
const STATISTICS_MS = 60_000

/** The longest that one job goes on, so that the other jobs of the worker have their turn. */
const SLICE_MS = 60_000

/** As long as the platform allows, but of so many orders that a window that is broken off costs little when it is read again. */
export function nextWindowMs(lastMs: number, orders: number | null): number {
  if (orders === null) return lastMs
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
    db.syncState.findUnique({ where, select: { historyFrom: true, historyReached: true } }),
  )
  const from = state?.historyFrom
  let reached = state?.historyReached
  if (!from || !reached) return { isDone: true, changed: 0 }
  const giveWayAt = Date.now() + sliceMs
  let end = reached
  let lengthMs = DAY_MS
  let changed = 0
  await readOrderWindows(shop, {
    by: 'create_time',
    next: (ordersBefore) => {
      lengthMs = nextWindowMs(lengthMs, ordersBefore)
      if (end <= from || Date.now() >= giveWayAt || signal?.aborted) return null
      const window = { from: new Date(Math.max(from.getTime(), end.getTime() - lengthMs)), to: end }
      end = window.from
      return window
    },
    onWritten: async (window) => {
      const { created, updated } = window.written
      const before = changed
      changed += created + updated
      reached = window.from
      await withOrganization(shop, (db) =>
        db.syncState.update({
          where,
          data: { historyReached: window.from, historyDone: { increment: window.orders } },
          select: { shopId: true },
        }),
      )
      if (STATISTICS_AFTER.some((orders) => before < orders && changed >= orders)) await refreshStatistics(shop)
    },
  })
  if (changed > 0) await refreshStatistics(shop)
  return { isDone: reached <= from, changed }
}

const refreshStatistics = (shop: SyncShop) =>
  withOrganization(shop, (db) => db.$executeRaw`SELECT refresh_import_statistics()`, STATISTICS_MS)
