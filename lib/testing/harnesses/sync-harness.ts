import { openSyncShop, type SyncShop } from '@/lib/connect/sync/streams/sync-shop'
import { asWorker, inspect, withOwner } from './database'
import { createTestOrganization, signInAs, type TestOrganization } from '../factories/factories'
import type { TestSandbox } from '../fakes/sandbox'
import { plantShop } from './plant-shop'
import { addItems } from './shop-harness'

export type ConnectedShop = { company: TestOrganization; shop: SyncShop; shopId: string; number: number }

/**
 * A company whose shop is connected, with orders of an invented history behind it; no job of its first sync has run. Without `items`
 * the history has a catalogue of sixty.
 */
export async function connectSyncShop(
  sandbox: TestSandbox,
  orders: number,
  { days = 365, items = [] }: { days?: number; items?: readonly number[] } = {},
): Promise<ConnectedShop> {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const { id: shopId, number } = await plantShop(sandbox, company)
  await addItems(sandbox, number, items)
  const now = sandbox.platform.clock.now()
  if (orders > 0) {
    // Ends before the connection, so that all of it is history.
    const period = { from: now - (days - 1) * 86_400, to: now - 60 }
    await sandbox.admin('history', { shopId: number, orders, seed: String(number), wait: true, ...period })
  }
  const shop = await openSyncShop(company, shopId)
  return { company, shop: shop!, shopId, number }
}

export type PlatformRow = { code: string; status: string }
/** The platform's orders: the oracle. */
export const listPlatformOrders = async ({ platform }: TestSandbox, number: number): Promise<PlatformRow[]> =>
  (
    await platform.pool.query<PlatformRow>(
      'SELECT order_sn AS code, status FROM orders WHERE shop_id = $1 ORDER BY order_sn',
      [number],
    )
  ).rows

/** Our copy of its orders. */
export const listOurOrders = ({ organizationId }: TestOrganization): Promise<PlatformRow[]> =>
  inspect<PlatformRow>(
    organizationId,
    `SELECT external_code AS code, platform_status AS status FROM orders
     WHERE organization_id = current_organization() AND platform = 'shopee' ORDER BY external_code COLLATE "C"`,
  )

export const syncStateOf = async ({ organizationId }: TestOrganization, shopId: string, stream = 'orders') =>
  (
    await inspect<{
      watermark: Date
      history_reached: Date
      history_done: number
      failures: number
      error_code: string | null
    }>(organizationId, 'SELECT * FROM sync_state WHERE shop_id = $1 AND stream::text = $2', [shopId, stream])
  )[0]!

export const listSyncFailures = ({ organizationId }: TestOrganization) =>
  inspect<{ operation: string; subject: string; state: string; attempts: number; error_code: string }>(
    organizationId,
    'SELECT operation, subject, state, attempts, error_code FROM sync_failure WHERE organization_id = current_organization() ORDER BY operation, subject',
  )

/** The worker's queued jobs, by key. */
export const listJobs = (pattern: string) =>
  withOwner(
    async (owner) =>
      (
        await owner.query<{ key: string; run_at: Date }>(
          'SELECT key, run_at FROM graphile_worker.jobs WHERE key LIKE $1 ORDER BY key',
          [pattern],
        )
      ).rows,
  )

export const inWorker = asWorker
