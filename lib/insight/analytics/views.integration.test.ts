import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { section, sell, viewer, year } from '@/lib/testing/harnesses/analytics-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { getLossCovers, listItemLosses } from './cancellation-queries'

/** Straight from the orders, item by item. */
const soldFromOrders = (company: TestOrganization, where = 'true') =>
  inspect<{ id: string; units: string; revenue: string; cost: string | null; fees: string }>(
    company.organizationId,
    `select i.product_id id, sum(i.quantity)::text units, sum(i.subtotal_cents)::text revenue,
       round(sum(i.unit_cost * i.quantity * 100))::text cost, sum(o.fees_charged_cents)::text fees
     from orders o join order_item i on i.order_id = o.id
     where o.status not in ('pending', 'cancelled') and o.local_day between $1 and $2 and ${where}
     group by 1 order by sum(i.subtotal_cents) desc, 1`,
    [year.from, year.to],
  )

describe('figures equal a recomputation from the orders, before and after they are folded', () => {
  let company: TestOrganization
  let shops: string[]
  beforeAll(async () => {
    company = await createTestOrganization()
    ;({ shops } = await sell(company))
  })

  const twice = async (look: () => Promise<unknown>) => {
    const before = await look()
    await foldSales(company)
    expect(await look()).toEqual(before)
  }

  test('the ABC curve of revenue, and of one shop alone', async () => {
    for (const shop of [null, ...shops]) {
      const result = await soldFromOrders(company, shop ? `o.shop_id = '${shop}'` : 'true')
      const abc = await section(company, 'abc', shop ? { shop } : {})
      expect(abc.rows.map(({ id, units, revenueCents }) => [id, units, revenueCents])).toEqual(
        result.map(({ id, units, revenue }) => [id, BigInt(units), BigInt(revenue)]),
      )
      const total = result.reduce((sum, { revenue }) => sum + BigInt(revenue), 0n)
      expect([abc.totalCents, abc.rows.at(-1)!.uptoCents, abc.items]).toEqual([total, total, result.length])
      let upto = 0n
      for (const row of abc.rows) {
        const expected = upto * 100n < total * 80n ? 'A' : upto * 100n < total * 95n ? 'B' : 'C'
        expect([row.id, row.class]).toEqual([row.id, expected])
        upto += row.valueCents
      }
      expect(abc.classes.reduce((sum, { items }) => sum + items, 0)).toBe(abc.items)
      expect(abc.curve.at(-1)).toEqual({ place: abc.items, uptoCents: total })
    }
    await twice(() => section(company, 'abc'))
  })

  test('the ABC curve of profit leaves out what has no cost and says how much that is', async () => {
    const result = await soldFromOrders(company)
    const known = result.filter(({ cost }) => cost !== null)
    const profit = new Map(
      known.map(({ id, revenue, cost, fees }) => [id, BigInt(revenue) - BigInt(cost!) - BigInt(fees)]),
    )
    const abc = await section(company, 'abc', { measure: 'profit' })
    expect(new Map(abc.rows.map(({ id, valueCents }) => [id, valueCents]))).toEqual(profit)
    const [unknown] = result.filter(({ cost }) => cost === null)
    expect(abc.without).toEqual({ items: 1, revenueCents: BigInt(unknown!.revenue) })
  })

  test('profit by product, shop and state adds up to the same sales', async () => {
    const result = await soldFromOrders(company)
    const total = result.reduce((sum, { revenue }) => sum + BigInt(revenue), 0n)
    for (const by of ['product', 'shop', 'state']) {
      const profit = await section(company, 'profit', { by })
      expect(profit.total.revenueCents).toBe(total)
      expect(profit.rows.reduce((sum, { revenueCents }) => sum + revenueCents, 0n)).toBe(total)
      await twice(() => section(company, 'profit', { by }))
    }
    const states = await section(company, 'profit', { by: 'state' })
    expect(states.rows.map(({ name }) => name).sort()).toEqual(['MG', 'SP', null].sort())
    const byProduct = await section(company, 'profit', { by: 'product', sort: 'worst' })
    const margins = byProduct.rows.flatMap(({ marginCents }) => marginCents ?? [])
    expect(margins).toEqual(margins.toSorted((a, b) => Number(a - b)))
    expect(byProduct.rows.at(-1)!.marginCents).toBeNull()
    // The headline is what the rows below it add up to.
    expect(byProduct.total.marginCents).toBe(margins.reduce((sum, one) => sum + one, 0n))
  })

  test('hours and weekdays', async () => {
    const rows = await inspect<{ weekday: number; hour: number; gross: string }>(
      company.organizationId,
      `select extract(isodow from placed_at at time zone 'America/Sao_Paulo')::int weekday,
         extract(hour from placed_at at time zone 'America/Sao_Paulo')::int as hour, sum(revenue_cents)::text gross from orders
       where status not in ('pending', 'cancelled') and local_day between $1 and $2 group by 1, 2 order by 1, 2`,
      [year.from, year.to],
    )
    const { map } = await section(company, 'hours')
    const filled = map.rows.flatMap(({ weekday, cells }) =>
      cells.filter(({ value }) => value > 0n).map(({ hour, value }) => ({ weekday, hour, gross: String(value) })),
    )
    expect(filled).toEqual(rows)
    await twice(() => section(company, 'hours'))
  })

  test('cohorts, after orders changed hands and were cancelled', async () => {
    const { organizationId } = company
    await withOrganization(company, async (db) => {
      const changed = await db.$queryRaw<{ id: string }[]>`
        SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND buyer_key = 'buyer 3'::bytea AND local_day < '2026-06-01'`
      const ids = changed.map(({ id }) => id)
      await db.$queryRaw`SELECT append_order_deltas(${ids}::uuid[], -1)::text`
      await db.order.updateMany({ where: { organizationId, id: { in: ids } }, data: { status: 'cancelled' } })
      await db.$queryRaw`SELECT append_order_deltas(${ids}::uuid[], 1)::text`
      await db.$executeRaw`UPDATE orders SET buyer_key = 'buyer 4'::bytea
        WHERE organization_id = ${organizationId}::uuid AND buyer_key = 'buyer 6'::bytea`
    })
    expect(await section(company, 'cohorts')).toMatchObject({ isCounting: true })
    await foldSales(company)
    const rows = await inspect<{ first: string; month: string; buyers: string; revenue: string }>(
      company.organizationId,
      `with bought as (
         select outlet_id, buyer_key, to_char(local_day, 'YYYY-MM-01') as month, sum(revenue_cents) cents from orders
         where status not in ('pending', 'cancelled') and buyer_key is not null group by 1, 2, 3
       ), firsts as (select *, min(month) over (partition by outlet_id, buyer_key) as first from bought)
       select first, month, count(*)::text buyers, sum(cents)::text revenue from firsts where first >= '2025-12-01' group by 1, 2 order by 1, 2`,
    )
    const { cohorts, isCounting } = await section(company, 'cohorts')
    const cells = cohorts.rows.flatMap(({ firstMonth, cells }) =>
      cells.flatMap((cell, offset) => {
        const [yearOf = 0, monthOf = 1] = firstMonth.split('-').map(Number)
        const month = new Date(Date.UTC(yearOf, monthOf - 1 + offset, 1)).toISOString().slice(0, 10)
        return cell && cell.buyers > 0n
          ? [{ first: firstMonth, month, buyers: String(cell.buyers), revenue: String(cell.revenueCents) }]
          : []
      }),
    )
    expect(cells).toEqual(rows)
    expect(rows.length).toBeGreaterThan(3)
    expect(isCounting).toBe(false)
  })

  test('cancellations by reason, shop and product', async () => {
    const { reasons, salesChannels, items } = await section(company, 'cancellations')
    const [counted] = await inspect<{ orders: string; cents: string; reasonless: string }>(
      company.organizationId,
      `select count(*)::text orders, sum(revenue_cents)::text cents, count(*) filter (where cancel_reason is null)::text reasonless
       from orders where status = 'cancelled' and local_day between $1 and $2`,
      [year.from, year.to],
    )
    const sumOf = (values: bigint[]) => String(values.reduce((sum, value) => sum + value, 0n))
    expect(sumOf(reasons.map(({ orders }) => orders))).toBe(counted!.orders)
    expect(String(reasons.find(({ reason }) => reason === null)?.orders ?? 0)).toBe(counted!.reasonless)
    expect(sumOf(items.map(({ cancelledCents }) => cancelledCents))).toBe(counted!.cents)
    expect(salesChannels.map(({ outlet: salesChannel }) => salesChannel).sort()).toEqual(shops.toSorted())
  })

  test('the products of cancellations are all of the period’s, or it is said since when', async () => {
    const { organizationId } = company
    const losses = {
      organizationId,
      range: year,
      salesChannels: { shop: null, channel: null },
      timeZone: viewer(company).timeZone,
    }
    const days = await inspect<{ day: string; cents: string }>(
      organizationId,
      `select local_day::text as day, revenue_cents::text as cents from orders
       where status = 'cancelled' and local_day between $1 and $2 order by local_day desc, id desc`,
      [year.from, year.to],
    )
    const { items, covers } = await section(company, 'cancellations')
    expect(covers).toEqual({ cancelledSince: null, returnedSince: null })
    const lossCovers = await withOrganization(company, async (db) => ({
      covers: await getLossCovers(db, losses, 3),
      whole: await getLossCovers(db, losses, days.length),
      items: await listItemLosses(db, losses, 20, 3),
    }))
    expect(lossCovers.covers).toEqual({ cancelledSince: days[2]!.day, returnedSince: null })
    expect(lossCovers.whole).toEqual(covers)
    const sumOf = (rows: typeof items) => rows.reduce((sum, { cancelledCents }) => sum + cancelledCents, 0n)
    expect(sumOf(lossCovers.items)).toBe(days.slice(0, 3).reduce((sum, { cents }) => sum + BigInt(cents), 0n))
    expect(sumOf(items)).toBe(days.reduce((sum, { cents }) => sum + BigInt(cents), 0n))
  })

  test('the price of a product is what its units went for', async () => {
    const { product, points, units, revenueCents } = await section(company, 'price')
    const [best] = await soldFromOrders(company)
    expect([product!.id, units, revenueCents]).toEqual([best!.id, BigInt(best!.units), BigInt(best!.revenue)])
    expect(points.reduce((sum, point) => sum + point.units, 0n)).toBe(units)
    for (const { units: sold, priceCents } of points) expect(priceCents === null).toBe(sold === 0n)
  })

  test('refunds that are unknown are no part of a sum, and none is made of them alone', async () => {
    const { organizationId } = company
    const [order] = await inspect<{ id: string; shop: string }>(
      organizationId,
      `select id, shop_id as shop from orders where shop_id is not null and local_day between $1 and $2 order by id limit 1`,
      [year.from, year.to],
    )
    const add = (reason: string, refundCents: bigint | null) =>
      withOrganization(company, (db) =>
        db.orderReturn.create({
          data: {
            organizationId,
            id: newId(),
            orderId: order!.id,
            shopId: order!.shop,
            number: newId(),
            kind: 'refund_only',
            reason,
            refundCents,
            openedAt: new Date(`${year.to}T12:00:00Z`),
          },
          select: { id: true },
        }),
      )
    for (const cents of [700n, null, 0n]) await add('known', cents)
    await add('unknown', null)
    const { returns, salesChannels } = await section(company, 'cancellations')
    const listed = returns.filter(({ reason }) => ['known', 'unknown'].includes(reason ?? ''))
    expect(listed.map(({ reason, returns: n, unknown, cents }) => [reason, n, unknown, cents])).toEqual([
      ['known', 3n, 1n, 700n],
      ['unknown', 1n, 1n, null],
    ])
    expect(salesChannels.find(({ outlet }) => outlet === order!.shop)).toMatchObject({ refundCents: 700n })
  })
})

test('stock lasts as long as it would at the pace of the period, a kit’s sales being those of its parts', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const [part, kit, still, gone] = await Promise.all(
    ['PARTE', 'KIT', 'PARADO', 'ACABOU'].map((sku) => addProduct(company, sku)),
  )
  const at = '2026-11-20T12:00:00Z'
  await addOrders(company, shop, [
    { at, units: 10, productId: part },
    { at, units: 10, productId: kit },
    { at, units: 1, productId: gone },
  ])
  await withOrganization(company.owner, async (db) => {
    await db.kitComponent.create({
      data: { organizationId, kitId: kit!, componentId: part!, quantity: 2 },
      select: { kitId: true },
    })
    const own = await db.stockLocation.findFirstOrThrow({ where: { organizationId, kind: 'own' } })
    const entry = (product: string, onHand: number) => ({
      line: 1,
      product,
      location: own.id,
      kind: 'opening',
      onHand,
      reserved: 0,
    })
    const entries = JSON.stringify([entry(part!, 60), entry(still!, 5)])
    await db.$queryRaw`SELECT book_stock('test', ${newId()}::uuid, NULL, NULL, ${entries}::jsonb, true)`
  })
  const cover = await section(company, 'cover', { period: '30d', from: '', to: '' })
  expect(cover.rows.map(({ sku, units, available, days, band }) => [sku, units, available, days, band])).toEqual([
    ['ACABOU', 1n, 0n, 0, 'out'],
    ['PARTE', 30n, 60n, 60, 'quarter'],
    ['PARADO', 0n, 5n, null, 'still'],
  ])
  expect(cover.bands).toEqual({ out: 1, quarter: 1, still: 1 })
  const only = await section(company, 'cover', { period: '30d', from: '', to: '', band: 'still' }, 'operator')
  expect(only.rows.map(({ sku }) => sku)).toEqual(['PARADO'])
})
