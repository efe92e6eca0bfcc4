import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { describeCases, readCase } from '@/lib/testing/samples/shared-cases'
import {
  applyTestSheet,
  checkTestSheet,
  csvOf,
  getSheetRow,
  listProblems,
  listProducts,
  withMark,
  xlsxOfSheets,
} from '@/lib/testing/factories/sheets'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})

const headings = [
  'Código',
  'Descrição',
  'Unidade',
  'NCM',
  'Preço',
  'Estoque',
  'Cód. no fornecedor',
  'Largura do produto',
  'Unidade de medida',
]
const sized = (unit: string, size: string, more: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    Código: `U${unit}`,
    Descrição: 'Caneca',
    'Largura do produto': size,
    'Unidade de medida': unit,
    ...more,
  }
  return headings.map((heading) => values[heading] ?? '')
}

test('measures are read by the row’s own word for their unit, and an unknown word is reported', async () => {
  const rows = [
    sized('Milímetros', '120'),
    sized('mm', '120'),
    sized('Centímetro', '12'),
    sized('', '12'),
    sized('METRO', '0,12'),
  ]
  const body = withMark(csvOf([headings, ...rows, sized('Côvado', '3')]))
  const importId = await applyTestSheet(company, body)
  expect((await listProducts(company)).map(({ width }) => width).toSorted()).toEqual([120, 120, 120, 120, 120, null])
  expect((await getSheetRow(company, importId)).summary.unread).toMatchObject([
    { kind: 'cell', name: 'Largura do produto', count: 1 },
    { kind: 'cell', name: 'Unidade de medida', count: 1, sample: expect.stringMatching(/Côvado$/) },
  ])
})

test('a SKU that looks like the number of another system is named before a product is made of it; those that are here are not', async () => {
  const row = (sku: string) => sized('mm', '1', { Código: sku })
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
  await applyTestSheet(company, withMark(csvOf([headings, row('40110022334')])))
  const body = withMark(csvOf([headings, row('40110022334'), row(uuid), row('CAN-01'), row('7891000315507')]))
  const { summary } = await getSheetRow(company, await checkTestSheet(company, body))
  expect(summary.unread).toMatchObject([{ kind: 'systemId', name: 'Código', count: 1, sample: uuid }])
})

test('a unit, a balance or a code as other systems write them costs no product', async () => {
  const odd = [
    sized('PC', '1', { Unidade: 'PÇ', Estoque: '5,00' }),
    sized('M2', '1', { Unidade: 'M²', Estoque: '-3,00' }),
    sized('UND', '1', { Unidade: 'Und.', Estoque: '2,5' }),
    sized('UN', '1', { Unidade: 'Unidade', NCM: 'nenhum' }),
    sized('XX', '1', { Unidade: 'palete grande', Preço: 'a combinar' }),
  ]
  const importId = await applyTestSheet(company, withMark(csvOf([headings, ...odd])))
  expect((await listProducts(company)).map(({ sku, unit, stock }) => [sku, unit, stock])).toEqual([
    ['UM2', 'M2', 0],
    ['UPC', 'PC', 5],
    ['UUN', 'UN', 0],
    ['UUND', 'UND', 0],
    ['UXX', 'UN', 0],
  ])
  const unreadTexts = (await getSheetRow(company, importId)).summary.unread!.map(
    ({ name, count }) => `${name} ${count}`,
  )
  expect(unreadTexts.filter((line) => !line.startsWith('Unidade de medida') && !line.startsWith('Largura'))).toEqual([
    'Estoque 2',
    'NCM 1',
    'Preço 1',
    'Unidade 1',
  ])
})

test('unknown columns and sheets are named, and a duplicate row counts once', async () => {
  const body = await xlsxOfSheets({
    Produtos: [
      ['SKU', 'Título', 'Preço', 'Cor da tampa'],
      ['A', 'Caneca', 10, 'azul'],
      ['A', 'Caneca', 10, 'azul'],
      ['a', 'Caneca', 12, ''],
    ],
    Fretes: [['Faixa', 'Valor']],
  })
  const importId = await checkTestSheet(company, body)
  expect((await getSheetRow(company, importId)).summary).toMatchObject({
    outcomes: { new: 1, failed: 1 },
    unread: [
      { kind: 'sheet', name: 'Fretes', count: 1 },
      { kind: 'column', name: 'Cor da tampa', count: 2, sample: 'azul' },
      { kind: 'repeat', name: 'A', count: 1 },
    ],
  })
  expect(await listProblems(company, importId)).toEqual(['4 sku repeated'])
})

describeCases('the sheets of ../shared/cases', () => {
  test('bling-unidade-de-medida', async () => {
    await applyTestSheet(company, readCase('bling-unidade-de-medida.csv'))
    expect((await listProducts(company)).map(({ width, height, length }) => [width, height, length])).toEqual(
      Array.from({ length: 3 }, () => [120, 100, 80]),
    )
  })
})
