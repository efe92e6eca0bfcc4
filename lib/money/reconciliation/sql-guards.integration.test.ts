import { plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { newId } from '@/lib/core/ids'
import { addShop } from '@/lib/testing/factories/sales'

const at = '2026-11-12T12:00:00Z'
const code = 'ALHEIO'

const movement = { n: 1, minute: at, at, day: '2026-11-12', amount: 1000, balance: 1000, nth: 1, kind: 'payout' }
const settlement = (shop: string) => ({
  id: newId(),
  shop,
  code,
  orderId: null,
  day: '2026-11-01',
  state: 'underpaid',
  dueOn: '2026-11-11',
  releasedAt: at,
  expected: 1000,
  released: 900,
  adjusted: 0,
  difference: -100,
  explained: 0,
  unexplained: -100,
  cause: null,
  ruleId: null,
  confirmed: true,
  asOf: at,
  hash: 'aa',
  causes: [],
})
const line = { kind: 'commission', key: 'commission#', amount: -100, name: 'Comissão' }

/** Each function that writes the marketplace's money, of a shop. */
const writers: Record<string, (shop: string) => [sql: string, given: unknown[]]> = {
  write_releases: (shop) => [
    'SELECT write_releases($1, $2::jsonb)',
    [shop, JSON.stringify([{ code, amount: 1000, at, source: 'api', key: '' }])],
  ],
  write_wallet: (shop) => [
    'SELECT * FROM write_wallet($1, $2::jsonb)',
    [shop, JSON.stringify([{ ...movement, type: 'X', code, fee: 0, source: 'file' }])],
  ],
  write_income: (shop) => [
    'SELECT * FROM write_income($1, $2::jsonb)',
    [shop, JSON.stringify([{ n: 1, code, part: '', amount: 900, at, lines: [line] }])],
  ],
  write_settlements: (shop) => ['SELECT write_settlements($1::jsonb)', [JSON.stringify([settlement(shop)])]],
}
const named = Object.entries(writers)

let mine: TestOrganization
let theirs: TestOrganization
let myShop: string
let theirShop: string
beforeAll(async () => {
  ;[mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  ;[myShop, theirShop] = [await addShop(mine, 'Minha'), await addShop(theirs, 'Deles')]
  await addOrder(theirs, theirShop)
})

async function addOrder(company: TestOrganization, shopId: string) {
  const { orderId } = await addParcel(company, { shopId, status: 'delivered' })
  await inspect(company.organizationId, 'UPDATE orders SET external_code = $1 WHERE id = $2', [code, orderId])
  return orderId
}

const tables = ['release', 'wallet_transaction', 'money_line', 'settlement', 'settlement_day', 'discrepancy_day']
const rowsOf = async ({ organizationId }: TestOrganization) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, await inspect(organizationId, `SELECT * FROM ${table} ORDER BY 1, 2, 3`)]),
    ),
  ) as Record<string, unknown[]>

test.each(named)('%s writes nothing for a shop of another company, and nothing of that company', async (_, of) => {
  const before = [await rowsOf(mine), await rowsOf(theirs)]
  const [sql, given] = of(theirShop)
  await expect(inspect(mine.organizationId, sql, given)).rejects.toThrow(/_shop_id_fkey/)
  expect([await rowsOf(mine), await rowsOf(theirs)]).toEqual(before)
})

test.each(named)('%s writes nothing where no company is set', async (_, of) => {
  const before = await rowsOf(theirs)
  const [sql, given] = of(theirShop)
  await expect(inspect('', sql, given)).rejects.toThrow()
  expect(await rowsOf(theirs)).toEqual(before)
})

test.each(Object.keys(writers))('%s is the worker’s alone: the application may not call it', async (name) => {
  const callers = await inspect(
    mine.organizationId,
    `SELECT r.rolname AS role FROM pg_proc f CROSS JOIN pg_roles r WHERE f.proname = $1 AND r.rolname IN ('mascate_app', 'mascate_worker')
       AND has_function_privilege(r.oid, f.oid, 'EXECUTE')`,
    [name],
  )
  expect(callers).toEqual([{ role: 'mascate_worker' }])
})

test('an income report of one shop touches no order of another shop of the company', async () => {
  const other = await addShop(mine, 'Outra')
  await addOrder(mine, myShop)
  const [sql, given] = writers.write_income!(other)
  expect(await inspect(mine.organizationId, sql, given)).toMatchObject([{ created: 1 }])
  expect(await inspect(mine.organizationId, `SELECT 1 FROM money_line WHERE source = 'income'`)).toEqual([])
  expect(await inspect(mine.organizationId, 'SELECT shop_id AS shop FROM release')).toEqual([{ shop: other }])
})

test('a settlement of one shop leaves that of the same code in another shop alone', async () => {
  const other = await addShop(mine, 'Terceira')
  await plantSettlements(mine, [{ shop: myShop, code, expected: 500, released: 500 }])
  const [sql, given] = writers.write_settlements!(other)
  await inspect(mine.organizationId, sql, given)
  const rows = await inspect(
    mine.organizationId,
    'SELECT shop_id AS shop, difference_cents::int AS cents FROM settlement ORDER BY difference_cents DESC',
  )
  expect(rows).toEqual([
    { shop: myShop, cents: 0 },
    { shop: other, cents: -100 },
  ])
})

test('a settlement names no order of another company', async () => {
  const { orderId } = await addParcel(theirs, { shopId: theirShop })
  const rows = [{ ...settlement(myShop), code: 'OUTRO', orderId }]
  await expect(
    inspect(mine.organizationId, 'SELECT write_settlements($1::jsonb)', [JSON.stringify(rows)]),
  ).rejects.toThrow('settlement_organization_id_order_id_fkey')
})
