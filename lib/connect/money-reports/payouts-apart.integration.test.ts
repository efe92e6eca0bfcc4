import { withOrganization } from '@/lib/core/db'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile, readMoneyBooks } from '@/lib/testing/factories/money-files'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { xlsxOf } from '@/lib/testing/factories/sheets'

const code = '260806K85EPVXY'
const head = [
  'Sequence No.',
  'Order ID',
  'Refund ID',
  'Payout Completed Date',
  'Product Price',
  'Commission fee',
  'Service Fee',
  'Total Released Amount (R$)',
]
type Row = [day: string, price: string, commission: string, service: string, total: string]
const report = (rows: Row[], of = code) =>
  xlsxOf([head, ...rows.map(([day, ...cells], i) => [i + 1, of, '', day, ...cells])], 'Income')
const first: Row = ['2026-08-12', '30.00', '-6.00', '-4.01', '19.99']
const later: Row = ['2026-08-20', '19.90', '-2.98', '-1.00', '15.92']

let company: TestOrganization
let shop: string
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
})
const sql = <T extends object>(text: string, given: unknown[] = [], { organizationId }: TestOrganization = company) =>
  inspect<T>(organizationId, text, given)
const addOrder = async (of: TestOrganization, shopId: string) =>
  addOrders(of, shopId, [{ at: '2026-08-06T12:00:00Z', cents: 4990n, code, productId: await addProduct(of, 'P') }])
const releases = () =>
  sql<{ line: string }>(
    `SELECT source || ' ' || to_char(released_at AT TIME ZONE 'America/Sao_Paulo', 'DD') || ' ' || amount_cents AS line FROM release ORDER BY 1`,
  ).then((rows) => rows.map(({ line }) => line))
const settle = (of = company) => asWorker(() => reconcileOrders(of.organizationId))
const settlementOf = async (of = company) =>
  (
    await sql(
      `SELECT s.external_code AS code, s.state::text, s.expected_cents::int AS expected, s.released_cents::int AS released, s.adjusted_cents::int AS adjusted,
       s.difference_cents::int AS difference, s.unexplained_cents::int AS unexplained, s.cause::text FROM settlement s`,
      [],
      of,
    )
  )[0]

test.each([
  ['in turn', [[first], [later]]],
  ['the later one first', [[later], [first]]],
  ['both in one report', [[first, later]]],
])('an order that two reports pay keeps both payouts and all of their lines: %s', async (_, reports) => {
  await addOrder(company, shop)
  for (const rows of reports)
    expect((await applyMoneyTestFile(company, await report(rows))).summary.result).toMatchObject({
      created: rows.length,
      updated: 0,
    })
  expect(await releases()).toEqual(['file 12 1999', 'file 20 1592'])
  const books = await readMoneyBooks(company)
  expect(books.money).toEqual([
    `${code} commission settled -898`,
    `${code} product_revenue settled 4990`,
    `${code} service settled -501`,
  ])
  expect(books.off).toEqual([])
  await settle()
  expect(await settlementOf()).toMatchObject({ released: 3591, adjusted: 0 })
  // Each report again, and one of the whole period: nothing new.
  for (const rows of [[first], [later], [first, later]]) {
    expect((await applyMoneyTestFile(company, await report(rows))).summary.result).toMatchObject({
      created: 0,
      updated: 0,
    })
    expect(await readMoneyBooks(company)).toEqual(books)
  }
})

test('a payout that a report corrects stays one, and so do those that the platform tells of as well', async () => {
  await addOrder(company, shop)
  await applyMoneyTestFile(company, await report([first, later]))
  const corrected: Row = ['2026-08-20', '19.90', '-2.98', '-1.02', '15.90']
  expect((await applyMoneyTestFile(company, await report([corrected]))).summary.result).toMatchObject({
    created: 0,
    updated: 1,
  })
  expect(await releases()).toEqual(['file 12 1999', 'file 20 1590'])
  const entries = [
    { code, amount: 1999, at: '2026-08-12T13:00:00Z', source: 'api', key: '' },
    { code, amount: 1590, at: '2026-08-20T09:30:00Z', source: 'api', key: '' },
  ]
  const write = (rows: object[]) =>
    asWorker(() =>
      withOrganization(
        { organizationId: company.organizationId },
        (db) =>
          db.$queryRaw<{ written: number }[]>`
            SELECT write_releases(${shop}::uuid, ${JSON.stringify(rows)}::jsonb) AS written`,
      ),
    )
  for (const [rows, written] of [
    [entries.slice(1), 1],
    [entries, 1],
    [entries, 0],
  ] as const)
    expect(await write([...rows])).toEqual([{ written }])
  expect(await releases()).toEqual(['api 12 1999', 'api 20 1590', 'file 12 1999', 'file 20 1590'])
  await settle()
  expect(await settlementOf()).toMatchObject({ released: 3589 })
})

test('a report that comes before its orders settles them as one that comes after', async () => {
  const other = await createTestOrganization()
  const otherShop = await addShop(other, 'Loja')
  const whole: Row = ['2026-08-12', '49.90', '-8.98', '-5.00', '35.92']
  const correction = [head, [1, code, '260818REFUND01', '2026-08-18', '0', '0', '0', '-1.00']]
  const files = [await report([whole]), await xlsxOf(correction, 'Income')]

  await addOrder(other, otherShop)
  await settle(other)
  for (const file of files) await applyMoneyTestFile(other, file)
  await settle(other)
  for (const file of files) {
    const { summary } = await applyMoneyTestFile(company, file)
    expect(summary).toMatchObject({ money: { unknownOrders: 1 }, result: { created: 1 } })
    expect((await applyMoneyTestFile(company, file)).summary.result).toMatchObject({ created: 0, updated: 0 })
  }
  await settle()
  expect(await settlementOf()).toMatchObject({ state: 'unknown_here', released: 3592 })
  await addOrder(company, shop)
  await settle()

  const [late, early] = [await readMoneyBooks(company), await readMoneyBooks(other)]
  expect(late).toEqual(early)
  expect(late.money).toContain(`${code} commission settled -898`)
  expect(late.off).toEqual([])
  expect(await settlementOf()).toEqual(await settlementOf(other))
  expect(await sql('SELECT fees_charged_cents::int AS fees FROM orders')).toEqual([{ fees: 1398 }])
  expect(await sql('SELECT 1 FROM waiting_income')).toEqual([])
  for (const file of files)
    expect((await applyMoneyTestFile(company, file)).summary.result).toMatchObject({ created: 0, updated: 0 })
})
