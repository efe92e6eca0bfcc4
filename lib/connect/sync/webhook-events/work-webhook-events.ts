import 'server-only'
import { callGlobal, withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma, type InboxState } from '@/lib/generated/prisma/client'
import { isTransient } from '@/lib/core/queue/is-transient'
import { renewGrantEnd } from '../../shops/test-connection'
import { isOfOne, ShopeeError } from '@/lib/shopee/errors'
import { ORDER_DETAILS_AT_ONCE } from '@/lib/shopee/orders'
import { ITEMS_AT_ONCE } from '@/lib/shopee/products'
import { fetchLabels } from '../dispatch/fetch-labels'
import { fetchTracking } from '../inbound/fetch-tracking'
import { describeFailure, noteFailure } from '../streams/failures'
import { countWebhookEvent } from './webhook-event-counts'
import { readStoredWebhookEvent, subjectsOf, type EventSubjects } from './webhook-event-subjects'
import { markDegraded, markHealthy, probeDelayMs, triedForMs } from '../streams/run-stream'
import type { SyncOperation } from '../schema'
import { enqueueWebhookEvents, enqueueSync } from '../streams/streams'
import { requestHealth } from '../inbound/sync-health'
import { syncItems } from '../inbound/sync-listings'
import { chunksOf, syncOrders } from '../inbound/sync-orders'
import { syncReturns } from '../inbound/sync-returns'
import { openSyncShop, type SyncShop } from '../streams/sync-shop'
import { settleSingly } from '../inbound/sync-escrow'
import { hasClosed, listSettled } from '../inbound/unsettled'
import { watchInvoicesOf } from '../inbound/watch-packages'

const BATCH = 200
/**
 * For a few orders that were paid out already and that the platform reports again, corrections are requested at once.
 */
const SETTLED_AT_ONCE = 10

type Waiting = { id: bigint; body: unknown; attempts: number }
type Holder = { organizationId: string; shopId: string }

const listWaiting = (externalShopId: string | null) =>
  callGlobal<Waiting>(
    Prisma.sql`SELECT id, body, attempts FROM list_waiting_webhook_events(${externalShopId}, ${BATCH}::int)`,
  )

const settle = (webhookEvents: Waiting[], state: InboxState, error: string | null = null) =>
  callGlobal(
    Prisma.sql`SELECT close_webhook_events(${webhookEvents.map(({ id }) => id)}::bigint[], ${state}::"InboxState", ${error})`,
  )

async function openHolder(externalShopId: string): Promise<SyncShop | null> {
  const [holder] = await callGlobal<Holder>(Prisma.sql`
    SELECT organization_id AS "organizationId", shop_id AS "shopId" FROM find_shop_holder('shopee', ${externalShopId})`)
  return holder ? openSyncShop(holder, holder.shopId) : null
}

/**
 * Processes a shop's webhook events, in the order of the platform's time: their subjects are read from the platform,
 * and nothing of an event itself is believed. Nothing is read for a shop that is not held here. While the platform is
 * away the events wait, and the job comes back every few seconds.
 */
export async function workWebhookEvents(externalShopId: string | null): Promise<void> {
  if (externalShopId === null) return workUnaddressed()
  for (;;) {
    const webhookEvents = await listWaiting(externalShopId)
    if (webhookEvents.length === 0) return
    const shop = await openHolder(externalShopId)
    if (!shop) {
      await settle(webhookEvents, 'ignored')
      countWebhookEvent('strangeShop', webhookEvents.length)
    } else if (!(await workBatch(shop, webhookEvents))) return
  }
}

/** Answers whether the platform can be called again. Subjects that were read are done, with any outcome of the rest. */
async function workBatch(shop: SyncShop, webhookEvents: Waiting[]): Promise<boolean> {
  const kept = new Map(webhookEvents.map((webhookEvent) => [webhookEvent, readStoredWebhookEvent(webhookEvent.body)]))
  const { read, failed } = await readAgain(shop, subjectsOf([...kept.values()]))
  const rest = webhookEvents.filter((webhookEvent) =>
    namesOf(subjectsOf([kept.get(webhookEvent) ?? null])).some((name) => !read.has(name)),
  )
  await settle(
    webhookEvents.filter((webhookEvent) => !rest.includes(webhookEvent)),
    'done',
  )
  if (!failed) {
    if ([...read].some((name) => name.startsWith('orders:')))
      await withOrganization(shop, (db) => markHealthy(db, shop))
    return true
  }
  await settle(rest, 'waiting', describeFailure(failed.error).code)
  const attempts = Math.max(...rest.map((webhookEvent) => webhookEvent.attempts)) + 1
  const isConnected = await withOrganization(shop, (db) => markDegraded(db, shop, failed.error))
  // A disconnected shop is read from its watermark on once it is connected.
  if (!isConnected) await settle(rest, 'ignored', 'shopNotConnected')
  else
    await withOrganization(shop, (db) =>
      enqueueWebhookEvents(db, shop.externalShopId, probeDelayMs(triedForMs(attempts), failed.error)),
    )
  return false
}

type Part = { names: string[]; run: () => Promise<unknown> }
const nameAll = (kind: string, subjects: readonly string[]) => subjects.map((subject) => `${kind}:${subject}`)
const namesOf = ({ orders, items, returns, tracked, labelled, ...about }: EventSubjects): string[] => [
  ...(about.isAboutGrant ? ['grant'] : []),
  ...(about.isAboutHealth ? ['health'] : []),
  ...nameAll('orders', orders),
  ...nameAll('tracked', tracked),
  ...nameAll('labelled', labelled),
  ...nameAll('returns', returns),
  ...nameAll('items', items),
]

/** Orders before what belongs to them. */
function partsOf(shop: SyncShop, subjects: EventSubjects): Part[] {
  const { orders, items, returns, tracked, labelled, isAboutGrant, isAboutHealth } = subjects
  return [
    ...(isAboutGrant ? [{ names: ['grant'], run: () => renewGrantEnd(shop, shop.shopId) }] : []),
    ...(isAboutHealth ? [{ names: ['health'], run: () => requestHealth(shop) }] : []),
    ...chunksOf(orders, ORDER_DETAILS_AT_ONCE).map((sns) => ({
      names: nameAll('orders', sns),
      run: () => readOrdersAgain(shop, sns),
    })),
    ...(tracked.length > 0 ? [{ names: nameAll('tracked', tracked), run: () => fetchTracking(shop, tracked) }] : []),
    ...(labelled.length > 0 ? [{ names: nameAll('labelled', labelled), run: () => fetchLabels(shop, labelled) }] : []),
    ...returns.map((returnSn) => ({
      names: nameAll('returns', [returnSn]),
      run: () => singly(shop, 'return', [returnSn], (sn) => syncReturns(shop, [sn])),
    })),
    ...chunksOf(items, ITEMS_AT_ONCE).map((ids) => ({
      names: nameAll('items', ids),
      run: () => singlyIfRefused(shop, 'listing', ids, (some) => syncItems(shop, some)),
    })),
  ]
}

async function readOrdersAgain(shop: SyncShop, orders: string[]): Promise<void> {
  await singlyIfRefused(shop, 'order', orders, (sns) => syncOrders(shop, sns))
  await watchInvoicesOf(shop, orders)
  const settled = await withOrganization(shop, async (db) => {
    if (await hasClosed(db, shop, orders)) await enqueueSync(db, 'sync-escrow', shop.shopId)
    return listSettled(db, shop, orders)
  })
  if (settled.length <= SETTLED_AT_ONCE) await settleSingly(shop, settled)
}

/** One subject that the platform does not know has it refuse all that were asked for with it. */
async function singlyIfRefused(
  shop: SyncShop,
  operation: SyncOperation,
  subjects: string[],
  run: (subjects: string[]) => Promise<unknown>,
): Promise<void> {
  try {
    await run(subjects)
  } catch (error) {
    if (!isOfOne(error)) throw error
    await singly(shop, operation, subjects, (subject) => run([subject]))
  }
}

/** Says that nothing else will be answered either; a call that went wrong once may be the trouble of what it asked for. */
const AWAY: readonly string[] = ['circuitOpen', 'rateLimited', 'dailyLimit', 'tokenDead', 'grantDead', 'shopBanned']
const isAway = (error: unknown) =>
  error instanceof UserError || (error instanceof ShopeeError && AWAY.includes(error.kind))

async function readAgain(shop: SyncShop, subjects: EventSubjects) {
  const read = new Set<string>()
  let failed: { error: unknown } | null = null
  for (const { names, run } of partsOf(shop, subjects))
    try {
      await run()
      for (const name of names) read.add(name)
    } catch (error) {
      if (isTransient(error)) throw error
      failed = { error }
      if (isAway(error)) break
    }
  return { read, failed }
}

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
      const isOfShop = error instanceof ShopeeError ? !isOfOne(error) : error instanceof UserError
      if (isOfShop || isTransient(error)) throw error
      await withOrganization(shop, (db) => noteFailure(db, shop, { shopId: shop.shopId, operation, subject, error }))
    }
}

/** Pushes of several shops at once, or of none that they name: each shop is asked how its grant stands. */
async function workUnaddressed(): Promise<void> {
  for (let webhookEvents = await listWaiting(null); webhookEvents.length > 0; webhookEvents = await listWaiting(null)) {
    const named = webhookEvents.flatMap(({ body }) => readStoredWebhookEvent(body)?.shopIds ?? [])
    for (const externalShopId of new Set(named)) {
      const shop = await openHolder(externalShopId)
      if (shop) await renewGrantEnd(shop, shop.shopId).catch(letPass)
    }
    await settle(webhookEvents, 'done')
  }
}

/** A refusal of the platform for one shop: the daily watch over authorizations asks again. */
function letPass(error: unknown): void {
  if (!(error instanceof ShopeeError) || isTransient(error)) throw error
}
