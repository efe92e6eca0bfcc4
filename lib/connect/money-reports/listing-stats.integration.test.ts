import { getHealthFor } from '../shop-performance/views'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'
import { addShop } from '@/lib/testing/factories/sales'
import { csvOf, xlsxOfSheets, type SheetCell } from '@/lib/testing/factories/sheets'

const head = [
  'ID do Item',
  'Produto',
  'Status Atual do Item',
  'ID da Variação',
  'Nome da Variação',
  'SKU Principle',
  'Impressão do Produto',
  'Cliques Por Produto',
  'Visitantes do Produto (Visita)',
  'Unidades (adicionar ao carrinho)',
  'Vendas (Pedido Realizado) (BRL)',
  'Vendas (Pedido Pago) (BRL)',
  'Unidades (Pedido pago)',
  'Taxa de Conversão de Pedido (Pedido Pago)',
]
const mug = (visitors: number, units: number): SheetCell[] => [
  '40001001',
  'Caneca',
  'Normal',
  '-',
  '-',
  'CAN',
  '12.345',
  678,
  visitors,
  90,
  '999,90',
  '899,10',
  units,
  '2,40%',
]
const blue: SheetCell[] = [
  '40001001',
  'Caneca',
  'Normal',
  '90001001',
  'Azul',
  'CAN',
  '-',
  '-',
  100,
  50,
  '99,90',
  '99,90',
  3,
  '1,00%',
]
const plate: SheetCell[] = ['40001002', 'Prato', 'Normal', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-']
const alone: SheetCell[] = ['40001003', 'Pote', 'Normal', '90001003', 'P', '-', 5, 5, 5, 5, '1,00', '1,00', 1, '1,00%']
const fileName = 'parentskudetail.20261101_20261130.xlsx'

const stats = ({ organizationId }: TestOrganization) =>
  inspect(
    organizationId,
    `SELECT item_id AS item, from_day::text AS from, to_day::text AS to, title, sku, visitors, impressions, clicks, cart_units AS cart, units,
       conversion_bp AS bp, sales_cents::int AS sales FROM listing_stat ORDER BY item_id, to_day`,
  )

test('the products’ performance is kept by listing and period; variations are in it already, and a missing figure stays missing', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const body = () =>
    xlsxOfSheets({
      'Mais vendidos': [head, mug(500, 12), blue, alone, plate],
      'Novos produtos': [
        head.filter((_, at) => at !== 3 && at !== 4),
        mug(500, 12).filter((_, at) => at !== 3 && at !== 4),
      ],
      Concorrência: [['Uma coisa'], ['x']],
    })
  const { summary } = await applyMoneyTestFile(company, await body(), { fileName })
  expect(summary).toMatchObject({
    result: { created: 2 },
    money: {
      type: 'listingStats',
      from: '2026-11-01',
      to: '2026-11-30',
      unread: [
        { kind: 'sheet', name: 'Concorrência' },
        { kind: 'row', name: '40001003' },
      ],
    },
  })
  const period = { from: '2026-11-01', to: '2026-11-30' }
  const figures = { visitors: 500, impressions: 12_345, clicks: 678, cart: 90, units: 12, bp: 240, sales: 89_910 }
  const none = { visitors: null, impressions: null, clicks: null, cart: null, units: null, bp: null, sales: null }
  expect(await stats(company)).toEqual([
    { item: '40001001', ...period, title: 'Caneca', sku: 'CAN', ...figures },
    { item: '40001002', ...period, title: 'Prato', sku: null, ...none },
  ])
  expect(await applyMoneyTestFile(company, await body(), { fileName })).toMatchObject({
    summary: { outcomes: { same: 2 } },
  })
  const [shop] = await getHealthFor({ ...company.owner, role: 'owner' })
  expect(shop?.listings).toEqual({
    ...period,
    total: 2,
    rows: [
      { itemId: '40001001', title: 'Caneca', visitors: 500, cartUnits: 90, units: 12, conversionBp: 240 },
      { itemId: '40001002', title: 'Prato', visitors: null, cartUnits: null, units: null, conversionBp: null },
    ],
  })
})

test('the version of a period that counted more stands, in either order; another period stands beside it', async () => {
  for (const versions of [
    [500, 400],
    [400, 500],
  ]) {
    const company = await createTestOrganization()
    await addShop(company, 'Loja')
    for (const visitors of versions)
      await applyMoneyTestFile(company, await xlsxOfSheets({ A: [head, mug(visitors, 12)] }), { fileName })
    await applyMoneyTestFile(company, await xlsxOfSheets({ A: [head, mug(9, 1)] }), {
      fileName: 'parentskudetail.20261001_20261031 (1).xlsx',
    })
    expect(await stats(company)).toMatchObject([
      { to: '2026-10-31', visitors: 9 },
      { to: '2026-11-30', visitors: 500 },
    ])
  }
})

test('without a period, neither in the file nor in its name, nothing is kept', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const file = await applyMoneyTestFile(company, await xlsxOfSheets({ A: [head, mug(5, 1)] }), {
    fileName: 'produtos.xlsx',
  })
  expect(file).toMatchObject({ state: 'failed', error_code: 'moneyFileNoPeriod' })
})

test.each([
  [
    'moneyFileAffiliateTotals',
    'AMSAffiliatePerformance_202611281516.csv',
    [
      'ID do Afiliado',
      'Nome do afiliado',
      'Nome de usuário do afiliado',
      'Vendas(R$)',
      'Itens Brutos Vendidos',
      'Pedidos',
      'Cliques',
      'Comissão estimada(R$)',
      'ROI',
      'Total de compradores',
      'Novos compradores',
    ],
    ['90000001', 'Ana', 'ana', '500,00', 10, 5, 50, '40,00', '--', 3, 1],
  ],
  [
    'moneyFileFullStock',
    'Current Inventory Report.csv',
    [
      'Product Name',
      'Variations',
      'Warehouse SKU ID',
      'Seller SKU ID',
      'Barcode',
      'Recommend Replenishment Qty',
      'Sellable',
      'Reserved',
      'Unsellable',
      'Selling Speed',
      'Coverage Days',
      'Excess Qty',
      'unitsSoldInLast7Days',
    ],
    ['Caneca', 'Azul', '123_456', 'CAN', '', 0, 10, 1, 0, '1.2', 8, 0, 9],
  ],
])('%s: what is recognised and not read is said to be so', async (code, name, headings, row) => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const file = await applyMoneyTestFile(company, csvOf([headings, row]), { fileName: name })
  expect(file).toMatchObject({ state: 'failed', error_code: code })
})
