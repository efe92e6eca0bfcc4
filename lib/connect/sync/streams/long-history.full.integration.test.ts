// Full form: reads a thousand orders with a worker that is killed, at a limited pace. Default: lib/connect/sync/inbound/sync-orders.integration.test.ts and lib/connect/sync/streams/put-off.integration.test.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getFailuresFor } from '@/lib/sales/dispatch/failures'
import { getDispatchFor, getDispatchTabCountsFor } from '@/lib/sales/dispatch/views'
import { getMappingFor } from '@/lib/catalog/mapping/views'
import { getReturnsFor } from '@/lib/sales/returns/views'
import { inspect, workerUrl } from '@/lib/testing/harnesses/database'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import type { HistorySlice } from '@/lib/testing/harnesses/history-worker'
import { importSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import {
  connectSyncShop,
  type ConnectedShop,
  inWorker,
  listOurOrders,
  listPlatformOrders,
  listSyncFailures,
  syncStateOf,
} from '@/lib/testing/harnesses/sync-harness'
import { pollOrders } from '../inbound/poll-orders'
import { retryFailures } from './retry-failures'
import { syncHistory } from '../inbound/sync-history'
import { syncOrders } from '../inbound/sync-orders'

/** `npm run test:platform` asks for all of them. */
const isFull = Boolean(process.env.PLATFORM_FULL)
const ORDERS = isFull ? 100_000 : 1000
const CALLS_PER_SECOND = 10
const SHORT_SLICE_MS = 3000
const MEGABYTE = 1_048_576

process.env.SHOPEE_CALLS_PER_SECOND = String(CALLS_PER_SECOND)
const { platform } = openShopHarness()

/** Between its ready and its kill a worker has the pace that is measured; what starting a process takes is not the sync's. */
async function readHistory({ company: { organizationId }, shopId }: ConnectedShop, killAfter: number) {
  const start = async () => {
    const worker = new TestProcess('lib/testing/harnesses/history-worker.ts', { DATABASE_URL: workerUrl() })
    expect(await worker.receive()).toBe('ready')
    return { worker, readyAt: Date.now() }
  }
  const order = { organizationId, shopId, sliceMs: isFull ? undefined : SHORT_SLICE_MS }
  const killed = await start()
  void killed.worker.send(order)
  while ((await countOrders(organizationId)) < killAfter) await wait(250)
  killed.worker.kill()
  let workedMs = Date.now() - killed.readyAt

  const slices: HistorySlice[] = []
  const { worker, readyAt } = await start()
  for (let slice = await worker.send<HistorySlice>(order); ; slice = await worker.receive<HistorySlice>()) {
    if (!slice) throw new Error('the worker ended')
    slices.push(slice)
    if (slice.isDone) break
  }
  workedMs += Date.now() - readyAt
  await worker.end()
  return { slices, workedMs }
}

const countOrders = async (organizationId: string) =>
  (await inspect<{ count: number }>(organizationId, 'SELECT count(*)::int AS count FROM orders'))[0]!.count

const countCalls = async () => {
  const { rows } = await platform().platform.pool.query<{ calls: number }>(
    `SELECT considered AS calls FROM fault WHERE kind = 'server_error'`,
  )
  return rows[0]!.calls
}

test(`${ORDERS} orders of history come whole and once through five per cent of faults and a kill, at the pace that the limiter allows`, async () => {
  const one = await connectSyncShop(platform(), ORDERS)
  for (const [kind, rate] of [
    ['server_error', 0.02],
    ['html', 0.01],
    ['cut_answer', 0.01],
    ['odd_types', 0.005],
    ['unknown_fields', 0.005],
  ] as const)
    await platform().admin('fault', { kind, rate, seed: 'history' })
  const { slices, workedMs } = await readHistory(one, ORDERS / 4)
  const calls = await countCalls()
  const used = calls / (workedMs / 1000) / CALLS_PER_SECOND
  const megabytes = (kind: 'heapBytes' | 'rssBytes') => slices.map((slice) => Math.round(slice[kind] / MEGABYTE))
  const [heap, rss] = [megabytes('heapBytes'), megabytes('rssBytes')]
  process.stdout.write(
    `history: ${ORDERS} orders, ${calls} calls in ${(workedMs / 1000).toFixed(0)} s, ${(used * 100).toFixed(0)} % of the limiter, ` +
      `slices of ${slices.map(({ changed, ms }) => `${changed} in ${(ms / 1000).toFixed(0)} s`).join(', ')}, ` +
      `heap ${heap.join(' ')} MB, memory ${rss.join(' ')} MB\n`,
  )
  await platform().admin('faults-clear')
  await inspect(
    one.company.organizationId,
    `UPDATE sync_failure SET next_at = now() - interval '1 second' WHERE state = 'waiting'`,
  )
  await inWorker(() => retryFailures(one.company, one.shopId))

  // Orders went on meanwhile: what changed comes by polling.
  await inWorker(() => pollOrders(one.shop))
  const ours = await listOurOrders(one.company)
  expect(ours).toEqual(await listPlatformOrders(platform(), one.number))
  expect(ours).toHaveLength(ORDERS)
  expect((await listSyncFailures(one.company)).filter(({ state }) => state !== 'resolved')).toEqual([])
  expect((await syncStateOf(one.company, one.shopId)).history_done).toBeGreaterThanOrEqual(ORDERS)
  // A few seconds beside other tests say nothing of pace and memory.
  if (isFull) {
    expect(used).toBeGreaterThan(0.9)
    expect(Math.max(...heap) - heap[0]!).toBeLessThan(20)
    expect(Math.max(...rss) - rss[0]!).toBeLessThan(100)
  }

  // On statistics of before, a list once read every parcel for each order.
  const viewer = { ...one.company.owner, role: 'owner', timeZone: one.shop.timeZone } as const
  for (const [name, read] of [
    ['dispatch', () => getDispatchFor(viewer, {})],
    ['rooms', () => getDispatchTabCountsFor(viewer)],
    ['returns', () => getReturnsFor(viewer, {})],
    ['mapping', () => getMappingFor(viewer, {})],
    ['failures', () => getFailuresFor(viewer)],
  ] as const) {
    const startedAt = performance.now()
    await read()
    const ms = performance.now() - startedAt
    process.stdout.write(`${name} after it: ${ms.toFixed(0)} ms\n`)
    if (isFull) expect(ms).toBeLessThan(1000)
  }

  const before = await fingerprint(one.company.organizationId)
  await inWorker(() =>
    syncOrders(
      one.shop,
      ours.slice(0, 200).map(({ code }) => code),
    ),
  )
  expect(await fingerprint(one.company.organizationId)).toEqual(before)
})

test('a month that was imported before is met: each order once, under the connected shop, and each listing once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sync-'))
  const one = await connectSyncShop(platform(), 150, { days: 30 })
  const { rows } = await platform().platform.pool.query<{
    code: string
    placed: string
    items: { sku: string; title: string; variation: string; quantity: number; priceCents: number }[]
  }>(
    `SELECT o.order_sn AS code, to_char(to_timestamp(o.create_time - 10800) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS placed,
       json_agg(json_build_object('sku', coalesce(nullif(i.model_sku, ''), i.item_sku), 'title', i.item_name, 'variation', i.model_name,
         'quantity', i.quantity, 'priceCents', i.discounted_price_cents) ORDER BY i.line_no) AS items
     FROM orders o JOIN order_items i USING (order_sn) WHERE o.shop_id = $1 GROUP BY o.order_sn ORDER BY o.order_sn`,
    [one.number],
  )
  const file = join(folder, 'month.xlsx')
  await writeOrderExport(
    file,
    rows.map((order) => ({ ...order, status: 'Enviado' })),
  )
  await importSheet(one.company, file, { shopName: 'Loja importada' })
  rmSync(folder, { recursive: true, force: true })
  expect(await listOurOrders(one.company)).toHaveLength(150)

  expect(await inWorker(() => syncHistory(one.shop))).toMatchObject({ isDone: true })
  expect(await listOurOrders(one.company)).toEqual(await listPlatformOrders(platform(), one.number))
  const [counts] = await inspect(
    one.company.organizationId,
    `SELECT (SELECT count(*)::int FROM orders WHERE shop_id <> $1) AS elsewhere,
       (SELECT count(*)::int FROM orders) AS orders,
       (SELECT sum(orders)::int FROM (SELECT orders, outlet_id FROM sales_day UNION ALL SELECT orders, outlet_id FROM sales_day_delta) d
         WHERE outlet_id = $1) AS counted`,
    [one.shopId],
  )
  expect(counts).toEqual({ elsewhere: 0, orders: 150, counted: 150 })
})
