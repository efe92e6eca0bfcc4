import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '../testing/database'
import { fingerprint } from '../testing/fingerprint'
import { importSheet } from '../testing/imports'
import { writeOrderExport } from '../testing/order-export'
import { openShopDesk } from '../testing/shop-desk'
import {
  connectSyncShop,
  inWorker,
  listOurOrders,
  listPlatformOrders,
  listSyncFailures,
  syncStateOf,
} from '../testing/sync-desk'
import { retryFailures } from './retry-failures'
import { syncHistory } from './sync-history'
import { syncOrders } from './sync-orders'

/** `npm run test:platform` asks for all of them. */
const ORDERS = process.env.PLATFORM_FULL ? 100_000 : 2000
const CALLS_PER_SECOND = 10
const MEGABYTE = 1_048_576

jest.setTimeout(process.env.PLATFORM_FULL ? 5_400_000 : 240_000)
process.env.SHOPEE_CALLS_PER_SECOND = String(CALLS_PER_SECOND)
const { platform } = openShopDesk()

const countCalls = async () => {
  const { rows } = await platform().platform.pool.query<{ calls: number }>(
    `SELECT considered AS calls FROM fault WHERE kind = 'server_error'`,
  )
  return rows[0]!.calls
}

test(`${ORDERS} orders of history come whole and once through five per cent of faults, at the pace that the limiter allows`, async () => {
  const one = await connectSyncShop(platform(), ORDERS)
  for (const [kind, rate] of [
    ['server_error', 0.02],
    ['html', 0.01],
    ['cut_answer', 0.01],
    ['odd_types', 0.005],
    ['unknown_fields', 0.005],
  ] as const)
    await platform().admin('fault', { kind, rate, seed: 'history' })
  const startedAt = Date.now()
  const memory: number[] = []
  // Broken off and begun again many times, as by a worker that is restarted.
  for (let isDone = false; !isDone; memory.push(process.memoryUsage().rss))
    ({ isDone } = await inWorker(() => syncHistory(one.shop, { sliceMs: process.env.PLATFORM_FULL ? 20_000 : 6000 })))
  const seconds = (Date.now() - startedAt) / 1000
  const calls = await countCalls()
  await platform().admin('faults-clear')
  await inspect(one.company.organizationId, `UPDATE sync_failure SET next_at = now() WHERE state = 'waiting'`)
  await inWorker(() => retryFailures(one.company, one.shopId))

  const ours = await listOurOrders(one.company)
  expect(ours).toEqual(await listPlatformOrders(platform(), one.number))
  expect(ours).toHaveLength(ORDERS)
  expect((await listSyncFailures(one.company)).filter(({ state }) => state !== 'resolved')).toEqual([])
  expect((await syncStateOf(one.company, one.shopId)).history_done).toBeGreaterThanOrEqual(ORDERS)
  const used = calls / seconds / CALLS_PER_SECOND
  process.stdout.write(
    `history: ${ORDERS} orders, ${calls} calls in ${seconds.toFixed(0)} s, ${(used * 100).toFixed(0)} % of the limiter, ` +
      `memory ${memory.map((bytes) => (bytes / MEGABYTE).toFixed(0)).join(' ')} MB\n`,
  )
  // A few seconds beside other tests say nothing of pace and memory.
  if (process.env.PLATFORM_FULL) {
    expect(used).toBeGreaterThan(0.9)
    expect(Math.max(...memory) - memory[Math.floor(memory.length / 2)]!).toBeLessThan(150 * MEGABYTE)
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
  const one = await connectSyncShop(platform(), 150, 30)
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
