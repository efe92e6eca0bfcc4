import 'server-only'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Prisma, SyncStream } from '@/lib/generated/prisma/client'
import { isTransient } from '@/lib/core/queue/is-transient'
import { logger } from '@/lib/core/logging/logger'
import { ShopeeError } from '@/lib/shopee/errors'
import { asShopProblem } from '../../shops/shopee-problem'
import { describeFailure } from './failures'
import { releaseListingUpdates } from '../listing-updates/plan-listing-updates'
import { enqueueWebhookEvents, enqueueSync, syncTasks, type SyncTask } from './streams'
import { openSyncShop, type SyncShop } from './sync-shop'

type OfShop = Pick<SyncShop, 'organizationId' | 'shopId'>
export type StreamRun = {
  task: SyncTask
  /** Whose state is kept; the history has its own place in that of the orders. */
  stream: SyncStream | null
  run: (shop: SyncShop) => Promise<StreamResult>
}
/** isDone is false where the same job should go on at once. */
export type StreamResult = { changed: number; isDone: boolean }

/** Past the pause of the circuit breaker: a platform that is back is noticed within five seconds. */
const PROBE_MS = 1500
const QUICK_FOR_MS = 300_000
const LATER_PROBE_MS = 30_000

const NAMES_A_MOMENT: readonly string[] = ['rateLimited', 'dailyLimit']
/** Whether the platform said when it may be asked again: until then the job that waits for it is left alone. */
export const isNamed = (state?: { errorCode: string | null } | null) => NAMES_A_MOMENT.includes(state?.errorCode ?? '')

/** Quick for the first five minutes, then every half minute; or when the platform says. Where the breaker let no call out, as soon as it may. */
export function probeDelayMs(sinceMs: number, error: unknown, now = Date.now()): number {
  if (error instanceof ShopeeError && error.retryAt) return Math.max(PROBE_MS, error.retryAt.getTime() - now)
  const retryAfterMs = error instanceof ShopeeError ? (error.retryAfterMs ?? 0) : 0
  const isQuick = error instanceof ShopeeError && sinceMs < QUICK_FOR_MS
  if (isQuick && error.kind === 'circuitOpen') return retryAfterMs
  return Math.max(retryAfterMs, isQuick ? PROBE_MS : LATER_PROBE_MS)
}

/** For webhook events, whose failure may be that of their subject alone. */
export const triedForMs = (attempts: number) => attempts * PROBE_MS

/**
 * Runs one stream of a shop and stores the outcome. A platform that does not answer makes the shop degraded, not
 * broken: the stream of orders retries every few seconds, and the first answer heals the shop and starts the others.
 * The first stream to notice has the orders retried; the history, which is not urgent, comes back by itself now and
 * then.
 */
export async function runStream(scope: Scope, shopId: string, { task, stream, run }: StreamRun): Promise<void> {
  const shop = await openSyncShop(scope, shopId)
  if (!shop) return
  await withOrganization(shop, (db) => keepState(db, shop, stream, { runningSince: new Date() }))
  try {
    const { changed, isDone } = await run(shop)
    await withOrganization(shop, async (db) => {
      const good = { runningSince: null, lastGoodAt: new Date(), failures: 0, errorCode: null, changed }
      await keepState(db, shop, stream, good)
      if (task === 'sync-orders') await markHealthy(db, shop, { hasSynced: true })
      else await refetchOrders(db, shop)
      if (!isDone) await enqueueSync(db, task, shopId)
    })
  } catch (error) {
    if (isTransient(error)) throw error
    await withOrganization(shop, async (db) => {
      const errorCode = describeFailure(error).code
      await keepState(db, shop, stream, { runningSince: null, failures: { increment: 1 }, errorCode })
      const wasAway = await awayMs(db, shop)
      if (!(await markDegraded(db, shop, error))) return
      const since = await awayMs(db, shop)
      const isNoticed = wasAway === null && since !== null
      if (isNoticed) await keepState(db, shop, 'orders', { errorCode })
      if (task === 'sync-orders' || isNoticed)
        await enqueueSync(db, 'sync-orders', shopId, probeDelayMs(since ?? Infinity, error))
      if (task === 'sync-history') await enqueueSync(db, task, shopId, probeDelayMs(Infinity, error))
    })
  }
}

async function keepState(
  db: Db,
  { organizationId, shopId }: SyncShop,
  stream: SyncStream | null,
  data: Prisma.SyncStateUpdateManyMutationInput,
): Promise<void> {
  if (stream) await db.syncState.updateMany({ where: { organizationId, shopId, stream }, data })
}

/** For how long its platform has been away; null where it is not. */
async function awayMs(db: Db, { organizationId, shopId }: OfShop): Promise<number | null> {
  const where = { organizationId_id: { organizationId, id: shopId } }
  const shop = await db.shop.findUnique({ where, select: { degradedSince: true } })
  return shop?.degradedSince ? Date.now() - shop.degradedSince.getTime() : null
}

/** The platform answers: what waited for that goes on. */
export async function markHealthy(db: Db, shop: SyncShop, { hasSynced = false } = {}): Promise<void> {
  const { organizationId, shopId } = shop
  const { count } = await db.shop.updateMany({
    where: { organizationId, id: shopId, status: 'active', degradedSince: { not: null } },
    data: { degradedSince: null, problem: null },
  })
  if (hasSynced) await db.shop.updateMany({ where: { organizationId, id: shopId }, data: { lastSyncedAt: new Date() } })
  // The seller's changes first. Another process may have found the platform away and then back since, and no other
  // signal comes.
  await releaseListingUpdates(db, shop)
  if (count === 0) return
  for (const task of syncTasks) await enqueueSync(db, task, shopId)
  await enqueueWebhookEvents(db, shop.externalShopId, 0)
}

/** It has answered somebody: whether it is back is asked now, not later, unless it named the moment. */
export async function refetchOrders(db: Db, shop: OfShop): Promise<void> {
  const { organizationId, shopId } = shop
  if ((await awayMs(db, shop)) === null) return
  const orders = await db.syncState.findFirst({
    where: { organizationId, shopId, stream: 'orders' },
    select: { errorCode: true },
  })
  if (!isNamed(orders)) await enqueueSync(db, 'sync-orders', shopId)
}

/**
 * A shop's state is that of its orders' stream: a failure of its money or listings alone is reported by that stream
 * alone.
 */
const isAboutOrders = ({ path }: ShopeeError) => /\/(order|auth)\/|^(tokens|limiter)$/.test(path)

/**
 * Answers whether the shop is still connected. An error that is not the platform's is logged: it is a fault of ours.
 */
export async function markDegraded(db: Db, { organizationId, shopId }: SyncShop, error: unknown): Promise<boolean> {
  if (error instanceof UserError) return false
  if (!(error instanceof ShopeeError)) {
    logger().error({ err: error, organizationId, shopId }, 'a sync failed')
    return true
  }
  if (!isAboutOrders(error)) return true
  const problem = asShopProblem(error)
  await db.$executeRaw`
    UPDATE shop SET degraded_since = coalesce(degraded_since, now()), problem = ${problem instanceof UserError ? problem.code : 'unexpected'}
    WHERE organization_id = ${organizationId}::uuid AND id = ${shopId}::uuid AND status = 'active'`
  return true
}
