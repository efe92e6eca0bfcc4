import { callGlobal, withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, listJobs, type ConnectedShop } from '@/lib/testing/harnesses/sync-harness'
import { listSyncProgress } from '../streams/progress'
import { syncEscrow } from './sync-escrow'
import { syncHistory } from './sync-history'
import { syncOrders } from './sync-orders'
import { workWebhookEvents } from '../webhook-events/work-webhook-events'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let harness: ConnectedShop
beforeEach(async () => {
  harness = await connectSyncShop(platform(), 12, { days: 60, items: [1, 2] })
})

const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)
const isRequested = async () => (await listJobs(`sync-escrow:${harness.shopId}`)).length === 1
const deleteJobs = () => withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
const unsettled = async () =>
  (await withOrganization(harness.company, (db) => listSyncProgress(db, harness.company.organizationId))).get(
    harness.shopId,
  )!.unsettled
const settle = () => asWorker(() => syncEscrow(harness.shop))
/** As the count was before it was kept: by looking at every order. */
const ORACLE = `
  SELECT count(*)::int AS count FROM orders o
  JOIN order_source s ON s.organization_id = o.organization_id AND s.order_id = o.id AND s.source = 'api'
  WHERE o.organization_id = current_organization() AND o.status <> 'pending' AND (o.status <> 'cancelled' OR o.shipped_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM money_line m
      WHERE m.organization_id = o.organization_id AND m.order_id = o.id AND m.source = 'api' AND m.as_of >= s.as_of)`

test('when the history has come in, its money is asked for at once, and until then is said to be open', async () => {
  await settle()
  await deleteJobs()
  await asWorker(() => syncHistory(harness.shop))
  expect(await isRequested()).toBe(true)
  const [{ count }] = (await sql<{ count: number }>(ORACLE)) as [{ count: number }]
  expect(count).toBeGreaterThan(3)
  expect(await unsettled()).toBe(count)
  await settle()
  expect(await unsettled()).toBe(0)
  expect(await sql(ORACLE)).toEqual([{ count: 0 }])
  // Only what may still come to have money is looked at another time.
  expect(
    await sql(`SELECT DISTINCT o.status::text FROM order_source s JOIN orders o ON o.organization_id = s.organization_id AND o.id = s.order_id
      WHERE s.organization_id = current_organization() AND s.money_due AND o.status <> 'pending'`),
  ).toEqual([])
})

test('an order that changes is due again, and one whose settlement failed waits for its own retry', async () => {
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', { shopId: harness.number, isPaid: true })
  for (const step of ['ship', 'pick-up', 'deliver', 'complete']) await platform().admin('order-step', { orderSn, step })
  await asWorker(() => syncOrders(harness.shop, [orderSn]))
  await settle()
  expect(await unsettled()).toBe(0)
  const [order] = await sql<{ id: string; code: string }>(
    `SELECT id, external_code AS code FROM orders WHERE organization_id = current_organization() AND status = 'delivered' LIMIT 1`,
  )
  await sql('UPDATE order_source SET as_of = now() WHERE order_id = $1', [order!.id])
  expect(await unsettled()).toBe(1)
  await sql(
    `INSERT INTO sync_failure (organization_id, id, shop_id, operation, subject, error_code)
     VALUES (current_organization(), gen_random_uuid(), $1, 'escrow', $2, 'notFound')`,
    [harness.shopId, order!.code],
  )
  expect(await unsettled()).toBe(0)
})

test('a push that tells of a closed order has its money asked for; one of an order under way does not', async () => {
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', { shopId: harness.number, isPaid: true })
  const receiveEvent = async (text: string) => {
    const body = {
      code: 3,
      kind: 'orderStatus',
      shopIds: [String(harness.number)],
      orderSn,
      returnSn: null,
      itemId: null,
      authorizeType: null,
    }
    await deleteJobs()
    await asWorker(async () => {
      await callGlobal(
        Prisma.sql`SELECT receive_webhook_event(${Buffer.from(text)}, ${String(harness.number)}, 3::int, ${JSON.stringify(body)}::jsonb, now()) AS kept`,
      )
      await workWebhookEvents(String(harness.number))
    })
  }
  await receiveEvent('paid')
  expect(await isRequested()).toBe(false)
  await asWorker(() => syncOrders(harness.shop, [orderSn]))
  for (const step of ['ship', 'pick-up', 'deliver', 'complete']) await platform().admin('order-step', { orderSn, step })
  await receiveEvent('completed')
  expect(await isRequested()).toBe(true)
})
