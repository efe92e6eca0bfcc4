import 'server-only'
import type { Db } from '@/lib/core/db'

/** The streams of a shop, each read by a job of its own; the history goes backwards through the orders. */
export const syncTasks = [
  'sync-orders',
  'sync-history',
  'sync-listings',
  'sync-returns',
  'sync-escrow',
  'sync-wallet',
  'sync-health',
] as const
export type SyncTask = (typeof syncTasks)[number]

/** One job of a kind waits for a shop at most, and one runs: a later request takes the place of what waits. */
export async function enqueueSync(db: Db, task: SyncTask, shopId: string, delayMs = 0): Promise<void> {
  const [payload, key, runAt] = [JSON.stringify({ shopId }), `${task}:${shopId}`, new Date(Date.now() + delayMs)]
  await db.$executeRaw`
    SELECT enqueue_shop_job(${task}, ${payload}::json, ${key}, ${key}, ${delayMs > 0 ? runAt : null}::timestamptz)`
}

/** In the caller's transaction; pushes that wait for the shop are worked off from then on. */
export async function enqueueWebhookEvents(db: Db, externalShopId: string | null, delayMs: number): Promise<void> {
  const queue = externalShopId ?? ''
  await db.$executeRaw`
    SELECT enqueue_shop_job('work-webhook-events', ${JSON.stringify({ externalShopId })}::json, ${`work-webhook-events:${queue}`}, ${`webhook-events:${queue}`},
      ${new Date(Date.now() + delayMs)}::timestamptz)`
}

/** Retries the shop's failures that are due, or that a person requested. */
export async function enqueueRetries(db: Db, shopId: string): Promise<void> {
  const key = `retry-failures:${shopId}`
  await db.$executeRaw`
    SELECT enqueue_shop_job('retry-failures', ${JSON.stringify({ shopId })}::json, ${key}, ${key})`
}
