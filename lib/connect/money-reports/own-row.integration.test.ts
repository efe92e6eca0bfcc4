import { withOrganization } from '@/lib/core/db'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'

let company: TestOrganization
let shop: string
let order: { id: string; code: string }
const at = '2026-11-10T12:00:00Z'
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)

/** An order of 21.00 with the fees of an export. */
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  await addOrders(company, shop, [{ at, cents: 2100n, charged: 820n, productId: await addProduct(company, 'P') }])
  order = (await sql<typeof order>('SELECT id, external_code AS code FROM orders'))[0]!
  await withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query('DELETE FROM money_line WHERE organization_id = current_organization()')
    await owner.query(
      `INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, as_of)
       SELECT current_organization(), $1, kind::"MoneyKind", 'export', '', cents, now() FROM (VALUES ('commission', -378), ('service', -442)) x(kind, cents)`,
      [order.id],
    )
  })
})

type Line = { kind: string; key: string; amount: number; name: string }
const write = (part: string, amount: number | null, lines: Line[]) =>
  asWorker(() =>
    withOrganization({ organizationId: company.organizationId }, (db) => {
      const rows = JSON.stringify([{ n: 0, code: order.code, part, amount, at, lines }])
      return db.$queryRaw`SELECT created, updated, kept FROM write_income(${shop}::uuid, ${rows}::jsonb)`
    }),
  )
const line = (kind: string, key: string, amount: number): Line => ({ kind, key, amount, name: 'x' })
/** The order as its sheet tells it, with fees and deductions that the export only expects. */
const exported = (stage: number) =>
  asWorker(() =>
    withOrganization({ organizationId: company.organizationId }, (db) => {
      const state = {
        stage,
        status: stage === 1 ? 'shipped' : 'delivered',
        platformStatus: null,
        asOf: `2026-11-1${stage}T12:00:00Z`,
      }
      const on = { day: '2026-11-10', placedAt: at, purgeAfter: '2027-11-10T12:00:00Z' }
      const sums = {
        units: 1,
        revenue: 2100,
        total: 2100,
        discount: 0,
        voucher: 50,
        freight: 0,
        charged: 820,
        estimated: 820,
      }
      const more = {
        fulfilled: false,
        buyer: null,
        items: [{ k: 'x:p', s: 'P', t: 'P', v: null, q: 1, p: 2100, d: 0, m: 2100 }],
      }
      const kinds = { commission: -378, service: -442, seller_voucher: -50, reverse_freight: -30 }
      const lines = Object.entries(kinds).map(([kind, amount]) => ({ kind, source: 'export', amount }))
      const payload = JSON.stringify({ ...state, ...on, ...sums, ...more, money: lines })
      return db.$queryRaw`
        SELECT updated FROM write_marketplace_orders(${shop}::uuid, 'export', array(
          SELECT ROW(1, ${order.code}, decode(md5(${payload}), 'hex'), ${payload}::jsonb)::staged_order), '{}'::jsonb, false, NULL, NULL)`
    }),
  )
const money = async () =>
  (
    await sql<{ line: string }>(
      `SELECT m.kind || ' ' || coalesce(m.source::text, '-') || ' ' || m.amount_cents AS line FROM order_money(array[$1::uuid]) m WHERE m.source IS NOT NULL`,
      [order.id],
    )
  )
    .map((row) => row.line)
    .toSorted()
const charged = async () =>
  (await sql<{ cents: number | null }>('SELECT fees_charged_cents::int AS cents FROM orders'))[0]!.cents

test('a correction or a refund alone leaves an export’s fees', async () => {
  const part = '2026-11-10/-300/1'
  await write(part, null, [line('adjustment', `order_adjustment#${part}`, -300)])
  await write('REF1', -500, [line('refund', 'seller_return_refund#REF1', -500)])
  expect(await money()).toEqual([
    'adjustment income -300',
    'commission export -378',
    'refund income -500',
    'service export -442',
  ])
  expect(await charged()).toBe(820)
})

test('the order’s own row takes their place, and a correction after it changes nothing of that', async () => {
  const own = [
    line('product_revenue', 'original_cost_of_goods_sold', 2100),
    line('commission', 'commission_fee', -300),
    line('service', 'service_fee', -400),
  ]
  await write('', 1400, own)
  const part = '2026-11-12/-100/1'
  await write(part, null, [line('adjustment', `order_adjustment#${part}`, -100)])
  expect(await money()).toEqual([
    'adjustment income -100',
    'commission income -300',
    'product_revenue income 2100',
    'service income -400',
  ])
  expect(await charged()).toBe(700)
})

test('the one row of an order that names a refund tells all its fees, and none of the export stands beside them', async () => {
  const rows = [
    line('product_revenue', 'original_cost_of_goods_sold#REF1', 2100),
    line('refund', 'seller_return_refund#REF1', -2100),
    line('service', 'service_fee#REF1', -400),
  ]
  await write('REF1', -400, rows)
  expect(await money()).toEqual(['product_revenue income 2100', 'refund income -2100', 'service income -400'])
  expect(await charged()).toBe(400)
})

test('a later report that leaves a part of the same total open removes nothing from a fuller one, in either order', async () => {
  const full = [
    line('product_revenue', 'original_cost_of_goods_sold', 2100),
    line('commission', 'commission_fee', -300),
    line('service', 'service_fee', -400),
  ]
  const poor = [line('product_revenue', 'original_cost_of_goods_sold', 2100), line('other', 'rest', -700)]
  const expectedLines = ['commission income -300', 'product_revenue income 2100', 'service income -400']
  await write('', 1400, poor)
  expect(await money()).toEqual(['other income -700', 'product_revenue income 2100'])
  for (const lines of [full, poor]) {
    await write('', 1400, lines)
    expect(await money()).toEqual(expectedLines)
  }
  // Another total is another word on the order.
  await write('', 1300, [poor[0]!, line('other', 'rest', -800)])
  expect(await money()).toEqual(['other income -800', 'product_revenue income 2100'])
})

test('two rows of one day are the same two whichever comes first, and a later amount changes the one that had another', async () => {
  const sold = (cents: number) => [line('product_revenue', 'original_cost_of_goods_sold', cents)]
  const send = (...rows: [string, number][]) =>
    asWorker(() =>
      withOrganization({ organizationId: company.organizationId }, async (db) => {
        const given = rows.map(([part, amount], n) => ({ n, code: order.code, part, amount, at, lines: sold(amount) }))
        const [counts] = await db.$queryRaw<
          [{ created: number; updated: number; kept: number }]
        >`SELECT created, updated, kept FROM write_income(${shop}::uuid, ${JSON.stringify(given)}::jsonb)`
        return counts
      }),
    )
  const amounts = async () =>
    (await sql<{ cents: number }>('SELECT amount_cents::int AS cents FROM release ORDER BY 1')).map(
      ({ cents }) => cents,
    )
  expect(await send(['', 1000], ['~2', 300])).toEqual({ created: 2, updated: 0, kept: 0 })
  expect(await send(['', 300], ['~2', 1000])).toEqual({ created: 0, updated: 0, kept: 2 })
  expect(await send(['', 300], ['~2', 1100])).toEqual({ created: 0, updated: 1, kept: 1 })
  expect(await amounts()).toEqual([300, 1100])
  expect(await send(['', 1100])).toEqual({ created: 0, updated: 0, kept: 1 })
  expect(await send(['~2', 1100], ['', 300])).toEqual({ created: 0, updated: 0, kept: 2 })
  expect((await money()).filter((row) => row.startsWith('product_revenue'))).toEqual([
    'product_revenue income 1100',
    'product_revenue income 300',
  ])
})

test.each([[['export', 'income', 'later export']], [['export', 'later export', 'income']]])(
  'an income report says all of an order’s money, whichever of its sheets comes last: %s',
  async (turns) => {
    const own = [
      line('product_revenue', 'original_cost_of_goods_sold', 2100),
      line('commission', 'commission_fee', -300),
      line('service', 'service_fee', -400),
    ]
    for (const turn of turns) await (turn === 'income' ? write('', 1400, own) : exported(turn === 'export' ? 1 : 2))
    expect(await money()).toEqual(['commission income -300', 'product_revenue income 2100', 'service income -400'])
    expect(await charged()).toBe(700)
    const [{ status, estimated }] = (await sql<{ status: string; estimated: number | null }>(
      'SELECT status::text, fees_estimated_cents::int AS estimated FROM orders',
    )) as [{ status: string; estimated: number | null }]
    expect({ status, estimated }).toEqual({ status: 'delivered', estimated: null })
  },
)
