import 'server-only'
import type { Db, Scope } from '@/lib/core/db'
import { enqueueSync } from './streams'

const HISTORY_DAYS = 365

/**
 * After an authorization: from this moment on changes are followed, and the year before is fetched, newest first. Authorized
 * again, both go on where they were. Call it in the transaction that makes the shop active.
 */
export async function requestFirstSync(db: Db, { organizationId }: Scope, shopId: string): Promise<void> {
  await db.$executeRaw`
    INSERT INTO sync_state (organization_id, shop_id, stream, watermark, history_from, history_reached, history_started_at)
    VALUES (${organizationId}::uuid, ${shopId}::uuid, 'orders', now(), now() - make_interval(days => ${HISTORY_DAYS}), now(), now()),
      (${organizationId}::uuid, ${shopId}::uuid, 'listings', NULL, NULL, NULL, NULL),
      (${organizationId}::uuid, ${shopId}::uuid, 'returns', now() - make_interval(days => ${HISTORY_DAYS}), NULL, NULL, NULL),
      (${organizationId}::uuid, ${shopId}::uuid, 'escrow', now(), NULL, NULL, NULL),
      (${organizationId}::uuid, ${shopId}::uuid, 'wallet', now() - make_interval(days => ${HISTORY_DAYS}), NULL, NULL, NULL),
      (${organizationId}::uuid, ${shopId}::uuid, 'health', NULL, NULL, NULL, NULL)
    ON CONFLICT DO NOTHING`
  await enqueueSync(db, 'sync-history', shopId)
  await requestSync(db, { organizationId }, shopId)
}

/** "Sync now". Answers false where the shop is not connected: there is nothing to ask the platform with. */
export async function requestSync(db: Db, { organizationId }: Scope, shopId: string): Promise<boolean> {
  const shop = await db.shop.findFirst({
    where: { organizationId, id: shopId, status: 'active' },
    select: { externalShopId: true },
  })
  if (!shop?.externalShopId) return false
  for (const task of [
    'sync-orders',
    'sync-listings',
    'sync-returns',
    'sync-escrow',
    'sync-wallet',
    'sync-health',
  ] as const)
    await enqueueSync(db, task, shopId)
  return true
}
