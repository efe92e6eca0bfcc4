import { setTimeout as wait } from 'node:timers/promises'
import { ShopeeError } from '@/lib/shopee/errors'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import {
  connectSyncShop,
  inWorker,
  listJobs,
  listOurOrders,
  type ConnectedShop,
} from '@/lib/testing/harnesses/sync-harness'
import { fetchLostWebhookEvents } from '../webhook-events/fetch-lost-webhook-events'
import { runStream } from './run-stream'
import { scheduleSyncs } from './schedule-syncs'
import type { SyncTask } from './streams'
import { pollListings } from '../inbound/sync-listings'
import { syncReturns } from '../inbound/sync-returns'
import { syncOrders } from '../inbound/sync-orders'
import { workWebhookEvents } from '../webhook-events/work-webhook-events'

process.env.SHOPEE_CALLS_PER_SECOND = '100'
const DAY_MS = 86_400_000
const closedAddress = 'http://127.0.0.1:9/closed'
const { platform } = openShopHarness({
  webhookUrl: closedAddress,
  settings: { pushTimeScale: 0.00001, invoicesRequired: false },
})

const until = async (isSo: () => Promise<boolean>, what: string) => {
  for (const startedAt = Date.now(); !(await isSo()); await wait(50))
    if (Date.now() - startedAt > 60_000) throw new Error(`not within a minute: ${what}`)
}
const place = async ({ number }: ConnectedShop) =>
  (await platform().admin<{ orderSn: string }>('order', { shopId: number, isPaid: true })).orderSn
const sql = <T extends object>({ company }: ConnectedShop, text: string, given: unknown[] = []) =>
  inspect<T>(company.organizationId, text, given)
const deleteJobs = () => withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
const codes = async ({ company }: ConnectedShop) => (await listOurOrders(company)).map(({ code }) => code)

test('events that the platform could not deliver are fetched, confirmed once they are stored, and bring its orders', async () => {
  const one = await connectSyncShop(platform(), 5, { items: [1, 2] })
  const { pool } = platform().platform
  const orderSn = await place(one)
  await until(async () => {
    const { rows } = await pool.query(`SELECT FROM push WHERE shop_id = $1 AND status <> 'lost'`, [one.number])
    return rows.length === 0
  }, 'all pushes lost')

  await platform().admin('fault', { kind: 'error_server', pathPattern: 'confirm_consumed' })
  const kept = await inWorker(fetchLostWebhookEvents)
  expect(kept).toBeGreaterThan(0)
  await platform().admin('faults-clear')
  // Not confirmed, they come again, and are known.
  expect(await inWorker(fetchLostWebhookEvents)).toBe(0)
  const { rows: lost } = await pool.query(`SELECT FROM push WHERE status = 'lost'`)
  expect(lost).toEqual([])
  const rows = await withOwner((owner) => owner.query(`SELECT FROM webhook_inbox WHERE state = 'waiting'`))
  expect(rows.rowCount).toBe(kept)

  await inWorker(() => workWebhookEvents(String(one.number)))
  expect(await codes(one)).toEqual([orderSn])
})

test('each minute what is due of a shop is queued, of one whose platform is away the orders alone', async () => {
  const one = await connectSyncShop(platform(), 5, { items: [1, 2] })
  const keys = async () => (await listJobs(`%:${one.shopId}`)).map(({ key }) => key.split(':')[0])
  await deleteJobs()
  await inWorker(() => scheduleSyncs())
  const all = [
    'sync-escrow',
    'sync-health',
    'sync-history',
    'sync-listings',
    'sync-orders',
    'sync-returns',
    'sync-wallet',
  ]
  expect(await keys()).toEqual(all)

  await deleteJobs()
  await sql(one, 'UPDATE sync_state SET last_good_at = now(), history_reached = history_from')
  await inWorker(() => scheduleSyncs())
  expect(await keys()).toEqual([])
  await sql(
    one,
    `INSERT INTO sync_failure (organization_id, id, shop_id, operation, subject, error_code, next_at)
     VALUES (current_organization(), uuid_v7(), $1, 'order', 'A', 'notFound', now())`,
    [one.shopId],
  )
  await inWorker(() => scheduleSyncs())
  expect(await keys()).toEqual(['retry-failures'])

  await deleteJobs()
  await sql(one, 'UPDATE sync_state SET last_good_at = NULL, history_reached = now()')
  await sql(one, 'UPDATE shop SET degraded_since = now() WHERE id = $1', [one.shopId])
  await inWorker(() => scheduleSyncs())
  expect(await keys()).toEqual(['sync-orders'])
  await deleteJobs()
})

test('the first stream that finds the platform away has the orders retried; nothing else of the shop is sent every few seconds', async () => {
  const one = await connectSyncShop(platform(), 5, { items: [1, 2] })
  const away = new ShopeeError('transient', '/api/v2/order/get_order_list')
  const fail = (task: SyncTask, stream: 'orders' | null = null, error = away) =>
    inWorker(() => runStream(one.company, one.shopId, { task, stream, run: () => Promise.reject(error) }))
  const soon = async () =>
    (await listJobs(`%:${one.shopId}`))
      .filter(({ run_at: runAt }) => runAt.getTime() < Date.now() + 5000)
      .map(({ key }) => key.split(':')[0])
  for (const first of ['sync-history', 'sync-orders'] as const) {
    await deleteJobs()
    await sql(one, 'UPDATE shop SET degraded_since = NULL, problem = NULL WHERE id = $1', [one.shopId])
    await fail(first)
    expect(await soon()).toEqual(['sync-orders'])
  }
  const answer = () => Promise.resolve({ changed: 0, isDone: true })
  const succeed = () =>
    inWorker(() => runStream(one.company, one.shopId, { task: 'sync-returns', stream: 'returns', run: answer }))
  await deleteJobs()
  await succeed()
  expect(await soon()).toEqual(['sync-orders'])
  await deleteJobs()
  await fail('sync-history')
  expect(await soon()).toEqual([])
  expect(await listJobs(`sync-history:${one.shopId}`)).toHaveLength(1)

  // A moment that the platform named is obeyed, with any failing stream, and any other answer.
  const retryAt = new Date(Date.now() + DAY_MS)
  for (const [task, stream] of [
    ['sync-orders', 'orders'],
    ['sync-history', null],
  ] as const) {
    await deleteJobs()
    await sql(one, 'UPDATE shop SET degraded_since = NULL, problem = NULL WHERE id = $1', [one.shopId])
    await sql(one, 'UPDATE sync_state SET error_code = NULL, last_good_at = NULL')
    await fail(task, stream, new ShopeeError('dailyLimit', away.path, { retryAt }))
    await succeed()
    await inWorker(() => scheduleSyncs())
    const [job] = await listJobs(`${task}:${one.shopId}`)
    expect(job!.run_at.getTime()).toBeGreaterThan(Date.now() + DAY_MS / 2)
    expect(await soon()).toEqual([])
  }
  // A job that was lost keeps no shop away for good.
  await deleteJobs()
  await sql(one, `UPDATE shop SET degraded_since = now() - interval '26 hours' WHERE id = $1`, [one.shopId])
  await inWorker(() => scheduleSyncs())
  expect(await soon()).toEqual(['sync-orders'])
  await deleteJobs()
})

test('a listing that the platform has no more is gone after the daily look at all of them, and back when it is there again', async () => {
  const one = await connectSyncShop(platform(), 10, { items: [1, 2] })
  const gone = () =>
    sql<{ item: string }>(one, 'SELECT DISTINCT item_id AS item FROM listing WHERE gone_at IS NOT NULL')
  const poll = (inMs: number) => inWorker(() => pollListings(one.shop, new Date(Date.now() + inMs)))
  await poll(0)
  expect(await gone()).toEqual([])
  const { pool } = platform().platform
  const { rows } = await pool.query<{ item: string }>(
    `UPDATE item SET status = 'SELLER_DELETE' WHERE item_id = (SELECT min(item_id) FROM item WHERE shop_id = $1)
     RETURNING item_id::text AS item`,
    [one.number],
  )
  await poll(DAY_MS / 2)
  expect(await gone()).toEqual([])
  await poll(DAY_MS)
  expect(await gone()).toEqual(rows)
  await pool.query(`UPDATE item SET status = 'NORMAL' WHERE item_id = $1`, [rows[0]!.item])
  await poll(2 * DAY_MS)
  expect(await gone()).toEqual([])
})

test('a return waits for who writes orders of its shop, so that neither holds what the other needs', async () => {
  const one = await connectSyncShop(platform(), 5, { items: [1, 2] })
  const orderSn = await place(one)
  for (const step of ['ship', 'pick-up', 'deliver']) await platform().admin('order-step', { orderSn, step })
  await inWorker(() => syncOrders(one.shop, [orderSn]))
  const { returnSn } = await platform().admin<{ returnSn: string }>('return', { orderSn })
  await withOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || $1, 0))`, [one.shopId])
    let isWritten = false
    const writing = inWorker(() => syncReturns(one.shop, [returnSn])).then(() => (isWritten = true))
    await wait(700)
    expect(isWritten).toBe(false)
    await owner.query('COMMIT')
    await writing
  })
  expect(await sql(one, 'SELECT number FROM order_return')).toEqual([{ number: returnSn }])
})
