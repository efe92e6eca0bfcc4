import { withOrganization, type Db } from '@/lib/core/db'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { reconcileOrders } from './reconcile-orders'

let company: TestOrganization
let shop: string
let id: string
const code = '260806K85EPVXY'
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)

/** An order of 49.90 that was sold with a voucher of 2.00 where an export is said to tell of it. */
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'P')
  ;[id] = (await addOrders(company, shop, [{ at: '2026-08-06T12:00:00Z', cents: 4990n, code, productId }])) as [string]
})
const sell = () =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query('UPDATE orders SET seller_voucher_cents = 200 WHERE id = $1', [id])
    await owner.query(
      `INSERT INTO order_source (organization_id, order_id, source, fields_hash, as_of, stage) VALUES (current_organization(), $1, 'export', '\\x00', now(), 1)`,
      [id],
    )
  })

const at = '2026-08-12T12:00:00Z'
/** Fees of what the voucher leaves: 18 % and 2 % of it, and R$ 4.00. */
const money = (voucher: number) => {
  const base = 4990 - voucher
  const [commission, service] = [Math.round(base * 0.18), Math.round(base * 0.02) + 400]
  const lines = [
    { kind: 'product_revenue', key: 'original_cost_of_goods_sold', amount: 4990 },
    { kind: 'seller_voucher', key: 'voucher_from_seller', amount: 0 - voucher },
    { kind: 'commission', key: 'commission_fee', amount: 0 - commission },
    { kind: 'service', key: 'service_fee', amount: 0 - service },
  ].map((line) => ({ ...line, name: line.key }))
  return { lines, charged: commission + service, paid: base - commission - service }
}
const write = (run: (db: Db) => Promise<unknown>) =>
  asWorker(() => withOrganization({ organizationId: company.organizationId }, run))
const sources = {
  api: (voucher: number) => {
    const { lines, charged } = money(voucher)
    const rows = JSON.stringify([
      { code, asOf: at, adjusted: false, items: [], freight: null, voucher, lines, charged },
    ])
    return write((db) => db.$queryRaw`SELECT changed, kept FROM write_escrow(${shop}::uuid, ${rows}::jsonb)`)
  },
  report: (voucher: number) => {
    const { lines, paid } = money(voucher)
    const rows = JSON.stringify([{ n: 0, code, part: '', amount: paid, at, lines }])
    return write((db) => db.$queryRaw`SELECT created, updated, kept FROM write_income(${shop}::uuid, ${rows}::jsonb)`)
  },
}
const pay = (voucher: number) => {
  const rows = JSON.stringify([{ code, source: 'api', key: '', at, amount: money(voucher).paid }])
  return write((db) => db.$queryRaw`SELECT write_releases(${shop}::uuid, ${rows}::jsonb)`)
}
const voucher = async () =>
  (await sql<{ cents: number }>('SELECT seller_voucher_cents::int AS cents FROM orders'))[0]!.cents
const settlement = async () => {
  await asWorker(() => reconcileOrders(company.organizationId))
  return sql(`SELECT s.expected_cents::int AS expected, s.released_cents::int AS released, s.unexplained_cents::int AS unexplained, d.cause::text, d.amount_cents::int AS cents
    FROM settlement s LEFT JOIN discrepancy d ON d.settlement_id = s.id`)
}

/** 200: 8.62 and 4.96 of fees leave 34.32. 500: 8.08 and 4.90 leave 31.92. */
const enlarged = [{ expected: 3432, released: 3192, unexplained: 0, cause: 'vouchers', cents: -240 }]

test.each(['api', 'report'] as const)(
  'a voucher that was made larger in the settlement is a difference to the order’s own, by the %s',
  async (source) => {
    await sell()
    await sources[source](500)
    await pay(500)
    expect(await voucher()).toBe(200)
    expect(await settlement()).toEqual(enlarged)
  },
)

test.each(['api', 'report'] as const)(
  'for an order that no export lists, the voucher is the first one reported, by the %s',
  async (source) => {
    await sources[source](200)
    await pay(200)
    expect(await voucher()).toBe(200)
    expect(await settlement()).toEqual([{ expected: 3432, released: 3432, unexplained: 0, cause: null, cents: null }])
    await sources[source](500)
    await pay(500)
    expect(await voucher()).toBe(200)
    expect(await settlement()).toEqual(enlarged)
  },
)

test('until an order is sent, its voucher follows what the platform says', async () => {
  await sql(`UPDATE orders SET status = 'processing'`)
  await sources.api(200)
  await sources.api(150)
  expect(await voucher()).toBe(150)
})
