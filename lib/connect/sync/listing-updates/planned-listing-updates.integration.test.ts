import { setTimeout as wait } from 'node:timers/promises'
import { withOrganization } from '@/lib/core/db'
import { setListingPriceAction } from '@/lib/connect/sync/actions'
import { setKitAction } from '@/lib/catalog/mapping/actions'
import { mapNewBySku } from '@/lib/catalog/mapping/map-by-sku'
import { mapListing } from '@/lib/catalog/mapping/map-listing'
import { newId } from '@/lib/core/ids'
import { previewMaster } from '../../shops/master-preview'
import { switchMasterAction } from '../../shops/actions'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { listJobs } from '@/lib/testing/harnesses/sync-harness'
import { planCompanyListingUpdates, requestPlans } from './plan-listing-updates'
import { markHealthy } from '../streams/run-stream'
import type { SyncShop } from '../streams/sync-shop'

let company: TestOrganization
let shop: string

beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  shop = await addShop(company, 'Loja')
  await setMasters(shop, 'mascate', 'mascate')
})

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
const setMasters = (id: string, stock: string, price: string) =>
  sql(`UPDATE shop SET status = 'active', stock_master = $2::"Master", price_master = $3::"Master" WHERE id = $1`, [
    id,
    stock,
    price,
  ])

let last = 0
/** As it was read from the platform: three units for R$ 50.00. */
async function addRead(
  shopId = shop,
  { sku = null, status = 'NORMAL' }: { sku?: string | null; status?: string } = {},
) {
  const id = newId()
  await sql(
    `INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, status, platform_stock, original_cents, synced_at)
     VALUES ($1, $2, $3, $4, $4, '0', $5, 'Anúncio', $6, 3, 5000, now())`,
    [company.organizationId, id, shopId, String((last += 1)), sku, status],
  )
  return id
}

const map = (listingId: string, productId: string, quantity = 1) =>
  mapListing(company.owner, {
    listingId,
    productId,
    quantity,
    seenProductId: null,
    seenQuantity: 1,
    how: 'hand',
    scope: 'future',
    sinceDay: null,
  })

const listingUpdates = async () =>
  (
    await sql<{ listing_id: string; kind: string; wanted: string }>(
      `SELECT listing_id, kind, wanted FROM listing_update WHERE state = 'waiting' ORDER BY listing_id, kind`,
    )
  ).map(({ listing_id, kind, wanted }) => [listing_id, kind, Number(wanted)])

test('a listing that is mapped, by hand or by its SKU, offers its product’s stock and price at once, where those are ours to set', async () => {
  const product = await addStockedProduct(company, { sku: 'AZUL', onHand: 20, priceCents: 7_000n })
  const elsewhere = await addShop(company, 'Outra')
  await setMasters(elsewhere, 'other', 'mascate')
  const [byHand, other] = [await addRead(), await addRead(elsewhere)]
  await map(byHand, product, 2)
  await map(other, product)
  expect(await listingUpdates()).toEqual([
    [byHand, 'stock', 10],
    [byHand, 'price', 14_000],
    [other, 'price', 7_000],
  ])
  const bySku = await addRead(shop, { sku: 'azul' })
  expect(await asWorker(() => mapNewBySku({ ...company.owner, userId: null, kind: 'system' }))).toBe(1)
  expect((await listingUpdates()).slice(3)).toEqual([
    [bySku, 'stock', 20],
    [bySku, 'price', 7_000],
  ])
})

test('a listing mapped to another product waits for what that one has, not for the former’s', async () => {
  const [first, second] = [
    await addStockedProduct(company, { sku: 'UM', onHand: 20, priceCents: 7_000n }),
    await addStockedProduct(company, { sku: 'DOIS', onHand: 8, priceCents: 5_000n }),
  ]
  const listing = await addRead()
  await map(listing, first)
  await mapListing(company.owner, {
    listingId: listing,
    productId: second,
    quantity: 1,
    seenProductId: first,
    seenQuantity: 1,
    how: 'hand',
    scope: 'future',
    sinceDay: null,
  })
  // It costs there what the second one costs.
  expect(await listingUpdates()).toEqual([[listing, 'stock', 8]])
})

test('a listing that the platform shows for the first time is sent what its SKU’s product has', async () => {
  await addStockedProduct(company, { sku: 'NOVO', onHand: 9, priceCents: 7_000n })
  const row = {
    k: 'x1',
    x: 'x1',
    item: '991',
    model: '0',
    s: 'novo',
    t: 'Novo',
    p: 5000,
    o: 5000,
    status: 'NORMAL',
    stock: 1,
    promo: 0,
  }
  const rows = JSON.stringify([{ ...row, hasPromotion: false, fulfilled: false }])
  await sql('SELECT * FROM write_listings($1, $2::jsonb, NULL)', [shop, rows])
  expect((await listingUpdates()).map(([, kind, wanted]) => [kind, wanted])).toEqual([
    ['stock', 9],
    ['price', 7_000],
  ])
})

test('a kit whose parts change offers at once what they make; its price, which may be set by hand, stays', async () => {
  const part = await addStockedProduct(company, { sku: 'PARTE', onHand: 20 })
  const kit = await addStockedProduct(company, { sku: 'KIT', priceCents: 6_000n })
  const listing = await addRead()
  await map(listing, kit)
  await sql('DELETE FROM listing_update')
  for (const [quantity, wanted] of [
    [2, 10],
    [4, 5],
  ] as const) {
    const parts = [{ productId: part, quantity }]
    expect(await setKitAction(envelope(company), { productId: kit, parts })).toMatchObject({ ok: true })
    expect(await listingUpdates()).toEqual([[listing, 'stock', wanted]])
  }
})

test('a listing that the platform keeps closed or without a price is neither predicted nor sent, in any way', async () => {
  const [closed, free] = [await addRead(shop, { status: 'BANNED' }), await addRead()]
  const [product, gift] = [
    await addStockedProduct(company, { sku: 'FECHADO', onHand: 20, priceCents: 7_000n }),
    await addStockedProduct(company, { sku: 'BRINDE', priceCents: 0n }),
  ]
  await map(closed, product)
  await map(free, gift)
  await sql('UPDATE product SET price_cents = 7100 WHERE id = $1', [product])
  await sql('UPDATE product SET price_cents = 100 WHERE id = $1', [gift])
  await sql('DELETE FROM listing_update')
  await sql('UPDATE product SET price_cents = 0 WHERE id = $1', [gift])
  const price = { listingId: closed, priceCents: 7_200n }
  expect(await setListingPriceAction(envelope(company), price)).toMatchObject({ ok: false, error: 'listingClosed' })
  for (const kind of ['stock', 'price'] as const) {
    expect(await previewMaster(company.owner, shop, kind)).toMatchObject({ differences: 0, rows: [] })
    const given = { id: shop, version: await versionOf(shop), kind, master: 'mascate' as const }
    expect(await switchMasterAction(envelope(company), given)).toMatchObject({ ok: true, data: { queued: 0 } })
  }
  expect(await listingUpdates()).toEqual([])
})

const versionOf = async (id: string) =>
  (await sql<{ version: number }>('SELECT version FROM shop WHERE id = $1', [id]))[0]!.version

/** As the owner, since no other role writes movements without stock. */
const asOwner = <T extends object>(text: string, given: unknown[] = []) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [company.organizationId])
    return (await owner.query<T & Record<string, unknown>>(text, given)).rows
  })

const book = (id: string, productId: string, secondsAgo: number) =>
  asOwner(
    `INSERT INTO stock_movement (organization_id, id, product_id, location_id, kind, on_hand_delta, reserved_delta, on_hand_after, reserved_after, source_kind, source_id, recorded_at)
     SELECT organization_id, $1, $2, id, 'adjustment', 0, 0, 0, 0, 'product', $2, now() - make_interval(secs => $3) FROM stock_location WHERE kind = 'own'`,
    [id, productId, secondsAgo],
  )

test('a booking that appears late is not passed over, though one with a higher number was seen two minutes before', async () => {
  const [early, late] = [
    await addStockedProduct(company, { sku: 'CEDO', onHand: 20 }),
    await addStockedProduct(company, { sku: 'TARDE', onHand: 20 }),
  ]
  const listing = await addRead()
  await map(listing, late)
  const plan = () => asWorker(() => planCompanyListingUpdates(company.organizationId))
  await plan()
  const [numbers] = await asOwner<{ ids: string[] }>(
    `SELECT array_agg(nextval('stock_movement_id_seq')::text) AS ids FROM generate_series(1, 2)`,
  )
  const [lower, higher] = numbers!.ids
  await book(higher!, early, 110)
  await plan()
  await sql('DELETE FROM listing_update')
  await book(lower!, late, 110)
  await plan()
  expect(await listingUpdates()).toContainEqual([listing, 'stock', 20])
})

test('a company whose planning takes long keeps no other waiting, and one where nothing happened gets no work', async () => {
  const slow = company
  await asWorker(() => planCompanyListingUpdates(slow.organizationId))
  company = await createTestOrganization()
  await setMasters(await addShop(company, 'Loja'), 'mascate', 'other')
  const jobOf = (id: string) => listJobs(`plan-listing-updates:${id}`)
  const enqueued = await withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [slow.organizationId])
    await owner.query('BEGIN')
    await owner.query(`UPDATE listing_update_cursor SET compared_at = '-infinity'`)
    return Promise.race([asWorker(requestPlans).then(() => 'asked'), wait(5000, 'waits', { ref: false })])
  })
  expect(enqueued).toBe('asked')
  expect(await jobOf(company.organizationId)).toHaveLength(1)
  expect(await jobOf(slow.organizationId)).toEqual([])
  await asWorker(() => planCompanyListingUpdates(company.organizationId))
  expect(
    await sql('SELECT 1 FROM listing_update_cursor WHERE compared_at > now() - interval $$1 minute$$'),
  ).toHaveLength(1)
})

test('a company is planned for when it never was, an hour after, after a booking and when something is due; else it is left', async () => {
  const product = await addStockedProduct(company, { sku: 'VASO', onHand: 20 })
  const listing = await addRead()
  await map(listing, product)
  const isRequested = async () => {
    await withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
    await asWorker(requestPlans)
    return (await listJobs(`plan-listing-updates:${company.organizationId}`)).length === 1
  }
  expect(await isRequested()).toBe(true)
  await asWorker(() => planCompanyListingUpdates(company.organizationId))
  const settle = `UPDATE listing_update_cursor SET compared_at = now(), movement_id = (SELECT max(id) FROM stock_movement)`
  await sql(`DELETE FROM listing_update WHERE kind = 'price'`)
  await sql(`UPDATE listing_update SET state = 'sent'`)
  const steps = [
    [settle, false],
    [`UPDATE listing_update_cursor SET compared_at = now() - interval '59 minutes'`, false],
    [`UPDATE listing_update_cursor SET compared_at = now() - interval '61 minutes'`, true],
    [settle, false],
    ['UPDATE listing_update_cursor SET movement_id = movement_id - 1', true],
    [settle, false],
    [`UPDATE listing_update SET state = 'waiting', next_at = now() + interval '1 minute'`, false],
    ['UPDATE listing_update SET next_at = now()', true],
    ['UPDATE listing_update SET next_at = NULL', true],
    [`UPDATE shop SET updates_held_until = now() + interval '1 minute'`, false],
    ['UPDATE shop SET updates_held_until = now()', true],
    [`UPDATE shop SET stock_master = 'other'`, false],
    [`UPDATE shop SET stock_master = 'mascate', price_master = 'other'`, true],
    [`UPDATE shop SET status = 'expired'`, false],
  ] as const
  for (const [step, wanted] of steps) {
    await sql(step)
    expect([step, await isRequested()]).toEqual([step, wanted])
  }
})

test('updates that waited for the platform are sent as soon as it is back, refused ones at their own time', async () => {
  const [held, refused] = [await addRead(), await addRead()]
  const later = `now() + interval '1 hour'`
  await sql(`UPDATE shop SET degraded_since = now() WHERE id = $1`, [shop])
  for (const [id, code] of [
    [held, null],
    [refused, 'businessRefused'],
  ])
    await sql(
      `INSERT INTO listing_update (organization_id, listing_id, kind, wanted, error_code, next_at) VALUES ($1, $2, 'price', 7000, $3, ${later})`,
      [company.organizationId, id, code],
    )
  const opened = { organizationId: company.organizationId, shopId: shop, externalShopId: '1' }
  await withOrganization(company, (db) => markHealthy(db, opened as SyncShop))
  expect(await sql('SELECT listing_id FROM listing_update WHERE next_at IS NULL')).toEqual([{ listing_id: held }])
  expect(await listJobs(`send-listing-updates:${shop}`)).toHaveLength(1)
})
