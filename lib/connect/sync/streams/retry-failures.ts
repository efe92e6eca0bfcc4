import 'server-only'
import { withOrganization, type Scope } from '@/lib/core/db'
import { isTransient } from '@/lib/core/queue/is-transient'
import { noteFailure, resolveFailures } from './failures'
import { readings, type Reading } from '../schema'
import { settleSingly } from '../inbound/sync-escrow'
import { syncItems } from '../inbound/sync-listings'
import { syncOrders } from '../inbound/sync-orders'
import { syncReturns } from '../inbound/sync-returns'
import { openSyncShop, type SyncShop } from './sync-shop'

const BATCH = 100

/** The reader of each kind. Sending is repeated by a run of its own, when a person asks for it. */
const retriers: Record<Reading, (shop: SyncShop, subject: string) => Promise<unknown>> = {
  order: (shop, subject) => syncOrders(shop, [subject]),
  price: (shop, subject) => syncOrders(shop, [subject]),
  listing: (shop, subject) => syncItems(shop, [subject]),
  return: (shop, subject) => syncReturns(shop, [subject]),
  escrow: (shop, subject) => settleSingly(shop, [subject]),
}

/** Retries the due failures. A success is resolved by its own write; a failure counts one attempt more. */
export async function retryFailures(scope: Scope, shopId: string): Promise<void> {
  const shop = await openSyncShop(scope, shopId)
  if (!shop) return
  const { organizationId } = shop
  const due = await withOrganization(shop, (db) =>
    db.syncFailure.findMany({
      where: {
        organizationId,
        shopId,
        state: 'waiting',
        nextAt: { lte: new Date() },
        operation: { in: [...readings] },
      },
      select: { operation: true, subject: true, attempts: true },
      orderBy: { nextAt: 'asc' },
      take: BATCH,
    }),
  )
  for (const { operation, subject, attempts } of due) await retry(shop, operation as Reading, subject, attempts)
}

async function retry(shop: SyncShop, operation: Reading, subject: string, attempts: number): Promise<void> {
  const { organizationId, shopId } = shop
  const key = { organizationId_shopId_operation_subject: { organizationId, shopId, operation, subject } }
  try {
    await retriers[operation](shop, subject)
    await withOrganization(shop, async (db) => {
      const after = await db.syncFailure.findUnique({ where: key, select: { attempts: true, state: true } })
      // Neither resolved nor failed again: there is nothing of it left to do.
      if (after?.state === 'waiting' && after.attempts === attempts)
        await resolveFailures(db, shop, { shopId, operation, subjects: [subject] })
    })
  } catch (error) {
    if (isTransient(error)) throw error
    await withOrganization(shop, (db) => noteFailure(db, shop, { shopId, operation, subject, error }))
  }
}
