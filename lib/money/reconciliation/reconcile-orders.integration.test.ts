import { callGlobal, withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { addEntity } from '@/lib/testing/harnesses/company-harness'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { filledFaults, fillReconciliation } from '@/lib/testing/factories/reconcile-fill'
import { addShop } from '@/lib/testing/factories/sales'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { verifySettlements } from '@/lib/worker/verify-figures/settlements'
import { verifyDerived } from '@/lib/worker/verify-figures/verify-figures'
import { reconcileOrders } from './reconcile-orders'

const now = new Date('2026-11-22T12:00:00Z')
const orders = isFullProfile ? 1200 : 300

let company: TestOrganization
let shop: string

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
const reconcile = (batch?: number) => asWorker(() => reconcileOrders(company.organizationId, { now, batch }))
const fill = (shopId: string, count: number, prefix: string) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await fillReconciliation(owner, { organizationId: company.organizationId, shopId, orders: count, prefix })
  })
const differences = () =>
  asWorker(() =>
    withOrganization({ organizationId: company.organizationId }, async (db) => [
      ...(await verifyDerived(db, company.organizationId, ['settlement_day', 'discrepancy_day'])),
      ...(await verifySettlements(db, company.organizationId, now)),
    ]),
  )

beforeAll(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  await fill(shop, orders, 'R')
})

test('a company whose orders wait without a job is found by the list that gives it one', async () => {
  const list = () =>
    callGlobal<{ id: string }>(Prisma.sql`SELECT organization_id AS id FROM list_organizations_to_reconcile()`)
  expect((await asWorker(list)).map(({ id }) => id)).toContain(company.organizationId)
})

test('every order is settled once, each fault with its cause and amount, and totals by day are the sums of the rows', async () => {
  expect(await reconcile()).toEqual({ looked: orders, changed: orders })
  const wanted = filledFaults(orders)
  const causes = await sql<{ cause: string; orders: number; cents: number }>(
    `SELECT cause, count(*)::int AS orders, sum(amount_cents)::int AS cents FROM discrepancy GROUP BY 1 ORDER BY 1`,
  )
  expect(Object.fromEntries(causes.map(({ cause, ...found }) => [cause, found]))).toEqual({
    late: wanted.late,
    freight: wanted.freight,
    adjustment: wanted.adjustment,
  })
  expect(
    await sql(`SELECT sum(expected_cents)::int AS cents, sum(unexplained_cents)::int AS unexplained FROM settlement`),
  ).toEqual([{ cents: wanted.expected, unexplained: 0 }])
  expect(await differences()).toEqual([])
})

test('the same again writes nothing', async () => {
  await sql(
    `INSERT INTO reconcile_due (organization_id, shop_id, external_code) SELECT organization_id, shop_id, external_code FROM settlement`,
  )
  const before = await sql(`SELECT sum(version)::int AS versions, max(as_of) AS as_of FROM settlement`)
  expect(await reconcile()).toEqual({ looked: orders, changed: 0 })
  expect(await sql(`SELECT sum(version)::int AS versions, max(as_of) AS as_of FROM settlement`)).toEqual(before)
})

test('a correction after the payout opens a settled order again, and totals by day follow', async () => {
  const [order] = await sql<{ id: string; code: string }>(
    `SELECT o.id, o.external_code AS code FROM orders o JOIN settlement s ON s.order_id = o.id
     WHERE s.state = 'reconciled' AND NOT EXISTS (SELECT 1 FROM wallet_transaction w WHERE w.external_code = o.external_code) LIMIT 1`,
  )
  await sql(
    `INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, as_of)
     VALUES (current_organization(), $1, 'adjustment', 'api', '#0', -75, now())`,
    [order!.id],
  )
  expect(await reconcile()).toEqual({ looked: 1, changed: 1 })
  expect(
    await sql(`SELECT state, cause, difference_cents::int AS cents FROM settlement WHERE external_code = $1`, [
      order!.code,
    ]),
  ).toEqual([{ state: 'reopened', cause: 'adjustment', cents: -75 }])
  expect(await differences()).toEqual([])
})

test('totals by day stay the sums of the rows after any changes, also of a day that an order leaves', async () => {
  for (const change of [
    `UPDATE release SET amount_cents = amount_cents - 1 WHERE external_code LIKE '%7'`,
    `UPDATE orders SET local_day = local_day - 3 WHERE external_code LIKE '%11'`,
    `UPDATE orders SET status = 'cancelled', cancelled_at = now() WHERE external_code LIKE '%50'`,
    `UPDATE release SET amount_cents = amount_cents + 1 WHERE external_code LIKE '%7'`,
    `DELETE FROM money_line WHERE kind = 'service' AND order_id IN (SELECT id FROM orders WHERE external_code LIKE '%3')`,
  ]) {
    await withOwner(async (owner) => {
      await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
      await owner.query(change)
    })
    expect((await reconcile(100)).changed).toBeGreaterThan(0)
    expect(await differences()).toEqual([])
  }
})

test('the payout of a missing order is stored as such, and settled once the order comes', async () => {
  await sql(
    `INSERT INTO release (organization_id, shop_id, external_code, source, amount_cents, released_at)
     VALUES (current_organization(), $1, 'DESCONHECIDO', 'file', 4200, '2026-10-10T12:00:00Z')`,
    [shop],
  )
  await reconcile()
  const result = `SELECT state, cause, order_id IS NULL AS homeless, local_day::text AS day, unexplained_cents::int AS unexplained FROM settlement
    WHERE external_code = 'DESCONHECIDO'`
  const unknown = { state: 'unknown_here', cause: 'unknown_here', homeless: true, day: '2026-10-10', unexplained: 0 }
  expect(await sql(result)).toEqual([unknown])
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query(
      `INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at, local_day, units, revenue_cents, total_cents)
       VALUES (current_organization(), gen_random_uuid(), 'D-1', 'shopee', $1, $1, 'DESCONHECIDO', 'delivered', '2026-10-01', '2026-10-01', 1, 4200, 4200)`,
      [shop],
    )
  })
  await reconcile()
  expect(await sql(result)).toEqual([expect.objectContaining({ homeless: false, day: '2026-10-01' })])
  expect(await differences()).toEqual([])
})

test('an order that goes to another shop is settled there, and stops no other', async () => {
  const other = await addShop(company, 'Loja nova')
  const [moved] = await sql<{ code: string }>(
    `SELECT s.external_code AS code FROM settlement s WHERE s.state = 'reconciled' AND s.order_id IS NOT NULL ORDER BY s.external_code LIMIT 1`,
  )
  await sql(`UPDATE orders SET shop_id = $1, outlet_id = $1 WHERE external_code = $2`, [other, moved!.code])
  await reconcile()
  const rows = await sql<{ here: boolean; homeless: boolean }>(
    `SELECT shop_id = $1 AS here, order_id IS NULL AS homeless FROM settlement WHERE external_code = $2 ORDER BY 1`,
    [other, moved!.code],
  )
  expect(rows).toEqual([
    { here: false, homeless: true },
    { here: true, homeless: false },
  ])
  expect(await sql(`SELECT 1 FROM reconcile_due`)).toEqual([])
  expect(await differences()).toEqual([])
})

test('a code that cannot be settled keeps its mark, and the others are settled', async () => {
  const [bad] = await sql<{ code: string; revenue: string; released: string }>(
    `SELECT o.external_code AS code, o.revenue_cents::text AS revenue, r.amount_cents::text AS released FROM orders o
     JOIN release r ON r.external_code = o.external_code JOIN settlement s ON s.order_id = o.id
     WHERE s.state = 'reconciled' AND NOT EXISTS (SELECT 1 FROM wallet_transaction w WHERE w.external_code = o.external_code) ORDER BY 1 LIMIT 1 OFFSET 40`,
  )
  const change = async (revenue: string, released: string) => {
    await sql(`UPDATE orders SET revenue_cents = $1 WHERE external_code = $2`, [revenue, bad!.code])
    await sql(`UPDATE release SET amount_cents = $1 WHERE external_code = $2`, [released, bad!.code])
  }
  // Each is a number that the database holds; what they differ by is not.
  await change('9200000000000000000', '-9200000000000000000')
  await sql(`UPDATE release SET amount_cents = amount_cents - 1 WHERE external_code LIKE '%9'`)
  await expect(reconcile(100)).rejects.toThrow()
  const marks = await sql<{ code: string }>(`SELECT DISTINCT external_code AS code FROM reconcile_due`)
  expect(marks).toEqual([{ code: bad!.code }])
  await change(bad!.revenue, bad!.released)
  expect((await reconcile()).looked).toBeGreaterThan(0)
  expect(await sql(`SELECT 1 FROM reconcile_due`)).toEqual([])
  expect(await differences()).toEqual([])
})

test('an advance whose fee only its own list tells is no shortage', async () => {
  const [paid] = await sql<{ code: string; cents: string; at: Date }>(
    `SELECT external_code AS code, amount_cents::text AS cents, released_at AS at FROM release r WHERE r.source = 'api'
       AND EXISTS (SELECT 1 FROM settlement s WHERE s.external_code = r.external_code AND s.state = 'reconciled')
       AND NOT EXISTS (SELECT 1 FROM wallet_transaction w WHERE w.external_code = r.external_code) LIMIT 1`,
  )
  const advance = (BigInt(paid!.cents) * 4n) / 5n
  const move = (kind: string, cents: bigint) =>
    sql(
      `INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, at, local_day, kind, type, external_code, source)
       VALUES (current_organization(), gen_random_uuid(), $1, $2, $3, $2, '2026-11-01', $4::"WalletKind", $4, $5, 'file')`,
      [shop, paid!.at, cents.toString(), kind, paid!.code],
    )
  await move('early_payout', advance - 37n)
  await move('early_payout_rest', BigInt(paid!.cents) - advance)
  await sql(
    `INSERT INTO early_payout (organization_id, shop_id, number, external_code, at, advance_cents, fee_cents, received_cents)
     VALUES (current_organization(), $1, '219', $2, $3, $4, 37, $4)`,
    [shop, paid!.code, paid!.at, advance.toString()],
  )
  await reconcile()
  expect(
    await sql(`SELECT state, difference_cents::int AS cents FROM settlement WHERE external_code = $1`, [paid!.code]),
  ).toEqual([{ state: 'reconciled', cents: 0 }])
})

test('many codes are settled in two halves at once, each order once; one that moves to the other half is settled there', async () => {
  const orders = isFullProfile ? 2500 : 200
  const many = await createTestOrganization()
  const [salesChannel, other] = [await addShop(many, 'Muitos'), await addShop(many, 'Outra')]
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [many.organizationId])
    await fillReconciliation(owner, { organizationId: many.organizationId, shopId: salesChannel, orders, prefix: 'M' })
  })
  const run = () => asWorker(() => reconcileOrders(many.organizationId, { now, batch: orders / 10 }))
  const left = () => inspect(many.organizationId, `SELECT 1 FROM reconcile_due`)
  expect(await run()).toEqual({ looked: orders, changed: orders })
  await inspect(
    many.organizationId,
    `UPDATE orders SET external_code = 'N' || external_code, shop_id = $1, outlet_id = $1`,
    [other],
  )
  expect(await run()).toMatchObject({ changed: 2 * orders })
  expect(await left()).toEqual([])
  const result = `SELECT count(*)::int AS codes, count(order_id)::int AS orders FROM settlement`
  expect(await inspect(many.organizationId, result)).toEqual([{ codes: 2 * orders, orders }])
})

test('a mark whose change is not committed yet is neither waited for nor lost', async () => {
  const [row] = await sql<{ code: string }>(
    `SELECT external_code AS code FROM settlement WHERE state = 'reconciled' LIMIT 1`,
  )
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    const mark = `INSERT INTO reconcile_due (organization_id, shop_id, external_code) VALUES (current_organization(), $1, $2)`
    await sql(mark, [shop, row!.code])
    await owner.query('begin')
    await owner.query(mark, [shop, row!.code])
    expect((await reconcile()).looked).toBe(1)
    await owner.query('commit')
    expect((await reconcile()).looked).toBe(1)
    expect((await reconcile()).looked).toBe(0)
  })
})

test("an accountant reads the settlements of their legal entities alone, and no company another's", async () => {
  await signInAs(company.owner)
  const entity = await addEntity(company, { name: 'Filial' })
  const branch = await addShop({ ...company, legalEntityId: entity }, 'Loja da filial')
  await fill(branch, 30, 'F')
  await reconcile()
  const count = (legalEntityIds: string[] | null, organizationId = company.organizationId) =>
    withOrganization({ organizationId, legalEntityIds }, async (db) => [
      await db.settlement.count(),
      Number((await db.settlementDay.aggregate({ _sum: { orders: true } }))._sum.orders ?? 0),
    ])
  expect(await count([entity])).toEqual([30, 30])
  expect(await count(null)).toEqual([orders + 32, orders + 32])
  expect(await count(null, (await createTestOrganization()).organizationId)).toEqual([0, 0])
})

test.each([
  [
    'settlement_day',
    `UPDATE settlement_day SET orders = orders + 1 WHERE ctid = (SELECT ctid FROM settlement_day WHERE organization_id = current_organization() LIMIT 1)`,
  ],
  [
    'discrepancy_day',
    `UPDATE discrepancy_day SET amount_cents = 0 WHERE ctid = (SELECT ctid FROM discrepancy_day WHERE organization_id = current_organization() AND amount_cents <> 0 LIMIT 1)`,
  ],
  [
    'settlement',
    `DELETE FROM discrepancy WHERE ctid = (SELECT ctid FROM discrepancy WHERE organization_id = current_organization() LIMIT 1)`,
  ],
  [
    'settled',
    `UPDATE settlement SET hash = '' WHERE id = (SELECT id FROM settlement WHERE organization_id = current_organization() AND state = 'reconciled' ORDER BY md5(id::text) LIMIT 1)`,
  ],
])('a figure of %s that is not what its rows say is named', async (check, change) => {
  const before = await differences()
  await sql(change)
  const result = await differences()
  expect(result.filter((each) => each.check === check).length).toBeGreaterThan(
    before.filter((each) => each.check === check).length,
  )
})
