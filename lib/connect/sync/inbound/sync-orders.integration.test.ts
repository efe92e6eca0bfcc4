import { setTimeout as wait } from 'node:timers/promises'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import {
  connectSyncShop,
  inWorker,
  listJobs,
  listOurOrders,
  listPlatformOrders,
  listSyncFailures,
  syncStateOf,
  type ConnectedShop,
} from '@/lib/testing/harnesses/sync-harness'
import { pollOrders } from './poll-orders'
import { runStream } from '../streams/run-stream'
import { retryFailures } from '../streams/retry-failures'
import { syncEscrow } from './sync-escrow'
import { syncHistory } from './sync-history'
import { pollListings } from './sync-listings'
import { readOrders, syncOrders } from './sync-orders'
import { writeOrders } from './write-orders'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let one: ConnectedShop
let skus: { item: number; model: number; sku: string }[]
beforeAll(async () => {
  one = await connectSyncShop(platform(), 16, { days: 90 })
  const { rows } = await platform().platform.pool.query<{ item: bigint; model: bigint; sku: string }>(
    `SELECT m.item_id AS item, m.model_id AS model, coalesce(nullif(m.sku, ''), i.sku) AS sku FROM model m JOIN item i USING (item_id)
     WHERE i.shop_id = $1 AND m.stock > 20 ORDER BY 1, 2`,
    [one.number],
  )
  skus = rows.map(({ item, model, sku }) => ({ item: Number(item), model: Number(model), sku }))
})

const place = async (quantity = 1, nth = 0) =>
  (
    await platform().admin<{ orderSn: string }>('order', {
      shopId: one.number,
      isPaid: true,
      items: [{ itemId: skus[nth]!.item, modelId: skus[nth]!.model, quantity }],
    })
  ).orderSn
const step = (orderSn: string, name: string) => platform().admin('order-step', { orderSn, step: name })
const orderRow = async (code: string) =>
  (
    await inspect<Record<string, unknown>>(
      one.company.organizationId,
      'SELECT * FROM orders WHERE organization_id = current_organization() AND external_code = $1',
      [code],
    )
  )[0]!

test('the history comes whole and once, newest first, with its money; read again nothing is written', async () => {
  expect(await inWorker(() => syncHistory(one.shop))).toMatchObject({ isDone: true })
  expect(await listOurOrders(one.company)).toEqual(await listPlatformOrders(platform(), one.number))
  await inWorker(() => syncEscrow(one.shop))
  expect(await listSyncFailures(one.company)).toEqual([])
  // A payout is final, except for later corrections; until then each read may answer otherwise.
  const { rows: paid } = await platform().platform.pool.query<{ code: string; payout: string }>(
    `SELECT order_sn AS code, (payout_cents + coalesce((SELECT sum(a.amount_cents) FROM order_adjustment a WHERE a.order_sn = o.order_sn), 0))::text AS payout
     FROM order_money JOIN orders o USING (order_sn)
     WHERE o.shop_id = $1 AND payout_cents IS NOT NULL AND o.status = 'COMPLETED' ORDER BY order_sn`,
    [one.number],
  )
  const ours = await inspect(
    one.company.organizationId,
    `SELECT o.external_code AS code, sum(l.amount_cents)::text AS payout FROM money_line l
     JOIN orders o ON o.id = l.order_id AND o.organization_id = l.organization_id
     WHERE l.source = 'api' AND o.external_code = ANY ($1) GROUP BY o.external_code ORDER BY o.external_code COLLATE "C"`,
    [paid.map(({ code }) => code)],
  )
  expect(paid.length).toBeGreaterThan(4)
  expect(ours).toEqual(paid)

  const before = await fingerprint(one.company.organizationId)
  const codes = (await listOurOrders(one.company)).map(({ code }) => code)
  expect(await inWorker(() => syncOrders(one.shop, codes))).toEqual({ created: 0, updated: 0, kept: codes.length })
  expect(await inWorker(() => syncEscrow(one.shop))).toEqual({ isDone: true, changed: 0 })
  const after = await fingerprint(one.company.organizationId)
  expect({ ...after, sync_state: '' }).toEqual({ ...before, sync_state: '' })
})

test('the roll-ups say what the orders say, fees of the escrow among them', async () => {
  const [sums] = await inspect(
    one.company.organizationId,
    `WITH day AS (SELECT sum(orders)::int AS orders, sum(gross_cents)::text AS gross, sum(fees_charged_cents)::text AS fees FROM (
        SELECT orders, gross_cents, fees_charged_cents FROM sales_day UNION ALL SELECT orders, gross_cents, fees_charged_cents FROM sales_day_delta) d),
      ordered AS (SELECT count(*)::int AS orders, sum(revenue_cents) FILTER (WHERE status NOT IN ('pending', 'cancelled'))::text AS gross,
        coalesce(sum(fees_charged_cents) FILTER (WHERE status NOT IN ('pending', 'cancelled')), 0)::text AS fees FROM orders)
     SELECT day.* , (day.*) = (ordered.*) AS same FROM day, ordered`,
  )
  expect(sums).toMatchObject({ same: true })
})

test('an order is followed through its life, takes stock once and reports where it exceeds the stock', async () => {
  const { organizationId } = one.company
  const productId = await addStockedProduct(one.company, { sku: skus[1]!.sku, onHand: 2 })
  await inspect(organizationId, `UPDATE listing SET product_id = $1 WHERE sku = $2`, [productId, skus[1]!.sku])
  await inWorker(() => pollListings(one.shop))
  await inspect(organizationId, `UPDATE listing SET product_id = $1 WHERE sku = $2`, [productId, skus[1]!.sku])
  const orderSn = await place(3, 1)
  const level = () =>
    inspect(organizationId, 'SELECT on_hand::int, reserved::int FROM stock_level WHERE product_id = $1', [productId])
  await inWorker(() => pollOrders(one.shop))
  const open = await orderRow(orderSn)
  expect(open).toMatchObject({ status: 'confirmed', platform_status: 'READY_TO_SHIP', buyer_state: expect.any(String) })
  expect(await level()).toEqual([{ on_hand: 2, reserved: 3 }])
  expect(
    await inspect(organizationId, `SELECT (data->>'units')::int AS units FROM notification WHERE kind = 'oversold'`),
  ).toEqual([{ units: 1 }])
  for (const [name, status] of [
    ['ship', 'processing'],
    ['pick-up', 'shipped'],
    ['deliver', 'delivered'],
    ['complete', 'delivered'],
  ] as const) {
    await step(orderSn, name)
    await inWorker(() => pollOrders(one.shop))
    expect(await orderRow(orderSn)).toMatchObject({ status })
  }
  // Where it went stays known when the platform says it no more.
  const { buyer_state } = open as { buyer_state: string }
  const done = { platform_status: 'COMPLETED', tracking_number: expect.any(String), buyer_state }
  expect(await orderRow(orderSn)).toMatchObject(done)
  expect(await level()).toEqual([{ on_hand: -1, reserved: 0 }])
  // Each move stands in the order's own trail, once; what came with it, or was read again, does not.
  const auditEvents = await inspect<Record<string, unknown>>(
    organizationId,
    `SELECT actor_kind AS who, before->>'status' AS before, after->>'status' AS after FROM audit_event
     WHERE organization_id = current_organization() AND event = 'order.statusChanged' ORDER BY id`,
  )
  expect(auditEvents.map(({ who, before, after }) => `${String(who)}: ${String(before)} -> ${String(after)}`)).toEqual([
    'sync: confirmed -> processing',
    'sync: processing -> shipped',
    'sync: shipped -> delivered',
  ])
})

test('a cancellation that is asked keeps the status and marks it, refused it is forgotten', async () => {
  const orderSn = await place()
  await inWorker(() => pollOrders(one.shop))
  await step(orderSn, 'ask-cancel')
  await inWorker(() => pollOrders(one.shop))
  expect(await orderRow(orderSn)).toMatchObject({ status: 'confirmed', cancellation_asked: true })
  await inWorker(async () => writeOrders(one.shop, await readOrders(one.shop, [orderSn])))
  const requests = `SELECT actor_kind AS who FROM audit_event
    WHERE organization_id = current_organization() AND event = 'order.cancellationAsked'`
  expect(await inspect(one.company.organizationId, requests)).toEqual([{ who: 'sync' }])
  await step(orderSn, 'refuse-cancel')
  await inWorker(() => pollOrders(one.shop))
  expect(await orderRow(orderSn)).toMatchObject({ status: 'confirmed', cancellation_asked: false })
})

test('an answer that is older than what is known changes nothing', async () => {
  const orderSn = await place()
  const old = await inWorker(() => readOrders(one.shop, [orderSn]))
  // The platform's time counts in seconds.
  await wait(1100)
  await step(orderSn, 'ship')
  await inWorker(() => syncOrders(one.shop, [orderSn]))
  expect(await inWorker(() => writeOrders(one.shop, old))).toEqual({ created: 0, updated: 0, kept: 1 })
  expect(await orderRow(orderSn)).toMatchObject({ status: 'processing' })
})

test('the watermark does not pass an error, and what was missed comes once the error is over', async () => {
  const before = await syncStateOf(one.company, one.shopId)
  const orderSn = await place()
  await platform().admin('fault', { kind: 'error_server', pathPattern: 'get_order_detail' })
  await expect(inWorker(() => pollOrders(one.shop))).rejects.toMatchObject({ kind: 'transient' })
  expect((await syncStateOf(one.company, one.shopId)).watermark).toEqual(before.watermark)
  await platform().admin('faults-clear')
  await inWorker(() => pollOrders(one.shop))
  expect(await orderRow(orderSn)).toBeDefined()
  expect((await syncStateOf(one.company, one.shopId)).watermark.getTime()).toBeGreaterThan(before.watermark.getTime())
})

test('while the platform is away the shop is degraded and asked for again within seconds; its answer heals it', async () => {
  const run = {
    task: 'sync-orders',
    stream: 'orders',
    run: async () => ({ changed: await pollOrders(one.shop), isDone: true }),
  } as const
  const health = async () =>
    (
      await inspect<{ degraded_since: Date | null; problem: string | null; status: string }>(
        one.company.organizationId,
        'SELECT degraded_since, problem, status FROM shop WHERE id = $1',
        [one.shopId],
      )
    )[0]!
  await platform().admin('fault', { kind: 'error_server', pathPattern: 'order/' })
  await inWorker(() => runStream(one.company, one.shopId, run))
  expect(await health()).toMatchObject({
    status: 'active',
    problem: 'shopPlatformAway',
    degraded_since: expect.any(Date),
  })
  const [job] = await listJobs(`sync-orders:${one.shopId}`)
  expect(job!.run_at.getTime() - Date.now()).toBeLessThan(4000)
  await platform().admin('faults-clear')
  await inWorker(() => runStream(one.company, one.shopId, run))
  expect(await health()).toMatchObject({ status: 'active', problem: null, degraded_since: null })
  expect(await listJobs(`sync-escrow:${one.shopId}`)).toHaveLength(1)
})

test('an order that the platform does not answer for is tried again by itself, and is resolved when it comes', async () => {
  const { organizationId } = one.company
  const known = await place()
  await inWorker(() => syncOrders(one.shop, ['260101NOTHERE1', known]))
  expect(await orderRow(known)).toBeDefined()
  expect(await listSyncFailures(one.company)).toMatchObject([
    { operation: 'order', subject: '260101NOTHERE1', state: 'waiting', attempts: 1, error_code: 'notFound' },
  ])
  for (let attempt = 2; attempt <= 8; attempt += 1) {
    await inspect(organizationId, "UPDATE sync_failure SET next_at = now() - interval '1 second'")
    await inWorker(() => retryFailures(one.company, one.shopId))
  }
  expect(await listSyncFailures(one.company)).toMatchObject([{ state: 'dead', attempts: 8 }])
  const orderSn = await place()
  await inspect(
    organizationId,
    `UPDATE sync_failure SET subject = $1, state = 'waiting', next_at = now() - interval '1 second'`,
    [orderSn],
  )
  await inWorker(() => retryFailures(one.company, one.shopId))
  expect(await listSyncFailures(one.company)).toMatchObject([{ subject: orderSn, state: 'resolved' }])
  expect(await orderRow(orderSn)).toBeDefined()
})

test('a history neither waits for statistics that somebody else takes nor ends where they are refused', async () => {
  const other = await connectSyncShop(platform(), 4, { days: 30, items: [1] })
  const read = () => inWorker(() => syncHistory(other.shop))
  await withOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query('LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE')
    // A session that waits for the lock is seen: it would give up after ten seconds, and the history go on.
    const waits = `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE NOT l.granted AND l.relation = 'orders'::regclass AND d.datname = current_database()`
    let [isReading, waiting] = [true, 0]
    const reading = read().finally(() => (isReading = false))
    for (; isReading; await wait(100)) waiting += (await owner.query(waits)).rowCount!
    expect([await reading, waiting]).toEqual([{ isDone: true, changed: 4 }, 0])
    await owner.query('ROLLBACK')
  })
  await inspect(other.company.organizationId, 'UPDATE sync_state SET history_reached = now() WHERE stream = $1', [
    'orders',
  ])
  await withOwner((owner) => owner.query('REVOKE EXECUTE ON FUNCTION refresh_import_statistics FROM mascate_worker'))
  expect(await read()).toMatchObject({ isDone: true })
  await withOwner((owner) => owner.query('GRANT EXECUTE ON FUNCTION refresh_import_statistics TO mascate_worker'))
})
