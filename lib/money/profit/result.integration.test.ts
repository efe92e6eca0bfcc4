import { getSalesSummary } from '@/lib/insight/dashboard/views'
import { withOrganization } from '@/lib/core/db'
import { addExpenses } from '@/lib/money/expenses/add-expenses'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { getOrderListFor, getOrderTotalsFor } from '@/lib/sales/orders/views'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { createTestOrganization, signInAs, type TestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { openingOf } from './result-lines'
import { rowsHref } from './rows-href'
import { monthsOf } from './months'
import { getOrderTax, listTaxable } from './tax'
import { getResultFor, type ResultView } from './views'

const now = new Date('2026-11-21T15:00:00Z')
const autumn = { period: 'custom', from: '2026-10-01', to: '2026-11-21' }

async function addRate({ organizationId }: TestOrganization, legalEntityId: string, fromDay: string, rate: string) {
  const data = {
    organizationId,
    id: newId(),
    legalEntityId,
    fromDay: new Date(fromDay),
    regime: 'simples',
    rate,
  } as const
  await withOrganization({ organizationId }, (db) => db.taxRate.create({ data, select: { id: true } }))
}

async function sellInTwoMonths(company: TestOrganization, shop: string) {
  const productId = await addProduct(company, newId())
  await addOrders(company, shop, [
    { at: '2026-10-10T12:00:00Z', cents: 10_000n, charged: 2_000n, productId, unitCost: '30' },
    { at: '2026-11-02T12:00:00Z', cents: 5_000n, charged: 900n, productId },
    { at: '2026-11-03T12:00:00Z', cents: 7_000n, status: 'cancelled', productId },
    { at: '2026-11-04T12:00:00Z', cents: 8_000n, status: 'pending', productId },
  ])
}

test('each month has its sales, fees, tax of its day, cost and expenses, before and after folding', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  await addRate(company, company.legalEntityId, '2026-01-01', '0.04')
  await addRate(company, company.legalEntityId, '2026-11-01', '0.06')
  await sellInTwoMonths(company, shop)
  await withOrganization(company, (db) =>
    db.expense.createMany({
      data: (
        [
          ['2026-10-05', 'fixed', 1_000n, false],
          // Goods bought for stock count at cost, when they are sold.
          ['2026-10-06', 'variable', 90_000n, true],
          ['2026-11-20', 'tax', 400n, false],
        ] as const
      ).map(([dueOn, kind, amountCents, stockPurchase]) => ({
        organizationId,
        id: newId(),
        description: 'Conta',
        kind,
        amountCents,
        dueOn: new Date(dueOn),
        stockPurchase,
      })),
    }),
  )
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    const { months, total } = await getResultFor(viewerOf(company.owner), autumn, now)
    expect(months.map(({ month }) => month)).toEqual(['2026-10-01', '2026-11-01'])
    expect(months[0]!.result).toMatchObject({
      lines: { revenue: 10_000n, fees: -2_000n, tax: -400n, cost: -3_000n, fixed: -1_000n, variable: 0n },
      sums: { netRevenue: 8_000n, contribution: 4_600n, profit: 3_600n },
    })
    expect(months[1]!.result).toMatchObject({
      lines: { revenue: 5_000n, fees: -900n, tax: -300n, cost: 0n, otherTaxes: 0n },
      cancelledCents: 7_000n,
      revenueWithCostCents: 0n,
      taxPaidCents: 400n,
      validOrders: 1n,
    })
    expect(total.sums.profit).toBe(3_600n + 3_800n)
  }
})

test('gross sales less cancellations are the sales of the dashboard, to the cent, and open the orders that they are of', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  await sellInTwoMonths(company, shop)
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    const view = await getResultFor(viewerOf(company.owner), autumn, now)
    const { gross, cancelled } = openingOf(view.total)
    const { current } = await getSalesSummary(viewerOf(company.owner), view.filters)
    expect([gross, cancelled]).toEqual([22_000n, -7_000n])
    expect([gross + cancelled, -cancelled]).toEqual([current.grossCents, current.cancelledCents])
    for (const line of ['gross', 'cancelled'] as const)
      expect(await ordersBehind(company, line, view)).toBe({ gross, cancelled }[line])
  }
})

/** The sum of the orders behind an amount. */
async function ordersBehind(company: TestOrganization, line: 'gross' | 'cancelled', { filters }: ResultView) {
  const href = rowsHref(line, filters, filters)!
  const list = await getOrderListFor(
    viewerOf(company.owner),
    Object.fromEntries(new URL(href, 'http://x').searchParams),
  )
  const { grossCents, cancelledCents } = await getOrderTotalsFor(viewerOf(company.owner), list.filters)
  return line === 'gross' ? grossCents + cancelledCents : -cancelledCents
}

test('amounts of a legal entity with two outlets open the orders of both, and of no other', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const legalEntityId = await addEntity(company, { name: 'Segunda' })
  await sellInTwoMonths(company, await addShop(company, 'De outra'))
  for (const name of ['Uma', 'Duas']) await sellInTwoMonths(company, await addShop({ ...company, legalEntityId }, name))
  const view = await getResultFor(viewerOf(company.owner), { ...autumn, entity: legalEntityId }, now)
  expect(openingOf(view.total)).toMatchObject({ gross: 44_000n, cancelled: -14_000n })
  expect(await ordersBehind(company, 'gross', view)).toBe(44_000n)
  expect(await ordersBehind(company, 'cancelled', view)).toBe(-14_000n)
})

test('a legal entity shows its own shops, and revenue without a rate is named', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const other = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({ data: { organizationId, id: other, name: 'Segunda' }, select: { id: true } }),
  )
  await sellInTwoMonths(company, await addShop(company, 'Primeira'))
  const second = await addShop({ ...company, legalEntityId: other }, 'Segunda')
  const productId = await addProduct(company, 'B')
  await addOrders(company, second, [{ at: '2026-11-05T12:00:00Z', cents: 300n, productId }])
  await addRate(company, company.legalEntityId, '2026-01-01', '0.10')
  const bill = { description: 'Conta', kind: 'fixed', dueOn: '2026-11-05', category: null } as const
  await withOrganization(company, (db) =>
    addExpenses(db, company.owner, [
      { ...bill, amountCents: 1n, shopId: second },
      { ...bill, amountCents: 20n, legalEntityId: other },
      { ...bill, amountCents: 300n, legalEntityId: company.legalEntityId },
      { ...bill, amountCents: 4_000n },
    ]),
  )

  const of = async (entity?: string) => (await getResultFor(viewerOf(company.owner), { ...autumn, entity }, now)).total
  expect(await of(other)).toMatchObject({
    lines: { revenue: 300n, tax: 0n, fixed: -21n },
    untaxedCents: 300n,
  })
  expect(await of(company.legalEntityId)).toMatchObject({
    lines: { revenue: 15_000n, tax: -1_500n, fixed: -300n },
    untaxedCents: 0n,
  })
  expect(await of()).toMatchObject({
    lines: { revenue: 15_300n, tax: -1_500n, fixed: -4_321n },
    untaxedCents: 300n,
  })
})

test('a tax paid as an expense counts where no rate of its legal entity sets it aside: the entities add up to the company', async () => {
  const company = await createTestOrganization()
  const mei = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({
      data: { organizationId: company.organizationId, id: mei, name: 'MEI' },
      select: { id: true },
    }),
  )
  await sellInTwoMonths(company, await addShop(company, 'Simples'))
  const second = await addShop({ ...company, legalEntityId: mei }, 'MEI')
  await sellInTwoMonths({ ...company, legalEntityId: mei }, second)
  await addRate(company, company.legalEntityId, '2026-01-01', '0.06')
  const das = { description: 'DAS', kind: 'tax', dueOn: '2026-11-20', category: null } as const
  await withOrganization(company, (db) =>
    addExpenses(db, company.owner, [
      { ...das, amountCents: 500n, legalEntityId: company.legalEntityId },
      { ...das, amountCents: 8_000n, legalEntityId: mei },
      { ...das, amountCents: 100n, shopId: second },
      // Unspecific: not every entity has a rate.
      { ...das, amountCents: 7n },
    ]),
  )
  const of = async (entity?: string) => (await getResultFor(viewerOf(company.owner), { ...autumn, entity }, now)).total
  const [simples, fixed, together] = [await of(company.legalEntityId), await of(mei), await of()]
  expect(simples).toMatchObject({ lines: { tax: -900n, otherTaxes: 0n }, taxPaidCents: 500n })
  expect(fixed).toMatchObject({ lines: { tax: 0n, otherTaxes: -8_100n }, taxPaidCents: 0n })
  expect(together).toMatchObject({ lines: { tax: -900n, otherTaxes: -8_107n }, taxPaidCents: 500n })
  expect(together.sums.profit).toBe(simples.sums.profit + fixed.sums.profit - 7n)
})

test('a return reduces what is taxed in its own month, with the rate of that day; what was closed before stays', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, newId())
  await addRate(company, legalEntityId, '2026-01-01', '0.10')
  await addRate(company, legalEntityId, '2026-11-01', '0.20')
  const [orderId] = await addOrders(company, shop, [
    { at: '2026-10-10T12:00:00Z', cents: 10_000n, productId },
    { at: '2026-11-02T12:00:00Z', cents: 5_000n, productId },
  ])
  const book = (sign: 1 | -1) => Prisma.sql`SELECT append_order_deltas(ARRAY[${orderId}::uuid], ${sign}::int)`
  await withOrganization(company, async (db) => {
    await db.$executeRaw(book(-1))
    const line = { organizationId, orderId: orderId!, kind: 'refund', source: 'api', key: '', asOf: now } as const
    await db.moneyLine.create({ data: { ...line, amountCents: -4_000n }, select: { orderId: true } })
    await db.$executeRaw(book(1))
  })
  const taxes = async () => {
    const { months, total } = await getResultFor(viewerOf(company.owner), { ...autumn, entity: legalEntityId }, now)
    return { months: months.map(({ result }) => result.lines.tax), total: total.lines.tax }
  }
  // Without a return only the sale's day is known.
  expect(await taxes()).toEqual({ months: [-600n, -1_000n], total: -1_600n })
  const back = {
    organizationId,
    id: newId(),
    orderId: orderId!,
    shopId: shop,
    number: 'D',
    kind: 'with_return',
  } as const
  // Half past eleven in the evening of the day before where the company is.
  const openedAt = new Date('2026-11-06T02:30:00Z')
  await withOrganization(company, (db) => db.orderReturn.create({ data: { ...back, openedAt }, select: { id: true } }))
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    expect(await taxes()).toEqual({ months: [-1_000n, -200n], total: -1_200n })
  }
  const day = (from: string, to = from) => ({ from, to })
  const base = (range: { from: string; to: string }) =>
    withOrganization(company, (db) => listTaxable(db, organizationId, range))
  expect(await base(day('2026-10-01', '2026-11-30'))).toMatchObject([{ cents: 10_000n }, { cents: 1_000n }])
  expect(await base(day('2026-11-05'))).toMatchObject([{ cents: -4_000n }])
  expect(await base(day('2026-11-06'))).toEqual([])
  const tax = await withOrganization(company, (db) => getOrderTax(db, organizationId, orderId!))
  expect(tax).toMatchObject({ baseCents: 6_000n, taxCents: 1_000n - 800n })
})

test('an expense of the whole company is its only entity’s, until there is another', async () => {
  const company = await createTestOrganization()
  const bill = { description: 'Aluguel', kind: 'fixed', dueOn: '2026-11-05', category: null } as const
  await withOrganization(company, (db) => addExpenses(db, company.owner, [{ ...bill, amountCents: 4_000n }]))
  const { legalEntityId, organizationId } = company
  const scoped = { ...viewerOf(company.owner), role: 'accountant' as const, legalEntityIds: [legalEntityId] }
  const fixedOf = async (viewer: Parameters<typeof getResultFor>[0]) =>
    (await getResultFor(viewer, { ...autumn, entity: legalEntityId }, now)).total.lines.fixed
  expect([await fixedOf(viewerOf(company.owner)), await fixedOf(scoped)]).toEqual([-4_000n, -4_000n])
  await withOrganization(company, (db) =>
    db.legalEntity.create({ data: { organizationId, id: newId(), name: 'Segunda' }, select: { id: true } }),
  )
  expect([await fixedOf(viewerOf(company.owner)), await fixedOf(scoped)]).toEqual([0n, 0n])
})

test('the result is for roles that read settlement, and of their own company', async () => {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  await sellInTwoMonths(theirs, await addShop(theirs, 'Loja'))
  expect((await getResultFor(viewerOf(mine.owner), autumn, now)).total.lines.revenue).toBe(0n)
  for (const role of ['viewer', 'operator'] as const)
    await expect(getResultFor(viewerOf(theirs.owner, role), autumn, now)).rejects.toMatchObject({
      code: 'permissionDenied',
    })
})

test('the months of a period are cut to its days', () => {
  expect(monthsOf({ from: '2027-12-15', to: '2028-02-10' })).toEqual([
    { month: '2027-12-01', range: { from: '2027-12-15', to: '2027-12-31' } },
    { month: '2028-01-01', range: { from: '2028-01-01', to: '2028-01-31' } },
    { month: '2028-02-01', range: { from: '2028-02-01', to: '2028-02-10' } },
  ])
})
