import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import type { MoneyKind, MoneySource, OrderStatus } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { getOrderFor } from '@/lib/sales/orders/views'
import { createTestOrganization, type TestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import { channelOf } from '@/lib/testing/harnesses/order-harness'
import { addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { getResultFor } from './views'

const now = new Date('2026-11-21T15:00:00Z')
const november = { period: 'custom', from: '2026-11-01', to: '2026-11-30' }

type Line = [kind: MoneyKind, source: MoneySource, cents: bigint]
type Sale = {
  day: string
  status?: OrderStatus
  completed?: true
  feeCents?: bigint
  items: { cents: bigint; units: number; cost: string | null }[]
  lines?: Line[]
}

/** In a shop, or without one in the company's own channel. */
async function addSale(company: TestOrganization, shopId: string | null, productId: string, sale: Sale) {
  const { organizationId } = company
  const id = newId()
  const outletId = shopId ?? (await channelOf(company))
  const revenueCents = sale.items.reduce((sum, { cents }) => sum + cents, 0n)
  const placedAt = new Date(`${sale.day}T12:00:00Z`)
  await withOrganization(company, async (db) => {
    const product = await db.product.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: productId } },
      select: { packagingCostCents: true },
    })
    await db.order.create({
      data: {
        organizationId,
        id,
        code: id,
        outletId,
        revenueCents,
        totalCents: revenueCents,
        placedAt,
        ...(shopId ? { platform: 'shopee', shopId, externalCode: id } : { platform: 'manual', channelId: outletId }),
        status: sale.status ?? 'delivered',
        platformStatus: sale.completed ? 'COMPLETED' : null,
        localDay: new Date(`${sale.day}T00:00:00Z`),
        units: 1,
        feesChargedCents: sale.feeCents ?? null,
        items: {
          create: sale.items.map(({ cents, units, cost }, index) => ({
            line: index + 1,
            productId,
            title: 'Item',
            quantity: units,
            subtotalCents: cents,
            unitPriceCents: cents / BigInt(units),
            unitCost: cost,
            packagingCents: (product.packagingCostCents ?? 0n) * BigInt(units),
          })),
        },
        lines: {
          create: (sale.lines ?? []).map(([kind, source, amountCents]) => ({
            kind,
            source,
            amountCents,
            asOf: placedAt,
          })),
        },
      },
      select: { id: true },
    })
    await db.$queryRaw`SELECT append_order_deltas(ARRAY[${id}::uuid], 1)::text`
  })
  return id
}

async function addRate(company: TestOrganization, fromDay: string, rate: string, switches: object = {}) {
  const { organizationId, legalEntityId } = company
  const data = {
    organizationId,
    legalEntityId,
    id: newId(),
    fromDay: new Date(fromDay),
    regime: 'simples',
    rate,
  } as const
  await withOrganization(company, (db) => db.taxRate.create({ data: { ...data, ...switches }, select: { id: true } }))
}

const odd = (cents: bigint, cost: string | null = '1.234567', units = 3) => [{ cents, units, cost }]
const settled: Line[] = [
  ['product_revenue', 'api', 6_667n],
  ['seller_voucher', 'api', -333n],
  ['coins', 'api', -17n],
  ['commission', 'rule', -900n],
  ['commission', 'export', -901n],
  ['commission', 'api', -905n],
  ['freight_paid', 'api', 1_111n],
  ['freight_charged', 'api', -1_500n],
  ['freight_rebate', 'api', 389n],
  ['ads', 'api', -133n],
  ['pix_discount', 'api', -331n],
  ['pix_rebate', 'api', 331n],
]
const sales: Sale[] = [
  { day: '2026-11-02', items: odd(3_333n), lines: [['commission', 'rule', -667n]] },
  { day: '2026-11-02', items: [...odd(101n), ...odd(103n, '0.335')], lines: [['service', 'export', -40n]] },
  { day: '2026-11-02', items: odd(57n, null) },
  { day: '2026-11-02', items: odd(6_667n), completed: true, lines: settled },
  { day: '2026-11-09', items: odd(6_667n), completed: true, lines: settled },
  { day: '2026-11-10', items: odd(6_667n), completed: true, lines: [...settled, ['refund', 'api', -6_001n]] },
  { day: '2026-11-11', status: 'cancelled', items: odd(900n), lines: [['reverse_freight', 'api', -815n]] },
  { day: '2026-11-11', status: 'pending', items: odd(800n), lines: [['commission', 'rule', -160n]] },
  { day: '2026-11-12', status: 'shipped', items: odd(77n), feeCents: 9n },
  // Three taxes of 0.64 cents are 1.92 cents: rounded each by itself they would be three.
  { day: '2026-11-13', items: odd(8n) },
  { day: '2026-11-13', items: odd(8n) },
  { day: '2026-11-13', items: odd(8n) },
]

async function companyWithSales() {
  const company = await createTestOrganization()
  const { organizationId } = company
  const product = await addProduct(company, 'A')
  await withOrganization(company, (db) =>
    db.product.updateMany({ where: { organizationId, id: product }, data: { packagingCostCents: 7n } }),
  )
  await addRate(company, '2026-01-01', '0.0654')
  await addRate(company, '2026-11-09', '0.073333', { lessVouchers: true })
  await addRate(company, '2026-11-10', '0.08', { withSubsidies: true, withFreight: true, lessPix: false })
  const shops = [await addShop(company, 'Loja'), await addShop(company, 'Outra'), null]
  const ids: string[] = []
  for (const shop of shops) for (const sale of sales) ids.push(await addSale(company, shop, product, sale))
  return { company, ids }
}

test('the contributions of a month’s orders add up to the result’s, line by line and to the cent', async () => {
  const { company, ids } = await companyWithSales()
  const profits = await Promise.all(
    ids.map(async (id) => (await getOrderFor(viewerOf(company.owner), id))!.profit!.result),
  )
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    const { total } = await getResultFor(viewerOf(company.owner), november, now)
    for (const key of Object.keys(total.lines) as (keyof typeof total.lines)[])
      expect({ key, cents: profits.reduce((sum, { lines }) => sum + lines[key], 0n) }).toEqual({
        key,
        cents: total.lines[key],
      })
    expect(profits.reduce((sum, { sums }) => sum + sums.contribution, 0n)).toBe(total.sums.contribution)
    expect(profits.reduce((sum, { adsTopUpCents }) => sum + adsTopUpCents, 0n)).toBe(total.adsTopUpCents)
    expect(total.lines.tax).toBeLessThan(0n)
  }
})

test('the desk’s margin of an order is its contribution before tax, known where all its costs are', async () => {
  const { company, ids } = await companyWithSales()
  await withOrganization(company, (db) => db.$queryRaw`SELECT refresh_order_list(${ids}::uuid[])::text`)
  const orderRow = await inspect<{ id: string; margin: string | null }>(
    company.organizationId,
    'SELECT order_id AS id, margin_cents::text AS margin FROM order_list WHERE margin_cents IS NOT NULL',
  )
  // One of each shop's sales has no cost, one was cancelled and one is not paid.
  expect(orderRow).toHaveLength(ids.length - 3 * 3)
  for (const { id, margin } of orderRow) {
    const { lines, sums } = (await getOrderFor(viewerOf(company.owner), id))!.profit!.result
    expect({ id, margin }).toEqual({ id, margin: String(sums.contribution - lines.tax) })
  }
})

test('each amount says where it comes from, and the best source of its kind counts', async () => {
  const { company, ids } = await companyWithSales()
  const rowsOf = async (index: number) => (await getOrderFor(viewerOf(company.owner), ids[index]!))!.profit!.rows
  expect(await rowsOf(3)).toContainEqual(
    expect.objectContaining({ kind: 'commission', cents: -905n, basis: 'settled', source: 'api' }),
  )
  expect(await rowsOf(0)).toMatchObject([
    { kind: 'product_revenue', cents: 3_333n, basis: 'charged', source: null },
    { kind: 'commission', cents: -667n, basis: 'estimated', source: 'rule' },
  ])
  expect(await rowsOf(sales.length * 2 + 8)).toMatchObject([
    { kind: 'product_revenue', cents: 77n, basis: 'typed', source: null },
    { kind: 'channel_fee', cents: -9n, basis: 'typed', source: null },
  ])
})

test.each([
  ['2026-11-02', 6_667n - 331n],
  ['2026-11-09', 6_667n - 350n - 331n],
  ['2026-11-10', 6_667n - 6_001n + 389n + 1_111n],
])('on %s the rate is applied to what its switches say, less what was refunded', async (day, baseCents) => {
  const { company, ids } = await companyWithSales()
  const index = sales.findLastIndex((sale) => sale.day === day)
  expect((await getOrderFor(viewerOf(company.owner), ids[index]!))!.profit!.tax).toMatchObject({ baseCents })
})

test('without a rate no tax is known, and a MEI pays none by the order', async () => {
  const company = await createTestOrganization()
  const id = await addSale(company, null, await addProduct(company, 'A'), { day: '2026-11-02', items: odd(1_000n) })
  const taxOf = async () => (await getOrderFor(viewerOf(company.owner), id))!.profit!.tax
  expect(await taxOf()).toMatchObject({ baseCents: 1_000n, taxCents: 0n, rate: null, regime: null })
  const { organizationId, legalEntityId } = company
  const data = { organizationId, legalEntityId, id: newId(), fromDay: new Date('2026-01-01'), regime: 'mei' } as const
  await withOrganization(company, (db) => db.taxRate.create({ data, select: { id: true } }))
  expect(await taxOf()).toMatchObject({ taxCents: 0n, rate: null, regime: 'mei' })
})
