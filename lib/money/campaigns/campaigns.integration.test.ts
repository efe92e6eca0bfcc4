import { addDays } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { getOrderProfit } from '@/lib/money/profit/order-queries'
import { getPriceDeskFor } from '@/lib/money/prices/desk-views'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { inspect } from '@/lib/testing/harnesses/database'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { createCampaignAction, removeCampaignAction, setCampaignLinesAction, updateCampaignAction } from './actions'
import { judgeListings } from './judge'
import { getCampaignFor, listCampaignsFor } from './views'

const now = new Date('2026-11-20T12:00:00Z')
let company: TestOrganization
let shopId: string
let listingId: string
let other: string
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  shopId = await addShop(company, 'Loja')
  const product = await addStockedProduct(company, { sku: 'CAM', onHand: 8 })
  listingId = await addPriced(product, 100_00)
  other = await addPriced(await addStockedProduct(company, { sku: 'BON', onHand: 50 }), 60_00)
  await inspect(
    company.organizationId,
    `INSERT INTO tax_rate (organization_id, legal_entity_id, id, from_day, regime, rate) VALUES (current_organization(), $1, $2, '2026-01-01', 'simples', 0.06)`,
    [company.legalEntityId, newId()],
  )
})

async function addPriced(productId: string, cents: number) {
  const id = await addListing(company, shopId, 'Anúncio')
  await inspect(company.organizationId, 'UPDATE listing SET price_cents = $2, product_id = $3 WHERE id = $1', [
    id,
    cents,
    productId,
  ])
  await inspect(
    company.organizationId,
    `INSERT INTO product_cost (organization_id, product_id, from_day, cost, source) VALUES (current_organization(), $1, '2026-01-01', 40, 'typed')
      ON CONFLICT DO NOTHING`,
    [productId],
  )
  return id
}

const viewer = () => ({ ...company.owner, timeZone: 'America/Sao_Paulo', role: 'owner' as const, legalEntityIds: null })
const head = { name: 'Destaque', fromDay: '2026-11-18', toDay: '2026-11-19', isHighlight: true, leastMargin: null }
const create = async (changes: object = {}) =>
  dataOf(await createCampaignAction(envelope(company), { shopId, ...head, ...changes })).id
const lines = (price: bigint, units = 5) => [{ listingId, priceCents: price, units }]
const setLines = (campaignId: string, version: number, rows: object[]) =>
  setCampaignLinesAction(envelope(company), { campaignId, version, lines: rows } as never)
const read = async (id: string, at = now) => (await getCampaignFor(viewer(), id, {}, at))!

test('a plan shows the price desk’s figures for the day, each line before and after', async () => {
  const id = await create({ fromDay: '2026-12-12', toDay: '2026-12-12' })
  dataOf(await setLines(id, 1, lines(90_00n, 9)))
  const { rows, state, judged, sums, version } = await read(id)
  expect([state, judged, version]).toEqual(['planned', null, 2])
  const desk = await getPriceDeskFor(viewer(), { day: '2026-12-12' }, now)
  expect(rows[0]!.before).toEqual(desk.page.rows.find((row) => row.id === listingId)!.now)
  expect(rows[0]).toMatchObject({ priceCents: 90_00n, units: 9, available: 8, warnings: ['stock'] })
  expect(sums.afterCents).toBe(rows[0]!.after!.profitCents! * 9n)
  expect((await listCampaignsFor(viewer(), now)).plans).toMatchObject([{ id, listings: 1, units: 9, state: 'planned' }])
})

test('it brought what its orders brought, to the cent, those of other days, listings and cancelled ones left out', async () => {
  const id = await create()
  dataOf(await setLines(id, 1, lines(90_00n)))
  const sold = {
    listingId,
    unitCost: '40',
    cents: 90_00n,
    lines: { product_revenue: 90_00n, commission: -12_33n, service: -19_71n },
  }
  const ids = await addOrders(company, shopId, [
    { at: '2026-11-18T15:00:00Z', ...sold },
    {
      at: '2026-11-19T15:00:00Z',
      ...sold,
      cents: 180_00n,
      units: 2,
      lines: { ...sold.lines, product_revenue: 180_00n },
    },
    { at: '2026-11-20T15:00:00Z', ...sold },
    { at: '2026-11-17T15:00:00Z', ...sold },
    { at: '2026-11-18T15:00:00Z', ...sold, status: 'cancelled' },
    { at: '2026-11-18T15:00:00Z', ...sold, listingId: other },
  ])
  const profitOf = (orderId: string, units: number) =>
    withOrganization(company.owner, async (db) => {
      const order = { id: orderId, status: 'delivered' as const, revenueCents: BigInt(90_00 * units) }
      const items = [
        {
          line: 1,
          quantity: units,
          productQuantity: 1,
          unitCost: '40.000000',
          packagingCents: 0n,
          priceMissing: false,
        },
      ]
      return (await getOrderProfit(db, company.organizationId, order, items)).contributionCents!
    })
  const expected = (await profitOf(ids[0]!, 1)) + (await profitOf(ids[1]!, 2))
  const { judged, rows } = await read(id)
  expect(rows[0]!.brought).toMatchObject({ orders: 2, units: 3n, revenueCents: 270_00n, contributionCents: expected })
  expect(judged).toMatchObject({ units: 3n, contributionCents: expected, unknown: 0, isCut: false })
  expect(rows[0]!.earlier).toMatchObject({ orders: 1, contributionCents: await profitOf(ids[3]!, 1) })
  expect(judged!.plannedCents).toBe(rows[0]!.after!.profitCents! * 3n)
})

test('an order with another item counts for its part: the parts add up to the order', async () => {
  const id = await create()
  dataOf(await setLines(id, 1, [...lines(90_00n), { listingId: other, priceCents: 50_00n, units: 1 }]))
  const [orderId] = await addOrders(company, shopId, [
    {
      at: '2026-11-18T15:00:00Z',
      listingId,
      unitCost: '40',
      cents: 90_00n,
      lines: { product_revenue: 150_00n, commission: -21_01n, service: -30_03n },
    },
  ])
  await inspect(
    company.organizationId,
    `INSERT INTO order_item (organization_id, order_id, line, listing_id, product_quantity, title, quantity, unit_price_cents, subtotal_cents, unit_cost)
      VALUES (current_organization(), $1, 2, $2, 1, 'B', 1, 6000, 6000, 40)`,
    [orderId, other],
  )
  await inspect(company.organizationId, 'UPDATE orders SET revenue_cents = 15000, units = 2 WHERE id = $1', [orderId])
  const whole = await withOrganization(company.owner, async (db) => {
    const items = [1, 2].map((line) => ({
      line,
      quantity: 1,
      productQuantity: 1,
      unitCost: '40.000000',
      packagingCents: 0n,
      priceMissing: false,
    }))
    const order = { id: orderId!, status: 'delivered' as const, revenueCents: 150_00n }
    return (await getOrderProfit(db, company.organizationId, order, items)).contributionCents!
  })
  const { rows } = await read(id)
  const parts = rows.map(({ brought }) => brought!.contributionCents!)
  const off = parts.reduce((sum, part) => sum + part, 0n) - whole
  expect(off >= -2n && off <= 2n).toBe(true)
  expect(rows.map(({ brought }) => brought!.revenueCents)).toEqual([90_00n, 60_00n])
})

test('a sale without a known cost leaves the listing’s sum unknown, never zero', async () => {
  const id = await create()
  dataOf(await setLines(id, 1, lines(90_00n)))
  await addOrders(company, shopId, [{ at: '2026-11-18T15:00:00Z', listingId, cents: 90_00n }])
  const { judged, rows } = await read(id)
  expect(rows[0]!.brought).toMatchObject({ units: 1n, contributionCents: null })
  expect(judged).toMatchObject({ contributionCents: 0n, plannedCents: 0n, unknown: 1 })
})

test('listings whose earlier sales lack a cost are left out of the sum before, and counted', async () => {
  const id = await create()
  dataOf(await setLines(id, 1, [...lines(90_00n), { listingId: other, priceCents: 50_00n, units: 1 }]))
  const sold = { cents: 90_00n, lines: { product_revenue: 90_00n } }
  await addOrders(company, shopId, [
    { at: '2026-11-18T15:00:00Z', listingId, unitCost: '40', ...sold },
    { at: '2026-11-17T15:00:00Z', listingId, ...sold },
    { at: '2026-11-17T15:00:00Z', listingId: other, unitCost: '40', ...sold },
  ])
  const { judged, rows } = await read(id)
  expect(rows.map(({ earlier }) => earlier!.contributionCents)).toEqual([null, judged!.earlierCents])
  expect(judged).toMatchObject({ unknown: 0, earlierUnknown: 1 })
})

test('an order with several of the listings is one of those that are added up', async () => {
  const ids = await addOrders(company, shopId, [
    { at: '2026-11-18T15:00:00Z', listingId, unitCost: '40', cents: 90_00n },
    { at: '2026-11-18T16:00:00Z', listingId, unitCost: '40', cents: 90_00n },
  ])
  for (const orderId of ids)
    await inspect(
      company.organizationId,
      `INSERT INTO order_item (organization_id, order_id, line, listing_id, product_quantity, title, quantity, unit_price_cents, subtotal_cents, unit_cost)
        VALUES (current_organization(), $1, 2, $2, 1, 'B', 1, 6000, 6000, 40)`,
      [orderId, other],
    )
  const isCutAt = (most: number) =>
    withOrganization(company.owner, async (db) => {
      const range = { from: '2026-11-18', to: '2026-11-19', most }
      return (await judgeListings(db, company.organizationId, range, [listingId, other])).isCut
    })
  expect([await isCutAt(1), await isCutAt(2), await isCutAt(3)]).toEqual([true, false, false])
})

test('each change is recorded, a stale one is refused, and a removed plan is gone', async () => {
  const id = await create()
  dataOf(await updateCampaignAction(envelope(company), { campaignId: id, version: 1, ...head, name: 'Novo' }))
  expect(await setLines(id, 1, lines(90_00n))).toMatchObject({ error: 'staleVersion' })
  dataOf(await setLines(id, 2, lines(90_00n)))
  dataOf(await removeCampaignAction(envelope(company), { campaignId: id, version: 3 }))
  expect(await getCampaignFor(viewer(), id, {}, now)).toBeNull()
  const events = await inspect<{ event: string }>(
    company.organizationId,
    `SELECT event FROM audit_event WHERE subject_kind = 'campaign' ORDER BY id`,
  )
  expect(events.map(({ event }) => event)).toEqual([
    'campaign.planned',
    'campaign.changed',
    'campaign.changed',
    'campaign.removed',
  ])
})

test('fifty people save their lines at once: one is heard, and the others read that the plan has changed', async () => {
  const id = await create()
  const prices = Array.from({ length: 50 }, (_, at) => 90_00n + BigInt(at))
  const answers = await Promise.all(prices.map((price) => setLines(id, 1, lines(price))))
  const [heard] = prices.filter((_, at) => answers[at]!.ok)
  expect(answers.filter(({ ok }) => !ok)).toHaveLength(49)
  expect((await read(id)).rows).toMatchObject([{ priceCents: heard }])
})

test('an accountant of another entity sees neither the plan nor a price of it', async () => {
  const id = await create({ lines: lines(90_00n) })
  const theirs = { ...viewer(), role: 'accountant' as const, legalEntityIds: [newId()] }
  expect(await getCampaignFor(theirs, id, {}, now)).toBeNull()
  expect((await listCampaignsFor(theirs, now)).plans).toEqual([])
  const { whole, page, shops } = await getPriceDeskFor(theirs, {}, now)
  expect([page.rows, shops, (await whole).sums.listings]).toEqual([[], [], 0])
  const own = { ...theirs, legalEntityIds: [company.legalEntityId] }
  expect((await getCampaignFor(own, id, {}, now))!.rows).toHaveLength(1)
  expect((await getPriceDeskFor(own, {}, now)).page.rows).toHaveLength(2)
})

test('listings of another shop or company, and days in the wrong order, are refused', async () => {
  const id = await create()
  const foreignShop = await addShop(company, 'Outra')
  const elsewhere = await addListing(company, foreignShop, 'X')
  expect(await setLines(id, 1, [{ listingId: elsewhere, priceCents: 1n, units: 1 }])).toMatchObject({
    error: 'notFound',
  })
  expect(await setLines(id, 1, [...lines(1_00n), ...lines(2_00n)])).toMatchObject({ ok: false })
  const backwards = { shopId, ...head, fromDay: '2026-11-19', toDay: '2026-11-18' }
  expect(await createCampaignAction(envelope(company), backwards)).toMatchObject({
    ok: false,
    fields: { toDay: expect.anything() },
  })
  const stranger = await createTestOrganization()
  const asStranger = { ...viewer(), ...stranger.owner }
  expect(await getCampaignFor(asStranger, id, {}, now)).toBeNull()
  expect((await listCampaignsFor(asStranger, now)).plans).toEqual([])
})

test('the price desk’s picks begin a campaign with their prices, of its shop alone, recorded in one entry', async () => {
  const id = await create({ lines: lines(90_00n, 4) })
  expect((await read(id)).rows).toMatchObject([{ listingId, priceCents: 90_00n, units: 4 }])
  const entries = await inspect<{ event: string; after: object }>(
    company.organizationId,
    `SELECT event, after FROM audit_event WHERE subject_kind = 'campaign'`,
  )
  expect(entries).toMatchObject([{ event: 'campaign.planned', after: { lines: [{ listingId, priceCents: '9000' }] } }])
  const elsewhere = await addListing(company, await addShop(company, 'Outra'), 'X')
  const mixed = [...lines(90_00n), { listingId: elsewhere, priceCents: 1n, units: 1 }]
  expect(await createCampaignAction(envelope(company), { shopId, ...head, lines: mixed })).toMatchObject({
    error: 'notFound',
  })
  expect((await listCampaignsFor(viewer(), now)).plans).toHaveLength(1)
})

test('a listing that is in another plan of the same days, or in a promotion of the platform, is marked as such', async () => {
  const id = await create({ lines: [...lines(90_00n), { listingId: other, priceCents: 50_00n, units: 1 }] })
  const marks = async (at = now) =>
    (await read(id, at)).rows.map(({ warnings }) => warnings.filter((each) => each === 'twice' || each === 'promotion'))
  await create({ fromDay: '2026-11-20', toDay: '2026-11-25', lines: lines(80_00n) })
  expect(await marks()).toEqual([[], []])
  await create({ fromDay: '2026-11-10', toDay: '2026-11-18', lines: lines(80_00n) })
  expect(await marks()).toEqual([['twice'], []])
  await inspect(
    company.organizationId,
    'UPDATE listing SET original_cents = 7000, has_promotion = true WHERE id = $1',
    [other],
  )
  expect(await marks(new Date('2026-11-18T12:00:00Z'))).toEqual([['twice'], ['promotion']])
  expect(await marks()).toEqual([['twice'], []])
})

test('a campaign over a change of fees counts each of its days by the rule of that day', async () => {
  const day = '2026-03-01'
  const id = await create({ fromDay: addDays(day, -1), toDay: addDays(day, 1), lines: lines(90_00n, 9) })
  const { rows, sums } = await read(id, new Date(`${day}T12:00:00Z`))
  const alone = async (range: object) => (await read(await create({ ...range, lines: lines(90_00n, 9) }))).rows[0]!
  const before = await alone({ fromDay: addDays(day, -1), toDay: addDays(day, -1) })
  const after = await alone({ fromDay: day, toDay: addDays(day, 1) })
  expect(rows[0]!.phases.map(({ from, days, after: quote }) => [from, days, quote!.feeCents])).toEqual([
    [addDays(day, -1), 1, before.after!.feeCents],
    [day, 2, after.after!.feeCents],
  ])
  expect(before.after!.feeCents).not.toBe(after.after!.feeCents)
  expect(sums.afterCents).toBe(before.after!.profitCents! * 3n + after.after!.profitCents! * 6n)
})

test('a role without the right to money sees no plan, and finance reads without changing', async () => {
  const id = await create()
  await expect(getCampaignFor({ ...viewer(), role: 'operator' }, id, {}, now)).rejects.toThrow('permissionDenied')
  expect((await getCampaignFor({ ...viewer(), role: 'finance' }, id, {}, now))!.canEdit).toBe(false)
  await signInAs(await addMember(company, 'finance'))
  expect(await setLines(id, 1, lines(90_00n))).toMatchObject({ error: 'permissionDenied' })
})

test('the search finds listings of the shop that the plan does not hold', async () => {
  const id = await create()
  dataOf(await setLines(id, 1, lines(90_00n)))
  const found = async (q: string) => (await getCampaignFor(viewer(), id, { q }, now))!.found.map((row) => row.id)
  expect(await found('anuncio')).toEqual([other])
  expect(await found('bon')).toEqual([other])
  expect(await found('cam')).toEqual([])
})
