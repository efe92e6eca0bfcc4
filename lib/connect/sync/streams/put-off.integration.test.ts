import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { throughBreaker } from '@/lib/shopee/breaker'
import { ShopeeError } from '@/lib/shopee/errors'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { connectShop, openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { listJobs } from '@/lib/testing/harnesses/sync-harness'
import { markHealthy } from './run-stream'
import { sendListingUpdates } from '../listing-updates/send-listing-updates'
import { openSyncShop } from './sync-shop'

const { platform } = openShopHarness()

async function openUpdate() {
  const company = await createTestOrganization()
  const { organizationId } = company
  await signInAs(company.owner)
  const shop = await connectShop(company)
  const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(organizationId, text, given)
  const listing = newId()
  await sql(`UPDATE shop SET stock_master = 'mascate' WHERE id = $1`, [shop.id])
  await sql(
    `INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, title, status, platform_stock, synced_at)
     VALUES ($1, $2, $3, '77', '77', '0', 'Anúncio', 'NORMAL', 3, now())`,
    [organizationId, listing, shop.id],
  )
  await sql(`INSERT INTO listing_update (organization_id, listing_id, kind, wanted) VALUES ($1, $2, 'stock', 41)`, [
    organizationId,
    listing,
  ])
  const waits = async () =>
    (
      await sql<{ listed: number | null; queued: number; state: string }>(
        `SELECT ceil(extract(epoch FROM p.next_at - now()))::int AS listed, p.state,
           (SELECT ceil(extract(epoch FROM j.run_at - now()))::int FROM graphile_worker.jobs j WHERE j.key = 'send-listing-updates:' || $2) AS queued
         FROM listing_update p WHERE p.listing_id = $1`,
        [listing, shop.id],
      )
    )[0]!
  const send = () => asWorker(() => sendListingUpdates(company, shop.id))
  const sendInto = async (fault: Record<string, unknown>) => {
    await withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
    await platform().admin('fault', { pathPattern: 'update_stock', ...fault })
    await send()
    await platform().admin('faults-clear')
    return waits()
  }
  const reportHealthy = () =>
    withOrganization(company, async (db) => markHealthy(db, (await openSyncShop({ organizationId }, shop.id))!))
  return { shop, sql, waits, send, sendInto, reportHealthy }
}

test('a moment that the platform named is kept to, also when its orders are read before', async () => {
  const { sendInto, waits, reportHealthy } = await openUpdate()
  const answer = await sendInto({ kind: 'rate_limit_retry_after', seconds: 90 })
  for (const seconds of [answer.listed, answer.queued]) expect(seconds).toBeGreaterThan(60)
  await reportHealthy()
  expect((await waits()).listed).toBeGreaterThan(60)
})

test('a call that a process did not even send, after many failed calls of its own, is sent as soon as it may', async () => {
  const { sql, sendInto } = await openUpdate()
  await sql(`UPDATE listing_update SET queued_at = now() - interval '1 hour'`)
  const fails = () => Promise.reject(new ShopeeError('transient', 'tests'))
  for (let call = 0; call < 8; call += 1)
    await throughBreaker(new URL(platform().url).host, 'tests', fails).catch(() => undefined)
  const unrequested = await sendInto({ kind: 'error_server' })
  for (const seconds of [unrequested.listed, unrequested.queued]) expect(seconds).toBeLessThanOrEqual(1)
  await wait(1500)
})

test('a sending that a platform which was away has answered has the orders asked for at once', async () => {
  const { shop, sql, send } = await openUpdate()
  const key = `sync-orders:${shop.id}`
  await withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
  await send()
  expect(await listJobs(key)).toEqual([])
  await sql(`UPDATE listing_update SET state = 'waiting', next_at = NULL`)
  await sql('UPDATE shop SET degraded_since = now() WHERE id = $1', [shop.id])
  await send()
  expect(await listJobs(key)).toHaveLength(1)
})

test('a call that did not reach a platform whose orders can be read is retried in seconds, later less often, by a job of its own; with one that is away, when it is back', async () => {
  const { shop, sql, waits, sendInto, reportHealthy } = await openUpdate()
  const sendIntoFault = () => sendInto({ kind: 'error_server' })
  const soon = await sendIntoFault()
  expect(soon.state).toBe('waiting')
  for (const seconds of [soon.listed, soon.queued]) expect(seconds).toBeLessThanOrEqual(3)

  await sql(`UPDATE listing_update SET next_at = NULL, queued_at = now() - interval '1 hour'`)
  const notForLong = await sendIntoFault()
  for (const seconds of [notForLong.listed, notForLong.queued]) expect(seconds).toBeGreaterThan(30)

  await sql('UPDATE listing_update SET next_at = NULL')
  await sql('UPDATE shop SET degraded_since = now() WHERE id = $1', [shop.id])
  const later = await sendIntoFault()
  for (const seconds of [later.listed, later.queued]) expect(seconds).toBeGreaterThan(60)
  await reportHealthy()
  expect(await waits()).toMatchObject({ listed: null, state: 'waiting' })
  expect((await waits()).queued).toBeLessThanOrEqual(0)

  await sql('UPDATE shop SET degraded_since = now() WHERE id = $1', [shop.id])
  await sendIntoFault()
  await sql('UPDATE shop SET degraded_since = NULL WHERE id = $1', [shop.id])
  await reportHealthy()
  expect(await waits()).toMatchObject({ listed: null, state: 'waiting' })
})
