import { layoutOf } from './layout'
import { readRow } from './read-row'

function read(headings: readonly string[], values: readonly string[]) {
  const layout = layoutOf(new Map(headings.entries()), true)!
  const cells = new Map(values.map((text, at) => [at, { kind: 'text' as const, text }]))
  return { source: layout.source, values: readRow({ number: 2, cells }, layout)!.values }
}

test('another system’s sheet of another version is read by what its columns mean', () => {
  const headings = [
    'Código (SKU)',
    'Nome do produto',
    'Preço de venda',
    'Valor de compra',
    'Estoque atual',
    'Estoque mínimo',
    'GTIN (EAN)',
    'Peso Bruto',
    'Largura',
    'Altura\n(cm)',
    'Profundidade',
  ]
  const row = ['A-1', 'Cano', '1.010,00', '5,00', '3,00', '2', '7891234567895', '0,5', '1', '2', '3']
  expect(read(headings, row)).toEqual({
    source: 'tiny',
    values: {
      sku: 'A-1',
      title: 'Cano',
      price: '101000',
      cost: '5.00',
      stock: 3,
      minimum: 2,
      barcodes: ['7891234567895'],
      weight: 500,
      width: 10,
      height: 20,
      length: 30,
    },
  })
})

test.each(['="00124"', "'00124", '00124'])('the SKU %s that was marked as a text is what stands within', (sku) => {
  expect(read(['SKU', 'Título'], [sku, 'Vaso']).values).toEqual({ sku: '00124', title: 'Vaso' })
})

test.each([
  ['7891234567895 / 7891234567901', ['7891234567895', '7891234567901']],
  ['7891234567895/7891234567901', ['7891234567895', '7891234567901']],
  ['7891234567895 7891234567901', ['7891234567895', '7891234567901']],
  ['789 1234 567895', ['7891234567895']],
  ['789.1234.56789-5', ['7891234567895']],
  ['CX/12', ['CX/12']],
  ['AB 12345678', ['AB 12345678']],
])('the barcodes %j are %j', (written, barcodes) => {
  const headings = ['Código', 'Descrição', 'GTIN/EAN', 'Tipo Produção']
  expect(read(headings, ['A-1', 'Cano', written, 'P']).values.barcodes).toEqual(barcodes)
})

test('a row behind apostrophes says what it would say without them', () => {
  const headings = ['Código', 'Descrição', 'Situação', 'Preço', 'Estoque', 'Origem', 'Tipo Produção']
  const row = ['A-1', 'Cano', 'Ativo', '10,00', '3', '0 - Nacional', 'P']
  expect(
    read(
      headings,
      row.map((cell) => `'${cell}`),
    ),
  ).toEqual(read(headings, row))
})
