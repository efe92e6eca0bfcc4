// Full form: kills a worker among hundreds of pushes. Default: lib/connect/sync/listing-updates/listing-updates.integration.test.ts and lib/connect/sync/webhook-events/webhook-inbox.integration.test.ts.
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { POST } from '@/app/api/shopee/webhook/route'
import { workerUrl, withOwner } from '@/lib/testing/harnesses/database'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { PARTNER_KEY } from '@/lib/testing/fakes/sandbox'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import {
  connectSyncShop,
  listOurOrders,
  listPlatformOrders,
  listSyncFailures,
} from '@/lib/testing/harnesses/sync-harness'
import { inLanes } from '@/lib/core/process/in-lanes'

/** `npm run test:platform` asks for all of them. */
const EVENTS = process.env.PLATFORM_FULL ? 10_000 : 200
const SEED = 20_261_121
const STEPS = ['ship', 'pick-up', 'deliver', 'complete']
const EVENTS_OF_AN_ORDER = 11
/** Steps taken and pushes delivered at a time. */
const LANES = 4
/** The sandbox places no more in one call. */
const PLACED_AT_ONCE = 500
/** However many wait when the last one has come. */
const WORKED_OFF_WITHIN_MS = process.env.PLATFORM_FULL ? 900_000 : 120_000

process.env.SHOPEE_CALLS_PER_SECOND = '100'
const address = 'http://localhost:3000/api/shopee/webhook'
const { platform } = openShopHarness({
  webhookUrl: address,
  settings: { pushesEnabled: false, invoicesRequired: false, trackingDelaySeconds: 0 },
})

/** A generator of numbers from 0 to 1 that a seed decides (mulberry32). */
function chanceOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const sign = (body: string, key = PARTNER_KEY) => createHmac('sha256', key).update(`${address}|${body}`).digest('hex')
const deliver = async (body: string, authorization: string) =>
  (await POST(new Request(address, { method: 'POST', body, headers: { authorization } }))).status

const inbox = () =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ all: number; waiting: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE state = 'waiting')::int AS waiting FROM webhook_inbox`,
    )
    return rows[0]!
  })

/** Nothing but pushes may bring an order here: no poll is due, no history and no payout is left to read, no job waits. */
const quietPolls = (organizationId: string) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(`UPDATE sync_state SET last_good_at = now() + interval '1 day', history_reached = history_from`)
    await owner.query(
      `UPDATE sync_state AS money SET history_reached = orders.history_from, watermark = now() + interval '1 day'
       FROM sync_state orders WHERE money.stream = 'escrow' AND orders.stream = 'orders' AND orders.shop_id = money.shop_id`,
    )
    await owner.query('DELETE FROM graphile_worker._private_jobs')
  })

test(`with ${EVENTS} webhook events, shuffled, 30 % twice, 5 % forged, and the worker killed three times, the platform’s state is what is left`, async () => {
  const chance = chanceOf(SEED)
  const one = await connectSyncShop(platform(), 30)
  await quietPolls(one.company.organizationId)
  const history = new Set((await listPlatformOrders(platform(), one.number)).map(({ code }) => code))
  const count = Math.ceil(EVENTS / EVENTS_OF_AN_ORDER)
  const orderSns: string[] = []
  while (orderSns.length < count) {
    const order = { shopId: one.number, isPaid: true, count: Math.min(PLACED_AT_ONCE, count - orderSns.length) }
    orderSns.push(...(await platform().admin<{ orderSns: string[] }>('order', order)).orderSns)
  }
  const stepOf = new Map(orderSns.map((orderSn) => [orderSn, 0]))

  let lastId = 0n
  let held: string[] = []
  const genuine = new Set<string>()
  const times: number[] = []
  let forged = 0
  let worker = startWorker()
  for (let round = 0; round < 4; round += 1) {
    const ways = orderSns.map((orderSn) => ({ orderSn, until: howFar(orderSn, round) }))
    await inLanes(LANES, each(ways), ([, way]) => drive(way))
    const { rows } = await platform().platform.pool.query<{ id: bigint; body: string }>(
      'SELECT id, body FROM push WHERE id > $1 AND shop_id = $2 ORDER BY id',
      [lastId, one.number],
    )
    lastId = rows.at(-1)?.id ?? lastId
    const fresh = [...held, ...rows.map(({ body }) => body)]
    // Some come only with those of the next round, behind what happened after them.
    held = round === 3 ? [] : fresh.filter(() => chance() < 0.2)
    const now = round === 3 ? fresh : fresh.filter((body) => !held.includes(body))
    for (const body of now) genuine.add(body)
    const twice = now.filter(() => chance() < 0.3)
    const lies = now.filter(() => chance() < 0.05).map((body) => body.replace(/"timestamp":\d+/, '"timestamp":1'))
    const all = [...now.map((body) => ({ body, good: true })), ...twice.map((body) => ({ body, good: true }))]
    all.push(...lies.map((body) => ({ body, good: false })))
    for (let i = all.length - 1; i > 0; i -= 1) {
      const other = Math.floor(chance() * (i + 1))
      ;[all[i], all[other]] = [all[other]!, all[i]!]
    }
    await inLanes(LANES, each(all), async ([i, { body, good }]) => {
      const startedAt = performance.now()
      const status = await deliver(body, good ? sign(body) : sign(body, 'another key of sixteen bytes'))
      times.push(performance.now() - startedAt)
      expect(status).toBe(good ? 200 : 401)
      if (!good) forged += 1
      if (round > 0 && i === Math.floor(all.length / 2)) {
        worker.kill()
        worker = startWorker()
      }
    })
  }
  const lastAt = Date.now()
  while ((await inbox()).waiting > 0 && Date.now() - lastAt < WORKED_OFF_WITHIN_MS) await wait(200)
  const workedOffMs = Date.now() - lastAt
  worker.kill()

  expect(await inbox()).toEqual({ all: genuine.size, waiting: 0 })
  expect(forged).toBeGreaterThan(EVENTS / 40)
  const oracle = (await listPlatformOrders(platform(), one.number)).filter(({ code }) => !history.has(code))
  expect(oracle).toHaveLength(count)
  expect(await listOurOrders(one.company)).toEqual(oracle)
  expect((await listSyncFailures(one.company)).filter(({ state }) => state !== 'resolved')).toEqual([])
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)]!
  process.stdout.write(
    `pushes: seed ${SEED}, ${times.length} sent, ${genuine.size} kept, ${forged} forged, p50 ${times[times.length >> 1]!.toFixed(0)} ms, ` +
      `p99 ${p99.toFixed(0)} ms, all worked off ${(workedOffMs / 1000).toFixed(0)} s after the last\n`,
  )
  // The short form shares the machine with whatever else is tested.
  expect(p99).toBeLessThan(process.env.PLATFORM_FULL ? 500 : 3000)

  function howFar(orderSn: string, round: number) {
    const at = stepOf.get(orderSn)!
    return round === 3 ? STEPS.length : Math.min(STEPS.length, at + Math.floor(chance() * 2))
  }

  async function drive({ orderSn, until }: { orderSn: string; until: number }) {
    for (let at = stepOf.get(orderSn)!; at < until; at += 1)
      await platform().admin('order-step', { orderSn, step: STEPS[at] })
    stepOf.set(orderSn, until)
  }
})

async function* each<T>(all: T[]): AsyncGenerator<[number, T]> {
  yield* all.entries()
}

const startWorker = () => new TestProcess('lib/worker/worker.ts', { DATABASE_URL: workerUrl() })

test('a body that is too long is refused, and an unreachable database has the platform retry', async () => {
  expect(await deliver('x'.repeat(300_000), 'x')).toBe(413)
  const body = JSON.stringify({ code: 3, shop_id: 1, timestamp: 1_795_000_000, data: { ordersn: '260101AAAAAAAA' } })
  await withOwner((owner) => owner.query('REVOKE EXECUTE ON FUNCTION receive_webhook_event FROM mascate_app'))
  expect(await deliver(body, sign(body))).toBe(503)
  await withOwner((owner) => owner.query('GRANT EXECUTE ON FUNCTION receive_webhook_event TO mascate_app'))
  expect(await deliver(body, sign(body))).toBe(200)
  expect(await deliver('{}', sign('{}'))).toBe(200)
})
