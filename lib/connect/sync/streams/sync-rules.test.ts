import { ShopeeError } from '@/lib/shopee/errors'
import { retryAfterSeconds } from './failures'
import { boundedPool, inLanes } from '@/lib/core/process/in-lanes'
import { withoutBuyer } from '../inbound/keep-answers'
import { subjectsOf, type StoredWebhookEvent } from '../webhook-events/webhook-event-subjects'
import { probeDelayMs } from './run-stream'
import { isDue } from './schedule-syncs'
import { storedJson } from '@/lib/core/stored-json'
import { nextWindowMs } from '../inbound/sync-history'

const eventOf = (kind: string, named: Partial<StoredWebhookEvent>): StoredWebhookEvent => ({
  code: 0,
  kind,
  shopIds: ['1'],
  orderSn: null,
  returnSn: null,
  itemId: null,
  authorizeType: null,
  ...named,
})

test('the subjects of webhook events are read once each; a state is nowhere among them', () => {
  const webhookEvents = [
    eventOf('orderStatus', { orderSn: 'B' }),
    eventOf('orderTracking', { orderSn: 'A' }),
    eventOf('packageFulfillment', { orderSn: 'B' }),
    eventOf('reservedStock', { orderSn: 'C', itemId: '7' }),
    eventOf('itemPrice', { itemId: '7' }),
    eventOf('returnUpdate', { orderSn: 'D', returnSn: 'R' }),
    eventOf('shippingDocument', { orderSn: 'E' }),
    eventOf('webchat', {}),
    null,
  ]
  expect(subjectsOf(webhookEvents)).toEqual({
    orders: ['B', 'A', 'D'],
    items: ['7'],
    returns: ['R'],
    tracked: ['A'],
    labelled: ['E'],
    isAboutGrant: false,
    isAboutHealth: false,
  })
  expect(subjectsOf([eventOf('shopDeauthorized', {})]).isAboutGrant).toBe(true)
  expect(subjectsOf([eventOf('penaltyUpdate', {})]).isAboutHealth).toBe(true)
})

test('a poll is due after its interval, and not while it runs', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const shopId = '00000000-0000-7000-8000-000000000000'
  const state = {
    stream: 'orders',
    lastGoodAt: null,
    runningSince: null,
    historyFrom: null,
    historyReached: null,
  } as const
  const ago = (ms: number) => new Date(now.getTime() - ms)
  expect(isDue(shopId, state, now)).toBe(true)
  expect(isDue(shopId, { ...state, lastGoodAt: ago(60_000) }, now)).toBe(false)
  expect(isDue(shopId, { ...state, lastGoodAt: ago(120_000) }, now)).toBe(true)
  expect(isDue(shopId, { ...state, runningSince: ago(60_000) }, now)).toBe(false)
  expect(isDue(shopId, { ...state, runningSince: ago(3_600_000) }, now)).toBe(true)
  expect(isDue(shopId, { ...state, stream: 'wallet', lastGoodAt: ago(1_500_000) }, now)).toBe(false)
  expect(isDue(shopId, { ...state, stream: 'wallet', lastGoodAt: ago(1_800_000) }, now)).toBe(true)
})

test('an absent platform is asked every few seconds, later less often, and when it said when, not before', () => {
  const away = new ShopeeError('transient', '/x')
  const delays = [0, 1, 299_999, 300_001].map((sinceMs) => probeDelayMs(sinceMs, away))
  expect(delays).toEqual([1500, 1500, 1500, 30_000])
  expect(probeDelayMs(0, new ShopeeError('rateLimited', '/x', { retryAfterMs: 60_000 }))).toBe(60_000)
  const retryAt = new Date(Date.now() + 3_600_000)
  expect(probeDelayMs(0, new ShopeeError('dailyLimit', '/x', { retryAt }))).toBeGreaterThan(3_500_000)
  expect(probeDelayMs(0, new Error('a fault of ours'))).toBe(30_000)
  // No call was made.
  const open = new ShopeeError('circuitOpen', '/x', { retryAfterMs: 1000 })
  expect([0, 300_001].map((sinceMs) => probeDelayMs(sinceMs, open))).toEqual([1000, 30_000])
})

test('waits grow and stop growing; windows of a history follow how much is in them', () => {
  expect([1, 2, 3, 20].map(retryAfterSeconds)).toEqual([10, 30, 90, 21_600])
  const day = 86_400_000
  expect(nextWindowMs(day, 3)).toBe(2 * day)
  expect(nextWindowMs(10 * day, 3)).toBe(15 * day)
  expect(nextWindowMs(day, 5000)).toBe(day / 2)
})

test('lanes stop at the first error, and what began ends', async () => {
  const ended: number[] = []
  async function* numbers() {
    for (let n = 0; n < 100; n += 1) yield n
  }
  const work = async (n: number) => {
    if (n === 5) throw new Error('five')
    await Promise.resolve()
    ended.push(n)
  }
  await expect(inLanes(3, numbers(), work)).rejects.toThrow('five')
  expect(ended.length).toBeLessThan(20)
  expect(ended).toEqual(expect.arrayContaining([0, 1, 2, 3, 4]))
})

test('a pool keeps no more going than it has places for, and begins nothing after an error', async () => {
  const pool = boundedPool(2)
  let [running, most, begun] = [0, 0, 0]
  const work = async () => {
    most = Math.max(most, (running += 1))
    begun += 1
    await new Promise((done) => setTimeout(done, 2))
    running -= 1
    if (begun >= 6) throw new Error('six')
  }
  const all = async () => {
    for (let n = 0; n < 20; n += 1) await pool.start(work)
  }
  await expect(all()).rejects.toThrow('six')
  await expect(pool.settle()).rejects.toThrow('six')
  expect({ most, running }).toEqual({ most: 2, running: 0 })
  expect(begun).toBeLessThan(9)
})

test('stored text holds nothing that the database refuses, and nothing of the buyer', () => {
  expect(JSON.parse(storedJson({ a: 'x\0y\ud800z', n: 5n }))).toEqual({ a: 'xy\ufffdz', n: 5 })
  const raw = {
    order_sn: 'A',
    buyer_username: 'x',
    recipient_address: { name: 'x' },
    items: [{ item_id: 1, phone: 'x' }],
  }
  expect(withoutBuyer(raw)).toEqual({ order_sn: 'A', items: [{ item_id: 1 }] })
})
