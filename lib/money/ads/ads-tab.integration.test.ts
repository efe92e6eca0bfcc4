import pg from 'pg'
import { getResultFor } from '../profit/views'
import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import { now, section, viewer } from '@/lib/testing/harnesses/analytics-harness'
import { addDays } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { marginAfterAds } from '@/lib/sales/sales-figures/margin'
import { sheetOf } from '@/lib/insight/analytics/sheet'
import { getAnalyticsFor } from '@/lib/insight/analytics/views'
import { translatorOf } from '@/lib/core/i18n/translator'
import { breakEvenRoas, roasOf } from './ratios'
import { breakEvenOf, leftAfterAds } from './sheet'

const november = { period: 'custom', from: '2026-11-01', to: '2026-11-10' }
const read = (company: TestOrganization, query: Record<string, string> = {}) =>
  section(company, 'ads', { ...november, ...query })

/** A listing of the marketplace, mapped to a product. */
async function addItem({ organizationId }: TestOrganization, shopId: string, itemId: string, productId: string | null) {
  const id = newId()
  const names = { externalKey: id, itemId, modelId: '0', title: `Item ${itemId}` }
  await withOrganization({ organizationId }, (db) =>
    db.listing.create({ data: { organizationId, id, shopId, productId, ...names }, select: { id: true } }),
  )
  return id
}

async function companyWithAds() {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const [shop, other] = [await addShop(company, 'Loja'), await addShop(company, 'Outra')]
  const [a, b] = [await addProduct(company, 'A'), await addProduct(company, 'B')]
  await addItem(company, shop, '111', a)
  await addItem(company, shop, '222', b)
  await addItem(company, shop, '444', b)
  const unmapped = await addItem(company, shop, '333', null)
  const rate = { fromDay: new Date('2026-01-01'), regime: 'simples', rate: '0.05' } as const
  await withOrganization(company, (db) =>
    db.taxRate.create({ data: { organizationId, legalEntityId, id: newId(), ...rate }, select: { id: true } }),
  )
  await addOrders(company, shop, [
    { at: '2026-11-01T12:00:00Z', cents: 10_000n, charged: 2_000n, productId: a, unitCost: '30' },
    { at: '2026-11-04T12:00:00Z', cents: 10_000n, charged: 2_001n, productId: a, unitCost: '30' },
    { at: '2026-11-04T12:00:00Z', cents: 6_000n, charged: 900n, productId: b, unitCost: '60' },
    { at: '2026-11-05T12:00:00Z', cents: 3_000n, charged: 500n, listingId: unmapped },
    { at: '2026-11-05T12:00:00Z', cents: 9_000n, status: 'cancelled', productId: a, unitCost: '30' },
  ])
  await addOrders(company, other, [
    { at: '2026-11-09T12:00:00Z', cents: 5_000n, charged: 800n, productId: b, unitCost: '10' },
  ])
  const figures = { spend: 1_000n, sales: 4_000n, clicks: 40, impressions: 2_000 }
  await addAdsDay(company, shop, '2026-11-01', { '111': figures, '': 50n })
  await addAdsDay(company, shop, '2026-11-02', { '111': figures, '222': 300n, '333': 7n, '999': 11n })
  return { company, shop, other }
}

test('each ad has what it cost and brought beside what its products left in its shop, and when it pays', async () => {
  const { company, shop } = await companyWithAds()
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    const { rows, items } = await read(company)
    expect(rows.map(({ shopId, itemId }) => [shopId, itemId])).toEqual(
      ['111', '222', '', '999', '333'].map((id) => [shop, id]),
    )
    expect(items).toBe(5)
    const [best, shared, rest, unknown, costless] = rows
    // 200.00 less 40.01 of fees, 60.00 of goods and 10.00 of tax.
    expect(best).toMatchObject({
      title: 'Item 111',
      ads: { spendCents: 2_000n, salesCents: 8_000n, clicks: 80n, impressions: 4_000n },
      sales: { revenueCents: 20_000n, contributionCents: 8_999n },
    })
    expect([roasOf(best!.ads!), breakEvenOf(best!), leftAfterAds(best!)]).toEqual([400n, 223n, 6_999n])
    expect(shared).toMatchObject({ isShared: true, sales: { revenueCents: 6_000n, contributionCents: -1_200n } })
    expect([breakEvenOf(shared!), leftAfterAds(shared!)]).toEqual(['never', null])
    expect(rest).toMatchObject({ itemId: '', sales: null, ads: { spendCents: 50n } })
    expect(unknown).toMatchObject({ title: 'Anúncio 999', sales: null })
    expect([breakEvenOf(unknown!), leftAfterAds(unknown!)]).toEqual([null, null])
    // No cost is known of what the listing sold: neither is what is left.
    expect(costless).toMatchObject({ sales: { revenueCents: 3_000n, contributionCents: null } })
    expect([breakEvenOf(costless!), leftAfterAds(costless!)]).toEqual([null, null])
  }
})

test('shops and days add up to the same, and to the result; a shop without a report is said, not counted as zero', async () => {
  const { company, shop, other } = await companyWithAds()
  const shops = await read(company, { by: 'shop' })
  expect(shops.rows.map(({ shopId, ads, coverage }) => [shopId, ads?.spendCents ?? null, coverage])).toEqual([
    [shop, 2_368n, { expectedDays: 10, missingDays: 8 }],
    [other, null, { expectedDays: 2, missingDays: 2 }],
  ])
  expect(shops.rows[1]!.sales).toEqual({ revenueCents: 5_000n, contributionCents: 5_000n - 800n - 1_000n - 250n })
  expect(leftAfterAds(shops.rows[1]!)).toBeNull()
  const days = await read(company, { by: 'day' })
  expect(days.rows.map(({ day, ads }) => [day, ads!.spendCents])).toEqual([
    ['2026-11-02', 1_318n],
    ['2026-11-01', 1_050n],
  ])
  // 100.00 less 20.00, 30.00 and 5.00 on the first; nothing sold on the second.
  expect(days.rows.map(leftAfterAds)).toEqual([-1_318n, 4_500n - 1_050n])
  for (const { total, coverage, points } of [shops, days]) {
    expect(total).toMatchObject({ spendCents: 2_368n, unexplainedCents: 50n, untaxedCents: 0n })
    expect(coverage).toEqual({ expectedDays: 12, missingDays: 10 })
    expect(points.map(({ spendCents }) => spendCents).slice(0, 3)).toEqual([1_050n, 1_318n, null])
  }
  const { total } = await getResultFor(viewer(company), november, now)
  expect(total.lines.ads).toBe(-2_368n)
  expect(total.ads).toEqual({ expectedDays: 10, missingDays: 8 })
  const ofOther = await getResultFor(viewer(company), { ...november, shop: other }, now)
  expect(ofOther.total.sums.contribution).toBe(shops.rows[1]!.sales!.contributionCents)
  expect(breakEvenRoas({ revenueCents: 5_000n, contributionCents: 2_950n })).toBe(170n)
})

/** Rows that the database sends for statements of this table. */
async function countRows(table: string, run: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  await run()
  const answers = await Promise.all(
    asked.mock.calls.map(async ([query], at) => {
      const { text } = query as unknown as { text?: string }
      const result = (await asked.mock.results[at]!.value) as unknown as { rows: unknown[] } | undefined
      return text?.includes(table) ? (result?.rows.length ?? 0) : 0
    }),
  )
  asked.mockRestore()
  return answers.reduce((sum, rows) => sum + rows, 0)
}

test('a page of days reads the sales of its own days alone, and they are those of each day', async () => {
  const company = await createTestOrganization()
  const shops = [await addShop(company, 'Loja'), await addShop(company, 'Outra')]
  const productId = await addProduct(company, 'A')
  const days = Array.from({ length: 40 }, (_, at) => addDays('2026-10-01', at))
  for (const [place, shop] of shops.entries()) {
    const sold = days.map((day, at) => ({ day, cents: BigInt(1000 + at * 10 + place) }))
    await addOrders(
      company,
      shop,
      sold.map(({ day, cents }) => ({ at: `${day}T12:00:00Z`, cents, productId, unitCost: '1' })),
    )
    for (const day of days) await addAdsDay(company, shop, day, { '': 5n })
  }
  const query = { by: 'day', from: days[0]!, to: days.at(-1)! }
  const { rows, items } = await read(company, query)
  expect([rows.length, items]).toEqual([50, 80])
  expect(rows.map(({ day, shopId, sales }) => [day, shopId, sales!.revenueCents])).toEqual(
    days
      .flatMap((day, at) => shops.map((shop, place) => [day, shop, BigInt(1000 + at * 10 + place)] as const))
      .toSorted(([a, shop], [b, other]) => (a === b ? (shop < other ? 1 : -1) : a < b ? 1 : -1))
      .slice(0, 50),
  )
  // The page's 50, the sum and the first day of each shop.
  expect(await countRows('sales_day', () => read(company, query))).toBeLessThanOrEqual(50 + 2 + 2)
})

test('ads are for who reads the money, of the own company alone, and can be taken along', async () => {
  const { company } = await companyWithAds()
  const seen = await getAnalyticsFor(viewer(company, 'viewer'), { ...november, tab: 'ads' }, { now })
  expect([seen.section.tab, seen.tabs.includes('ads')]).toEqual(['abc', false])
  const stranger = await createTestOrganization()
  expect(await read(stranger)).toMatchObject({ rows: [], hasReports: false, total: { spendCents: 0n } })
  const view = await getAnalyticsFor(viewer(company), { ...november, tab: 'ads' }, { now, isWhole: true })
  const { headings, rows } = sheetOf(view, translatorOf('pt'))
  expect(headings.map(({ title }) => title).slice(0, 4)).toEqual([
    'Anúncio',
    'ID do produto',
    'Loja ou canal',
    'Gasto (R$)',
  ])
  expect(rows[0]).toEqual([
    'Item 111',
    '111',
    'Loja',
    2_000n,
    4000,
    80,
    0.02,
    8_000n,
    4,
    2.23,
    0.25,
    20_000n,
    8_999n,
    6_999n,
  ])
  expect(rows[2]!.slice(0, 4)).toEqual(['Não explicado por anúncio', '', 'Loja', 50n])
})

test('profit by product and shop has what the reports tie to it; the rest stays with the shop', async () => {
  const { company } = await companyWithAds()
  const spent = async (by: string) => {
    const { rows } = await section(company, 'profit', { ...november, by })
    return new Map(rows.map((row) => [row.name, [row.adsCents, marginAfterAds(row)]]))
  }
  const products = await spent('product')
  // 200.00 less 40.01 of fees and 60.00 of goods, before tax; no report tells what another shop spent on B.
  expect(products.get('Produto A')).toEqual([2_000n, 9_999n - 2_000n])
  expect(products.get('Produto B')?.[0]).toBe(300n)
  expect(products.get('Item 333')).toEqual([7n, null])
  const shops = await spent('shop')
  expect(shops.get('Loja')?.[0]).toBe(2_368n)
  expect(shops.get('Outra')).toEqual([null, null])
  const unseen = await section(company, 'profit', { ...november, by: 'shop' }, 'viewer')
  expect(unseen.rows.every(({ adsCents }) => adsCents === null)).toBe(true)
})

test('a listing that only an order export named is found by its title', async () => {
  const { company, shop } = await companyWithAds()
  const { organizationId } = company
  const product = await addProduct(company, 'C')
  const names = { externalKey: 'only-exported', title: 'Anúncio 999' }
  await withOrganization(company, (db) =>
    db.listing.create({
      data: { organizationId, id: newId(), shopId: shop, productId: product, ...names },
      select: { id: true },
    }),
  )
  await addOrders(company, shop, [
    { at: '2026-11-03T12:00:00Z', cents: 1_000n, charged: 200n, productId: product, unitCost: '3' },
  ])
  const { rows } = await read(company)
  const match = rows.find(({ itemId }) => itemId === '999')
  expect(match).toMatchObject({ title: 'Anúncio 999', sales: { revenueCents: 1_000n, contributionCents: 450n } })
})

test('a report without sales leaves the sales of its ads unknown, by item, shop, day and in all', async () => {
  const { company, shop } = await companyWithAds()
  await addAdsDay(company, shop, '2026-11-03', { '222': { spend: 500n, sales: null, clicks: null, impressions: null } })
  const { rows, total, points } = await read(company)
  const unknown = { salesCents: null, clicks: null, impressions: null }
  expect(rows.find(({ itemId }) => itemId === '222')?.ads).toEqual({ spendCents: 800n, ...unknown })
  expect(rows.find(({ itemId }) => itemId === '111')?.ads).toMatchObject({ salesCents: 8_000n })
  expect(total).toMatchObject({ ...unknown, spendCents: 2_868n })
  expect(points.map(({ spendCents, salesCents }) => [spendCents, salesCents]).slice(0, 4)).toEqual([
    [1_050n, 4_000n],
    [1_318n, 4_000n],
    [500n, null],
    [null, null],
  ])
  for (const by of ['shop', 'day'])
    expect(
      (await read(company, { by })).rows.find(({ day }) => by === 'shop' || day === '2026-11-03')?.ads,
    ).toMatchObject(unknown)
})
