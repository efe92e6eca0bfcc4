import { getMappingFor } from '@/lib/catalog/mapping/views'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import {
  applyMoneyTestFile,
  checkMoneyTestFile,
  getMoneyFileRow,
  listMoneyProblems,
  runMoneyApply,
} from '@/lib/testing/factories/money-files'
import { addProduct, addShop } from '@/lib/testing/factories/sales'
import { xlsxOf, type SheetCell } from '@/lib/testing/factories/sheets'
import { confirmMoneyFile } from './confirm-money-file'
import { getMoneyFileView } from './views'

const keys = [
  'et_title_product_id',
  'et_title_product_name',
  'et_title_variation_id',
  'et_title_variation_name',
  'et_title_parent_sku',
  'et_title_variation_sku',
  'et_title_variation_price',
  'ps_gtin_code',
  'et_title_variation_stock',
  'et_title_reason',
]
const labels = [
  'ID do Produto',
  'Nome do Produto',
  'Variante Identificador',
  'Nome',
  'SKU de referência',
  'SKU',
  'Preço',
  'GTIN (EAN)',
  'Estoque do Vendedor',
  'Motivo da Falha',
]
const template = [
  keys,
  ['sales_info', '35b74571cd927608dc4cc2b998b916cb', '0', '208727494', '{"search_condition":{}}'],
  labels,
  ['', '', '', '', 'Opcional', 'Opcional', 'Obrigatório'],
  ['', '', '', '', '', '', 'O preço mais alto dividido pelo mais baixo: 5'],
  ['', '', '', '', '', '', '0,01 – 999999'],
]
const mug = (price: string, stock: string | number = 3): SheetCell[] => [
  '40000001',
  'Caneca',
  '90000001',
  'Azul',
  'PAI-1',
  'CAN-A',
  price,
  '7891234567895',
  stock,
]
const plate: SheetCell[] = ['40000002', 'Prato', '0', '', 'PRA-1', '', '25,90', '00', '']
const name = (at: string, kind = 'sales') => ({ fileName: `mass_update_${kind}_info_208727494_${at}.xlsx` })
const send = async (company: TestOrganization, rows: SheetCell[][], at = '20261120090000') =>
  applyMoneyTestFile(company, await xlsxOf([...template, ...rows], 'Sheet1'), name(at))
const listings = ({ organizationId }: TestOrganization) =>
  inspect(
    organizationId,
    `SELECT l.item_id AS item, l.model_id AS model, l.sku::text, l.title, l.variation, l.price_cents::int AS cents, l.platform_stock AS stock, l.gtin,
       p.sku::text AS product, l.gone_at IS NOT NULL AS gone FROM listing l LEFT JOIN product p ON p.id = l.product_id ORDER BY 1, 2`,
  )

test('a file of mass updates brings listings to map, each with SKU, barcode, price and stock, and once', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  await addProduct(company, 'can-a')
  const file = await send(company, [
    mug('39.90'),
    ['40000001', 'Caneca', '90000002', 'Verde', '', '', '41.00', '', 'muitos'],
    plate,
  ])
  expect(file.summary).toMatchObject({
    result: { created: 3, updated: 0 },
    money: { type: 'listings', unread: [{ kind: 'cell', name: 'et_title_variation_stock', sample: 'I8: muitos' }] },
  })
  const results = [
    {
      item: '40000001',
      model: '90000001',
      sku: 'CAN-A',
      title: 'Caneca',
      variation: 'Azul',
      cents: 3990,
      stock: 3,
      gtin: '07891234567895',
    },
    {
      item: '40000001',
      model: '90000002',
      sku: 'PAI-1',
      title: 'Caneca',
      variation: 'Verde',
      cents: 4100,
      stock: null,
      gtin: null,
    },
    {
      item: '40000002',
      model: '0',
      sku: 'PRA-1',
      title: 'Prato',
      variation: null,
      cents: 2590,
      stock: null,
      gtin: null,
    },
  ]
  const products = ['can-a', null, null]
  expect(await listings(company)).toEqual(results.map((one, i) => ({ ...one, product: products[i], gone: false })))
  expect(await send(company, [plate, mug('39.90')])).toMatchObject({
    state: 'done',
    summary: { outcomes: { same: 2 } },
  })
})

test('the preview says of each listing that changes which field, from what to what', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  await send(company, [mug('39.90'), plate])
  const changed: SheetCell[] = ['40000001', 'Caneca azul', '90000001', 'Azul', '', 'CAN-B', '41,00', '', 1200]
  const body = await xlsxOf([...template, changed, plate], 'Sheet1')
  const importId = await checkMoneyTestFile(company, body, name('20261121090000'))
  const view = await getMoneyFileView(company.owner, importId, {})
  expect(view!.rows.rows).toMatchObject([
    {
      outcome: 'changed',
      changes: [
        { field: 'title', before: 'Caneca', after: 'Caneca azul' },
        { field: 'sku', before: 'CAN-A', after: 'CAN-B' },
        { field: 'priceCents', before: '3990', after: '4100' },
        { field: 'platformStock', before: '3', after: '1200' },
      ],
    },
  ])
})

test('the stock of a variation at several locations is their sum, whatever the order of the rows', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const place = (row: SheetCell[], where: string) => [...row, ...Array(10 - row.length).fill(''), where]
  const rows = [place(mug('39.90', 3), 'São Paulo'), place(mug('39.90', 3), 'Curitiba'), place(plate, 'São Paulo')]
  const bookOf = (list: SheetCell[][]) =>
    xlsxOf([
      [...keys, 'et_title_location'],
      template[1]!,
      [...labels, 'Localização do Estoque'],
      ...template.slice(3),
      ...list,
    ])
  const file = await applyMoneyTestFile(company, await bookOf(rows), name('20261120090000'))
  expect(file.summary).toMatchObject({ result: { created: 2 }, money: { unread: [] } })
  expect((await listings(company)).map(({ stock }) => stock)).toEqual([6, null])
  expect(await applyMoneyTestFile(company, await bookOf(rows.toReversed()), name('20261120090000'))).toMatchObject({
    summary: { outcomes: { same: 2 } },
  })
})

test('a role that may not map listings confirms no file of them; the member who may is named in the audit log of each that it maps', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const productId = await addProduct(company, 'can-a')
  const importId = await checkMoneyTestFile(
    company,
    await xlsxOf([...template, mug('39.90'), plate], 'Sheet1'),
    name('20261120090000'),
  )
  const finance = await addMember(company, 'finance')
  const input = { importId, leaveOutBadRows: false, ofOther: false }
  await expect(confirmMoneyFile(finance, input)).rejects.toMatchObject({ code: 'moneyFileNeedsMapping' })
  expect(await listings(company)).toEqual([])
  await confirmMoneyFile(company.owner, input)
  await runMoneyApply(company, importId)
  const auditEvents = await inspect(
    company.organizationId,
    `SELECT a.actor_id AS actor, l.item_id AS item, a.before, a.after FROM audit_event a JOIN listing l ON l.id::text = a.subject_id WHERE a.event = 'listing.mapped'`,
  )
  const before = { productId: null, quantity: 1 }
  const after = { productId, quantity: 1, how: 'sku', scope: 'future', sinceDay: null }
  expect(auditEvents).toEqual([{ actor: company.owner.userId, item: '40000001', before, after }])
  const by = await inspect(company.organizationId, `SELECT mapped_by AS by FROM listing_mapping`)
  expect(by).toEqual([{ by: company.owner.userId }])
})

test.each([[['20261120090000', '20261121090000']], [['20261121090000', '20261120090000']]])(
  'the later of two files, sent as %j, stands',
  async (order) => {
    const company = await createTestOrganization()
    await addShop(company, 'Loja')
    for (const at of order)
      await send(company, [mug(at.startsWith('20261120') ? '39.90' : '45.00', at.startsWith('20261120') ? 3 : '')], at)
    expect(await listings(company)).toMatchObject([{ cents: 4500, stock: 3 }])
  },
)

test.each([[['basic', 'sales']], [['sales', 'basic']]])(
  'a file of names alone makes an item known until its variations are (%j)',
  async (order) => {
    const company = await createTestOrganization()
    await addShop(company, 'Loja')
    const basic = async () =>
      applyMoneyTestFile(
        company,
        await xlsxOf([
          ['et_title_product_id', 'et_title_parent_sku', 'et_title_product_name', 'et_title_product_description'],
          ['basic_info', 'x', '0', '208727494'],
          ['ID do Produto', 'SKU de referência', 'Nome do Produto', 'Descrição do Produto'],
          ['40000001', 'PAI-1', 'Caneca nova', 'Boa'],
        ]),
        name('20261122090000', 'basic'),
      )
    for (const kind of order) await (kind === 'basic' ? basic() : send(company, [mug('39.90')]))
    const open = (await listings(company)).filter(({ gone }) => !gone)
    expect(open).toMatchObject([{ model: '90000001', title: 'Caneca', cents: 3990 }])
  },
)

test('the connection’s data stays, except the barcode; an export’s listing gets its ids', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const { organizationId } = company
  await inspect(
    organizationId,
    `INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, price_cents, platform_stock, synced_at)
     VALUES (current_organization(), gen_random_uuid(), $1, 'i:40000001:90000001', '40000001', '90000001', 'DA-API', 'Caneca da API', 100, 7, now())`,
    [shop],
  )
  const { exportListingKey } = await import('../order-imports/listing-key')
  const key = exportListingKey({ sku: 'PRA-1', title: 'Prato', variation: null })
  await inspect(
    organizationId,
    `INSERT INTO listing (organization_id, id, shop_id, external_key, sku, title) VALUES (current_organization(), gen_random_uuid(), $1, $2, 'PRA-1', 'Prato')`,
    [shop, key],
  )
  const file = await send(company, [mug('39.90'), plate])
  expect(file.summary.result).toMatchObject({ created: 0, updated: 2 })
  expect(await listings(company)).toMatchObject([
    { sku: 'DA-API', title: 'Caneca da API', cents: 100, stock: 7, gtin: '07891234567895' },
    { item: '40000002', model: '0', sku: 'PRA-1', cents: 2590 },
  ])
})

test('two rows that say otherwise of one listing are refused, and the rest is taken; a product of the same barcode is proposed', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const productId = await addProduct(company, 'OUTRO')
  await inspect(company.organizationId, `UPDATE product SET barcodes = '{7891234567895}' WHERE id = $1`, [productId])
  const body = await xlsxOf([...template, mug('39.90'), ['40000002', ...plate.slice(1, 6), '1.00'], plate])
  const importId = await checkMoneyTestFile(company, body, name('20261120090000'))
  expect((await getMoneyFileRow(company, importId)).summary.outcomes).toEqual({ new: 1, failed: 2 })
  expect(await listMoneyProblems(company, importId)).toEqual(['8 A8 repeated', '9 A9 repeated'])
  await send(company, [mug('39.90')])
  const view = await getMappingFor(
    { ...company.owner, role: 'owner', legalEntityIds: null, timeZone: 'America/Sao_Paulo' } as never,
    {},
  )
  expect(view.page.rows.map(({ suggestion }) => [suggestion?.sku, suggestion?.why])).toEqual([['OUTRO', 'barcode']])
})
