import { withOrganization } from '@/lib/core/db'
import { changeOrderStatusAction, placeOrderAction } from '@/lib/sales/orders/actions'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { envelope, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { addOrders, addShop, foldSales } from '@/lib/testing/factories/sales'
import { derived } from '@/lib/insight/data-checks/derived'
import { rollups } from './rollups'
import { verifyFigures } from './verify-figures'

const monthByMonth = 0

async function companyWithSales() {
  const { company, product } = await stockedCompany(100)
  const shop = await addShop(company, 'Loja')
  await addOrders(company, shop, [
    { at: '2026-09-30T12:00:00Z', cents: 1999n, charged: 400n, productId: product, unitCost: '5.123456' },
    { at: '2026-10-01T02:00:00Z', cents: 3000n, units: 3, estimated: 650n, productId: product },
    { at: '2026-10-05T12:00:00Z', cents: 500n, status: 'cancelled', productId: product },
  ])
  await foldSales(company)
  await withOrganization(
    company.owner,
    (db) => db.$queryRaw`SELECT reserve_order_stock(array(SELECT id FROM orders), NULL, true)`,
  )
  const order = dataOf(await placeOrderAction(envelope(company), await orderOf(company, [[product, 2]])))
  await changeOrderStatusAction(envelope(company), { id: order.id, version: 1, to: 'confirmed' })
  return { company, product, orderId: order.id }
}

const change = ({ organizationId }: TestOrganization, sql: string) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    expect((await owner.query(sql)).rowCount).toBeGreaterThan(0)
  })

test('figures written by the product verify, folded or not, and verifying leaves nothing behind', async () => {
  const { company } = await companyWithSales()
  const count = `select (select count(*) from sales_day_delta) + (select count(*) from stock_movement) as rows`
  const before = await inspect(company.organizationId, count)
  expect(await verifyFigures(company.organizationId)).toEqual({ orders: 4, differences: [] })
  expect(await verifyFigures(company.organizationId, monthByMonth)).toEqual({ orders: 4, differences: [] })
  expect(await inspect(company.organizationId, count)).toEqual(before)
  await foldSales(company)
  expect((await verifyFigures(company.organizationId)).differences).toEqual([])
})

test.each([
  ['sales_day', `update sales_day set gross_cents = gross_cents + 1 where gross_cents = 4999`, { gross_cents: '1' }],
  ['sales_hour', `update sales_hour set units = units - 2 where units > 2`, { units: '-2' }],
  [
    'sales_state',
    `update sales_state set deductions_cents = 0 where deductions_cents = 400`,
    { deductions_cents: '-400' },
  ],
  ['product_month', `update product_month set cost = cost + 0.000001 where month < '2026-10-01'`, { cost: '0.000001' }],
  [
    'product_span',
    `update product_span set units = units + 1 where months = 3 and start < '2026-10-01'`,
    { units: '1' },
  ],
  ['order_list', `update order_list set margin_cents = 7 where revenue_cents = 1999`, { row: '1' }],
  ['money_day', `delete from money_day where amount_cents = -400`, { orders: '-1', amount_cents: '400' }],
  ['stock_level', `update stock_level set reserved = reserved + 1`, { reserved: '1' }],
  ['orders', `update orders set revenue_cents = 2000 where revenue_cents = 1999`, { revenue_cents: '1' }],
])('a figure of %s that is not what its rows say is named', async (check, sql, off) => {
  const { company } = await companyWithSales()
  await foldSales(company)
  await change(company, sql)
  for (const ordersInOneGo of [undefined, monthByMonth]) {
    const { differences } = await verifyFigures(company.organizationId, ordersInOneGo)
    expect(differences.filter((result) => result.check === check)).toEqual([{ check, at: expect.any(Object), off }])
  }
})

test('a row of the desk that another holds is read all the same, and a wrong or missing one beside it is named', async () => {
  const { company, orderId } = await companyWithSales()
  await change(company, `update order_list set words = 'errado' where revenue_cents = 1999`)
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query('begin')
    await owner.query('select 1 from order_list where order_id <> $1 for update', [orderId])
    const { differences } = await verifyFigures(company.organizationId)
    expect(differences).toEqual([{ check: 'order_list', at: expect.any(Object), off: { row: '1' } }])
    await owner.query('rollback')
  })
  await change(company, `delete from order_list where words = 'errado'`)
  const { differences } = await verifyFigures(company.organizationId)
  expect(differences).toEqual([{ check: 'order_list', at: expect.any(Object), off: { row: '1' } }])
})

test('a movement that says it left something else than the sum up to it is named', async () => {
  const { company } = await companyWithSales()
  await withOwner(async (owner) => {
    await owner.query('alter table stock_movement disable trigger stock_movement_append_only')
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query(`update stock_movement set on_hand_after = on_hand_after + 1
      where id = (select max(id) from stock_movement where organization_id = current_organization())`)
    await owner.query('alter table stock_movement enable trigger stock_movement_append_only')
  })
  const { differences } = await verifyFigures(company.organizationId)
  expect(differences).toEqual([{ check: 'stock_movement', at: expect.any(Object), off: { on_hand_after: '1' } }])
})

test('an order whose reservation the ledger lacks is named', async () => {
  const { company, product, orderId } = await companyWithSales()
  await change(company, `update order_item set quantity = 3 where order_id = '${orderId}'`)
  const { differences } = await verifyFigures(company.organizationId)
  expect(differences).toContainEqual({
    check: 'order_stock',
    at: { order: orderId, product },
    off: { reserved: '-1' },
  })
})

test('every sum of every roll-up is verified', async () => {
  const columns = await withOwner(async (owner) => {
    const { rows } = await owner.query<{ table: string; column: string }>(`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and table_name ~ '_(day|hour|state|month|span)$' and table_name !~ '^sync_'
        and data_type in ('bigint', 'numeric')`)
    return rows.map(({ table, column }) => `${table}.${column}`).sort()
  })
  const verified = Object.entries({ ...rollups, ...derived }).flatMap(([table, { sums }]) =>
    sums.map((sum) => `${table}.${sum}`),
  )
  expect(verified.sort()).toEqual(columns)
})
