import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemActor } from '@/lib/core/queue/task'
import { withOrganization } from '@/lib/core/db'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow, importSheet } from '@/lib/testing/factories/imports'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { readOrderRows } from './order-stream'

const folder = mkdtempSync(join(tmpdir(), 'workbook-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const headings = [
  'ID do pedido',
  'Status do pedido',
  'Data de criação do pedido',
  'Nome do Produto',
  'Preço acordado',
  'Quantidade',
  'Subtotal do produto',
]
const rowOf = (cells: string[]) =>
  `<Row>${cells.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`
const sheetOf = (name: string, title: string, codes: string[]) =>
  `<Worksheet ss:Name="${name}"><Table>${[
    headings,
    ...codes.map((code) => [code, 'Concluído', '2026-11-01 10:00', title, '10.00', '1', '10.00']),
  ]
    .map(rowOf)
    .join('')}</Table></Worksheet>`
const october = ['261001AAAA0001', '261001AAAA0002']
const november = ['261101AAAA0001', '261101AAAA0002', '261101AAAA0003']

/** Two sheets of orders whose rows have the same numbers, and one order on both. */
function workbook() {
  const path = join(folder, 'orders.xls')
  const sheets = [
    sheetOf('Outubro', 'Caneca', [...october, '261001BOTH0001']),
    sheetOf('Novembro', 'Prato', november).replace(
      '</Table>',
      `${rowOf(['261001BOTH0001', 'Concluído', '2026-11-01 10:00', 'Caneca', '10.00', '1', '10.00'])}</Table>`,
    ),
  ]
  writeFileSync(path, `<?xml version="1.0"?><Workbook xmlns:ss="urn:ss">${sheets.join('')}</Workbook>`)
  return path
}

test('orders on two sheets of a workbook are orders of their own, and one that is on both is one', async () => {
  const company = await createTestOrganization()
  const importId = await importSheet(company, workbook(), { fileName: 'orders.xls' })
  expect(await getImportRow(company, importId)).toMatchObject({ state: 'done', summary: { result: { created: 6 } } })
  const orders = await inspect(
    company.organizationId,
    'SELECT o.external_code AS code, i.title, i.quantity FROM orders o JOIN order_item i ON i.order_id = o.id ORDER BY 1',
  )
  expect(orders).toEqual([
    ...[...october, '261001BOTH0001'].map((code) => ({ code, title: 'Caneca', quantity: 1 })),
    ...november.map((code) => ({ code, title: 'Prato', quantity: 1 })),
  ])
})

test.each([1, 500])(
  'in batches of %s each order of a workbook has a number of its own, whenever it is given',
  async (size) => {
    const numbers = new Map<string, Set<number>>()
    await readOrderRows(workbook(), size, async ({ orders }) => {
      for (const { code, number } of orders) numbers.set(code, (numbers.get(code) ?? new Set()).add(number))
    })
    expect([...numbers.values()].map((each) => [...each])).toEqual([[2], [3], [4], [5], [6], [7]])
  },
)

test('an order never takes the place that another has on the stage', async () => {
  const company = await createTestOrganization()
  const importId = await checkSheet(company, workbook(), { fileName: 'orders.xls' })
  const { organizationId, owner } = company
  await inspect(organizationId, `UPDATE import SET state = 'checking' WHERE id = $1`, [importId])
  const stage = (code: string) =>
    asWorker(() =>
      withOrganization(systemActor(organizationId, owner.userId), (db) => {
        const staged = JSON.stringify([{ number: 2, code, hash: '', payload: { problems: [] } }])
        return db.$queryRaw`SELECT stage_import_orders(${importId}::uuid, ${staged}::jsonb) AS staged`
      }),
    )
  expect(await stage(october[0]!)).toEqual([{ staged: 1 }])
  await expect(stage(november[0]!)).rejects.toThrow('import_number_taken')
})
