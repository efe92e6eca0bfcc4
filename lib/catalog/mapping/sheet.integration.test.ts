import ExcelJS from 'exceljs'
import { buffer } from 'node:stream/consumers'
import { newId } from '@/lib/core/ids'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { addListing, addProduct, addShop } from '@/lib/testing/factories/sales'
import { applySheetAction } from './actions'
import { runSheet } from './apply-sheet'
import { downloadMappingSheet } from './download-sheet'
import { readMappingSheet } from './read-sheet'
import { getRunFor } from './run-view'
import { uploadMappingSheet } from './upload-sheet'

test('a file that is no sheet of mappings is refused in words of its own', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const send = (body: string | Buffer) =>
    uploadMappingSheet(
      company.owner,
      new Request('http://localhost:3000/api/mapping/sheet?fileName=a.xlsx', {
        method: 'POST',
        body: body as BodyInit,
        headers: { 'x-organization-id': organizationId },
      }),
    )
  await expect(send('ID do anúncio;SKU')).rejects.toMatchObject({ code: 'mappingNotSpreadsheet' })
  const book = new ExcelJS.Workbook()
  book.addWorksheet('orders').addRow(['ID do pedido', 'Status do pedido'])
  const { runId } = await send(Buffer.from(await book.xlsx.writeBuffer()))
  await asWorker(() => readMappingSheet(company.owner, runId))
  expect((await getRunFor(company.owner, runId)).summary).toEqual({ refused: 'mappingColumnsMissing' })
})

test('the sheet of the unmapped comes back filled in, is checked row by row, and then does just that', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await signInAs(company.owner)
  const shopId = await addShop(company, newId())
  const ids = [1, 2, 3].map(() => newId())
  for (const [n, title] of ['Caneca azul', '=Caneca verde', 'Caneca rosa'].entries()) {
    ids[n] = await addListing(company, shopId, title)
    await inspect(organizationId, `UPDATE listing SET item_id = $2, model_id = '0' WHERE id = $1`, [ids[n], `8800${n}`])
  }
  const product = await addProduct(company, 'CAN-AZ')
  await inspect(organizationId, `UPDATE product SET title = 'Caneca verde' WHERE id = $1`, [product])
  const viewer = { ...company.owner, timeZone: 'America/Sao_Paulo' }
  const book = new ExcelJS.Workbook()
  await book.xlsx.load((await buffer(downloadMappingSheet(viewer, {}, 'pt'))) as unknown as ArrayBuffer)
  const page = book.worksheets[0]!
  expect(page.rowCount).toBe(4)
  const [sku, units, likely, more] = [8, 9, 10, 11]
  page.getRow(1).getCell(more).value = 'Fornecedor'
  page.getRow(2).getCell(more).value = 'Cerâmica Sul'
  const rows = [2, 3, 4].map((at) => [4, sku, units, likely].map((column) => page.getRow(at).getCell(column).text))
  expect(rows.find(([title]) => title?.includes('verde'))?.slice(1)).toEqual(['', '', 'CAN-AZ'])
  page.eachRow((row, at) => {
    if (at === 1) return
    const item = row.getCell(1).text
    row.getCell(sku).value = item === '88001' ? 'NÃO-HÁ' : 'can-az'
    row.getCell(units).value = item === '88002' ? 0 : 3
  })
  const sheet = Buffer.from(await book.xlsx.writeBuffer())
  const request = new Request('http://localhost:3000/api/mapping/sheet?fileName=a.xlsx', {
    method: 'POST',
    body: sheet,
    headers: { 'x-organization-id': organizationId },
  })
  const { runId } = await uploadMappingSheet(company.owner, request)
  await asWorker(() => readMappingSheet(company.owner, runId))
  const run = await getRunFor(company.owner, runId)
  const unread = [{ kind: 'column', name: 'Fornecedor', place: '', count: 1, cents: null, sample: '' }]
  expect(run).toMatchObject({ state: 'ready', summary: { good: 1, same: 0, bad: 2, unread } })
  expect(run.changes).toEqual([
    { listing: 'Caneca azul', variation: null, sku: 'CAN-AZ', title: 'Caneca verde', quantity: 3 },
  ])
  expect(run.problems.map(({ reason, value }) => [reason, value]).toSorted()).toEqual([
    ['productUnknown', 'NÃO-HÁ'],
    ['quantityInvalid', '0'],
  ])
  const mapped = () =>
    inspect(organizationId, 'SELECT id, product_quantity AS quantity FROM listing WHERE product_id = $1', [product])
  expect(await mapped()).toEqual([])
  expect(await applySheetAction(envelope(company), { runId, scope: 'open' })).toMatchObject({ ok: true })
  expect(await applySheetAction(envelope(company), { runId, scope: 'open' })).toMatchObject({ error: 'staleVersion' })
  await asWorker(() => runSheet(company.owner, runId))
  await asWorker(() => runSheet(company.owner, runId))
  expect(await mapped()).toEqual([{ id: ids[0], quantity: 3 }])
  expect(await getRunFor(company.owner, runId)).toMatchObject({ state: 'done', done: 1, summary: { changed: 1 } })
  const how = await inspect(organizationId, 'SELECT how FROM listing_mapping')
  expect(how).toEqual([{ how: 'sheet' }])
})
