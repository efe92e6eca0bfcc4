import { changeOrderStatus } from '@/lib/sales/orders/change-order-status'
import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { channelOf } from '@/lib/testing/harnesses/order-harness'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { addListing, addProduct, addShop } from '@/lib/testing/factories/sales'
import { placeOrder } from '@/lib/sales/orders/place-order'
import { receiveReturn } from '@/lib/sales/returns/receive-return'
import { addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { mapBySkuAction, mapListingAction, setKitAction } from './actions'
import { availableOf } from './available'
import { mapListing, runRemap } from './map-listing'
import { mapNewBySku } from './map-by-sku'
import { previewMapping } from './preview-mapping'
import { runSheet } from './apply-sheet'
import { readMappingFilters } from './filters'
import { getHistoryFor, getMappingFor } from './views'

const daysAgo = (days: number) => addDays(localDay(new Date(), 'America/Sao_Paulo'), -days)
const soldOn = daysAgo(10)

let company: TestOrganization
let organizationId: string
let shopId: string
let listingId: string

beforeEach(async () => {
  company = await createTestOrganization()
  organizationId = company.organizationId
  shopId = await addShop(company, newId())
  listingId = await addListing(company, shopId, 'Garrafa térmica 500 ml')
  await signInAs(company.owner)
})

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(organizationId, text, given)
const target = (productId: string | null, quantity = 1) => ({ listingId, productId, quantity })
const mappingOf = (productId: string | null, more: object = {}) => ({
  ...target(productId),
  seenProductId: null,
  seenQuantity: 1,
  how: 'hand' as const,
  scope: 'future' as const,
  sinceDay: null,
  ...more,
})

/** Orders of this listing as a marketplace wrote them, their stock settled and counted. */
async function sell(status: string, count = 1, { day = soldOn, moves = true, quantity = 1 } = {}) {
  await sql(
    `WITH made AS (
       INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at, local_day, units, revenue_cents,
         total_cents, moves_stock)
       SELECT $1, x.id, x.id::text, 'shopee', $2, $2, x.id::text, $3::"OrderStatus", $4::date + interval '15 hours', $4::date, $6, 1000, 1000, $7
       FROM (SELECT uuid_v7() AS id FROM generate_series(1, $5)) x RETURNING id
     ), items AS (
       INSERT INTO order_item (organization_id, order_id, line, listing_id, product_id, product_quantity, title, quantity, unit_price_cents, subtotal_cents)
       SELECT $1, made.id, 1, l.id, l.product_id, l.product_quantity, 'Item', $6, 1000, 1000 FROM made, listing l WHERE l.organization_id = $1 AND l.id = $8
     ) SELECT 1`,
    [organizationId, shopId, status, day, count, quantity, moves, listingId],
  )
  await sql(
    `SELECT reserve_order_stock(ids, NULL, true), append_order_deltas(ids, 1)::text FROM (
       SELECT array_agg(id) AS ids FROM orders WHERE organization_id = $1 AND created_at = (SELECT max(created_at) FROM orders WHERE organization_id = $1)) x`,
    [organizationId],
  )
}

const levelsOf = async (productId: string) =>
  (
    await sql<{ on_hand: string; reserved: string }>(
      'SELECT on_hand, reserved FROM stock_level WHERE product_id = $1',
      [productId],
    )
  )[0]

/** The sums of the ledger and the orders, against the stored figures. */
async function findDrift() {
  const stock = await sql(
    `SELECT product_id FROM stock_level l FULL JOIN (
       SELECT product_id, location_id, sum(on_hand_delta) AS on_hand, sum(reserved_delta) AS reserved FROM stock_movement GROUP BY 1, 2) m
       USING (product_id, location_id)
     WHERE (coalesce(l.on_hand, 0), coalesce(l.reserved, 0)) IS DISTINCT FROM (coalesce(m.on_hand, 0), coalesce(m.reserved, 0))`,
  )
  const sales = await sql(
    `WITH kept AS (
       SELECT day, item_key, mapped, sum(units) AS units, sum(revenue_cents) AS cents, sum(cost) AS cost FROM (
         SELECT day, item_key, mapped, units, revenue_cents, cost FROM product_day
         UNION ALL SELECT day, item_key, mapped, units, revenue_cents, cost FROM product_day_delta) x GROUP BY 1, 2, 3 HAVING sum(units) <> 0
     ), counted AS (
       SELECT o.local_day AS day, coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped, sum(i.quantity) AS units,
         sum(i.subtotal_cents) AS cents, coalesce(sum(i.unit_cost * i.quantity * i.product_quantity), 0) AS cost
       FROM order_item i JOIN orders o ON o.id = i.order_id WHERE o.status NOT IN ('pending', 'cancelled') GROUP BY 1, 2, 3)
     SELECT * FROM kept FULL JOIN counted USING (day, item_key, mapped)
     WHERE (kept.units, kept.cents, kept.cost) IS DISTINCT FROM (counted.units, counted.cents, counted.cost)`,
  )
  return [...stock, ...sales]
}

test('a mapping holds from now on, its history says who and how, and done again nothing changes', async () => {
  const [first, second] = [await addProduct(company, 'A'), await addProduct(company, 'B')]
  expect(await mapListingAction(envelope(company), mappingOf(first))).toMatchObject({ ok: true })
  expect(await mapListingAction(envelope(company), mappingOf(first))).toMatchObject({ ok: true })
  const change = mappingOf(second, { seenProductId: first, quantity: 3, how: 'suggestion' })
  expect(await mapListingAction(envelope(company), change)).toMatchObject({ ok: true })
  expect(await mapListingAction(envelope(company), mappingOf(first))).toMatchObject({
    ok: false,
    error: 'staleVersion',
  })
  const history = await getHistoryFor({ ...company.owner, timeZone: 'America/Sao_Paulo' }, listingId)
  expect(history.map(({ sku, quantity, how, toAt }) => [sku, quantity, how, toAt === null])).toEqual([
    ['B', 3, 'suggestion', true],
    ['A', 1, 'hand', false],
  ])
  expect(history[0]!.byName).not.toBeNull()
  const unmap = mappingOf(null, { seenProductId: second, seenQuantity: 3 })
  expect(await mapListingAction(envelope(company), unmap)).toMatchObject({ ok: true })
  expect(await sql('SELECT 1 FROM listing_mapping WHERE to_at IS NULL')).toEqual([])
  const events = await sql<{ event: string }>(`SELECT event FROM audit_event WHERE subject_id = $1 ORDER BY id`, [
    listingId,
  ])
  expect(events.map(({ event }) => event)).toEqual(['listing.mapped', 'listing.mapped', 'listing.unmapped'])
})

test('the preview of a re-mapping is what it then does, for open orders and for all', async () => {
  const former = await addStockedProduct(company, { sku: 'OLD', onHand: 50, cost: '2' })
  const next = await addStockedProduct(company, { sku: 'NEW', onHand: 50, cost: '3' })
  await mapListing(company.owner, mappingOf(former))
  await sell('confirmed', 3)
  await sell('delivered', 2)
  await sell('cancelled', 1)
  await sell('delivered', 4, { moves: false })
  const seen = { seenProductId: former, quantity: 2 }
  const preview = await previewMapping(company.owner, target(next, 2))
  expect(preview.open).toMatchObject({ orders: 3, revenueCents: 3000n, from: soldOn, to: soldOn })
  expect([preview.shipped.orders, preview.cancelled.orders]).toEqual([6, 1])
  expect(await levelsOf(former)).toEqual({ on_hand: '48', reserved: '3' })

  expect(await mapListing(company.owner, mappingOf(next, { ...seen, scope: 'open' }))).toMatchObject({
    orders: preview.open.orders,
  })
  expect(preview.stock.open).toEqual([
    { productId: next, sku: 'NEW', reserved: 6, onHand: 0 },
    { productId: former, sku: 'OLD', reserved: -3, onHand: 0 },
  ])
  expect([await levelsOf(former), await levelsOf(next)]).toEqual([
    { on_hand: '48', reserved: '0' },
    { on_hand: '50', reserved: '6' },
  ])
  const rest = await previewMapping(company.owner, target(next, 2))
  expect(rest.open.orders).toBe(0)
  const again = mappingOf(next, {
    seenProductId: next,
    seenQuantity: 2,
    quantity: 2,
    scope: 'since',
    sinceDay: daysAgo(20),
  })
  expect(await mapListing(company.owner, again)).toMatchObject({ orders: rest.shipped.orders + rest.cancelled.orders })
  expect([await levelsOf(former), await levelsOf(next)]).toEqual([
    { on_hand: '50', reserved: '0' },
    { on_hand: '46', reserved: '6' },
  ])
  expect(preview.stock.all).toEqual([
    { productId: next, sku: 'NEW', reserved: 6, onHand: -4 },
    { productId: former, sku: 'OLD', reserved: -3, onHand: 2 },
  ])
  expect(await findDrift()).toEqual([])
})

test('units that came back follow their order to another product, to the shelf and to the damaged, as the preview says', async () => {
  const stocked = (sku: string) => addStockedProduct(company, { sku, onHand: 10 })
  const [wrong, right] = [await stocked('A'), await stocked('B')]
  await mapListing(company.owner, mappingOf(wrong))
  await sell('shipped', 1, { quantity: 3 })
  const [order] = await sql<{ id: string }>(`SELECT id FROM orders WHERE status = 'shipped'`)
  const returnId = await addReturn(company, { orderId: order!.id, shopId }, { quantity: 3 })
  const inspected = [{ line: 1, sellable: 1, damaged: 1, missing: 1 }]
  expect(await receiveReturn(company.owner, { returnId, version: 1, note: null, lines: inspected })).toMatchObject({ unbooked: 0 }) // prettier-ignore
  const held = async (productId: string) =>
    (
      await sql<{ line: string }>(
        `SELECT concat_ws(' ', k.kind, v.on_hand) AS line FROM stock_level v JOIN stock_location k ON k.id = v.location_id WHERE v.product_id = $1 ORDER BY 1`,
        [productId],
      )
    ).map(({ line }) => line)
  expect([await held(wrong), await held(right)]).toEqual([['damaged 1', 'own 8'], ['own 10']])

  const { stock } = await previewMapping(company.owner, { ...target(right), since: soldOn })
  expect(stock.all.map(({ sku, onHand }) => [sku, onHand])).toEqual([
    ['A', 2],
    ['B', -2],
  ])
  const again = { seenProductId: wrong, scope: 'since' as const, sinceDay: soldOn }
  await mapListing(company.owner, mappingOf(right, again))
  expect([await held(wrong), await held(right)]).toEqual([
    ['damaged 0', 'own 10'],
    ['damaged 1', 'own 8'],
  ])
  expect(await findDrift()).toEqual([])
})

test('hundreds of orders follow in the worker, and roll-ups and ledger stay what they add up to', async () => {
  const hundred = isFullProfile ? 100 : 25
  const former = await addStockedProduct(company, { sku: 'OLD', onHand: 9 * hundred, cost: '2' })
  const next = await addStockedProduct(company, { sku: 'NEW', onHand: 9 * hundred, cost: '3' })
  await mapListing(company.owner, mappingOf(former))
  await sell('confirmed', 4 * hundred)
  await sell('shipped', 3 * hundred, { day: daysAgo(50) })
  await sell('delivered', 3 * hundred, { day: daysAgo(49) })
  expect(await findDrift()).toEqual([])
  const { runId } = await mapListing(
    company.owner,
    mappingOf(next, { seenProductId: former, scope: 'since', sinceDay: daysAgo(300) }),
  )
  await asWorker(() => runRemap(company.owner, runId!))
  await asWorker(() => runRemap(company.owner, runId!))
  const all = 10 * hundred
  expect(await sql('SELECT state, done, total FROM mapping_run')).toEqual([{ state: 'done', done: all, total: all }])
  expect([await levelsOf(former), await levelsOf(next)]).toEqual([
    { on_hand: `${9 * hundred}`, reserved: '0' },
    { on_hand: `${3 * hundred}`, reserved: `${4 * hundred}` },
  ])
  expect(await findDrift()).toEqual([])
})

test('an exact SKU maps by itself where there is no decision, in bulk on request, and a name is suggested', async () => {
  await sql('UPDATE listing SET sku = $2 WHERE id = $1', [listingId, 'gar-1'])
  const product = await addStockedProduct(company, { sku: 'GAR-1', onHand: 5 })
  await sell('confirmed', 2)
  expect(await asWorker(() => mapNewBySku(company.owner))).toBe(1)
  expect(await levelsOf(product)).toEqual({ on_hand: '5', reserved: '2' })
  await mapListing(company.owner, mappingOf(null, { seenProductId: product, scope: 'future' }))
  expect(await asWorker(() => mapNewBySku(company.owner))).toBe(0)
  const bulk = await mapBySkuAction(envelope(company), { shopId: null, scope: 'open' })
  expect(bulk).toMatchObject({ ok: true, data: { total: 1 } })
  await asWorker(() => runSheet(company.owner, bulk.ok ? bulk.data.runId : ''))
  expect(await sql('SELECT product_id FROM listing WHERE id = $1', [listingId])).toEqual([{ product_id: product }])
  const other = await addListing(company, shopId, 'Produto AZUL-9 original')
  await addProduct(company, 'AZUL-9')
  const view = await getMappingFor({ ...company.owner, timeZone: 'America/Sao_Paulo' }, {})
  expect(view.page.rows.map(({ id, suggestion }) => [id, suggestion?.sku, suggestion?.why])).toEqual([
    [other, 'AZUL-9', 'name'],
  ])
})

test('the unmapped stand by what is at stake, page by page, and each of them once', async () => {
  for (let n = 0; n < 7; n++) {
    listingId = await addListing(company, shopId, `Anúncio ${n}`)
    if (n > 0) await sell('delivered', n)
  }
  await sell('cancelled', 9)
  const viewer = { ...company.owner, timeZone: 'America/Sao_Paulo' }
  const seen: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const { page } = await getMappingFor(viewer, after ? { after } : {}, 3)
    seen.push(...page.rows.map(({ title }) => title))
    after = page.next
  }
  expect(seen.slice(0, 6)).toEqual([6, 5, 4, 3, 2, 1].map((n) => `Anúncio ${n}`))
  expect([seen.length, new Set(seen).size]).toEqual([8, 8])
  expect(readMappingFilters({ tab: 'nonsense', shop: 'x' })).toMatchObject({ tab: 'unmapped', shopId: null })
})

test('orders of a kit reserve, take and release its components, and a changed kit rebooks nothing', async () => {
  const [cup, lid] = [
    await addStockedProduct(company, { sku: 'CUP', onHand: 10, cost: '4' }),
    await addStockedProduct(company, { sku: 'LID', onHand: 9, cost: '1.5' }),
  ]
  const kit = await addStockedProduct(company, { sku: 'KIT', priceCents: 2_000n })
  const parts = [
    { productId: cup, quantity: 1 },
    { productId: lid, quantity: 3 },
  ]
  expect(await setKitAction(envelope(company), { productId: kit, parts })).toMatchObject({ ok: true })
  const available = () => withOrganization(company, (db) => availableOf(db, [kit]))
  expect((await available()).get(kit)).toEqual({ available: 3n, isKit: true, counted: true })
  const place = async (quantity: number) =>
    placeOrder(company.owner, {
      status: 'pending',
      customerName: null,
      note: null,
      seenTotalCents: null,
      channelId: await channelOf(company),
      lines: [{ productId: kit, quantity }],
    })
  const { id } = await place(2)
  await expect(place(2)).rejects.toMatchObject({ code: 'insufficientStock' })
  expect([await levelsOf(cup), await levelsOf(lid)]).toEqual([
    { on_hand: '10', reserved: '2' },
    { on_hand: '9', reserved: '6' },
  ])
  expect(await sql('SELECT unit_cost::float8 AS cost FROM order_item WHERE order_id = $1', [id])).toEqual([
    { cost: 8.5 },
  ])
  expect(
    await setKitAction(envelope(company), { productId: kit, parts: [{ productId: cup, quantity: 5 }] }),
  ).toMatchObject({ ok: true })
  await changeOrderStatus(company.owner, { id, version: 1, to: 'shipped' })
  expect([await levelsOf(cup), await levelsOf(lid)]).toEqual([
    { on_hand: '8', reserved: '0' },
    { on_hand: '3', reserved: '0' },
  ])
  const second = await place(1)
  expect(await levelsOf(cup)).toEqual({ on_hand: '8', reserved: '5' })
  await changeOrderStatus(company.owner, { id: second.id, version: 1, to: 'cancelled' })
  expect(await levelsOf(cup)).toEqual({ on_hand: '8', reserved: '0' })
  expect(await findDrift()).toEqual([])
  const inKit = await setKitAction(envelope(company), {
    productId: await addProduct(company, 'K2'),
    parts: [{ productId: kit, quantity: 1 }],
  })
  expect(inKit).toMatchObject({ ok: false, error: 'kitInKit' })
  const stocked = await setKitAction(envelope(company), { productId: cup, parts: [{ productId: lid, quantity: 1 }] })
  expect(stocked).toMatchObject({ ok: false })
})

test('a role that may not map is refused, and another company’s listing or product is not found', async () => {
  const product = await addProduct(company, 'A')
  for (const role of ['finance', 'viewer', 'accountant'] as const) {
    await signInAs(await addMember(company, role))
    expect(await mapListingAction(envelope(company), mappingOf(product))).toMatchObject({
      ok: false,
      error: 'permissionDenied',
    })
  }
  const operator = await addMember(company, 'operator')
  const stranger = await createTestOrganization()
  const theirs = await addProduct(stranger, 'A')
  await signInAs(operator)
  expect(await mapListingAction(envelope(company), mappingOf(theirs))).toMatchObject({ ok: false, error: 'notFound' })
  expect(await mapListingAction(envelope(company), mappingOf(product))).toMatchObject({ ok: true })
  await signInAs(stranger.owner)
  expect(await mapListingAction(envelope(stranger), mappingOf(theirs))).toMatchObject({ ok: false, error: 'notFound' })
})
