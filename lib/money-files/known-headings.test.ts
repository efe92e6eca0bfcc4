import type { Cell, SheetRow } from '../imports/sheet-reader'
import { SheetReading } from './sheet-reading'
import { SumChecks } from './sum-checks'

const cell = (text: string): Cell => ({ kind: 'text', text })
const rowOf = (sheet: string, number: number, values: readonly string[]): SheetRow => ({
  ...{ sheet, number },
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, cell(text)] as const]))),
})
function read(rows: readonly string[][], sheet = 'x') {
  const reading = new SheetReading()
  const found = [...rows.flatMap((values, at) => reading.take(rowOf(sheet, at + 1, values))), ...reading.end()]
  return {
    items: found.map((row) => ('read' in row ? row.read.item : row.problems)),
    unread: reading.unread.list().map(({ name }) => name),
  }
}

// As sellers' tools name them; only what is read has a value that matters.
const english =
  'Sequence|Ad Name|Status|Ads Type|Product ID|Creative|Bidding Method|Placement|Start Date|End Date|Impression|Clicks|CTR|Add to Cart|' +
  'Add to Cart Rate|Conversions|Direct Conversions|Conversion Rate|Direct Conversion Rate|Cost per Conversion|Cost per Direct Conversion|' +
  'Items Sold|Direct Items Sold|GMV|Direct GMV|Expense|ROAS|Direct ROAS|ACOS|Direct ACOS|Product Impressions|Product Clicks|Product CTR|' +
  'Voucher Amount|Vouchered Sales'
test('the English report of ads has no column that is not known', () => {
  const headings = english.split('|')
  const said: Record<string, string> = { 'Ad Name': 'Cano', 'Product ID': '12345678', Expense: '10.50', GMV: '99.00' }
  const { items, unread } = read([headings, headings.map((name) => said[name] ?? '1')])
  expect(unread).toEqual([])
  expect(items).toMatchObject([{ item: '12345678', spendCents: 1_050n, salesCents: 9_900n }])
})

const returns =
  'ID da Devolução|ID do pedido|Tempo de envio de devolução|Status da Devolução / Reembolso|Quantia total de reembolsos|' +
  'Observação do vendedor|Opção de Entrega|Número de rastreio'
test('the report of returns has no column that is not known', () => {
  const row = ['2611010001ABCD', '261101ABCD0001', '2026-11-05 10:00', 'Reembolso Concluído', '50,00', 'a', 'b', 'c']
  expect(read([returns.split('|'), row]).unread).toEqual([])
})

test('the fixed part of a service fee is one, under whichever of its names its pieces stand', () => {
  const headings = ['ID do pedido', 'Taxa de Transação', 'Taxa por item vendido', 'Taxa de R$4 por item']
  const { items, unread } = read([headings, ['261101ABCD0001', '-2.00', '-4.50', '-4.00']])
  expect(unread).toEqual([])
  expect(items).toMatchObject([
    {
      fees: [
        { key: 'transaction_fee', amount: -200n },
        { key: 'fee_per_item', amount: -850n },
      ],
    },
  ])
  const older = [
    ['ID do pedido', 'Taxa de Transação', 'Taxa de R$4,50 por item'],
    ['261101ABCD0001', '-2.00', '-4.50'],
  ]
  const alone = read(older, 'Service Fee Details')
  expect(alone.items).toMatchObject([{ fees: [{}, { key: 'fee_per_item', amount: -450n }] }])
})

test('a file of mass updates of which the machine’s names were taken away is known by the English words', () => {
  const headings = [
    'Product ID',
    'Product Name',
    'Variation ID',
    'Variation Name',
    'Parent SKU',
    'SKU',
    'Price',
    'Stock',
  ]
  const row = ['12345678901', 'Cano', '2345', 'Azul', 'P', 'P-1', '29.90', '5']
  expect(read([headings, row]).items).toMatchObject([{ item: '12345678901', model: '2345', price: 2_990n, stock: 5 }])
})

test('the conversion of a listing is read under its older name', () => {
  const headings = [
    'ID do Item',
    'Produto',
    'SKU Principle',
    'Visitantes do Produto (Visita)',
    'Taxa de conversão (Pedido pago)',
    'Compradores (Pedidos pago)',
  ]
  const { items, unread } = read([headings, ['12345678901', 'Cano', 'P', '100', '3,00%', '2']])
  expect(unread).toEqual([])
  expect(items).toMatchObject([{ visitors: 100, conversion: 300 }])
})

test('the direction of a movement is read under its other name', () => {
  const headings = ['Data', 'Tipo de transação', 'Descrição', 'Tipo de movimentação', 'Valor', 'Status']
  const { items } = read([headings, ['2026-11-03 10:00', 'Saques', 'Saque', 'Saída', '79.00', 'ok']])
  expect(items).toMatchObject([{ amountCents: -7_900n, kind: 'withdrawal' }])
})

const renda = [
  'Ver',
  'ID do pedido',
  'Data de conclusão do pagamento',
  'Preço do produto',
  'Quantia total lançada (R$)',
]
function checksOf(total: string[]) {
  const reading = new SheetReading()
  const rows = [renda, ['Order', '261101ABCD0001', '2026-11-03', '100.00', '100.00'], total]
  const found = [...rows.flatMap((values, at) => reading.take(rowOf('Renda', at + 1, values))), ...reading.end()]
  const sums = new SumChecks()
  for (const row of found) if ('read' in row) sums.add(row.row, row.read)
  const { preamble } = reading.facts()
  return {
    bad: found.filter((row) => 'problems' in row).length,
    unread: reading.unread.list(),
    checks: sums.list('income', preamble.lines),
  }
}

test('a row of totals is held against the rows, and is no row itself', () => {
  expect(checksOf(['', 'Total', '', '100.00', '100.00'])).toEqual({ bad: 0, unread: [], checks: [] })
  expect(checksOf(['Total geral:', '', '', '100.00', '130.00'])).toMatchObject({
    ...{ bad: 0, unread: [] },
    checks: [{ name: 'column', saidCents: '13000', foundCents: '10000' }],
  })
})

test('a row of totals under corrections is no correction without a day', () => {
  const headings = [
    'Data de conclusão do ajuste',
    'Motivo do ajuste',
    'Número do pedido relacionado',
    'Valor do ajuste',
  ]
  const { items } = read([headings, ['2026-11-03', 'DIFAL', '261101ABCD0001', '-3,00'], ['', 'Total', '', '-3,00']])
  expect(items).toHaveLength(1)
})
