import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow, importSheet, listSales, readBooks } from '@/lib/testing/factories/imports'
import { addUp, writeOrderExport, type SampleOrder, type SampleTotals } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { whereFound } from '@/lib/testing/harnesses/left-out'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
async function sheet(orders: Iterable<SampleOrder>, template: 'current' | 'older' | 'english' = 'current') {
  const path = join(folder, `${(count += 1)}.xlsx`)
  await writeOrderExport(path, orders, { template })
  return path
}

const ordersByMonth = ({ organizationId }: TestOrganization) =>
  inspect(
    organizationId,
    `select to_char(local_day, 'YYYY-MM') as month, count(*)::int as orders,
      count(*) filter (where status not in ('pending', 'cancelled'))::int as valid,
      coalesce(sum(revenue_cents) filter (where status not in ('pending', 'cancelled')), 0)::int as cents
    from orders where platform = 'shopee' group by 1 order by 1`,
  )

async function salesByMonth({ organizationId }: TestOrganization) {
  const months = new Map<string, { month: string; orders: number; valid: number; cents: number }>()
  for (const { day, orders, valid, gross } of await listSales(organizationId)) {
    const month = day.slice(0, 7)
    const sum = months.get(month) ?? { month, orders: 0, valid: 0, cents: 0 }
    months.set(month, {
      month,
      orders: sum.orders + orders,
      valid: sum.valid + valid,
      cents: sum.cents + Number(gross),
    })
  }
  return [...months.values()]
}

const monthsOf = ({ months }: SampleTotals) =>
  Object.entries(months).map(([month, { orders, valid, subtotalCents }]) => ({
    month,
    orders,
    valid,
    cents: subtotalCents,
  }))

const realExport = join(process.cwd(), '../shared/data/Order.all.olist.xlsx')

describe('the real export of ../shared', whereFound(realExport), () => {
  const readme = existsSync(realExport) ? readFileSync(join(realExport, '../README.md'), 'utf8') : ''
  const table = [...readme.matchAll(/^\| (\d{4}-\d{2}) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, month, orders, valid, cents]) => ({
      month,
      orders: Number(orders),
      valid: Number(valid),
      cents: Number(cents),
    }),
  )
  let organization: TestOrganization
  beforeAll(async () => {
    organization = await createTestOrganization()
    await importSheet(organization, realExport)
    // 4,544 orders, while other files run.
  }, 180_000)

  test('its monthly table comes out to the cent, from the orders and from the roll-ups', async () => {
    expect(table).toHaveLength(16)
    expect(await ordersByMonth(organization)).toEqual(table)
    expect(await salesByMonth(organization)).toEqual(table)
  })

  test('orders, rows, units, SKUs, statuses and fees are those of its README', async () => {
    const [totals] = await inspect(
      organization.organizationId,
      `select (select count(*)::int from orders) as orders, (select count(*)::int from order_item) as rows,
        (select sum(quantity)::int from order_item) as units, (select count(*)::int from listing) as listings,
        (select sum(amount_cents)::int from money_line where kind = 'commission') as commission,
        (select sum(amount_cents)::int from money_line where kind = 'service') as service,
        (select count(distinct code)::int from orders) as codes,
        (select count(*)::int from order_buyer where organization_id = current_organization()) as buyers, (select count(*)::int from orders where buyer_key is null) as keyless`,
    )
    expect(totals).toEqual({
      orders: 4544,
      rows: 4701,
      units: 5187,
      listings: 3536,
      commission: -7783826,
      service: -6900979,
      codes: 4544,
      buyers: 0,
      keyless: 0,
    })
    expect(
      await inspect(
        organization.organizationId,
        'select platform_status, count(*)::int from orders group by 1 order by 1',
      ),
    ).toEqual([
      { platform_status: 'A Enviar', count: 491 },
      { platform_status: 'Cancelado', count: 326 },
      { platform_status: 'Concluído', count: 3058 },
      { platform_status: 'Enviado', count: 669 },
    ])
  })

  test('imported again it changes nothing', async () => {
    const before = await readBooks(organization)
    const again = await importSheet(organization, realExport)
    expect(await getImportRow(organization, again)).toMatchObject({
      state: 'done',
      total: 0,
      summary: { outcomes: { same: 4544 }, result: { created: 0, updated: 0, kept: 4544 } },
    })
    expect(await readBooks(organization)).toEqual(before)
  })

  test('nothing of it moves stock', async () => {
    expect(await inspect(organization.organizationId, 'select 1 from stock_movement')).toEqual([])
  })
})

test.each(['current', 'older', 'english'] as const)(
  'the %s template gives the totals that its writer added up',
  async (template) => {
    const orders = [...sampleOrders(300, 11)]
    const totals = addUp(orders)
    const organization = await createTestOrganization()
    await importSheet(organization, await sheet(orders, template))
    expect(await ordersByMonth(organization)).toEqual(monthsOf(totals))
    expect(await salesByMonth(organization)).toEqual(monthsOf(totals))
    const [sums] = await inspect(
      organization.organizationId,
      `select (select count(*)::int from order_item) as rows, (select sum(quantity)::int from order_item) as units,
      (select -sum(amount_cents)::int from money_line where kind = 'commission' and source = 'export') as commission,
      (select -sum(amount_cents)::int from money_line where kind = 'service' and source = 'export') as service,
      (select sum(discount_cents)::int from order_item) as discount`,
    )
    const discount = orders.flatMap(({ items }) => items).reduce((sum, { discountCents = 0 }) => sum + discountCents, 0)
    expect(sums).toEqual({
      rows: totals.rows,
      units: totals.units,
      commission: totals.commissionCents,
      service: totals.serviceCents,
      discount,
    })
  },
)

const base: SampleOrder = {
  code: '260101ABCDEFGH',
  status: 'A Enviar',
  placed: '2026-01-01 10:00',
  paid: '2026-01-01 10:10',
  shipBy: '2026-01-05 10:00',
  items: [{ sku: 'CAN-01', title: 'Caneca', quantity: 2, priceCents: 1990 }],
  commissionCents: 800,
  serviceCents: 900,
  buyer: { username: 'ana' },
}
const shipped: SampleOrder = { ...base, status: 'Enviado', shipped: '2026-01-02 09:00', tracking: 'BR1' }
const done: SampleOrder = {
  ...shipped,
  status: 'Concluído',
  delivered: '2026-01-06 09:00',
  completed: '2026-01-13 09:00',
}
const cancelled: SampleOrder = {
  ...base,
  status: 'Cancelado',
  cancelled: '2026-01-03 09:00',
  commissionCents: 0,
  serviceCents: 0,
}
const stateOf = async ({ organizationId }: TestOrganization) =>
  (
    await inspect(organizationId, 'select status, platform_status, version from orders where external_code = $1', [
      base.code,
    ])
  )[0]

test('a later export moves an order on, and an older one never moves it back', async () => {
  const organization = await createTestOrganization()
  await importSheet(organization, await sheet([base]))
  await importSheet(organization, await sheet([done]))
  expect(await stateOf(organization)).toEqual({ status: 'delivered', platform_status: 'Concluído', version: 2 })
  const books = await readBooks(organization)
  for (const older of [shipped, base]) {
    const importId = await importSheet(organization, await sheet([older]))
    expect((await getImportRow(organization, importId)).summary.outcomes).toEqual({ older: 1 })
  }
  expect(await readBooks(organization)).toEqual(books)
  expect(await salesByMonth(organization)).toEqual([{ month: '2026-01', orders: 1, valid: 1, cents: 3980 }])
})

test('a cancellation takes the order out of the sales it was in', async () => {
  const organization = await createTestOrganization()
  await importSheet(organization, await sheet([base]))
  await importSheet(organization, await sheet([cancelled]))
  expect(await salesByMonth(organization)).toEqual([{ month: '2026-01', orders: 1, valid: 0, cents: 0 }])
  expect((await readBooks(organization)).lines).toEqual([])
})

test('an empty cell of an export removes nothing', async () => {
  const organization = await createTestOrganization()
  await importSheet(organization, await sheet([shipped]))
  const { tracking: _gone, ...untracked } = done
  await importSheet(organization, await sheet([untracked]))
  expect((await readBooks(organization)).orders[0]).toMatchObject({ tracking_number: 'BR1', status: 'delivered' })
})

test('a sheet sent for the wrong shop leaves the other shop’s orders alone', async () => {
  const organization = await createTestOrganization()
  await importSheet(organization, await sheet([base]), { shopName: 'Uma' })
  const importId = await importSheet(organization, await sheet([done]), { shopName: 'Outra' })
  expect((await getImportRow(organization, importId)).summary.outcomes).toEqual({ otherShop: 1 })
  expect(await stateOf(organization)).toMatchObject({ status: 'confirmed' })
})

test('two companies may hold the same order code, each its own', async () => {
  const [one, other] = [await createTestOrganization(), await createTestOrganization()]
  await importSheet(one, await sheet([base]))
  await importSheet(other, await sheet([cancelled]))
  expect([await stateOf(one), await stateOf(other)]).toMatchObject([{ status: 'confirmed' }, { status: 'cancelled' }])
  const keys = await Promise.all(
    [one, other].map(async (organization) => (await readBooks(organization)).orders[0]!.buyer_key),
  )
  expect(keys[0]).not.toBe(keys[1])
})

test('a valid order without charges gets the fees of the rule in force, and loses them when charged', async () => {
  const organization = await createTestOrganization()
  const uncharged: SampleOrder = {
    ...base,
    placed: '2026-04-01 10:00',
    voucherCents: 0,
    commissionCents: 0,
    serviceCents: 0,
  }
  await importSheet(organization, await sheet([uncharged]))
  const [estimated] = (await readBooks(organization)).orders
  expect(estimated).toMatchObject({ fees_charged_cents: null })
  expect(Number(estimated!.fees_estimated_cents)).toBe(2 * 400 + Math.round(3980 * 0.2))
  expect((await readBooks(organization)).lines.map(({ source }) => source)).toEqual(['rule', 'rule'])
  await importSheet(organization, await sheet([{ ...uncharged, commissionCents: 716, serviceCents: 880 }]))
  const books = await readBooks(organization)
  expect(books.orders[0]).toMatchObject({ fees_charged_cents: '1596', fees_estimated_cents: null })
  expect(books.lines.map(({ source }) => source)).toEqual(['export', 'export'])
})

test('buyers are kept for orders that ended less than 90 days ago, and not at all for older ones', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')
  const order = (code: string, ended: number): SampleOrder => ({
    ...done,
    code,
    placed: at(ended + 9),
    paid: at(ended + 9),
    completed: at(ended),
  })
  const organization = await createTestOrganization()
  await importSheet(organization, await sheet([order('AAAAAA', 89), order('BBBBBB', 92)]))
  const { buyers, orders } = await readBooks(organization)
  expect(buyers.map(({ external_code }) => external_code)).toEqual(['AAAAAA'])
  expect(orders.filter(({ buyer_key }) => buyer_key)).toHaveLength(2)
  const [left] = await inspect(organization.organizationId, `select count(*)::int as rows from import_row`)
  expect(left).toEqual({ rows: 0 })
})

test('orders with bad rows are named by row and cell, are left out only when asked, and the rest comes in', async () => {
  const organization = await createTestOrganization()
  const path = await sheet([
    base,
    { ...base, code: '260102BBBBBBBB', placed: 'ontem' },
    { ...base, code: '260103CCCCCCCC' },
  ])
  const importId = await checkSheet(organization, path)
  expect(await getImportRow(organization, importId)).toMatchObject({
    state: 'ready',
    summary: { outcomes: { new: 2, failed: 1 }, badRows: 1 },
  })
  const [row] = await inspect<{ payload: unknown }>(
    organization.organizationId,
    `select payload from import_row where outcome = 'failed'`,
  )
  expect(row!.payload).toMatchObject({
    problems: [{ row: 3, cells: [{ cell: 'I3', problem: 'notTime', value: 'ontem' }] }],
  })
  await expect(importSheet(organization, path)).rejects.toMatchObject({ code: 'importHasBadRows' })
  expect(await ordersByMonth(organization)).toEqual([])
  await importSheet(organization, path, { leaveOutBadRows: true })
  expect(await ordersByMonth(organization)).toMatchObject([{ orders: 2 }])
})
