import fc from 'fast-check'
import { withOrganization, type Db } from '@/lib/core/db'
import { getPricesFor } from '@/lib/money/fees/price-views'
import { priceFor } from '@/lib/money/fees/best-price'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { priceLines } from '@/lib/money/fees/price-terms'
import { listFeeRules } from '@/lib/money/fees/queries'
import { getScenario, listSimulated } from '@/lib/money/fees/simulation'
import { getSimulationFor } from '@/lib/money/fees/simulation-views'
import { simulatorHref, type SimulationFilters } from '@/lib/money/fees/simulation-filters'
import { defaultTerms } from '@/lib/money/fees/terms'
import { translatorOf } from '@/lib/core/i18n/translator'
import { listKinds } from '@/lib/insight/exports/list-kinds'
import { newId } from '@/lib/core/ids'
import { explain } from '@/lib/testing/harnesses/explain'
import { withOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { listShopPricing } from './shop-pricing'
import { listZonePrices, listZoneRows } from './zone-queries'
import { plainBand } from '@/lib/testing/harnesses/plain-bands'

const now = new Date('2026-11-20T12:00:00Z')
type Priced = { price: bigint; cost?: string; packaging?: bigint; sold?: number; title?: string }

const inside = <T>({ organizationId }: TestOrganization, run: (db: Db) => Promise<T>) =>
  withOrganization({ organizationId }, run)

async function addPriced(company: TestOrganization, shopId: string, { price, cost, packaging, sold, title }: Priced) {
  const { organizationId } = company
  const listingId = await addListing(company, shopId, title ?? `Anúncio ${price}`)
  const productId = await addProduct(company, newId())
  await inside(company, async (db) => {
    await db.listing.updateMany({ where: { organizationId, id: listingId }, data: { priceCents: price, productId } })
    await db.product.updateMany({
      where: { organizationId, id: productId },
      data: { packagingCostCents: packaging ?? null },
    })
    if (cost)
      await db.productCost.create({
        data: { organizationId, productId, fromDay: new Date('2026-01-01'), cost, source: 'typed' },
        select: { productId: true },
      })
  })
  if (sold)
    await addOrders(company, shopId, [
      { at: '2026-11-10T15:00:00Z', cents: price * BigInt(sold), units: sold, listingId, productId },
    ])
  return listingId
}

const taxed = ({ organizationId, legalEntityId }: TestOrganization, rate: string) =>
  withOrganization({ organizationId }, (db) =>
    db.taxRate.create({
      data: { organizationId, legalEntityId, id: newId(), fromDay: new Date('2026-01-01'), regime: 'simples', rate },
      select: { id: true },
    }),
  )

test('listings in a dead zone are found with both better prices, what loses most in 30 days first', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  for (const priced of [
    ...[79_99n, 87_78n, 150_00n].map((price) => ({ price, sold: 50 })),
    { price: 85_00n, sold: 2 },
    { price: 80_00n, sold: 3 },
    { price: 101_00n },
    { price: 206_96n, sold: 1 },
  ])
    await addPriced(company, shopId, priced)
  const gone = await addPriced(company, shopId, { price: 81_00n, sold: 90 })
  await inside(company, (db) =>
    db.listing.updateMany({ where: { organizationId: company.organizationId, id: gone }, data: { goneAt: now } }),
  )
  const list = await getPricesFor(viewerOf(company.owner), {}, now)
  expect(list.page.rows.map(({ priceCents, units, better }) => [priceCents, units, better.lossCents])).toEqual([
    [80_00n, 3n, 6_69n],
    [85_00n, 2n, 2_39n],
    [206_96n, 1n, 1n],
    [101_00n, 0n, 3_13n],
  ])
  expect(list.page.rows[1]?.better).toMatchObject({
    below: { priceCents: 79_99n, paysCents: 59_49n },
    above: { priceCents: 87_78n, paysCents: 59_49n },
  })
  expect(list.sums).toEqual({ listings: 4n, lossCents: 3n * 6_69n + 2n * 2_39n + 1n })
  expect((await getPricesFor(viewerOf(company.owner), { q: 'caneca' }, now)).page.rows).toHaveLength(0)
  expect((await getPricesFor(viewerOf(company.owner), { q: 'anuncio 8500' }, now)).page.rows).toHaveLength(1)
  const stranger = await createTestOrganization()
  expect((await getPricesFor({ ...viewerOf(stranger.owner) }, { shop: shopId }, now)).page.rows).toEqual([])
  await expect(getPricesFor({ ...viewerOf(company.owner), role: 'operator' }, {}, now)).rejects.toThrow(
    'permissionDenied',
  )
})

test('pages of dead zones follow each other both ways without a row lost or twice', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  for (const price of [80_00n, 81_00n, 82_00n, 83_00n, 83_00n, 84_00n, 85_00n])
    await addPriced(company, shopId, { price })
  const read = (place: object) =>
    inside(company, async (db) => {
      const { organizationId } = company
      const prices = await listZonePrices(db, organizationId, await listShopPricing(db, organizationId, '2026-11-20'))
      const filters = { q: '', shop: null, after: null, before: null, ...place }
      return listZoneRows(db, organizationId, prices, filters, { today: '2026-11-20', size: 3 })
    })
  const first = await read({})
  const second = await read({ after: first.next })
  const third = await read({ after: second.next })
  const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))
  expect([new Set(ids).size, ids.length, third.next]).toEqual([7, 7, null])
  expect((await read({ before: second.previous })).rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id))
})

test('prices in a zone are found by index, however many listings stand outside', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const { organizationId } = company
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(
      `insert into listing (organization_id, id, shop_id, external_key, title, price_cents)
       select $1::uuid, gen_random_uuid(), $2::uuid, 'k' || n, 'Anúncio', 1000 + n % 60000 from generate_series(1, 20000) n`,
      [organizationId, shopId],
    )
    await owner.query('analyze listing')
  })
  const plan = await explain(organizationId, async (db) => {
    await listZonePrices(db, organizationId, await listShopPricing(db, organizationId, '2026-11-20'))
  })
  expect(plan).toMatch(/Index.*listing_by_price/)
})

const bandsOf = (fixed: bigint) => [
  plainBand({ fromCents: 0n, toCents: 79_99n, commission: 180_000n, service: 20_000n, fixedCents: fixed }),
  plainBand({ fromCents: 80_00n, toCents: null, commission: 120_000n, service: 20_000n, fixedCents: 30_00n }),
]
const nothing: SimulationFilters = {
  rule: null,
  bands: null,
  day: null,
  show: null,
  shop: null,
  q: '',
  after: null,
  before: null,
}
const queryOf = (changes: Partial<SimulationFilters>) =>
  Object.fromEntries(new URL(simulatorHref({ ...nothing, ...changes }), 'http://x').searchParams)

test('a change of rules says which listings turn into a loss, and the price that brings the margin back', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  await taxed(company, '0.06')
  const loses = await addPriced(company, shopId, { price: 50_00n, cost: '30', packaging: 1_00n, sold: 4 })
  await addPriced(company, shopId, { price: 50_00n, cost: '10', sold: 1 })
  const unknown = await addPriced(company, shopId, { price: 60_00n, sold: 9 })
  const bands = bandsOf(8_00n)
  const view = await getSimulationFor(viewerOf(company.owner), queryOf({ bands, day: '2027-01-01' }), now)
  expect(view.sums).toEqual({ listings: 3n, negative: 1n, losing: 1n, unknown: 1n, changeCents: -14n * 3_50n })
  const rules = await inside(company, (db) => listFeeRules(db, company.organizationId))
  const rule = { ...rules.find(({ toDay, sellerType }) => toDay === null && sellerType === 'cnpj')!, bands }
  const context = {
    rule,
    terms: defaultTerms,
    costCents: 30_00n,
    packagingCents: 1_00n,
    taxRate: 60_000n,
    adsRate: 0n,
    affiliateRate: 0n,
  }
  const row = view.page.rows.find(({ id }) => id === loses)!
  // 50.00 - 20 % - 4.50 - 6 % - 31.00 = 1.50; 3.50 more in fees take it to -2.00.
  expect(row).toMatchObject({ beforeCents: 1_50n, afterCents: -2_00n, beforeMargin: 30_000n, changeCents: -3_50n })
  expect(row.restoringCents).toBe(priceFor(context, { margin: 30_000n }, 50_00n))
  expect(priceLines(row.restoringCents!, context).margin! >= 30_000n).toBe(true)
  expect(view.page.rows.find(({ id }) => id === unknown)).toMatchObject({
    costCents: null,
    beforeCents: null,
    afterCents: null,
    restoringCents: null,
    changeCents: -3_50n,
  })
  const negative = await getSimulationFor(viewerOf(company.owner), queryOf({ bands, show: 'negative' }), now)
  expect(negative.page.rows.map(({ id }) => id)).toEqual([loses])
})

/** Half a cent goes up, in thousandths. */
const feeOf = (cents: bigint, thousandths: bigint) => (cents * thousandths + 500n) / 1000n
/** From the table alone: what two bands pay for a unit. */
const paysBy =
  (service: bigint, table: readonly (readonly [from: bigint, commission: bigint, fixed: bigint])[]) =>
  (price: bigint) => {
    const [, commission, fixed] = table.findLast(([from]) => from <= price)!
    const fixedPart = price < 9_00n && fixed === 4_50n ? feeOf(price, 500n) : fixed
    return price - feeOf(price, commission) - feeOf(price, service) - fixedPart
  }

const current = paysBy(14n, [
  ...([[0n, 186n, 4_50n] as const, [80_00n, 126n, 16_00n] as const] as const),
  ...([[100_00n, 126n, 20_00n] as const, [200_00n, 126n, 26_00n] as const] as const),
])
const next = paysBy(20n, [[0n, 180n, 8_00n] as const, [80_00n, 120n, 30_00n] as const])
const left = (pays: (price: bigint) => bigint) => (price: bigint) => pays(price) - feeOf(price, 60n) - 31_00n
const pricesFrom = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => BigInt(from + at))

test('a price leaves what a table of its own says, before and after', () => {
  const rule = brazilFeeHistory.find(({ toDay, sellerType }) => toDay === null && sellerType === 'cnpj')!
  const known = { terms: defaultTerms, costCents: 30_00n, packagingCents: 1_00n, taxRate: 60_000n }
  const of = (bands: typeof rule.bands) => ({
    ...known,
    adsRate: 0n,
    affiliateRate: 0n,
    rule: { ...rule, bands, id: 'r', confirmedBy: 0, version: 1 },
  })
  const both = [[of(rule.bands), left(current)] as const, [of(bandsOf(8_00n)), left(next)] as const]
  const isOff = (price: bigint) => both.some(([known, profit]) => priceLines(price, known).profit !== profit(price))
  expect((isFullProfile ? pricesFrom(1_00, 1_000_00) : pricesShown()).filter(isOff)).toEqual([])
})

/** Around each band's edge, everything between what turns into a loss first and last, and a sample of the rest. */
const pricesShown = (): bigint[] => {
  const edges = [80_00, 100_00, 200_00].flatMap((edge) => pricesFrom(edge - 30, edge + 30))
  const rest = fc.sample(fc.integer({ min: 1_00, max: 1_000_00 }), { seed: 6, numRuns: 900 }).map(BigInt)
  return [...new Set([...edges, ...pricesFrom(46_00, 54_00), ...rest])]
}

test('telling prices up to 1,000.00 are counted and restored by the simulator as tried one by one', async () => {
  const prices = pricesShown()
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const { organizationId } = company
  await taxed(company, '0.06')
  const productId = await addProduct(company, newId())
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(`update product set packaging_cost_cents = 100 where id = $1`, [productId])
    await owner.query(
      `insert into product_cost (organization_id, product_id, from_day, cost, source) values ($1, $2, '2026-01-01', 30, 'typed')`,
      [organizationId, productId],
    )
    await owner.query(
      `insert into listing (organization_id, id, shop_id, external_key, title, price_cents, product_id)
       select $1::uuid, gen_random_uuid(), $2::uuid, 'k' || n, 'Anúncio', n, $3::uuid from unnest($4::bigint[]) n`,
      [organizationId, shopId, productId, prices.map(String)],
    )
    await owner.query('analyze listing')
  })
  const [before, after] = [left(current), left(next)]
  // After the one edge, the prices that pay less than the last before it.
  const isDead = (price: bigint) => price >= 80_00n && next(price) < next(79_99n)
  const restoring = (price: bigint) => {
    const margin = (before(price) * 1_000_000n) / price
    for (let tried = price; ; tried++) if (after(tried) * 1_000_000n >= tried * margin && !isDead(tried)) return tried
  }
  const negative = prices.filter((price) => before(price) >= 0n && after(price) < 0n)
  expect(negative.length).toBeGreaterThan(400)
  expect(prices.length).toBeLessThan(2_000)
  const filters = { bands: bandsOf(8_00n), day: '2027-01-01', show: 'negative' } as const
  const { sums, scenario, today } = await getSimulationFor(viewerOf(company.owner), queryOf(filters), now)
  expect(sums).toMatchObject({
    listings: BigInt(prices.length),
    negative: BigInt(negative.length),
    unknown: 0n,
    losing: BigInt(prices.filter((price) => after(price) < 0n).length),
  })
  const page = await inside(company, (db) =>
    listSimulated(db, organizationId, scenario!, { ...nothing, ...filters }, { today, size: negative.length + 1 }),
  )
  expect(
    page.rows
      .map((row) => [row.priceCents, row.beforeCents, row.afterCents, row.restoringCents])
      .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  ).toEqual(negative.map((price) => [price, before(price), after(price), restoring(price)]))
})

test('without a tax rate, and for a viewer without the right, nothing is made up', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  await addPriced(company, shopId, { price: 50_00n, cost: '30' })
  const view = await getSimulationFor(viewerOf(company.owner), queryOf({ bands: bandsOf(8_00n) }), now)
  expect(view.sums).toMatchObject({ listings: 1n, unknown: 1n, negative: 0n })
  const operator = await addMember(company, 'operator')
  await expect(getSimulationFor({ ...viewerOf(company.owner), role: operator.role }, {}, now)).rejects.toThrow(
    'permissionDenied',
  )
})

test('a listing reads the same whatever is shown, found or exported: costs of its own, of a kit, in packs, and none', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja')
  for (const cost of ['30', '55', undefined])
    await addPriced(company, shopId, { price: 50_00n, packaging: 1_00n, sold: 2, ...(cost && { cost }) })
  const parts = await inside(company, (db) =>
    db.listing.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, select: { id: true, productId: true } }),
  )
  const kit = await addPriced(company, shopId, { price: 70_00n, title: 'Kit' })
  await inside(company, async (db) => {
    const { productId } = await db.listing.findFirstOrThrow({ where: { id: kit }, select: { productId: true } })
    await db.kitComponent.create({
      data: { organizationId, kitId: productId!, componentId: parts[0]!.productId!, quantity: 2 },
      select: { kitId: true },
    })
    await db.listing.updateMany({ where: { id: parts[1]!.id }, data: { productQuantity: 3 } })
  })
  const read = (changes: Partial<SimulationFilters>) =>
    getSimulationFor(viewerOf(company.owner), queryOf({ bands: bandsOf(8_00n), ...changes }), now)
  const exported = () =>
    inside(company, async (db) => {
      const scenario = await getScenario(db, organizationId, { ...nothing, bands: bandsOf(8_00n) }, '2026-11-20')
      return listSimulated(db, organizationId, scenario!, nothing, { today: '2026-11-20', size: 9 })
    })
  // Without a tax rate nothing is known, and all of them are shown as such.
  const untaxed = await read({})
  expect(untaxed.page.rows).toHaveLength(4)
  expect((await read({ show: 'unknown' })).page.rows).toEqual(untaxed.page.rows)
  expect((await exported()).rows).toEqual(untaxed.page.rows)
  await taxed(company, '0.06')
  const { page, sums } = await read({})
  expect(sums).toMatchObject({ listings: 4n, unknown: 1n, losing: 3n })
  const costOf = (id: string) => page.rows.find((row) => row.id === id)!.costCents
  expect([kit, ...parts.map(({ id }) => id)].map(costOf)).toEqual([60_00n, 30_00n, 165_00n, null])
  const shown = [...(await read({ show: 'losing' })).page.rows, ...(await read({ show: 'unknown' })).page.rows]
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(shown.toSorted(byId)).toEqual(page.rows.toSorted(byId))
  expect((await read({ q: 'kit' })).page.rows).toEqual(page.rows.filter(({ id }) => id === kit))
  expect((await exported()).rows).toEqual(page.rows)
})

test('both lists are exported as they are shown, page after page', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  await taxed(company, '0.06')
  for (const price of [81_00n, 82_00n, 83_00n]) await addPriced(company, shopId, { price, cost: '30', sold: 2 })
  const { organizationId } = company
  const clock = { timeZone: 'America/Sao_Paulo', now, today: '2026-11-20' }
  const context = { organizationId, role: 'owner', language: 'pt', ...clock, t: translatorOf('pt') } as const
  for (const [kind, query, column, expected] of [
    ['deadZones', '', 3, [81_00n, 82_00n, 83_00n]],
    ['simulation', simulatorHref({ ...nothing, bands: bandsOf(8_00n) }).split('?')[1]!, 3, [81_00n, 82_00n, 83_00n]],
  ] as const) {
    const list = listKinds[kind]
    const normalized = list.normalize(query, context)
    const results: unknown[] = []
    await inside(company, async (db) => {
      expect(await list.count(db, normalized, context)).toBe(3)
      for (let after: string | null = null; ;) {
        const batch = await list.read(db, normalized, context, after, 2)
        results.push(...batch.rows.map((row) => row[column]))
        if (batch.next === null) break
        after = batch.next
      }
    })
    expect(results.toSorted()).toEqual(expected)
  }
})
