// Full form: takes in the reports of forty-five orders once for each way to dress them. Default: lib/connect/money-reports/readers.property.test.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'
import { drawYear } from '@/lib/testing/oracles/year-of-orders'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { addShop } from '@/lib/testing/factories/sales'
import { csvOf, type SheetCell } from '@/lib/testing/factories/sheets'

type Rows = SheetCell[][]
type Files = [name: string, rows: Rows][]
const year = drawYear(45, { isTakingPart: false, isPerson: false, isByApi: false })
const orders: Files[number] = ['orders', []]
const reports: Files = (['income', 'adjustments', 'wallet', 'returns', 'advances'] as const).map((name) => [
  name,
  year[name],
])
const base: Files = [orders, ...reports]
const now = new Date('2027-02-15T15:00:00Z')

/** The stored data once the files have come in that order. */
async function booksAfter(files: Files) {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  for (const [name, rows] of files) {
    if (name === 'orders') {
      const folder = mkdtempSync(join(tmpdir(), 'dressed-'))
      const path = join(folder, 'Order.all.xlsx')
      await writeOrderExport(path, year.orders)
      await importSheet(company, path, { shopId })
      rmSync(folder, { recursive: true, force: true })
    } else await applyMoneyTestFile(company, csvOf(rows), { fileName: `${name}.csv`, shopId, leaveOutBadRows: true })
    await asWorker(() => reconcileOrders(company.organizationId, { now }))
  }
  // As each day: what no file names may have become late by what another says.
  await inspect(
    company.organizationId,
    `INSERT INTO reconcile_due (organization_id, shop_id, external_code) SELECT organization_id, shop_id, external_code FROM settlement`,
  )
  await asWorker(() => reconcileOrders(company.organizationId, { now }))
  const list = async (text: string) =>
    (await inspect<{ line: string }>(company.organizationId, text)).map(({ line }) => line).toSorted()
  return {
    settled: await list(`
      SELECT concat_ws(' ', s.external_code, s.state, s.released_cents, s.adjusted_cents, s.unexplained_cents,
        (SELECT string_agg(d.cause::text || d.amount_cents, ',' ORDER BY d.cause) FROM discrepancy d WHERE d.settlement_id = s.id),
        (SELECT sum(m.amount_cents) FROM order_money(array[s.order_id]) m)) AS line FROM settlement s`),
    own: await list(`SELECT concat_ws(' ', local_day, amount_cents, name) AS line FROM shop_adjustment`),
    wallet: await list(
      `SELECT concat_ws(' ', minute, amount_cents, kind, external_code) AS line FROM wallet_transaction`,
    ),
    advances: await list(
      `SELECT concat_ws(' ', number, external_code, advance_cents, fee_cents) AS line FROM early_payout`,
    ),
    returns: await list(`SELECT concat_ws(' ', kind, state, refund_cents) AS line FROM order_return`),
  }
}

const each = (change: (rows: Rows, name: string) => Rows): Files => [
  orders,
  ...reports.map(([name, rows]) => [name, change(rows, name)] as Files[number]),
]
const ofWallet = (change: (rows: Rows) => Rows) => each((rows, name) => (name === 'wallet' ? change(rows) : rows))
const cells = (change: (cell: string, heading: string) => string) =>
  each(([head, ...rows]) => [
    head!,
    ...rows.map((row) => row.map((cell, at) => (typeof cell === 'string' ? change(cell, String(head![at])) : cell))),
  ])
const shuffled = ([head, ...rows]: Rows): Rows => [
  head!,
  ...rows
    .map((row, n) => [(n * 7919) % 1009, row] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, row]) => row),
]
/** In two parts that have some rows in common, the later first. */
const overlapping = ([head, ...rows]: Rows): Rows[] => {
  const half = Math.floor(rows.length / 2)
  return [
    [head!, ...rows.slice(Math.max(0, half - 3))],
    [head!, ...rows.slice(0, half + 3)],
  ]
}
const amounts = (write: (digits: string, isOut: boolean) => string) =>
  cells((cell) => {
    const [, sign, whole, cents] = /^(-?)(\d+)\.(\d{2})$/.exec(cell) ?? []
    return whole ? write(`${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`, sign === '-') : cell
  })
const english: Record<string, string> = {
  Data: 'Date',
  'Tipo de transação': 'Transaction Type',
  Descrição: 'Description',
  Valor: 'Amount',
  'ID do pedido': 'Order ID',
  'Direção do dinheiro': 'Money Direction',
  Entrada: 'Money In',
  Saída: 'Money Out',
  'Balança após as transações': 'Balance After Transactions',
  'Renda do pedido': 'Order Income',
}

const ways: Record<string, Files> = {
  'in another order of rows': each(shuffled),
  'cut into parts that overlap': [
    orders,
    ...reports.flatMap(([name, rows]): Files => overlapping(rows).map((part) => [name, part])),
  ],
  twice: [...base, ...base],
  'in the other order, returns after the orders': [
    ...reports.filter(([name]) => name !== 'returns').toReversed(),
    orders,
    ...reports.filter(([name]) => name === 'returns'),
  ],
  'with the columns turned round': each((rows) => rows.map((row) => row.toReversed())),
  'with dressed headings': each(([head, ...rows]) => [
    head!.map((text) => ` ${String(text).toUpperCase()} : `),
    ...rows,
  ]),
  'with Brazilian amounts': amounts((digits, isOut) => `${isOut ? '-' : ''}R$ ${digits}`),
  'with a true minus': amounts((digits, isOut) => `${isOut ? '−' : ''}${digits}`),
  'with brackets for what goes out': amounts((digits, isOut) => (isOut ? `(${digits})` : digits)),
  'with the minus behind': amounts((digits, isOut) => (isOut ? `${digits}-` : `+${digits}`)),
  'with Brazilian days': cells((cell) => cell.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1')),
  'with a number sign before codes': cells((cell, heading) =>
    heading === 'ID do pedido' && cell.length > 5 ? ` #${cell} ` : cell,
  ),
  'with unknown columns': each((rows) =>
    rows.map((row, n) => [...row, ...(n === 0 ? ['Taxa nova', 'Recado'] : ['0.00', 'oi'])]),
  ),
  'with blank rows and the headings again': each((rows) =>
    rows.toSpliced(
      Math.ceil(rows.length / 2),
      0,
      rows[0]!.map(() => ''),
      rows[0]!,
    ),
  ),
  'with a row of totals': ofWallet((rows) => [
    ...rows,
    rows[0]!.map((_, at) => (at === 0 ? 'Total' : at === 5 ? '999.99' : '')),
  ]),
  'with the direction alone for a sign': ofWallet((rows) =>
    rows.map((row) => row.with(5, String(row[5]).replace('-', ''))),
  ),
  'without a direction': ofWallet((rows) => rows.map((row) => row.toSpliced(4, 1))),
  'in English': ofWallet((rows) => rows.map((row) => row.map((cell) => english[String(cell)] ?? cell))),
  'without balances, in parts and whole': [
    orders,
    ...reports.flatMap(([name, rows]): Files => {
      const bare = rows.map((row) => row.slice(0, 7))
      return name === 'wallet' ? [...overlapping(bare), bare].map((part) => [name, part]) : [[name, rows]]
    }),
  ],
  'and a later one with fewer columns': [...base, ['income', year.income.map((row) => row.slice(0, 6))]],
}

const whole = booksAfter(base)
test.each(Object.entries(ways))('the same reports %s leave the same in the books', async (_, files) => {
  expect(await booksAfter(files)).toEqual(await whole)
})
