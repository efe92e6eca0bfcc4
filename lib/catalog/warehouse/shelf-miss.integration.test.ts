import { adjustStockAction } from '@/lib/catalog/stock/actions'
import { confirmMiss } from '@/lib/connect/sync/listing-updates/confirm-miss'
import { planCompanyListingUpdates } from '@/lib/connect/sync/listing-updates/plan-listing-updates'
import { sendListingUpdates } from '@/lib/connect/sync/listing-updates/send-listing-updates'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  orderOf,
  placeAllToShip,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { listJobs } from '@/lib/testing/harnesses/sync-harness'
import { syncItems } from '@/lib/connect/sync/inbound/sync-listings'
import { endMissAction, reportMissAction } from './actions'
import { listMissesFor } from './shelf-miss-views'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let harness: DispatchHarness
let productId: string
beforeEach(async () => {
  await platform().admin('faults-clear')
  harness = await openDispatchHarness(platform())
  await signInAs(harness.company.owner)
  await asWorker(() => syncItems(harness.shop, harness.items.map(String)))
  const mapped = await sql<{ id: string }>(
    `UPDATE listing SET product_id = p.id FROM product p WHERE p.sku = 'CAM' AND listing.sku = 'CAM' RETURNING p.id`,
  )
  productId = mapped[0]!.id
  await sql(`UPDATE shop SET stock_master = 'mascate' WHERE id = $1`, [harness.shopId])
})

const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)
const reportSeen = (units: number, seenOnHand: number) =>
  reportMissAction(envelope(harness.company), { productId, units, seenOnHand, reason: 'Sumiu' })
const report = async (units: number) => dataOf(await reportSeen(units, await onHand())).missId
const book = (kind: string, units: number) =>
  sql(
    `SELECT book_stock('test', gen_random_uuid(), NULL, NULL, jsonb_build_array(jsonb_build_object('product', product_id,
      'location', location_id, 'kind', $3::text, 'onHand', $2::int)), true) FROM stock_level WHERE product_id = $1`,
    [productId, units, kind],
  )
const end = async (missId: string, result: boolean) =>
  endMissAction(envelope(harness.company), { missId, found: result, reason: 'Achado' })
const onHand = async () =>
  Number(
    (await sql<{ units: string }>('SELECT on_hand AS units FROM stock_level WHERE product_id = $1', [productId]))[0]!
      .units,
  )
const send = () => asWorker(() => sendListingUpdates(harness.company.owner, harness.shopId))
const confirm = (missId: string) => asWorker(() => confirmMiss(harness.company.owner, missId))
const there = async (nth = 1) =>
  (
    await platform().platform.pool.query<{ stock: number }>('SELECT stock FROM model WHERE item_id = $1', [
      harness.items[nth],
    ])
  ).rows[0]!.stock
const list = () => listMissesFor(harness.company.owner)
const misses = async () => (await list()).misses

test('a product that is not at its shelf is counted with a reason, sold nowhere, and read back until the platform shows it', async () => {
  const missId = await report(3)
  expect(await onHand()).toBe(3)
  expect(
    await sql('SELECT kind::text, on_hand_delta::int AS units, reason FROM stock_movement WHERE source_id = $1', [
      missId,
    ]),
  ).toEqual([{ kind: 'adjustment', units: -97, reason: 'Sumiu' }])
  expect(await misses()).toMatchObject([
    { state: 'checking', listings: [{ isOurs: true, shown: 500, isStopped: false, state: 'waiting' }] },
  ])
  expect(await listJobs(`confirm-miss:${missId}`)).toHaveLength(1)
  expect(await listJobs(`send-listing-updates:${harness.shopId}`)).toHaveLength(1)
  await confirm(missId)
  expect(await misses()).toMatchObject([{ state: 'checking' }])
  await send()
  expect(await there()).toBe(0)
  await confirm(missId)
  expect(await misses()).toMatchObject([{ state: 'confirmed', listings: [{ shown: 0, isStopped: true }] }])
  expect(await listAuditEvents(harness.company, 'stock.missing')).toHaveLength(1)
})

test('the platform’s present figure counts, not the one sent: stock that was set there again is stopped once more', async () => {
  const missId = await report(0)
  await send()
  await platform().platform.pool.query('UPDATE model SET stock = 7 WHERE item_id = $1', [harness.items[1]])
  await confirm(missId)
  expect(await misses()).toMatchObject([{ state: 'checking', listings: [{ shown: 7, state: 'waiting' }] }])
  await send()
  await confirm(missId)
  expect(await misses()).toMatchObject([{ state: 'confirmed' }])
  expect(await there()).toBe(0)
})

test('undone, the units are back and the listing sells as before; let go on, it sells what was counted', async () => {
  const first = await report(2)
  await send()
  dataOf(await end(first, true))
  expect(await onHand()).toBe(100)
  await send()
  expect(await there()).toBe(100)
  expect(await end(first, true)).toMatchObject({ ok: false, error: 'notFound' })
  expect(await onHand()).toBe(100)
  const second = await report(6)
  await send()
  dataOf(await end(second, false))
  await send()
  expect([await onHand(), await there()]).toEqual([6, 6])
  expect(await misses()).toEqual([])
})

test('a count after the report is not added again: the undo is refused, selling the counted units ends it', async () => {
  const missId = await report(3)
  const count = { productId, how: 'count', units: 100, seenOnHand: 3, reason: 'Contagem' } as const
  dataOf(await adjustStockAction(envelope(harness.company), count))
  expect(await end(missId, true)).toMatchObject({ ok: false, error: 'stockMoved', values: { onHand: 100 } })
  expect(await onHand()).toBe(100)
  dataOf(await end(missId, false))
  expect([await onHand(), await misses()]).toEqual([100, []])
})

test.each([
  ['count', false],
  ['import', false],
  ['purchase', true],
  ['return', true],
])('after units came by %s the undo is booked on top of them: %s', async (kind, isBooked) => {
  const missId = await report(3)
  await book(kind, 4)
  expect((await end(missId, true)).ok).toBe(isBooked)
  expect(await onHand()).toBe(isBooked ? 104 : 7)
})

test('a second report keeps what the first one took: found, all of it is back, but for what was sold meanwhile', async () => {
  await report(3)
  await book('ship', -1)
  dataOf(await end(await report(0), true))
  expect(await onHand()).toBe(99)
})

test('a report after a count takes only what that counted', async () => {
  await report(3)
  const count = { productId, how: 'count', units: 90, seenOnHand: 3, reason: 'Contagem' } as const
  dataOf(await adjustStockAction(envelope(harness.company), count))
  dataOf(await end(await report(0), true))
  expect(await onHand()).toBe(90)
})

test('two people who report at once: the second sees what there is now and takes nothing', async () => {
  const answers = await Promise.all([reportSeen(3, 100), reportSeen(0, 100)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: 'stockMoved', values: { onHand: await onHand() } })
  const [open] = await misses()
  dataOf(await end(open!.id, true))
  expect(await onHand()).toBe(100)
})

test('found fifty times at once, the units come back once', async () => {
  const missId = await report(3)
  const answers = await Promise.all(Array.from({ length: 50 }, () => end(missId, true)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect([await onHand(), await misses()]).toEqual([100, []])
  expect(await listAuditEvents(harness.company, 'stock.missingEnded')).toHaveLength(1)
})

test('units held by a promotion still sell: it ends the retries, is not confirmed, and is once the promotion has ended', async () => {
  const model = { shopId: harness.number, itemId: harness.items[1]!, modelId: 0 }
  const started = await platform().admin<{ promotionId: string }>('promotion', { ...model, reservedStock: 7 })
  await asWorker(() => syncItems(harness.shop, harness.items.map(String)))
  const missId = await report(0)
  await send()
  await confirm(missId)
  expect(await there()).toBe(7)
  expect(await misses()).toMatchObject([
    { state: 'promotion', listings: [{ shown: 7, isStopped: false, isPromoted: true }] },
  ])
  await platform().admin('promotion-end', { promotionId: started.promotionId })
  await asWorker(() => syncItems(harness.shop, harness.items.map(String)))
  expect(await misses()).toMatchObject([{ state: 'checking' }])
  await sql(`UPDATE listing_update_cursor SET compared_at = '-infinity'`)
  await asWorker(() => planCompanyListingUpdates(harness.company.organizationId))
  await send()
  expect(await misses()).toMatchObject([{ state: 'confirmed', listings: [{ shown: 0 }] }])
})

test('a stop that is not confirmed for two hours is reported, and a confirmed one is not where it sells again', async () => {
  const missId = await report(0)
  await sql(`UPDATE shelf_miss SET created_at = now() - interval '121 minutes'`)
  expect(await misses()).toMatchObject([{ state: 'unconfirmed' }])
  await send()
  await confirm(missId)
  expect(await misses()).toMatchObject([{ state: 'confirmed' }])
  await platform().platform.pool.query('UPDATE model SET stock = 7 WHERE item_id = $1', [harness.items[1]])
  await asWorker(() => syncItems(harness.shop, harness.items.map(String)))
  expect(await misses()).toMatchObject([{ state: 'unconfirmed', listings: [{ isStopped: false }] }])
})

test('a kit of the missing product is stopped too where its other part was never counted', async () => {
  const kitId = await addStockedProduct(harness.company, { sku: 'KIT-1' })
  const uncounted = await addStockedProduct(harness.company, { sku: 'NOVO-1' })
  for (const part of [productId, uncounted])
    await sql('INSERT INTO kit_component (organization_id, kit_id, component_id, quantity) VALUES ($1, $2, $3, 1)', [
      harness.company.organizationId,
      kitId,
      part,
    ])
  await sql(`UPDATE listing SET product_id = $1 WHERE item_id = $2`, [kitId, String(harness.items[2])])
  const missId = await report(2)
  await send()
  await confirm(missId)
  expect(await there(2)).toBe(0)
  expect(await misses()).toMatchObject([{ state: 'confirmed', listings: [{ shown: 0 }, { shown: 0 }] }])
  dataOf(await end(missId, true))
  await send()
  expect([await there(), await there(2)]).toEqual([100, 0])
})

test('a stop that the platform had refused before is sent again by the report', async () => {
  await sql(
    `INSERT INTO listing_update (organization_id, listing_id, kind, wanted, state, attempts, error_code, platform_text)
     SELECT organization_id, id, 'stock', 0, 'failed', 8, 'businessRefused', 'no' FROM listing WHERE product_id = $1`,
    [productId],
  )
  await report(0)
  expect(await misses()).toMatchObject([{ listings: [{ state: 'waiting', problem: null }] }])
  expect(await listJobs(`send-listing-updates:${harness.shopId}`)).toHaveLength(1)
  await send()
  expect(await there()).toBe(0)
})

test('the oldest of many come first, all are counted, and the later ones follow as these end', async () => {
  await sql(
    `WITH made AS (
       INSERT INTO product (organization_id, id, sku, title, updated_at)
       SELECT current_organization(), gen_random_uuid(), 'SUMIU-' || n, 'Produto ' || n, now() FROM generate_series(1, 203) n RETURNING id, title
     ) INSERT INTO shelf_miss (organization_id, id, product_id, units_before, units_counted, reason, created_at)
     SELECT current_organization(), gen_random_uuid(), id, 1, 0, 'Sumiu', now() - make_interval(mins => split_part(title, ' ', 2)::int) FROM made`,
  )
  const first = await list()
  expect(first).toMatchObject({ total: 203, misses: { length: 200, 0: { sku: 'SUMIU-203' }, 199: { sku: 'SUMIU-4' } } })
  dataOf(await end(first.misses[0]!.id, false))
  expect(await list()).toMatchObject({ total: 202, misses: { length: 200, 199: { sku: 'SUMIU-3' } } })
})

test('the hourly comparison of all stock does not sell it again meanwhile', async () => {
  await report(50)
  await send()
  await sql(`UPDATE listing_update_cursor SET compared_at = '-infinity'`)
  await asWorker(() => planCompanyListingUpdates(harness.company.organizationId))
  await send()
  expect(await there()).toBe(0)
})

test('orders that the shelf does not hold enough for are at risk, the latest deadline first to go without', async () => {
  const [first, last] = await placeAllToShip(harness, [1, 1])
  await sql(`UPDATE orders SET ship_by = now() + CASE WHEN id = $1 THEN interval '1 day' ELSE interval '3 days' END`, [
    first.id,
  ])
  await sql('UPDATE order_item SET product_id = $1 WHERE order_id = ANY ($2::uuid[])', [productId, [first.id, last.id]])
  await report(1)
  expect((await misses())[0]!.orders.map(({ code }) => code)).toEqual([last.code])
  await report(0)
  expect((await misses()).map(({ orders }) => orders.map(({ code }) => code))).toEqual([[first.code, last.code]])
  expect(await orderOf(harness, first.code)).toMatchObject({ status: 'confirmed' })
})

test('a shop of ours that does not let us in is never called stopped, and is stopped and read back once it does', async () => {
  const setStatus = (status: string) =>
    sql(`UPDATE shop SET status = $2::"ShopStatus" WHERE id = $1`, [harness.shopId, status])
  await setStatus('expired')
  const missId = await report(0)
  await confirm(missId)
  expect(await misses()).toMatchObject([{ state: 'checking', listings: [{ isOurs: true, isStopped: false }] }])
  expect(await listJobs(`confirm-miss:${missId}`)).toHaveLength(1)
  await setStatus('active')
  await confirm(missId)
  await send()
  expect([await there(), (await misses())[0]!.state]).toEqual([0, 'checking'])
  await confirm(missId)
  expect(await misses()).toMatchObject([{ state: 'confirmed' }])
})

test('a shop that comes under our rule after the report is not called stopped before it was read', async () => {
  await sql(`UPDATE shop SET stock_master = 'other' WHERE id = $1`, [harness.shopId])
  const missId = await report(0)
  await confirm(missId)
  expect(await listJobs(`confirm-miss:${missId}`)).toHaveLength(1)
  await sql(`UPDATE shop SET stock_master = 'mascate' WHERE id = $1`, [harness.shopId])
  await sql(`UPDATE listing_update_cursor SET compared_at = '-infinity'`)
  await asWorker(() => planCompanyListingUpdates(harness.company.organizationId))
  await send()
  expect([await there(), (await misses())[0]!.state]).toEqual([0, 'checking'])
  await confirm(missId)
  expect(await misses()).toMatchObject([{ state: 'confirmed' }])
})

test('a shop whose stock another system rules is reported, never written to; another company and a reader change nothing', async () => {
  await sql(`UPDATE shop SET stock_master = 'other' WHERE id = $1`, [harness.shopId])
  const missId = await report(0)
  await send()
  expect(await there()).toBe(500)
  expect(await misses()).toMatchObject([
    { state: 'noListings', listings: [{ isOurs: false, isStopped: false, shown: 500 }] },
  ])
  await signInAs(await addMember(harness.company, 'viewer'))
  expect(await end(missId, true)).toMatchObject({ error: 'permissionDenied' })
  const other = await createTestOrganization()
  await signInAs(other.owner)
  expect(await endMissAction(envelope(other), { missId, found: true, reason: 'x' })).toMatchObject({
    error: 'notFound',
  })
  expect(await onHand()).toBe(0)
})
