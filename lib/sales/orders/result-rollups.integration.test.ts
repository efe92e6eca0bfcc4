import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { MoneyKind, MoneySource, OrderStatus } from '@/lib/generated/prisma/client'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'

type Line = { kind: MoneyKind; source: MoneySource; cents: bigint }
type Sale = {
  at: string
  day: string
  status?: OrderStatus
  platformStatus?: string
  state?: string
  subtotals: bigint[]
  lines?: Line[]
}

async function addSale({ organizationId }: TestOrganization, shopId: string, productIds: string[], sale: Sale) {
  const id = newId()
  const revenueCents = sale.subtotals.reduce((sum, cents) => sum + cents, 0n)
  await withOrganization({ organizationId }, async (db) => {
    const products = await db.product.findMany({
      where: { organizationId, id: { in: productIds } },
      select: { id: true, packagingCostCents: true },
    })
    const costs = new Map(products.map(({ id: productId, packagingCostCents }) => [productId, packagingCostCents]))
    await db.order.create({
      data: {
        organizationId,
        id,
        code: id,
        platform: 'shopee',
        shopId,
        outletId: shopId,
        externalCode: id,
        status: sale.status ?? 'delivered',
        platformStatus: sale.platformStatus,
        placedAt: new Date(sale.at),
        localDay: new Date(`${sale.day}T00:00:00Z`),
        buyerState: sale.state,
        units: sale.subtotals.length,
        revenueCents,
        totalCents: revenueCents,
        items: {
          create: sale.subtotals.map((subtotalCents, index) => ({
            line: index + 1,
            productId: productIds[index]!,
            title: 'Item',
            quantity: 1,
            unitPriceCents: subtotalCents,
            subtotalCents,
            packagingCents: costs.get(productIds[index]!) ?? 0n,
          })),
        },
        lines: {
          create: (sale.lines ?? []).map(({ kind, source, cents }) => ({
            kind,
            source,
            amountCents: cents,
            asOf: new Date(sale.at),
          })),
        },
      },
      select: { id: true },
    })
    await db.$queryRaw`SELECT append_order_deltas(ARRAY[${id}::uuid], 1)::text`
  })
}

const both = (table: string, columns: string) =>
  `(SELECT ${columns} FROM ${table} WHERE organization_id = $1 UNION ALL SELECT ${columns} FROM ${table}_delta WHERE organization_id = $1) d`

const money = `SELECT kind, basis, sum(amount_cents)::int AS cents FROM ${both('money_day', 'kind, basis, amount_cents')}
  GROUP BY 1, 2 HAVING sum(amount_cents) <> 0 ORDER BY 1, 2`
const products = `SELECT item_key AS id, sum(revenue_cents)::int AS revenue, sum(deductions_cents)::int AS deductions, sum(packaging_cents)::int AS packaging
  FROM ${both('product_day', 'item_key, revenue_cents, deductions_cents, packaging_cents')} GROUP BY 1 HAVING sum(revenue_cents) <> 0 ORDER BY 1`
const months = `SELECT to_char(month, 'YYYY-MM') AS month, sum(revenue_cents)::int AS revenue, sum(deductions_cents)::int AS deductions
  FROM product_month WHERE organization_id = $1 GROUP BY 1 ORDER BY 1`
const hours = `SELECT hour::int, orders::int, gross_cents::int AS gross FROM sales_hour WHERE organization_id = $1 AND orders <> 0 ORDER BY 1`
const states = `SELECT state, orders::int, gross_cents::int AS gross, deductions_cents::int AS deductions FROM sales_state
  WHERE organization_id = $1 AND orders <> 0 ORDER BY 1`

test('money counts once, from its best source, and each item bears its share to the cent', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const ids = [await addProduct(company, 'A'), await addProduct(company, 'B'), await addProduct(company, 'C')]
  await withOrganization(company, (db) =>
    db.product.update({
      where: { organizationId_id: { organizationId, id: ids[0]! } },
      data: { packagingCostCents: 35n },
      select: { id: true },
    }),
  )
  const fees = (source: MoneySource, cents: bigint): Line[] => [{ kind: 'commission', source, cents }]

  await addSale(company, shop, ids, {
    at: '2026-10-31T23:30:00-03:00',
    day: '2026-10-31',
    state: 'SP',
    platformStatus: 'COMPLETED',
    subtotals: [100n, 100n, 100n],
    lines: [...fees('rule', -99n), ...fees('export', -98n), ...fees('api', -100n)],
  })
  await addSale(company, shop, ids, {
    at: '2026-11-01T00:10:00-03:00',
    day: '2026-11-01',
    state: 'RJ',
    subtotals: [500n],
    lines: fees('rule', -70n),
  })
  await addSale(company, shop, ids, {
    at: '2026-11-01T09:00:00-03:00',
    day: '2026-11-01',
    status: 'cancelled',
    subtotals: [900n],
    lines: [
      ...fees('rule', -120n),
      { kind: 'reverse_freight', source: 'api', cents: -15n },
      { kind: 'product_revenue', source: 'export', cents: 900n },
    ],
  })
  await addSale(company, shop, ids, {
    at: '2026-11-02T09:00:00-03:00',
    day: '2026-11-02',
    status: 'pending',
    subtotals: [800n],
    lines: fees('rule', -50n),
  })

  const expectedMoney = [
    { kind: 'product_revenue', basis: 'charged', cents: 800 },
    { kind: 'commission', basis: 'settled', cents: -100 },
    { kind: 'commission', basis: 'estimated', cents: -70 },
    { kind: 'reverse_freight', basis: 'charged', cents: -15 },
  ]
  const expectedProducts = [
    { id: ids[0], revenue: 600, deductions: 103, packaging: 70 },
    { id: ids[1], revenue: 100, deductions: 34, packaging: 0 },
    { id: ids[2], revenue: 100, deductions: 33, packaging: 0 },
  ]
  expect(await inspect(organizationId, money, [organizationId])).toEqual(expectedMoney)
  expect(await inspect(organizationId, products, [organizationId])).toEqual(expectedProducts)

  await foldSales(company)
  expect(await inspect(organizationId, money, [organizationId])).toEqual(expectedMoney)
  expect(await inspect(organizationId, products, [organizationId])).toEqual(expectedProducts)
  expect(await inspect(organizationId, months, [organizationId])).toEqual([
    { month: '2026-10', revenue: 300, deductions: 100 },
    { month: '2026-11', revenue: 500, deductions: 70 },
  ])
  expect(await inspect(organizationId, hours, [organizationId])).toEqual([
    { hour: 0, orders: 1, gross: 500 },
    { hour: 23, orders: 1, gross: 300 },
  ])
  expect(await inspect(organizationId, states, [organizationId])).toEqual([
    { state: 'RJ', orders: 1, gross: 500, deductions: 70 },
    { state: 'SP', orders: 1, gross: 300, deductions: 100 },
  ])
})
