import { createTestOrganization } from '@/lib/testing/factories/factories'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  applyTestSheet,
  checkTestSheet,
  csvOf,
  getSheetRow,
  latin,
  listProblems,
  listProducts,
  runCheck,
  xlsxOf,
  type SheetCell,
} from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { mapColumns } from './map-columns'

/** A row under these headings, by name. */
const under = (headings: readonly string[], values: Record<string, SheetCell>) =>
  headings.map((heading) => values[heading.split('\n')[0]!] ?? '')

const bling =
  'ID;Código;Descrição;Unidade;NCM;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód. no fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN da Embalagem;Largura do produto;Altura do Produto;Profundidade do produto;Data Validade;Descrição do Produto no Fornecedor;Descrição Complementar;Itens p/ caixa;Produto Variação;Tipo Produção;Classe de enquadramento do IPI;Código na Lista de Serviços;Tipo do item;Grupo de Tags/Tags;Tributos;Código Pai;Código Integração;Grupo de produtos;Marca;CEST;Volumes;Descrição Curta;Cross-Docking'.split(
    ';',
  )
const tiny =
  'ID;Código (SKU);Descrição;Unidade;Classificação fiscal;Origem;Preço;Valor IPI fixo;Observações;Situação;Estoque;Preço de custo;Cód do Fornecedor;Fornecedor;Localização;Estoque máximo;Estoque mínimo;Peso líquido (Kg);Peso bruto (Kg);GTIN/EAN;GTIN/EAN tributável;Descrição complementar;CEST;Código de Enquadramento IPI;Formato embalagem;Largura embalagem;Altura embalagem;Comprimento embalagem;Diâmetro embalagem;Tipo do produto'.split(
    ';',
  )
const upseller = [
  'SKU*\n(Obrigatório, 1-200 caracteres e limite de números, letras e caracteres especiais）',
  'Título*\n(Obrigatório, 1-500 caracteres)',
  'Apelido do Produto\n(1-500 caracteres)',
  'Preço de varejo\n(limite 0-999999999)',
  'Custo de Compra\n(limite 0-999999999)',
  'Quantidade\n(limite 0-999999999, Se não for preenchido, não será registrado na Lista de Estoque)',
  'N° do Estante\n(Apenas estantes existentes)',
  'Código de Barras\n(Limite de 8 a 14 caracteres, separe vários códigos de barras com vírgulas)',
  'Peso (g)\n(limite 1-999999)',
  'Comprimento (cm)\n(limite 1-999999)',
  'Largura (cm)\n(limite 1-999999)',
  'Altura (cm)\n(limite 1-999999)',
  'NCM\n(limite 8 dígitos)',
  'CEST\n(limite 7 dígitos)',
  'Unidade\n(Selecionar UN/KG/Par)',
  'Origem\n(Selecionar 0/1/2/3/4/5/6/7/8)',
]

test('Bling’s sheet of products in Windows-1252 is recognized and read in its own measures', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'VELHO', priceCents: 900n, cost: '4' })
  const body = latin(
    csvOf([
      bling,
      under(bling, {
        Código: 'CAN-1',
        Descrição: 'Caneca de cerâmica',
        Unidade: 'un',
        NCM: '6911.10.10',
        Origem: '0',
        Preço: '1.234,50',
        Situação: 'Ativo',
        Estoque: '12,00',
        'Preço de custo': '10,5000',
        Localização: 'A-1',
        'Estoque mínimo': '3,00',
        'Peso bruto (Kg)': '0,250',
        'GTIN/EAN': '7891234567895',
        'Largura do produto': '10,5',
        'Altura do Produto': '11',
        'Profundidade do produto': '16,00',
        CEST: '28.038.00',
        'Cross-Docking': '2',
        'Descrição Complementar': '<p onclick="x()">Boa</p><script>alert(1)</script>',
      }),
      under(bling, {
        Código: 'velho',
        Preço: '0,00',
        'Preço de custo': '0,00',
        Situação: 'Inativo',
        'Peso bruto (Kg)': '0,000',
      }),
    ]),
  )
  const importId = await applyTestSheet(company, body)
  expect((await getSheetRow(company, importId)).summary.sheet).toMatchObject({ source: 'bling', shape: 'products' })
  expect(await listProducts(company)).toMatchObject([
    {
      sku: 'CAN-1',
      title: 'Caneca de cerâmica',
      price: '123450',
      cost: 10.5,
      stock: 12,
      minimum: 3,
      lead: 2,
      barcodes: ['7891234567895'],
      shelf: 'A-1',
      weight: 250,
      length: 160,
      width: 105,
      height: 110,
      ncm: '69111010',
      cest: '2803800',
      origin: 0,
      unit: 'UN',
      html: '<p>Boa</p>',
      archived: false,
    },
    { sku: 'VELHO', price: '900', cost: 4, weight: null, archived: true },
  ])
})

test('Bling’s sheet of balances adds the deposits up into the own stock', async () => {
  const company = await createTestOrganization()
  for (const sku of ['A', 'B']) await addStockedProduct(company, { sku, onHand: 1 })
  const heading = [
    'ID Produto',
    'Codigo produto *',
    'GTIN **',
    'Descrição Produto',
    'Deposito (OBRIGATÓRIO)',
    'Balanço (OBRIGATÓRIO)',
    'Valor (OBRIGATÓRIO)',
    'Preço de Custo',
    'Observação',
    'Data',
  ]
  const importId = await applyTestSheet(
    company,
    csvOf([
      heading,
      ['1', 'A', '', 'Produto A', 'Geral', '10,00', '9', '2,50', '', ''],
      ['2', 'B', '', 'Produto B', 'Geral', '4', '9', '', '', ''],
      ['1', 'A', '', 'Produto A', 'Loja', '5,00', '9', '', '', ''],
      ['2', 'B', '', 'Produto B', 'geral', '4', '9', '', '', ''],
    ]),
    { leaveOutBadRows: true },
  )
  const { summary } = await getSheetRow(company, importId)
  expect(summary.sheet).toMatchObject({ source: 'bling', shape: 'balances', deposits: ['Geral', 'Loja'] })
  expect(await listProducts(company)).toMatchObject([
    { sku: 'A', stock: 15, cost: 2.5 },
    { sku: 'B', stock: 1 },
  ])
  expect(await listProblems(company, importId)).toEqual(['3 sku rowOfOrderBad', '5 deposit repeated'])
})

test('Olist Tiny’s workbook of products is recognized; a kit and a parent of variations take no stock', async () => {
  const company = await createTestOrganization()
  const body = await xlsxOf([
    tiny,
    under(tiny, {
      'Código (SKU)': 1001,
      Descrição: 'Copo',
      Unidade: 'Un',
      'Classificação fiscal': '7013.37.00',
      Origem: '0',
      Preço: 19.9,
      Situação: 'Ativo',
      Estoque: 8,
      'Preço de custo': 7.25,
      'Peso bruto (Kg)': 0.3,
      'Largura embalagem': 11,
      'GTIN/EAN': 7891234567895,
      'Tipo do produto': 'S',
    }),
    under(tiny, { 'Código (SKU)': 'PAI', Descrição: 'Copo (cores)', Preço: 19.9, Estoque: 30, 'Tipo do produto': 'V' }),
  ])
  const importId = await applyTestSheet(company, body)
  expect((await getSheetRow(company, importId)).summary.sheet).toMatchObject({ source: 'tiny', shape: 'products' })
  expect(await listProducts(company)).toMatchObject([
    {
      sku: '1001',
      title: 'Copo',
      price: '1990',
      cost: 7.25,
      stock: 8,
      weight: 300,
      width: 110,
      barcodes: ['7891234567895'],
      ncm: '70133700',
    },
    { sku: 'PAI', stock: 0 },
  ])
})

test('UpSeller’s workbook of products is recognized below its long headings', async () => {
  const company = await createTestOrganization()
  const values = {
    'SKU*': 'UP-1',
    'Título*': 'Luminária',
    'Preço de varejo': 99.9,
    'Custo de Compra': 40,
    Quantidade: 6,
    'N° do Estante': 'B2',
    'Código de Barras': '78912345, 78912346',
    'Peso (g)': 1000,
    'Comprimento (cm)': 33,
    NCM: '94052100',
    Unidade: 'UN',
    Origem: '0',
  }
  const importId = await applyTestSheet(
    company,
    await xlsxOf([upseller, under(upseller, values)], 'Import_Single_Template_BR01'),
  )
  expect((await getSheetRow(company, importId)).summary.sheet).toMatchObject({ source: 'upseller', shape: 'products' })
  expect(await listProducts(company)).toMatchObject([
    {
      sku: 'UP-1',
      title: 'Luminária',
      price: '9990',
      cost: 40,
      stock: 6,
      shelf: 'B2',
      barcodes: ['78912345', '78912346'],
      weight: 1000,
      length: 330,
    },
  ])
})

test.each([
  ['bling', ['Código', 'Descrição', 'Código componente', 'Quantidade']],
  ['tiny', ['Código do kit (SKU)', 'Descrição do kit', 'Código (SKU) do componente', 'Quantidade']],
  ['upseller', ['SKU Combinado*', 'Título*', 'SKU*', 'Quantidade*']],
  ['mascate', ['SKU do kit', 'Título do kit', 'SKU do componente', 'Quantidade do componente']],
] as const)('%s’s sheet of kits makes kits of their components', async (source, heading) => {
  const company = await createTestOrganization()
  for (const sku of ['A', 'B']) await addStockedProduct(company, { sku, onHand: 10 })
  const body = csvOf([
    [...heading],
    ['KIT', 'Kit presente', 'a', '2'],
    ['KIT', 'Kit presente', 'B', '1'],
    ['RUIM', 'Kit sem parte', 'NADA', '1'],
    ['A', '', 'B', '1'],
  ])
  const importId = await applyTestSheet(company, body, { leaveOutBadRows: true })
  expect((await getSheetRow(company, importId)).summary.sheet).toMatchObject({ source, shape: 'kits' })
  expect(
    await inspect(
      company.organizationId,
      `select k.sku as kit, k.title, c.sku, x.quantity from kit_component x join product k on k.id = x.kit_id join product c on c.id = x.component_id order by c.sku`,
    ),
  ).toEqual([
    { kit: 'KIT', title: 'Kit presente', sku: 'A', quantity: 2 },
    { kit: 'KIT', title: 'Kit presente', sku: 'B', quantity: 1 },
  ])
  expect(await listProblems(company, importId)).toEqual(['4 componentSku componentUnknown', '5 sku kitHasStock'])
  const again = await checkTestSheet(company, csvOf([[...heading], ['kit', '', 'A', '2'], ['kit', '', 'B', '1']]))
  expect(await getSheetRow(company, again)).toMatchObject({ state: 'done', summary: { outcomes: { same: 1 } } })
})

test('a sheet with unknown headings asks for the columns once, and the next one is read without asking', async () => {
  const company = await createTestOrganization()
  const rows = [['Relatório de junho'], ['Ref.', 'Nome do item', 'Valor', 'Qtd em casa'], ['X-1', 'Vaso', '25,00', '3']]
  const importId = await checkTestSheet(company, csvOf(rows))
  const sheet = await getSheetRow(company, importId)
  expect(sheet).toMatchObject({ state: 'ready', total: 0 })
  expect(sheet.summary.unknownSheet).toMatchObject({
    headings: [
      [0, 'Ref.'],
      [1, 'Nome do item'],
      [2, 'Valor'],
      [3, 'Qtd em casa'],
    ],
    sample: [
      [
        [0, 'X-1'],
        [1, 'Vaso'],
        [2, '25,00'],
        [3, '3'],
      ],
    ],
  })
  const said = { importId, weight: 'kg', size: 'cm', zeroIsEmpty: true } as const
  await expect(mapColumns(company.owner, { ...said, places: { title: 1 } })).rejects.toMatchObject({
    code: 'invalidInput',
  })
  await expect(mapColumns(company.owner, { ...said, places: { sku: 9 } })).rejects.toMatchObject({
    code: 'invalidInput',
  })
  await mapColumns(company.owner, { ...said, places: { sku: 0, title: 1, price: 2, stock: 3 } })
  await runCheck(company.owner, importId)
  expect(await getSheetRow(company, importId)).toMatchObject({
    state: 'ready',
    total: 1,
    summary: { sheet: { source: 'own' } },
  })
  await applyTestSheet(company, csvOf(rows))
  expect(await listProducts(company)).toMatchObject([{ sku: 'X-1', title: 'Vaso', price: '2500', stock: 3 }])
  const other = await createTestOrganization()
  const theirs = await checkTestSheet(other, csvOf(rows))
  expect((await getSheetRow(other, theirs)).summary.unknownSheet).toBeDefined()
})
