import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import {
  applyTestSheet,
  checkTestSheet,
  csvOf,
  getSheetRow,
  latin,
  listProblems,
  listProducts,
  listStaged,
  runSheetApply,
  withMark,
  xlsxOf,
} from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { confirmSheet } from './confirm-sheet'

const heading = [
  'SKU',
  'Título',
  'Preço',
  'Custo',
  'Estoque contado',
  'Estoque mínimo',
  'Códigos de barras',
  'NCM',
  'Arquivado',
]
const choices = { leaveOutBadRows: true, reason: null, stockFrom: null }
const ledger = (organizationId: string) =>
  inspect(
    organizationId,
    `select p.sku, m.kind::text, m.on_hand_delta::int as units, m.reason from stock_movement m join product p on p.id = m.product_id
     where m.source_kind = 'sheet' order by p.sku, m.id`,
  )

test('a sheet makes what is new and changes what is known, field by field, and an empty cell leaves a field as it is', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'Caneca-1', priceCents: 1_000n, onHand: 4, cost: '3', barcodes: ['7891'] })
  const sheet = csvOf([
    heading,
    ['caneca-1', '', '12,50', '', '10', '', 'LIMPAR', '', ''],
    ['COPO', 'Copo azul', 'R$ 1.234,56', '4,5', '7', '2', '7890001, 7890002', '6911.10.10', 'não'],
  ])
  const importId = await checkTestSheet(company, withMark(sheet))
  expect((await getSheetRow(company, importId)).summary).toMatchObject({
    outcomes: { new: 1, changed: 1 },
    sheet: { source: 'mascate', shape: 'products' },
  })
  const [known] = await listStaged(company, importId)
  expect(known!.payload.changes).toEqual([
    { field: 'price', before: '1000', after: '1250' },
    { field: 'barcodes', before: ['7891'], after: null },
    { field: 'stock', before: 4, after: 10 },
  ])
  expect(await listProducts(company)).toHaveLength(1)
  await confirmSheet(company.owner, {
    importId,
    leaveOutBadRows: false,
    reason: 'Contagem de novembro',
    stockFrom: null,
  })
  await runSheetApply(company, importId)
  expect(await listProducts(company)).toMatchObject([
    { sku: 'Caneca-1', title: 'Produto Caneca-1', price: '1250', cost: 3, stock: 10, barcodes: [], version: 2 },
    {
      sku: 'COPO',
      title: 'Copo azul',
      price: '123456',
      cost: 4.5,
      stock: 7,
      minimum: 2,
      barcodes: ['7890001', '7890002'],
      ncm: '69111010',
    },
  ])
  expect(await ledger(company.organizationId)).toEqual([
    { sku: 'Caneca-1', kind: 'count', units: 6, reason: 'Contagem de novembro' },
    { sku: 'COPO', kind: 'opening', units: 7, reason: 'Contagem de novembro' },
  ])
  const again = await applyTestSheet(company, withMark(sheet))
  expect(await getSheetRow(company, again)).toMatchObject({
    state: 'done',
    total: 0,
    summary: { outcomes: { same: 2 } },
  })
})

test('an invalid value is refused at its column, and the others go on only after a confirmation', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', cost: '3' })
  const importId = await checkTestSheet(
    company,
    csvOf([
      heading,
      ['A', '', 'doze', '', '1.234', '', '', '123', 'talvez'],
      ['B', '', '1,00', '', '', '', '', '', ''],
      ['', 'Sem SKU', '', '', '', '', '', '', ''],
      ['C', 'Um', '', '', '1,5', '', '', '', ''],
      ['c', 'Dois', '', '', '', '', '', '', ''],
      ['D', 'LIMPAR', '', '', '', '', '', '', ''],
      ['a2', 'Bom', '', '', '', '', '', '', ''],
    ]),
  )
  expect(await listProblems(company, importId)).toEqual([
    '2 price notMoney',
    '2 stock ambiguousNumber',
    '2 ncm notNcm',
    '2 archived notFlag',
    '3 title missing',
    '4 sku missing',
    '5 stock notWhole',
    '6 sku repeated',
    '7 title cannotClear',
  ])
  await expect(confirmSheet(company.owner, { ...choices, importId, leaveOutBadRows: false })).rejects.toMatchObject({
    code: 'importHasBadRows',
  })
  await confirmSheet(company.owner, { ...choices, importId })
  await runSheetApply(company, importId)
  expect((await listProducts(company)).map(({ sku }) => sku)).toEqual(['A', 'a2'])
  expect(await getSheetRow(company, importId)).toMatchObject({
    state: 'done',
    summary: { result: { created: 1 }, badRows: 6 },
  })
})

test('killed between batches, it goes on where it was: everything once', async () => {
  const company = await createTestOrganization()
  const rows = Array.from({ length: 25 }, (_, i) => [
    `K-${i}`,
    `Produto ${i}`,
    '1,00',
    '0,50',
    `${i + 1}`,
    '',
    '',
    '',
    '',
  ])
  const importId = await checkTestSheet(company, csvOf([heading, ...rows]))
  await confirmSheet(company.owner, { ...choices, importId })
  const stop = new Error('killed')
  let batches = 0
  await expect(
    runSheetApply(company, importId, {
      batchRows: 10,
      afterBatch: () => {
        batches += 1
        if (batches === 2) throw stop
      },
    }),
  ).rejects.toBe(stop)
  expect(await listProducts(company)).toHaveLength(20)
  await runSheetApply(company, importId, { batchRows: 10 })
  await runSheetApply(company, importId, { batchRows: 10 })
  const products = await listProducts(company)
  expect(products).toHaveLength(25)
  expect(products.reduce((sum, { stock }) => sum + Number(stock), 0)).toBe((25 * 26) / 2)
  expect(await ledger(company.organizationId)).toHaveLength(25)
  expect(await getSheetRow(company, importId)).toMatchObject({ state: 'done', summary: { result: { created: 25 } } })
})

test('a count keeps what was sold since the preview, and gives way to who counted since', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const skus = ['SOLD', 'CANCELLED', 'RETURNED', 'COUNTED']
  const products: string[] = []
  for (const sku of skus) products.push(await addStockedProduct(company, { sku, onHand: 10 }))
  const [sold, cancelled, returned, counted] = products as [string, string, string, string]
  const importId = await checkTestSheet(
    company,
    csvOf([heading.slice(0, 5), ...skus.map((sku) => [sku, '', '', '', '8'])]),
  )
  const book = (source: string, product: string, units: number) =>
    inspect(
      organizationId,
      `select book_stock($1, gen_random_uuid(), null, null, jsonb_build_array(jsonb_build_object('product', $2::uuid, 'location', (select id from stock_location where organization_id = current_organization() and kind = 'own'), 'kind', 'adjustment', 'onHand', $3::int)))`,
      [source, product, units],
    )
  await book('order', sold, -3)
  await book('order_receipt', cancelled, 2)
  await book('return', returned, 1)
  await book('adjustment', counted, -1)
  await confirmSheet(company.owner, { ...choices, importId })
  await runSheetApply(company, importId)
  expect((await listProducts(company)).map(({ sku, stock }) => [sku, stock])).toEqual([
    ['CANCELLED', 10],
    ['COUNTED', 9],
    ['RETURNED', 9],
    ['SOLD', 5],
  ])
  expect(await listProblems(company, importId)).toEqual(['5  stockMoved'])
})

test('a product that somebody changed since the preview is refused, not overwritten', async () => {
  const company = await createTestOrganization()
  const id = await addStockedProduct(company, { sku: 'A' })
  const importId = await checkTestSheet(company, csvOf([heading.slice(0, 3), ['A', 'Da planilha', '']]))
  await inspect(
    company.organizationId,
    `update product set title = 'De outra pessoa', version = version + 1 where id = $1`,
    [id],
  )
  await confirmSheet(company.owner, { ...choices, importId })
  await runSheetApply(company, importId)
  expect(await listProducts(company)).toMatchObject([{ title: 'De outra pessoa' }])
  expect(await listProblems(company, importId)).toEqual(['2  changedSince'])
})

test('a sheet reads the same as a workbook, in UTF-8, in Windows-1252 and with commas', async () => {
  const rows = [heading.slice(0, 5), ['A', 'Sabão, “bom”; ótimo', '10,00', '1,25', '3']]
  const asNumbers = [heading.slice(0, 5), ['A', 'Sabão, “bom”; ótimo', 10, 1.25, 3]]
  const plain = [heading.slice(0, 5), ['A', 'Sabão; ótimo', '10,00', '1,25', '3']]
  for (const [body, title] of [
    [await xlsxOf(rows), 'Sabão, “bom”; ótimo'],
    [await xlsxOf(asNumbers), 'Sabão, “bom”; ótimo'],
    [withMark(csvOf(rows)), 'Sabão, “bom”; ótimo'],
    [csvOf(rows, ','), 'Sabão, “bom”; ótimo'],
    [latin(csvOf(plain)), 'Sabão; ótimo'],
    [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csvOf(rows, '\t'), 'utf16le')]), 'Sabão, “bom”; ótimo'],
  ] as const) {
    const company = await createTestOrganization()
    await applyTestSheet(company, body)
    expect(await listProducts(company)).toMatchObject([{ sku: 'A', title, price: '1000', cost: 1.25, stock: 3 }])
  }
})
