import 'server-only'
import { callGlobal, withOrganization } from '../db'
import { UserError } from '../errors'
import { Prisma, type InboxState } from '../generated/prisma/client'
import { isTransient } from '../jobs/is-transient'
import { renewGrantEnd } from '../shops/test-connection'
import { ShopeeError } from '../shopee/errors'
import { fetchLabels } from './fetch-labels'
import { fetchTracking } from './fetch-tracking'
import { describeFailure, noteFailure } from './failures'
import { readKeptPush, subjectsOf, type KeptPush } from './push-subjects'
import { markDegraded, markHealthy, probeDelayMs } from './run-stream'
import type { SyncOperation } from './schema'
import { enqueuePushes, enqueueSync } from './streams'
import { syncItems } from './sync-listings'
import { syncOrders } from './sync-orders'
import { syncReturns } from './sync-returns'
import { openSyncShop, type SyncShop } from './sync-shop'
import { hasClosed } from './unsettled'

const BATCH = 200

type Waiting = { id: bigint; body: unknown; attempts: number }
type Holder = { organizationId: string; shopId: string }

const listWaiting = (externalShopId: string | null) =>
  callGlobal<Waiting>(Prisma.sql`SELECT id, body, attempts FROM list_waiting_pushes(${externalShopId}, ${BATCH}::int)`)

const settle = (pushes: Waiting[], state: InboxState, error: string | null = null) =>
  callGlobal(
    Prisma.sql`SELECT settle_pushes(${pushes.map(({ id }) => id)}::bigint[], ${state}::"InboxState", ${error})`,
  )

async function openHolder(externalShopId: string): Promise<SyncShop | null> {
  const [holder] = await callGlobal<Holder>(Prisma.sql`
    SELECT organization_id AS "organizationId", shop_id AS "shopId" FROM find_shop_holder('shopee', ${externalShopId})`)
  return holder ? openSyncShop(holder, holder.shopId) : null
}

/**
 * Works off what was pushed for a shop, in the order of the platform's time: what a push names is read from the platform, and
 * nothing of the push itself is believed. Of a shop that nobody here holds nothing is read. While the platform is away the
 * pushes wait, and the job comes back every few seconds.
 */
export async function workPushes(externalShopId: string | null): Promise<void> {
  if (externalShopId === null) return workUnaddressed()
  for (;;) {
    const pushes = await listWaiting(externalShopId)
    if (pushes.length === 0) return
    const shop = await openHolder(externalShopId)
    if (!shop) await settle(pushes, 'ignored')
    else if (!(await workBatch(shop, pushes))) return
  }
}

/** Answers whether the platform can be asked for more. */
async function workBatch(shop: SyncShop, pushes: Waiting[]): Promise<boolean> {
  try {
    const hasReadOrders = await readAgain(
      shop,
      pushes.map(({ body }) => readKeptPush(body)),
    )
    await settle(pushes, 'done')
    if (hasReadOrders) await withOrganization(shop, (db) => markHealthy(db, shop))
    return true
  } catch (error) {
    if (isTransient(error)) throw error
    await settle(pushes, 'waiting', describeFailure(error).code)
    const attempts = Math.max(...pushes.map((push) => push.attempts)) + 1
    const isConnected = await withOrganization(shop, (db) => markDegraded(db, shop, error))
    // What is not connected any more is read from its watermark on once it is.
    if (!isConnected) await settle(pushes, 'ignored', 'shopNotConnected')
    else await withOrganization(shop, (db) => enqueuePushes(db, shop.externalShopId, probeDelayMs(attempts, error)))
    return false
  }
}

async function readAgain(shop: SyncShop, pushes: (KeptPush | null)[]): Promise<boolean> {
  const { orders, items, returns, tracked, labelled, isAboutGrant } = subjectsOf(pushes)
  if (isAboutGrant) await renewGrantEnd(shop, shop.shopId)
  await syncOrders(shop, orders)
  if (orders.length > 0)
    await withOrganization(shop, async (db) => {
      if (await hasClosed(db, shop, orders)) await enqueueSync(db, 'sync-escrow', shop.shopId)
    })
  if (tracked.length > 0) await fetchTracking(shop, tracked)
  if (labelled.length > 0) await fetchLabels(shop, labelled)
  await singly(shop, 'return', returns, (returnSn) => syncReturns(shop, [returnSn]))
  await syncItems(shop, items)
  return orders.length > 0
}

/** What the platform says against one subject, not against the shop. */
const OF_SUBJECT: readonly string[] = ['notFound', 'invalidInput', 'unexpectedShape', 'businessRefused', 'permission']

/** One subject that the platform does not know, or that we cannot keep, does not hold up the others. */
async function singly(
  shop: SyncShop,
  operation: SyncOperation,
  subjects: string[],
  run: (subject: string) => Promise<unknown>,
): Promise<void> {
  for (const subject of subjects)
    try {
      await run(subject)
    } catch (error) {
      const isOfShop = error instanceof ShopeeError ? !OF_SUBJECT.includes(error.kind) : error instanceof UserError
      if (isOfShop || isTransient(error)) throw error
      await withOrganization(shop, (db) => noteFailure(db, shop, { shopId: shop.shopId, operation, subject, error }))
    }
}

/** Pushes of several shops at once, or of none that they name: each shop is asked how its grant stands. */
async function workUnaddressed(): Promise<void> {
  for (let pushes = await listWaiting(null); pushes.length > 0; pushes = await listWaiting(null)) {
    const named = pushes.flatMap(({ body }) => readKeptPush(body)?.shopIds ?? [])
    for (const externalShopId of new Set(named)) {
      const shop = await openHolder(externalShopId)
      if (shop) await renewGrantEnd(shop, shop.shopId).catch(letPass)
    }
    await settle(pushes, 'done')
  }
}

/** The platform's word on one shop: what it was is kept at the shop, and the watch over grants asks again. */
function letPass(error: unknown): void {
  if (isTransient(error)) throw error
}
