import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { readSalesFilters } from '@/lib/sales/sales-figures/filters'
import { getAttentionFor, getDashboardFrame, getSalesSummary, listTopProductsFor } from '@/lib/insight/dashboard/views'
import { averageOrderCents, netOfFeesCents, validOrders, type OrderStatus } from '@/lib/sales/sales-figures/figures'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop, foldSales, type TestOrder } from '@/lib/testing/factories/sales'

const timeZone = 'America/Sao_Paulo'
const now = new Date('2026-11-21T15:00:00Z')
const viewer = ({ organizationId }: { organizationId: string }, role: Actor['role'] = 'owner') => ({
  organizationId,
  role,
  timeZone,
})

const lastMonth = readSalesFilters({}, '2026-11-21')

describe('figures of a period', () => {
  test('equal a recomputation from the orders, before and after the deltas are folded', async () => {
    const company = await createTestOrganization()
    const shop = await addShop(company, 'Loja')
    const productId = await addProduct(company, 'A')
    const statuses: OrderStatus[] = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled']
    const orders = Array.from({ length: 60 }, (_, index): TestOrder => {
      const status = statuses[index % 6] ?? 'delivered'
      return {
        at: new Date(now.getTime() - index * 26 * 3_600_000).toISOString(),
        status,
        cents: BigInt(1000 + index * 37) * BigInt(1 + (index % 3)),
        units: 1 + (index % 3),
        charged: index % 4 === 0 ? BigInt(100 + index) : undefined,
        estimated: index % 4 === 1 ? BigInt(90 + index) : undefined,
        productId,
      }
    })
    await addOrders(company, shop, orders.slice(0, 30))
    await foldSales(company)
    await addOrders(company, shop, orders.slice(30))

    const summary = await getSalesSummary(viewer(company), lastMonth)
    for (const [figures, from, to] of [
      [summary.current, lastMonth.from, lastMonth.to],
      [summary.previous!, lastMonth.previousFrom, lastMonth.previousTo],
    ] as const) {
      const [counted] = await inspect<Record<string, string>>(
        company.organizationId,
        `select count(*) orders, count(*) filter (where valid) valid, coalesce(sum(revenue_cents) filter (where valid), 0) gross,
           coalesce(sum(units) filter (where valid), 0) units, count(*) filter (where status = 'cancelled') cancelled,
           coalesce(sum(revenue_cents - coalesce(fees_charged_cents, fees_estimated_cents, 0)) filter (where valid), 0) net
         from (select *, status not in ('pending', 'cancelled') valid,
             (placed_at at time zone '${timeZone}')::date as placed_day from orders) o
         where placed_day between $1 and $2`,
        [from, to],
      )
      expect({
        orders: String(figures.orders),
        valid: String(validOrders(figures)),
        gross: String(figures.grossCents),
        units: String(figures.units),
        cancelled: String(figures.cancelled),
        net: String(netOfFeesCents(figures)),
      }).toEqual(counted)
    }
    expect(summary.current.orders).toBeGreaterThan(20n)
    await foldSales(company)
    expect(await getSalesSummary(viewer(company), lastMonth)).toEqual(summary)
  })

  test('a day ends at midnight in the organization’s zone, in summer time too', async () => {
    const company = await createTestOrganization()
    const shop = await addShop(company, 'Loja')
    const listingId = await addListing(company, shop, 'Anúncio')
    await addOrders(company, shop, [
      { at: '2017-10-15T02:59:59Z', cents: 1n, listingId },
      { at: '2017-10-15T03:00:00Z', cents: 20n, listingId },
      { at: '2017-10-16T01:59:59Z', cents: 300n, listingId },
      { at: '2017-10-16T02:00:00Z', cents: 4000n, listingId },
    ])
    const grossOf = async (day: string) => {
      const filters = readSalesFilters({ from: day, to: day }, '2026-11-21')
      return (await getSalesSummary(viewer(company), filters)).current.grossCents
    }
    expect([await grossOf('2017-10-14'), await grossOf('2017-10-15'), await grossOf('2017-10-16')]).toEqual([
      1n,
      320n,
      4000n,
    ])
  })

  test('shop and channel filters count their own orders only', async () => {
    const company = await createTestOrganization()
    const [first, second] = [await addShop(company, 'Primeira'), await addShop(company, 'Segunda')]
    const listingId = await addListing(company, first, 'Anúncio')
    await addOrders(company, first, [{ at: '2026-11-20T12:00:00Z', cents: 100n, listingId }])
    await addOrders(company, second, [{ at: '2026-11-20T12:00:00Z', cents: 23n, listingId }])
    const grossOf = async (query: Record<string, string>) => {
      const filters = readSalesFilters(query, '2026-11-21')
      const [top] = await listTopProductsFor(viewer(company), filters)
      const { current } = await getSalesSummary(viewer(company), filters)
      expect(top?.revenueCents ?? 0n).toBe(current.grossCents)
      return current.grossCents
    }
    expect(await grossOf({})).toBe(123n)
    expect(await grossOf({ shop: first })).toBe(100n)
    expect(await grossOf({ shop: second, channel: 'shopee' })).toBe(23n)
    expect(await grossOf({ channel: 'manual' })).toBe(0n)
    expect(await grossOf({ shop: newId() })).toBe(0n)
  })
})

describe('tenancy and roles', () => {
  test('another organization’s orders, products and shops never count', async () => {
    const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
    const shop = await addShop(theirs, 'Loja deles')
    const productId = await addProduct(theirs, 'X', 5)
    await addOrders(theirs, shop, [
      { at: '2026-11-20T12:00:00Z', productId },
      { at: '2026-11-20T12:00:00Z', productId, status: 'confirmed', shipBy: '2026-11-20T13:00:00Z' },
    ])
    await foldSales(theirs)
    await addOrders(theirs, shop, [{ at: '2026-11-20T12:00:00Z', productId }])
    for (const query of [{}, { shop }]) {
      const filters = readSalesFilters(query, '2026-11-21')
      expect((await getSalesSummary(viewer(mine), filters)).current.orders).toBe(0n)
      expect(await listTopProductsFor(viewer(mine), filters)).toEqual([])
    }
    expect(await getAttentionFor(viewer(mine), now)).toMatchObject({ lateOrders: 0n, lowStockProducts: 0n })
    expect(await getAttentionFor(viewer(theirs), now)).toMatchObject({ lateOrders: 1n, lowStockProducts: 1n })
    expect(await getDashboardFrame(viewer(mine), {}, now)).toMatchObject({ shops: [], newestOrder: null })
  })

  test('an import that is being applied is known, and only to its own company', async () => {
    const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
    const id = newId()
    await withOrganization(theirs, (db) =>
      db.import.create({
        data: { organizationId: theirs.organizationId, id, fileId: newId(), fileName: 'a.xlsx', state: 'applying' },
      }),
    )
    expect((await getDashboardFrame(viewer(theirs), {}, now)).applyingImportId).toBe(id)
    expect((await getDashboardFrame(viewer(mine), {}, now)).applyingImportId).toBeNull()
  })

  test('an operator gets no company totals', async () => {
    const company = await createTestOrganization()
    const operator = viewer(company, 'operator')
    expect((await getDashboardFrame(operator, {}, now)).seesTotals).toBe(false)
    await expect(getSalesSummary(operator, lastMonth)).rejects.toMatchObject({ code: 'permissionDenied' })
    await expect(listTopProductsFor(operator, lastMonth)).rejects.toMatchObject({ code: 'permissionDenied' })
    expect(await getAttentionFor(operator, now)).not.toHaveProperty('overdueExpensesCents')
  })

  test('a viewer gets sales, but neither fees nor margins nor expenses', async () => {
    const company = await createTestOrganization()
    const shop = await addShop(company, 'Loja')
    const productId = await addProduct(company, 'A')
    const order = { at: '2026-11-20T12:00:00Z', cents: 1000n, charged: 200n, productId, unitCost: '2.5' }
    await addOrders(company, shop, [order])
    const reader = viewer(company, 'viewer')
    const { current, seesMoney } = await getSalesSummary(reader, lastMonth)
    expect(seesMoney).toBe(false)
    expect(current).toMatchObject({ grossCents: 1000n, feesChargedCents: 0n, grossChargedCents: 0n })
    expect((await listTopProductsFor(reader, lastMonth))[0]).not.toHaveProperty('margin')
    expect(await getAttentionFor(reader, now)).not.toHaveProperty('overdueExpenses')
    expect((await getSalesSummary(viewer(company, 'finance'), lastMonth)).current.feesChargedCents).toBe(200n)
  })
})

test('top products carry units, revenue and the margin after fees of what has a known cost', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const [known, unknown] = [await addProduct(company, 'COM-CUSTO'), await addProduct(company, 'SEM-CUSTO')]
  const listingId = await addListing(company, shop, 'Sem produto')
  const at = '2026-11-20T12:00:00Z'
  await addOrders(company, shop, [
    // A quarter of what the marketplace took is that of the sale without a cost.
    { at, cents: 3000n, charged: 300n, units: 3, productId: known, unitCost: '4' },
    { at, cents: 1000n, charged: 100n, productId: known },
    { at, cents: 2000n, productId: unknown },
    { at, cents: 500n, listingId },
    { at, cents: 9000n, listingId, status: 'cancelled' },
  ])
  const top = await listTopProductsFor(viewer(company), lastMonth)
  expect(top.map(({ title, units, revenueCents }) => [title, units, revenueCents])).toEqual([
    ['Produto COM-CUSTO', 4n, 4000n],
    ['Produto SEM-CUSTO', 1n, 2000n],
    ['Sem produto', 1n, 500n],
  ])
  expect(top[0]).toMatchObject({ margin: 0.5, costCoverage: 0.75, available: 0n, mapped: true })
  expect(top[1]).toMatchObject({ margin: null, costCoverage: 0 })
  expect(top[2]).toMatchObject({ mapped: false, available: null })
  const { current } = await getSalesSummary(viewer(company), lastMonth)
  expect(averageOrderCents(current)).toBe(1625n)
})

test('work that needs attention now: late, due today, asked to cancel, short, low, unmapped, overdue', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Sem produto')
  const [short, low] = [await addProduct(company, 'FALTA'), await addProduct(company, 'BAIXO', 2)]
  // Without a minimum of their own these follow the company's: five units.
  await addProduct(company, 'SEM-MINIMO')
  const plenty = await addProduct(company, 'SOBRA')
  const at = '2026-11-20T12:00:00Z'
  await addOrders(company, shop, [
    { at, status: 'confirmed', shipBy: '2026-11-21T14:59:59Z', listingId },
    { at, status: 'processing', shipBy: '2026-11-21T15:00:00Z', listingId },
    { at, status: 'confirmed', shipBy: '2026-11-22T02:59:59Z', cancellationAsked: true, listingId },
    { at, status: 'confirmed', shipBy: '2026-11-22T03:00:00Z', listingId },
    { at, status: 'shipped', shipBy: '2026-11-01T00:00:00Z', cancellationAsked: true, listingId },
  ])
  await withOrganization(company.owner, async (db) => {
    const location = await db.stockLocation.findFirstOrThrow({ where: { organizationId, kind: 'own' } })
    const entry = (product: string, onHand: number) => ({
      line: 1,
      product,
      location: location.id,
      kind: 'opening',
      onHand,
      reserved: 0,
    })
    const entries = JSON.stringify([entry(short, -7), entry(low, 2), entry(plenty, 6)])
    await db.$queryRaw`SELECT book_stock('test', ${newId()}::uuid, NULL, NULL, ${entries}::jsonb, true)`
    const expense = { organizationId, description: 'Aluguel', amountCents: 5000n, kind: 'fixed' as const }
    await db.expense.createMany({
      data: [
        { ...expense, id: newId(), dueOn: new Date('2026-11-20T00:00:00Z') },
        { ...expense, id: newId(), dueOn: new Date('2026-11-21T00:00:00Z') },
        {
          ...expense,
          id: newId(),
          dueOn: new Date('2026-11-01T00:00:00Z'),
          status: 'paid',
          paidOn: new Date('2026-11-01T00:00:00Z'),
        },
      ],
    })
  })
  expect(await getAttentionFor(viewer(company), now)).toEqual({
    lateOrders: 1n,
    ordersToPostToday: 2n,
    ordersToBeCancelled: 0n,
    historyOrders: 0n,
    lateToShip: 1n,
    toShipToday: 2n,
    invoicesPending: 0n,
    invoicesRefused: 0n,
    pickupsFailed: 0n,
    cancellationsAsked: 1n,
    returnsToAnswer: 0n,
    oversoldProducts: 1n,
    oversoldUnits: 7n,
    lowStockProducts: 2n,
    unmappedListings: 1n,
    overdueExpenses: 1n,
    overdueExpensesCents: 5000n,
    expiredShops: 0n,
    endingShops: 0n,
    unauthorizedShops: 1n,
    // A company without any data of money.
    money: {
      shortDay: null,
      shortCents: 0n,
      shortEstimatedCents: 0n,
      latePayouts: 0n,
      latePayoutsCents: 0n,
      overduePayouts: 0n,
      overduePayoutsCents: 0n,
      unclaimed: 0n,
      unclaimedCents: 0n,
    },
  })
})
