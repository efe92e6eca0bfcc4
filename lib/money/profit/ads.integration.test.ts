import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { changeAsOwner, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import { addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { headlineOf, isAdsMissing, isUnknown } from './result-lines'
import { rowsHref } from './rows-href'
import { columnsOf, isMissing, rowsOf } from './statement'
import { getResultFor } from './views'

const now = new Date('2026-11-21T15:00:00Z')
const autumn = { period: 'custom', from: '2026-10-01', to: '2026-11-21' }
const november = { period: 'custom', from: '2026-11-01', to: '2026-11-21' }

async function companyWithSales() {
  const company = await createTestOrganization()
  const productId = await addProduct(company, 'A')
  const shop = await addShop(company, 'Loja')
  await addOrders(company, shop, [
    { at: '2026-10-10T12:00:00Z', cents: 10_000n, charged: 2_000n, productId, unitCost: '30' },
    { at: '2026-11-02T12:00:00Z', cents: 5_000n, charged: 900n, productId, unitCost: '10' },
  ])
  return { company, shop, productId }
}
const keysOf = (view: Awaited<ReturnType<typeof getResultFor>>) => rowsOf(columnsOf(view)).map(({ key }) => key)

test('spending stands between the contribution before and after ads, in its own shop and month', async () => {
  const { company, shop } = await companyWithSales()
  const other = await addShop(company, 'Outra')
  await addAdsDay(company, shop, '2026-10-10', { '111': 700n, '': 33n })
  await addAdsDay(company, shop, '2026-11-02', { '111': 1n })
  await addAdsDay(company, other, '2026-11-03', { '222': 500n })
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    const { months, total } = await getResultFor(viewerOf(company.owner), autumn, now)
    expect(months.map(({ result }) => result.lines.ads)).toEqual([-733n, -501n])
    expect(months[0]!.result.sums).toMatchObject({ contribution: 5_000n, contributionAfterAds: 4_267n, profit: 4_267n })
    expect(total.byBasis.ads.charged).toBe(-1_234n)
  }
  const ofShop = await getResultFor(viewerOf(company.owner), { ...autumn, shop }, now)
  expect(ofShop.total.lines.ads).toBe(-734n)
  const ofManual = await getResultFor(viewerOf(company.owner), { ...autumn, channel: 'manual' }, now)
  expect(ofManual.total).toMatchObject({ lines: { ads: 0n }, ads: { expectedDays: 0 } })
  expect(keysOf(ofManual)).not.toContain('ads')
  expect(rowsHref('ads', { from: '2026-10-01', to: '2026-10-31' }, ofShop.filters)).toContain(
    'tab=ads&by=day&period=custom',
  )
  expect(rowsHref('contributionAfterAds', { from: '2026-10-01', to: '2026-10-31' }, ofShop.filters)).toBeNull()
})

/** Money goes to the shop's ads balance: it advertises from then on. */
const topUp = ({ organizationId }: TestOrganization, shopId: string, day: string) =>
  changeAsOwner(
    organizationId,
    `INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, at, local_day, amount_cents, kind, type, source)
     VALUES ($1, gen_random_uuid(), $2, $3::date, $3::date, $3::date, -5000, 'ads_top_up', 'PAID_ADS_CHARGE', 'api')`,
    [organizationId, shopId, day],
  )

test('a shop that was never seen to advertise has no ads, and its profit is known', async () => {
  const { company, shop } = await companyWithSales()
  const { total } = await getResultFor(viewerOf(company.owner), autumn, now)
  expect(total.ads).toEqual({ expectedDays: 0, missingDays: 0 })
  expect(isUnknown(total, 'profit')).toBe(false)
  expect(total.adsUnsaid).toEqual([shop])
  await topUp(company, shop, '2026-11-01')
  const since = (await getResultFor(viewerOf(company.owner), autumn, now)).total
  // From the top-up on, up to yesterday.
  expect(since.ads).toEqual({ expectedDays: 20, missingDays: 20 })
  expect(since.adsUnsaid).toEqual([])
  expect(isUnknown(since, 'profit')).toBe(true)
})

test('without a report what was spent is missing, never zero, and so is what is left after it', async () => {
  const { company, shop } = await companyWithSales()
  await topUp(company, shop, '2026-09-20')
  const before = await getResultFor(viewerOf(company.owner), autumn, now)
  const [october] = columnsOf(before)
  expect(isAdsMissing(before.total)).toBe(true)
  expect(keysOf(before)).toEqual(expect.arrayContaining(['ads', 'contributionAfterAds']))
  expect(isMissing(october!.result, { key: 'ads', isSum: false })).toBe(true)
  expect(isMissing(october!.result, { key: 'contributionAfterAds', isSum: true })).toBe(true)
  expect(isMissing(october!.result, { key: 'contribution', isSum: true })).toBe(false)
  // From the first sale on, up to yesterday: 22 days of October and 20 of November.
  expect(before.total.ads).toEqual({ expectedDays: 42, missingDays: 42 })
  await addAdsDay(company, shop, '2026-11-02', { '111': 0n })
  const { months, total } = await getResultFor(viewerOf(company.owner), autumn, now)
  expect(months.map(({ result }) => isAdsMissing(result))).toEqual([true, false])
  expect(total.ads).toEqual({ expectedDays: 42, missingDays: 41 })
  await addAdsDay(company, shop, '2026-11-21', { '111': 5n })
  expect((await getResultFor(viewerOf(company.owner), november, now)).total).toMatchObject({
    lines: { ads: -5n },
    // The report of today is here early: it is asked of no day.
    ads: { expectedDays: 19, missingDays: 18 },
  })
})

test('from the day on which a shop does not advertise nothing is missing; a report all the same counts and is reported', async () => {
  const { company, shop } = await companyWithSales()
  await topUp(company, shop, '2026-09-20')
  const stop = (day: string) =>
    withOrganization(company, (db) => db.shop.updateMany({ where: { id: shop }, data: { noAdsFrom: new Date(day) } }))
  await stop('2026-10-15')
  const { total, months } = await getResultFor(viewerOf(company.owner), autumn, now)
  expect(months.map(({ result }) => isAdsMissing(result))).toEqual([true, false])
  expect(total).toMatchObject({ ads: { expectedDays: 5, missingDays: 5 }, adsDespite: [], adsUnsaid: [] })
  expect(total.adsGaps).toEqual([{ shopId: shop, from: '2026-10-10', to: '2026-10-14' }])
  expect(headlineOf(total)).toEqual({ sum: 'profitBeforeAds', cents: total.sums.contribution })
  expect(keysOf(await getResultFor(viewerOf(company.owner), november, now))).not.toContain('profitBeforeAds')
  await addAdsDay(company, shop, '2026-11-02', { '111': 40n, '': 2n })
  await addAdsDay(company, shop, '2026-11-03', { '111': 0n })
  const reported = (await getResultFor(viewerOf(company.owner), november, now)).total
  expect(reported).toMatchObject({ lines: { ads: -42n }, adsDespite: [{ shopId: shop, days: 1, cents: 42n }] })
  await stop('2026-09-01')
  const never = (await getResultFor(viewerOf(company.owner), autumn, now)).total
  expect([never.ads.expectedDays, headlineOf(never).sum]).toEqual([0, 'profit'])
})

test('ads of another legal entity are its own', async () => {
  const { company, shop } = await companyWithSales()
  const entity = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({
      data: { organizationId: company.organizationId, id: entity, name: 'Outra' },
      select: { id: true },
    }),
  )
  const theirs = await addShop({ ...company, legalEntityId: entity }, 'Deles')
  await addAdsDay(company, shop, '2026-11-02', { '1': 10n })
  await addAdsDay(company, theirs, '2026-11-02', { '1': 7n })
  const { total } = await getResultFor(viewerOf(company.owner), { ...november, entity }, now)
  expect(total.lines.ads).toBe(-7n)
})

test('a top-up of the ads balance is no cost of the order, of its products or of its shop', async () => {
  const { company, shop, productId } = await companyWithSales()
  const { organizationId } = company
  const [id] = await addOrders(company, shop, [{ at: '2026-11-05T12:00:00Z', cents: 1_000n, productId, unitCost: '2' }])
  await withOrganization(company, async (db) => {
    await db.$queryRaw`SELECT append_order_deltas(ARRAY[${id}::uuid], -1)::text`
    await db.moneyLine.createMany({
      data: (['commission', 'ads'] as const).map((kind) => ({
        organizationId,
        orderId: id!,
        kind,
        source: 'api' as const,
        key: newId(),
        amountCents: kind === 'ads' ? -20n : -180n,
        asOf: now,
      })),
    })
    await db.$queryRaw`SELECT append_order_deltas(ARRAY[${id}::uuid], 1)::text`
  })
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    const taken = (table: string) =>
      inspect<{ cents: string }>(
        organizationId,
        `SELECT coalesce(sum(deductions_cents), 0)::text AS cents FROM (SELECT organization_id, day, deductions_cents FROM ${table}
           UNION ALL SELECT organization_id, day, deductions_cents FROM ${table}_delta) d
         WHERE organization_id = current_organization() AND day = '2026-11-05'`,
      )
    for (const table of ['sales_day', 'product_day']) expect(await taken(table)).toEqual([{ cents: '180' }])
    const { total } = await getResultFor(
      viewerOf(company.owner),
      { period: 'custom', from: '2026-11-05', to: '2026-11-05' },
      now,
    )
    expect(total).toMatchObject({ adsTopUpCents: -20n, lines: { fees: -180n, ads: 0n }, sums: { contribution: 620n } })
  }
})
