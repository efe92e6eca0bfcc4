// Full form: applies a sheet of 20,000 rows and watches the memory. Default: app/api/sheets/sheets.integration.test.ts.
import { applyCatalogue } from '@/lib/connect/catalogue-sheets/apply-catalogue'
import { confirmSheet } from '@/lib/connect/catalogue-sheets/confirm-sheet'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { countRowsRead } from '@/lib/testing/harnesses/rows-read'
import { checkTestSheet, csvOf, withMark } from '@/lib/testing/factories/sheets'

const choices = { leaveOutBadRows: true, reason: null, stockFrom: null }

test('none of 20,000 rows reads the tables through, nor does memory grow with them', async () => {
  const company: TestOrganization = await createTestOrganization()
  const size = 20_000
  const rows = Array.from({ length: size }, (_, i) => [
    `S-${i}`,
    `Produto ${i} com um título comum`,
    '19,90',
    '7,50',
    `${i % 50}`,
  ])
  const body = withMark(csvOf([['SKU', 'Título', 'Preço', 'Custo', 'Estoque contado'], ...rows]))
  const before = process.memoryUsage().heapUsed
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().heapUsed)), 50)
  const importId = await checkTestSheet(company, body)
  await confirmSheet(company.owner, { importId, ...choices })
  const actor = systemActor(company.organizationId, company.owner.userId)
  const tables = ['product', 'stock_level', 'stock_movement', 'import_row']
  const read = await asWorker(() => countRowsRead(tables, () => applyCatalogue(actor, importId)))
  clearInterval(watch)
  const sum = `select count(*)::int as products, (select sum(on_hand)::int from stock_level where organization_id = current_organization()) as units from product`
  expect(await inspect(company.organizationId, sum)).toEqual([{ products: size, units: 490_000 }])
  // A look through a table for each row, or through the sheet for each batch, would be hundreds or thousands a row.
  const perRow = tables.map((name) => ({ name, count: read.get(name)! / size }))
  expect(perRow.filter(({ count }) => count > 150)).toEqual([])
  expect(Math.max(...perRow.map(({ count }) => count))).toBeGreaterThan(1)
  expect((peak - before) / 1_048_576).toBeLessThan(250)
}, 600_000)
