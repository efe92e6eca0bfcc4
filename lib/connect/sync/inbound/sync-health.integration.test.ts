import { withOrganization } from '@/lib/core/db'
import { getHealthFor } from '../../shop-performance/views'
import { readWebhookEvent } from '@/lib/shopee/webhook-event'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, listJobs, syncStateOf, type ConnectedShop } from '@/lib/testing/harnesses/sync-harness'
import { requestSync } from '../streams/request-sync'
import { markHealthy, runStream } from '../streams/run-stream'
import { isDue } from '../streams/schedule-syncs'
import { storeWebhookEvent } from '../webhook-events/receive-webhook-event'
import { syncHealth } from './sync-health'
import { workWebhookEvents } from '../webhook-events/work-webhook-events'

const { platform } = openShopHarness()

let harness: ConnectedShop
beforeEach(async () => {
  await platform().admin('faults-clear')
  harness = await connectSyncShop(platform(), 0)
})

const read = () =>
  asWorker(() =>
    runStream(harness.company, harness.shopId, {
      task: 'sync-health',
      stream: 'health',
      run: async (shop) => ({ changed: await syncHealth(shop), isDone: true }),
    }),
  )
const viewOf = async () => (await getHealthFor(harness.company.owner))[0]!
const valueOf = async (mark: string) => (await viewOf()).values.find((one) => one.mark === mark)!

test('the platform’s figures of a shop are stored with their target and time', async () => {
  const { pool, clock } = platform().platform
  const now = clock.now()
  await platform().admin('penalty', { shopId: harness.number, points: 2 })
  await pool.query(
    `INSERT INTO orders (order_sn, shop_id, status, create_time, update_time, pay_time, ship_by_date, buyer_user_id, buyer_username, total_amount_cents, items_cents)
     VALUES ($1, $2, 'READY_TO_SHIP', $3, $3, $3, $4, 1, 'x', 1000, 1000)`,
    [`LATE${harness.number}`, harness.number, now, now - 90_000],
  )
  await pool.query(
    `INSERT INTO item (item_id, shop_id, name, status, ban_reason, create_time, update_time) VALUES ($1, $2, 'x', 'BANNED', 'Produto proibido', 1, 1)`,
    [harness.number * 10 + 1, harness.number],
  )
  await read()
  expect(await viewOf()).toMatchObject({
    asOf: expect.any(Date),
    problem: null,
    lateOrders: [{ code: `LATE${harness.number}`, lateDays: 2, orderId: null }],
    blockedListings: [{ itemId: String(harness.number * 10 + 1), reason: 1 }],
  })
  expect(await valueOf('penaltyPoints')).toMatchObject({ value: 2, isOff: true })
  expect(await valueOf('lateShipmentRate')).toMatchObject({ value: 0, target: 10, previous: 0, isOff: false })
  expect(await valueOf('lateOrders')).toMatchObject({ value: 1, target: 0, isOff: true })
})

test('an unreachable platform leaves the stored figures, and the stream says so', async () => {
  await read()
  const before = (await viewOf()).asOf
  await platform().admin('fault', { kind: 'html', rate: 1, seed: 'away', pathPattern: 'account_health/' })
  await read()
  expect(await viewOf()).toMatchObject({ asOf: before, problem: expect.any(String) })
  expect(await syncStateOf(harness.company, harness.shopId, 'health')).toMatchObject({ failures: 1 })
})

test('it is read twice a day', async () => {
  const [state] = await inspect<{ stream: 'health' }>(
    harness.company.organizationId,
    `SELECT stream::text AS stream FROM sync_state WHERE shop_id = $1 AND stream = 'health'`,
    [harness.shopId],
  )
  const at = (hours: number) => new Date(Date.UTC(2026, 10, 21, hours))
  const seen = { ...state!, lastGoodAt: at(0), runningSince: null, historyFrom: null, historyReached: null }
  expect([isDue(harness.shopId, seen, at(10)), isDue(harness.shopId, seen, at(12))]).toEqual([false, true])
})

test('finance and another company see none of it', async () => {
  await read()
  await expect(getHealthFor({ ...harness.company.owner, role: 'finance' })).rejects.toThrow('permissionDenied')
  expect(await getHealthFor((await createTestOrganization()).owner)).toEqual([])
})

test('the health is read again too when somebody asks, and when the platform is back', async () => {
  const { organizationId } = harness.company
  const jobs = () => listJobs(`sync-health:${harness.shopId}`)
  const deleteJobs = () => withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
  await deleteJobs()
  await withOrganization({ organizationId }, (db) => requestSync(db, { organizationId }, harness.shopId))
  expect(await jobs()).toHaveLength(1)
  await deleteJobs()
  await inspect(organizationId, 'UPDATE shop SET degraded_since = now() WHERE id = $1', [harness.shopId])
  await withOrganization({ organizationId }, (db) => markHealthy(db, harness.shop))
  expect(await jobs()).toHaveLength(1)
})

test('a push of penalty points has the health read at once, and however many come, no more than once in five minutes', async () => {
  const jobs = () => listJobs(`sync-health:${harness.shopId}`)
  const deleteJobs = () => withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
  const receiveEvent = async (nth: number) => {
    const body = JSON.stringify({ code: 28, shop_id: harness.number, timestamp: 1_795_000_000 + nth, data: {} })
    await storeWebhookEvent(readWebhookEvent(Buffer.from(body))!, body)
    await asWorker(() => workWebhookEvents(String(harness.number)))
  }
  await deleteJobs()
  await receiveEvent(1)
  const [first] = await jobs()
  expect(first!.run_at.getTime()).toBeLessThanOrEqual(Date.now())
  await deleteJobs()
  await read()
  const asOf = (await viewOf()).asOf!.getTime()
  for (const nth of [2, 3]) await receiveEvent(nth)
  const later = await jobs()
  expect(later).toHaveLength(1)
  expect(later[0]!.run_at.getTime()).toBeGreaterThanOrEqual(asOf + 300_000)
  expect(later[0]!.run_at.getTime()).toBeLessThan(asOf + 330_000)
})
