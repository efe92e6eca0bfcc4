import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { mapListing } from '@/lib/catalog/mapping/map-listing'
import { retryListingUpdatesAction, setListingPriceAction } from '@/lib/connect/sync/actions'
import { getMappingFor } from '@/lib/catalog/mapping/views'
import { adjustStock } from '@/lib/catalog/stock/adjust-stock'
import { setStockRulesAction, switchMasterAction } from '../../shops/actions'
import { previewMaster } from '../../shops/master-preview'
import { getShopsFor } from '../../shops/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { listJobs } from '@/lib/testing/harnesses/sync-harness'
import { addItems, connectShop, openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { planCompanyListingUpdates } from './plan-listing-updates'
import { sendListingUpdates } from './send-listing-updates'
import { pollListings } from '../inbound/sync-listings'
import { openSyncShop } from '../streams/sync-shop'

const harness = openShopHarness()

let company: TestOrganization
let organizationId: string
let shop: { id: string; number: number }

beforeEach(async () => {
  company = await createTestOrganization()
  organizationId = company.organizationId
  await signInAs(company.owner)
  shop = await connectShop(company)
  await addItems(harness.platform(), shop.number, [2, 1])
  await readListings()
})

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(organizationId, text, given)
const readListings = () => asWorker(async () => pollListings((await openSyncShop({ organizationId }, shop.id))!))
const plan = () => asWorker(() => planCompanyListingUpdates(organizationId))
const send = () => asWorker(() => sendListingUpdates({ organizationId }, shop.id))

type Listing = { id: string; item_id: string; model_id: string; platform_stock: number }
/** Variations of one listing that have a product of their own each, with stock. */
async function mapVariations(onHand: number): Promise<(Listing & { product: string })[]> {
  const listings = await sql<Listing>(
    `SELECT id, item_id, model_id, platform_stock FROM listing WHERE NOT fulfilled_by_platform AND promotion_units = 0 AND status IN ('NORMAL', 'MODEL_NORMAL')
       AND item_id = (SELECT item_id FROM listing WHERE NOT fulfilled_by_platform AND model_id <> '0' AND promotion_units = 0 GROUP BY 1
         HAVING count(*) >= 2 ORDER BY 1 LIMIT 1) ORDER BY model_id LIMIT 2`,
  )
  expect(listings).toHaveLength(2)
  const mapped = []
  for (const listing of listings) {
    const product = await addStockedProduct(company, { sku: newId(), onHand, priceCents: 7_000n })
    await map(listing.id, product)
    mapped.push({ ...listing, product })
  }
  return mapped
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

async function hand(kind: 'stock' | 'price', master: 'mascate' | 'other' = 'mascate') {
  const [row] = await sql<{ version: number }>('SELECT version FROM shop WHERE id = $1', [shop.id])
  const result = await switchMasterAction(envelope(company), { ...row!, id: shop.id, kind, master })
  if (!result.ok) throw new Error(result.error)
  return result.data
}

async function stockThere({ item_id: itemId, model_id: modelId }: Listing): Promise<number> {
  const { pool } = harness.platform().platform
  const where = 'WHERE item_id = $1 AND model_id = $2'
  const { rows } = await pool.query<{ stock: number }>(`SELECT stock FROM model ${where}`, [itemId, modelId])
  return rows[0]!.stock
}

const listingUpdates = () =>
  sql<{ kind: string; wanted: string; state: string; attempts: number; platform_text: string | null }>(
    'SELECT kind, wanted, state, attempts, platform_text FROM listing_update ORDER BY wanted, listing_id',
  )
const count = (productId: string, units: number, seenOnHand: number) =>
  adjustStock(company.owner, { productId, how: 'count', units, seenOnHand, reason: 'Contagem' })

test('nothing is written while another system is master, the difference is shown first, and a movement follows within one look', async () => {
  const [first] = await mapVariations(41)
  const before = await stockThere(first!)
  expect([await plan(), await send()]).toEqual([0, { sent: 0, refused: 0 }])
  expect(await stockThere(first!)).toBe(before)
  const preview = await previewMaster(company.owner, shop.id, 'stock')
  expect(preview).toMatchObject({ differences: 2, uncounted: { count: 0 }, hereTotal: '82' })
  expect(preview.unmapped).toBe(preview.listings - 2)
  expect(await hand('stock')).toMatchObject({ queued: 2 })
  expect(await send()).toEqual({ sent: 2, refused: 0 })
  expect(await stockThere(first!)).toBe(41)
  expect(await previewMaster(company.owner, shop.id, 'stock')).toMatchObject({ differences: 0 })

  await plan()
  await count(first!.product, 30, 41)
  expect(await plan()).toBe(1)
  await count(first!.product, 29, 30)
  expect(await plan()).toBe(1)
  expect(await send()).toEqual({ sent: 1, refused: 0 })
  expect(await stockThere(first!)).toBe(29)

  await count(first!.product, 5, 29)
  await plan()
  await hand('stock', 'other')
  expect([await plan(), await send(), await listingUpdates()]).toEqual([0, { sent: 0, refused: 0 }, []])
  await sql(`INSERT INTO listing_update (organization_id, listing_id, kind, wanted) VALUES ($1, $2, 'stock', 3)`, [
    organizationId,
    first!.id,
  ])
  expect(await send()).toEqual({ sent: 0, refused: 0 })
  expect(await stockThere(first!)).toBe(29)
})

test('one variation may be refused while the other is taken: its reason is kept, it is tried again, and dies in the end', async () => {
  const [first, second] = await mapVariations(20)
  await harness.platform().admin('promotion', {
    shopId: shop.number,
    itemId: Number(first!.item_id),
    modelId: Number(first!.model_id),
    reservedStock: 10,
  })
  await hand('stock')
  await sql('UPDATE listing_update SET wanted = 3 WHERE listing_id = $1', [first!.id])
  expect(await send()).toEqual({ sent: 1, refused: 1 })
  expect(await stockThere(second!)).toBe(20)
  const refused = { wanted: '3', state: 'waiting', attempts: 1 }
  expect((await listingUpdates())[0]).toMatchObject({
    ...refused,
    platform_text: expect.stringContaining('reserved stock') as string,
  })
  expect(await send()).toEqual({ sent: 0, refused: 0 })
  await sql(`UPDATE listing_update SET next_at = 'yesterday', attempts = 7 WHERE listing_id = $1`, [first!.id])
  expect(await send()).toEqual({ sent: 0, refused: 1 })
  expect((await listingUpdates())[0]).toMatchObject({ state: 'failed', attempts: 8 })
  await sql('UPDATE listing_update SET wanted = 12 WHERE listing_id = $1', [first!.id])
  await signInAs(await addMember(company, 'operator'))
  expect(await retryListingUpdatesAction(envelope(company), { listingIds: [first!.id], kind: 'stock' })).toMatchObject({
    error: 'permissionDenied',
  })
  await signInAs(company.owner)
  expect(await retryListingUpdatesAction(envelope(company), { listingIds: [first!.id], kind: 'stock' })).toMatchObject({
    ok: true,
  })
  expect(await send()).toEqual({ sent: 1, refused: 0 })
  expect(await stockThere(first!)).toBe(12)
})

async function rules(id: string, safetyUnits: number, lastUnits: number) {
  const [row] = await sql<{ version: number }>('SELECT version FROM shop WHERE id = $1', [id])
  return setStockRulesAction(envelope(company), { id, version: row!.version, safetyUnits, lastUnits })
}

test('the offer: units of a listing, less the safety, at least the promotion’s, and the last ones in one shop only', async () => {
  const [first, second] = await mapVariations(20)
  await hand('stock')
  const wanted = async () =>
    withOrganization({ organizationId }, async (db) => {
      const rows = await db.$queryRaw<{ id: string; wanted: number }[]>`
        SELECT listing_id AS id, wanted FROM wanted_stock(${shop.id}::uuid, NULL)`
      return [first, second].map((listing) => rows.find(({ id }) => id === listing!.id)?.wanted)
    })
  expect(await wanted()).toEqual([20, 20])
  await sql('UPDATE listing SET product_quantity = 3 WHERE id = $1', [first!.id])
  expect(await wanted()).toEqual([6, 20])
  expect(await rules(shop.id, 4, 0)).toMatchObject({ ok: true })
  expect(await wanted()).toEqual([5, 16])
  await sql('UPDATE listing SET promotion_units = 7 WHERE id = $1', [first!.id])
  expect(await wanted()).toEqual([7, 16])
  const other = await addShop(company, 'Outra')
  expect(await rules(other, 0, 20)).toMatchObject({ ok: true })
  expect(await wanted()).toEqual([7, 0])
  await count(second!.product, 21, 20)
  expect(await wanted()).toEqual([7, 17])
  await sql('UPDATE listing SET fulfilled_by_platform = true WHERE id = $1', [second!.id])
  expect(await wanted()).toEqual([7, undefined])
  const uncounted = await addStockedProduct(company, { sku: newId() })
  await sql('UPDATE listing SET product_id = $2 WHERE id = $1', [first!.id, uncounted])
  expect(await wanted()).toEqual([undefined, undefined])
  await sql('UPDATE listing SET fulfilled_by_platform = false WHERE id = $1', [second!.id])
  const [{ sku }] = (await sql<{ sku: string }>('SELECT sku FROM product WHERE id = $1', [uncounted])) as [
    { sku: string },
  ]
  const { shops } = await getShopsFor({ ...company.owner, timeZone: 'America/Sao_Paulo', legalEntityIds: null }, {})
  expect(shops.map(({ name, uncounted: statusCount }) => [name, statusCount])).toEqual([
    [expect.any(String), { count: 1, skus: [sku] }],
    ['Outra', null],
  ])
})

test('prices go only where they are ours: a product’s new one by itself, a listing’s by hand, and a promotion’s refusal is reported', async () => {
  const [first, second] = await mapVariations(20)
  const price = { listingId: first!.id, priceCents: 7_100n }
  expect(await setListingPriceAction(envelope(company), price)).toMatchObject({
    ok: false,
    error: 'priceMasterElsewhere',
  })
  await hand('price')
  expect(await send()).toMatchObject({ refused: 0 })
  const there = async (listing: Listing) =>
    (
      await harness
        .platform()
        .platform.pool.query<{ cents: number }>(
          'SELECT original_price_cents AS cents FROM model WHERE item_id = $1 AND model_id = $2',
          [listing.item_id, listing.model_id],
        )
    ).rows[0]!.cents
  expect([await there(first!), await there(second!)]).toEqual([7000, 7000])
  expect(await setListingPriceAction(envelope(company), price)).toMatchObject({ ok: true })
  await sql('UPDATE product SET price_cents = 7200 WHERE id = $1', [second!.product])
  expect(await send()).toEqual({ sent: 2, refused: 0 })
  expect([await there(first!), await there(second!)]).toEqual([7100, 7200])
  await harness.platform().admin('promotion', {
    shopId: shop.number,
    itemId: Number(first!.item_id),
    modelId: Number(first!.model_id),
    reservedStock: 1,
  })
  await setListingPriceAction(envelope(company), { ...price, priceCents: 7_300n })
  expect(await send()).toEqual({ sent: 0, refused: 1 })
  expect((await listingUpdates()).find(({ state }) => state === 'waiting')!.platform_text).toEqual(expect.any(String))
  expect(await there(first!)).toBe(7100)
  const { page } = await getMappingFor(
    { ...company.owner, role: 'owner', timeZone: 'America/Sao_Paulo' },
    { tab: 'all' },
    500,
  )
  expect(page.rows.find(({ id }) => id === first!.id)).toMatchObject({
    onPlatform: true,
    isPriceOurs: true,
    wishCents: 7_300n,
    wishError: expect.any(String) as string,
    wishText: expect.any(String) as string,
  })
})

test('a kit holds back as many of each component as a product sold by itself, and its last units are one shop’s too', async () => {
  const [first, second] = await mapVariations(20)
  const kit = await sql<{ id: string }>(
    `INSERT INTO product (organization_id, id, sku, title) VALUES ($1, uuid_v7(), 'KIT', 'Kit') RETURNING id`,
    [organizationId],
  )
  await sql('INSERT INTO kit_component (organization_id, kit_id, component_id, quantity) VALUES ($1, $2, $3, 2)', [
    organizationId,
    kit[0]!.id,
    first!.product,
  ])
  await sql('UPDATE listing SET product_id = $2 WHERE id = $1', [second!.id, kit[0]!.id])
  await hand('stock')
  const offered = async () => (await listingUpdates()).map(({ wanted }) => Number(wanted)).sort((a, b) => a - b)
  expect(await offered()).toEqual([10, 20])
  expect(await rules(shop.id, 4, 0)).toMatchObject({ ok: true })
  // Sixteen units may go: sixteen by themselves, or eight kits of two.
  expect(await offered()).toEqual([8, 16])
  const other = await addShop(company, 'Outra')
  expect(await rules(other, 0, 15)).toMatchObject({ ok: true })
  expect(await offered()).toEqual([8, 16])
  await count(first!.product, 15, 20)
  await plan()
  // Seven kits are left, more than none: but fifteen units are the other shop's last.
  expect(await offered()).toEqual([0, 0])
})

test('a rule that changes is sent at once: the safety in its own shop, the last units in the others', async () => {
  const [first, second] = await mapVariations(20)
  await hand('stock')
  await send()
  expect(await rules(shop.id, 5, 0)).toMatchObject({ ok: true })
  expect(await send()).toEqual({ sent: 2, refused: 0 })
  expect([await stockThere(first!), await stockThere(second!)]).toEqual([15, 15])
  const other = await addShop(company, 'Outra')
  expect(await rules(other, 0, 30)).toMatchObject({ ok: true })
  expect(await send()).toEqual({ sent: 2, refused: 0 })
  expect([await stockThere(first!), await stockThere(second!)]).toEqual([0, 0])
  expect(await rules(other, 0, 0)).toMatchObject({ ok: true })
  expect(await listJobs(`send-listing-updates:${shop.id}`)).toHaveLength(1)
  await hand('stock', 'other')
  expect(await rules(shop.id, 1, 0)).toMatchObject({ ok: true })
  expect(await listingUpdates()).toEqual([])
})

test('a retry of a listing sends the requested part: its refused price without its refused stock, and the other way round', async () => {
  const [first] = await mapVariations(20)
  const kinds = ['stock', 'price'] as const
  for (const kind of kinds) await hand(kind)
  for (const kind of kinds) {
    const other = kind === 'price' ? 'stock' : 'price'
    await sql(
      `UPDATE listing_update SET state = 'failed', attempts = 8, error_code = 'businessRefused', platform_text = 'no' WHERE listing_id = $1`,
      [first!.id],
    )
    const retry = { listingIds: [first!.id], kind }
    expect(await retryListingUpdatesAction(envelope(company), retry)).toMatchObject({ ok: true, data: { count: 1 } })
    expect(
      await sql('SELECT kind, state, attempts FROM listing_update WHERE listing_id = $1 ORDER BY state', [first!.id]),
    ).toEqual([
      { kind, state: 'waiting', attempts: 0 },
      { kind: other, state: 'failed', attempts: 8 },
    ])
  }
})
