import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { getImportRow, importSheet, readBooks } from '@/lib/testing/factories/imports'
import { headers, rowOf, writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import { getUnreadFile } from './views'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const base: SampleOrder = {
  code: '260101ABCDEFGH',
  status: 'A Enviar',
  placed: '2026-01-01 10:00',
  paid: '2026-01-01 10:10',
  items: [{ sku: 'CAN-01', title: 'Caneca', quantity: 2, priceCents: 1990 }],
}

test('the parts of a sheet that are not understood are named and can be downloaded, and an unknown status is kept as it is written', async () => {
  const organization = await createTestOrganization()
  const path = join(folder, 'unknown.xlsx')
  const [item] = base.items
  const strange: SampleOrder = { ...base, code: '260102BBBBBBBB', status: 'Em triagem' }
  const workbook = new ExcelJS.Workbook()
  workbook.addWorksheet('Dicas').addRow(['Leia antes'])
  const head = [...headers.current, 'Taxa nova']
  workbook
    .addWorksheet('orders')
    .addRows([head, ...[base, base, strange].map((order) => [...rowOf(order, item!, 'current'), '1.25'])])
  await workbook.xlsx.writeFile(path)
  const importId = await importSheet(organization, path)
  expect((await getImportRow(organization, importId)).summary).toMatchObject({
    outcomes: { new: 2 },
    unread: [
      { kind: 'sheet', name: 'Dicas', count: 1 },
      { kind: 'column', name: 'Taxa nova', place: 'orders', count: 3, cents: '375' },
      { kind: 'word', name: 'Em triagem', place: 'Status do pedido', count: 1, cents: '3980', becomes: 'confirmed' },
      { kind: 'repeat', name: base.code, count: 1, cents: '3980' },
    ],
  })
  expect((await readBooks(organization)).orders).toMatchObject([
    { external_code: base.code, units: 2 },
    { external_code: strange.code, status: 'confirmed', platform_status: 'Em triagem' },
  ])
  const { content } = await getUnreadFile(organization.owner, importId)
  expect(content).toContain('Em triagem')
  expect(content).toContain('o pedido fica como Confirmado')
  expect(content).toContain('1 linha')
  expect(content).toContain('3.75')
  const later = join(folder, 'later.xlsx')
  await writeOrderExport(later, [{ ...strange, status: 'Enviado', shipped: '2026-01-02 09:00' }])
  await importSheet(organization, later)
  expect((await readBooks(organization)).orders[1]).toMatchObject({ status: 'shipped', platform_status: 'Enviado' })
})

test('scattered rows of an order are judged together: the partial result is not reported', async () => {
  const organization = await createTestOrganization()
  const path = join(folder, 'apart.xlsx')
  const [item] = base.items
  const head = headers.current
  const row = (order: SampleOrder, products: number) =>
    rowOf(order, item!, 'current').map((value, at) => (head[at] === 'Número de produtos pedidos' ? products : value))
  const same = row(base, 6)
  const workbook = new ExcelJS.Workbook()
  // Three items of two units each; the two that stand together look like one row that is there twice.
  workbook.addWorksheet('orders').addRows([head, same, same, row({ ...base, code: '260102BBBBBBBB' }, 2), same])
  await workbook.xlsx.writeFile(path)
  const importId = await importSheet(organization, path)
  expect((await getImportRow(organization, importId)).summary).toMatchObject({ unread: [] })
  expect((await readBooks(organization)).orders).toMatchObject([{ external_code: base.code, units: 6 }, { units: 2 }])
})
