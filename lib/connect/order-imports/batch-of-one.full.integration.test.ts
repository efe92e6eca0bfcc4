// Full form: reads four sheets of orders twice over, some ten seconds. Default: lib/connect/order-imports/import-precedence.integration.test.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foldBuyers, foldSales } from '@/lib/worker/tasks/maintenance'
import { asWorker, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, runApply } from '@/lib/testing/factories/imports'
import { writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { confirmImport } from './confirm-import'

const folder = mkdtempSync(join(tmpdir(), 'batch-of-one-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A later sheet: open orders are on their way, and there is a new order. */
const laterOf = (orders: SampleOrder[]) => [
  ...orders.map((order) =>
    order.status === 'A Enviar' ? { ...order, status: 'Enviado', shipped: order.shipBy! } : order,
  ),
  ...[...sampleOrders(15, 4)].slice(14).map((order) => ({ ...order, code: '260101NOVO0001' })),
]

/** Where the sheets lie, which no order has a part in. */
const leftOut = new Set(['stored_file'])

/** Every row of the company in every table, in an order of its own: without ids, hashes under the company's key, and times of writing. */
async function allRows({ organizationId }: TestOrganization): Promise<Record<string, string[]>> {
  const plain = (text: string) =>
    text
      .replace(/"id": \d+/g, '"id": "#"')
      // The stock between two movements of one batch, which have no order of their own.
      .replace(/"(on_hand|reserved)_after": -?\d+/g, '"$1_after": "#"')
      .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, '#')
      .replace(/"\\\\x[0-9a-f]*"/g, '"#"')
      // The orders are of 2025.
      .replace(/"20(?:2[6-9]|[3-9]\d)-\d\d-\d\dT[^"]*"/g, '"now"')
  return withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    const { rows: tables } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    )
    const results: Record<string, string[]> = {}
    for (const { name } of tables) {
      if (leftOut.has(name)) continue
      const { rows } = await owner.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" t where organization_id = $1`,
        [organizationId],
      )
      const said = rows.map(({ row }) => plain(row)).filter((row) => !row.includes('"import.batchApplied"'))
      if (said.length > 0) results[name] = said.toSorted()
    }
    return results
  })
}

async function rowsAfter(batchOrders: number, sheets: string[]) {
  const company = await createTestOrganization('Empresa')
  for (const product of [7, 700, 1400])
    await addStockedProduct(company, { sku: `sku-${String(product).padStart(5, '0')}`, onHand: 5, cost: '3.25' })
  for (const sheet of sheets) {
    const importId = await checkSheet(company, sheet)
    await confirmImport(company.owner, { importId, takeStock: true, leaveOutBadRows: false })
    await runApply(company, importId, { batchOrders })
  }
  await asWorker(async () => {
    await foldBuyers(company.organizationId)
    while ((await foldSales(company.organizationId)) > 0);
  })
  return allRows(company)
}

test('orders applied at once leave the tables as orders applied one by one do', async () => {
  const orders = [...sampleOrders(14, 4)].map((order, at) => ({
    ...order,
    items: order.items.map((item) => ({ ...item, sku: `SKU-${String(Math.max(7, (at % 4) * 700)).padStart(5, '0')}` })),
  }))
  const sheets = [join(folder, 'first.xlsx'), join(folder, 'later.xlsx')]
  await writeOrderExport(sheets[0]!, orders)
  await writeOrderExport(sheets[1]!, laterOf(orders))
  const [once, byOne] = [await rowsAfter(500, sheets), await rowsAfter(1, sheets)]
  expect(once.orders).toHaveLength(15)
  expect(once.stock_movement!.length).toBeGreaterThan(3)
  expect(byOne).toEqual(once)
})
