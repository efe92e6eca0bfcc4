import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { retryListingUpdatesAction } from '@/lib/connect/sync/actions'
import { adjustStock } from '@/lib/catalog/stock/adjust-stock'
import { CuttingProxy } from '@/lib/testing/fakes/cutting-proxy'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { deliver } from '@/lib/testing/fakes/mailbox'
import { addItems, connectShop, openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { listJobs } from '@/lib/testing/harnesses/sync-harness'
import { planProduct, requestPlans } from './plan-listing-updates'
import { markHealthy } from '../streams/run-stream'
import { sendListingUpdates } from './send-listing-updates'
import { pollListings } from '../inbound/sync-listings'
import { openSyncShop } from '../streams/sync-shop'

const { platform: harness } = openShopHarness()
/** So long that no busy machine outlasts it. */
const HELD_SECONDS = 1800
const SLACK_SECONDS = 600

afterEach(() => harness().admin('faults-clear'))

/** Two listings of two items, so that it takes two calls; each sells a product of its own, of which there are 20. */
async function openTwoUpdates() {
  const company = await createTestOrganization()
  const { organizationId } = company
  await signInAs(company.owner)
  const { id: shop, number } = await connectShop(company)
  const { platform } = harness()
  await addItems(harness(), number, [1, 1])
  const opened = async () => (await openSyncShop({ organizationId }, shop))!
  await asWorker(async () => pollListings(await opened()))
  const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(organizationId, text, given)
  const listings = await sql<{ id: string; item_id: string }>(
    `SELECT id, item_id FROM listing WHERE NOT fulfilled_by_platform AND promotion_units = 0 AND status = 'NORMAL' AND coalesce(model_id, '0') = '0'
     ORDER BY item_id LIMIT 2`,
  )
  const waiting: { listing: string; item: string; product: string }[] = []
  for (const { id, item_id: item } of listings) {
    const product = await addStockedProduct(company, { sku: newId(), onHand: 20 })
    await sql('UPDATE listing SET product_id = $2 WHERE id = $1', [id, product])
    waiting.push({ listing: id, item, product })
  }
  await sql(`UPDATE shop SET stock_master = 'mascate' WHERE id = $1`, [shop])
  await withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))

  /**
   * Works as the worker does every two seconds. The limiter's state would be lost with a crash, and is of no help here.
   */
  const work = async () => {
    await withOwner((owner) => owner.query('DELETE FROM call_pace'))
    await asWorker(requestPlans)
    const plannedJobs = (await listJobs(`plan-listing-updates:${organizationId}`)).length
    await deliver()
    return plannedJobs
  }
  /** How often the platform was asked to set stock since the fault began. */
  const countCalls = async () =>
    (await platform.pool.query<{ n: number }>('SELECT coalesce(sum(considered), 0)::int AS n FROM fault')).rows[0]!.n
  const secondsToSending = async () => {
    const [job] = await listJobs(`send-listing-updates:${shop}`)
    return (job!.run_at.getTime() - Date.now()) / 1000
  }
  const listListingUpdates = () =>
    sql<{ listing_id: string; wanted: string; state: string; error_code: string | null; next_at: Date | null }>(
      'SELECT listing_id, wanted, state, error_code, next_at FROM listing_update ORDER BY queued_at, listing_id',
    )
  const stockThere = async () => {
    const { rows } = await platform.pool.query<{ stock: number }>(
      'SELECT stock FROM model WHERE item_id = ANY ($1) ORDER BY item_id',
      [waiting.map(({ item }) => item)],
    )
    return rows.map(({ stock }) => stock)
  }
  return {
    company,
    shop,
    wishes: waiting,
    sql,
    opened,
    work,
    countCalls,
    secondsToSending,
    listListingUpdates,
    stockThere,
  }
}

test.each([
  ['rateLimited', { kind: 'rate_limit_retry_after', seconds: HELD_SECONDS }, HELD_SECONDS - SLACK_SECONDS],
  ['dailyLimit', { kind: 'daily_limit' }, 4],
])('until the moment of %s no call of the shop reaches the platform, from any sender', async (code, fault, least) => {
  const one = await openTwoUpdates()
  const { company, shop, wishes: waiting, sql, opened, work, countCalls, secondsToSending, listListingUpdates } = one
  await harness().admin('fault', { pathPattern: 'update_stock', ...fault })
  await work()
  expect(await countCalls()).toBe(1)
  const held = (await listListingUpdates()).find(({ error_code }) => error_code !== null)!
  expect(held).toMatchObject({ error_code: code, next_at: expect.any(Date) as Date, state: 'waiting' })
  expect((await listListingUpdates()).filter(({ next_at }) => next_at === null)).toHaveLength(1)

  // Recent movements would be looked at again, with any queue.
  await sql('UPDATE listing_update_cursor SET movement_id = (SELECT max(id) FROM stock_movement)')
  // The planner has nothing to do, a sender finds nothing to send, and a job waits for the moment.
  expect(await work()).toBe(0)
  const nothing = { sent: 0, refused: 0 }
  expect(await asWorker(() => sendListingUpdates(company, shop))).toEqual(nothing)
  expect(await secondsToSending()).toBeGreaterThan(least)

  // A sale of what was held, and of what was not: each is a new wish without a moment of its own.
  for (const { product } of waiting)
    await adjustStock(company.owner, {
      productId: product,
      how: 'count',
      units: 19,
      seenOnHand: 20,
      reason: 'Contagem',
    })
  await work()
  expect((await listListingUpdates()).map(({ wanted, next_at }) => [wanted, next_at])).toEqual([
    ['19', null],
    ['19', null],
  ])
  expect(await secondsToSending()).toBeGreaterThan(least)

  // Orders that can be read, a kit's parts that changed, and a person who presses the button.
  await sql(`UPDATE listing_update SET next_at = now() + interval '1 hour'`)
  await withOrganization(company, async (db) => markHealthy(db, await opened()))
  expect(await secondsToSending()).toBeGreaterThan(least)
  await sql(`UPDATE listing_update SET wanted = 1`)
  await withOrganization(company, (db) => planProduct(db, company.organizationId, waiting[0]!.product))
  expect(await secondsToSending()).toBeGreaterThan(least)
  await sql('UPDATE listing_update SET error_code = $2 WHERE listing_id = $1', [held.listing_id, code])
  const given = { listingIds: [held.listing_id], kind: 'stock' as const }
  expect(await retryListingUpdatesAction(envelope(company), given)).toMatchObject({ ok: true })
  expect(await secondsToSending()).toBeGreaterThan(least)
  await work()
  expect(await countCalls()).toBe(1)
})

test('after the moment all that waited is sent by itself, though the job for it is lost', async () => {
  const {
    sql,
    work,
    countCalls,
    listListingUpdates,
    stockThere,
    wishes: waiting,
    shop,
    company,
  } = await openTwoUpdates()
  await harness().admin('fault', {
    pathPattern: 'update_stock',
    kind: 'rate_limit_retry_after',
    seconds: HELD_SECONDS,
    count: 1,
  })
  await work()
  await work()
  expect(await countCalls()).toBe(1)
  expect(await stockThere()).toEqual([30, 30])
  const [held] = await sql<{ seconds: number }>(
    'SELECT extract(epoch FROM updates_held_until - now())::int AS seconds FROM shop WHERE id = $1',
    [shop],
  )
  expect(held!.seconds).toBeGreaterThan(HELD_SECONDS - SLACK_SECONDS)
  expect(held!.seconds).toBeLessThanOrEqual(HELD_SECONDS)

  await adjustStock(company.owner, {
    productId: waiting[0]!.product,
    how: 'count',
    units: 18,
    seenOnHand: 20,
    reason: 'Contagem',
  })
  await work()
  await withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
  const later = (column: string) => `${column} = ${column} - interval '${HELD_SECONDS + 1} seconds'`
  await sql(`UPDATE shop SET ${later('updates_held_until')}`)
  await sql(`UPDATE listing_update SET ${later('next_at')}`)
  await work()
  expect((await listListingUpdates()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(await stockThere()).toEqual([18, 20])
})

test('a moment that the platform names later does not shorten the longer one that it named of another call meanwhile', async () => {
  const { sql, work, countCalls, shop } = await openTwoUpdates()
  const proxy = new CuttingProxy(harness().url)
  await proxy.start()
  const { SHOPEE_API_URL } = env()
  Object.assign(env(), { SHOPEE_API_URL: proxy.address })
  proxy.beforeAnswer = async (path) => {
    if (path.endsWith('update_stock'))
      await sql(`UPDATE shop SET updates_held_until = now() + interval '2 hours' WHERE id = $1`, [shop])
    return true
  }
  try {
    await harness().admin('fault', {
      pathPattern: 'update_stock',
      kind: 'rate_limit_retry_after',
      seconds: HELD_SECONDS,
    })
    await work()
  } finally {
    Object.assign(env(), { SHOPEE_API_URL })
    await proxy.stop()
  }
  expect(await countCalls()).toBe(1)
  const [held] = await sql<{ minutes: number }>(
    'SELECT extract(epoch FROM updates_held_until - now())::int / 60 AS minutes FROM shop WHERE id = $1',
    [shop],
  )
  expect(held!.minutes).toBeGreaterThan(60)
})
