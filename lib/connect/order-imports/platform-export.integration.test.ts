import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { getImportRow, importSheet } from '@/lib/testing/factories/imports'
import { FIRST_SHOP_ID, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'

// The spreadsheets that a seller downloads, written by the sandbox and not by the importer's own tests.
const folder = mkdtempSync(join(tmpdir(), 'platform-export-'))
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
  await sandbox.admin('history', { shopId: FIRST_SHOP_ID, orders: 250, seed: 'sheets', wait: true })
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function download(file: string): Promise<string> {
  const answer = await fetch(`${sandbox.url}/admin/sheets/${FIRST_SHOP_ID}/${file}`)
  expect(answer.status).toBe(200)
  const path = join(folder, file)
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  return path
}

const readSheet = async (path: string, name: string): Promise<ExcelJS.CellValue[][]> => {
  const book = new ExcelJS.Workbook()
  await book.xlsx.readFile(path)
  const rows: ExcelJS.CellValue[][] = []
  book.getWorksheet(name)!.eachRow({ includeEmpty: true }, (row) => {
    rows.push((row.values as ExcelJS.CellValue[]).slice(1))
  })
  return rows
}

const platformSum = async (sql: string): Promise<Record<string, number>> => {
  const { rows } = await sandbox.platform.pool.query<Record<string, number>>(sql)
  return rows[0]!
}

const cents = (text: ExcelJS.CellValue) => Math.round(Number(text) * 100)

test('the importer reads every order of Order.all with the platform’s own amounts', async () => {
  const organization = await createTestOrganization()
  const importId = await importSheet(organization, await download('orders.xlsx'))
  expect(await getImportRow(organization, importId)).toMatchObject({ state: 'done', error_code: null })
  const [ours] = await inspect<{ orders: number; cents: number }>(
    organization.organizationId,
    `select count(*)::int as orders, sum(revenue_cents) filter (where status not in ('pending', 'cancelled'))::float8 as cents
     from orders where platform = 'shopee'`,
  )
  expect(ours).toEqual(
    await platformSum(
      `SELECT count(*)::int AS orders, (sum(items_cents) FILTER (WHERE status NOT IN ('CANCELLED', 'UNPAID')))::float8 AS cents
       FROM orders`,
    ),
  )
})

test('the income report names each payout once, in a sheet whose header is found by its content', async () => {
  const rows = await readSheet(await download('income.xlsx'), 'Renda')
  const at = rows.findIndex((row) => row.includes('Quantia total lançada (R$)'))
  expect(at).toBe(2)
  const header = rows[at]!
  const column = (name: string) => header.indexOf(name)
  const orders = rows.slice(at + 1).filter((row) => row[column('Ver')] === 'Order')
  const paid = await platformSum(
    'SELECT count(*)::int AS orders, sum(payout_cents)::float8 AS cents FROM order_money WHERE payout_cents IS NOT NULL',
  )
  const refund = (row: unknown[]) => row[column('Quantia total lançada (R$)')] === row[column('Valor do Reembolso')]
  const refunds = await platformSum(
    `SELECT count(*)::int AS orders, coalesce(sum(a.amount_cents), 0)::float8 AS cents FROM order_adjustment a
     JOIN order_money m USING (order_sn) WHERE a.reason = 'Return Refund deduction' AND m.payout_cents IS NOT NULL`,
  )
  expect(orders.filter(refund)).toHaveLength(refunds.orders!)
  expect(orders).toHaveLength(paid.orders! + refunds.orders!)
  const sum = (name: string) => orders.reduce((all, row) => all + cents(row[column(name)]), 0)
  expect(sum('Quantia total lançada (R$)')).toBe(paid.cents! + refunds.cents!)
  expect(sum('Taxa de comissão bruta')).toBeLessThan(0)
})

test('the wallet report ends with the balance', async () => {
  const rows = await readSheet(await download('wallet.xlsx'), 'Transaction Report')
  const at = rows.findIndex((row) => row[0] === 'Data')
  expect(at).toBe(17)
  const total = rows.slice(at + 1).reduce((all, row) => all + cents(row[5]), 0)
  expect(cents(rows.at(-1)![7])).toBe(total)
})

test('the report of returns has a row for each returned item', async () => {
  const rows = await readSheet(await download('returns.xlsx'), 'orders')
  const { items } = await platformSum('SELECT sum(jsonb_array_length(items))::int AS items FROM returns')
  expect(rows).toHaveLength(items! + 1)
})
