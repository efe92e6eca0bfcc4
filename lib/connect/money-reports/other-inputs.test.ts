// Inputs that sellers send beside the usual ones: reports in English, hidden and merged parts, rows that contradict each other, files of other pages.
import {
  massUpdateRows,
  readMoneySheet as read,
  readMoneySheets as readSheets,
  rowsOfSheet as rowsOf,
  type MoneySheet as Sheet,
  type MoneySheetRows as Rows,
} from '@/lib/testing/harnesses/money-sheet'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { isCancelledAdvance, isFurtherAdvance, isKnownAdvanceStatus } from './advance-words'
import { SheetReading } from './sheet-reading'
const income = (code: string, amount: string): Rows => [
  ['Ver', 'ID do pedido', 'Data de conclusão do pagamento', 'Preço do produto', 'Quantia total lançada (R$)'],
  ['Order', code, '2026-11-03', amount, amount],
]
const [first, second] = ['261101AAAA0001', '261101AAAA0002']

test('a hidden sheet is read where no other says the same, and else reported', () => {
  const shown: Sheet = { name: 'Renda', rows: income(first!, '10.00') }
  const hidden: Sheet = { name: 'Renda (2)', rows: income(second!, '20.00'), isHidden: true }
  expect(readSheets([shown, hidden])).toMatchObject({
    items: [{ code: first }],
    unread: [['hidden', 'Renda (2)', 2, null]],
  })
  expect(readSheets([hidden])).toMatchObject({
    items: [{ code: second }],
    unread: [['hiddenRead', 'Renda (2)', 1, null]],
  })
})

test.each<[string, Rows, string]>([
  [
    'by other headings',
    [
      ['Pedido', 'Data do repasse', 'Valor do repasse'],
      [second!, '03/11/2026', '20,00'],
    ],
    'hidden',
  ],
  ['of nothing known', [['Notas'], ['ligar para a contadora']], 'sheet'],
  ['without rows', [['']], ''],
])('a hidden sheet beside the income, %s', (_, rows, kind) => {
  const { items, unread } = readSheets([
    { name: 'Renda', rows: income(first!, '10.00') },
    { name: 'Velha', rows, isHidden: true },
  ])
  expect(items).toMatchObject([{ code: first }])
  expect(unread.map(([name]) => name)).toEqual(kind ? [kind] : [])
})

test('another part of the report in a hidden sheet is read', () => {
  const adjustment: Rows = [
    ['Data do ajuste', 'Motivo do ajuste', 'Valor do ajuste', 'Número do pedido relacionado'],
    ['2026-11-05', 'Multa', '-5.00', first!],
  ]
  const { items, unread } = readSheets([
    { name: 'Renda', rows: income(first!, '10.00') },
    { name: 'Adjustment', rows: adjustment, isHidden: true },
  ])
  expect(items).toHaveLength(2)
  expect(unread).toEqual([['hiddenRead', 'Adjustment', 1, null]])
})

const fees = (...rows: string[][]): Rows => [
  ['Número da sequência', 'ID do pedido', 'Taxa de Transação', 'Taxa por item vendido'],
  ...rows,
]
test.each<[string, Rows, unknown[]]>([
  [
    'that agree',
    fees(['1', first!, '-0.38', '-4.50'], ['1', first!, '-0.38', '-4.50']),
    [['repeat', first, 1, '-488']],
  ],
  [
    'that differ',
    fees(['1', first!, '-0.38', '-4.50'], ['2', first!, '-0.38', '-9.00']),
    [['differs', first, 1, '-488']],
  ],
  [
    'that differ, the greater first',
    fees(['1', first!, '-0.38', '-9.00'], ['2', first!, '-0.38', '-4.50']),
    [['differs', first, 1, '-488']],
  ],
  [
    'of which one is empty',
    fees(['1', first!, '-0.38', '-4.50'], ['2', first!, '-', '-']),
    [['differs', first, 1, '0']],
  ],
  [
    'three that differ',
    fees(['1', first!, '0', '-1.00'], ['2', first!, '0', '-3.00'], ['3', first!, '0', '-2.00']),
    [['differs', first, 2, '-300']],
  ],
  ['of two orders', fees(['1', first!, '-0.38', '-4.50'], ['2', second!, '-0.38', '-9.00']), []],
])('rows of an order’s service fee %s', (_, rows, unread) => {
  expect(read(rows, 'Service Fee Details').unread).toEqual(unread)
})

test('in merged cells the item stands in the first row of its variations alone', () => {
  const { items, unread } = read(
    massUpdateRows(
      ['40000001', 'Caneca', '90000001', 'Azul', 'C-A', '10,00', '1'],
      ['', '', '90000002', 'Verde', 'C-V', '11,00', '2'],
      ['40000002', 'Prato', '0', '', 'P', '12,00', '3'],
      ['', '', '', '', '', '', ''],
      ['', 'Sem número', '', '', 'X', '1,00', '1'],
    ),
  )
  expect(items).toEqual([
    [expect.objectContaining({ problem: 'missing' })],
    expect.objectContaining({ item: '40000001', model: '90000001', title: 'Caneca', sku: 'C-A' }),
    expect.objectContaining({ item: '40000001', model: '90000002', title: 'Caneca', sku: 'C-V', variation: 'Verde' }),
    expect.objectContaining({ item: '40000002', model: '0', title: 'Prato' }),
  ])
  expect(unread).toEqual([])
})

test('the name of an item that only its first row has', () => {
  expect(
    read(
      massUpdateRows(
        ['40000001', 'Caneca', '90000001', 'Azul', 'A', '10,00', '1'],
        ['40000001', '', '90000002', 'Verde', 'V', '11,00', '2'],
      ),
    ).items,
  ).toMatchObject([{ title: 'Caneca' }, { title: 'Caneca', model: '90000002' }])
})

const advance = { code: first, advanceCents: 8_000n, feeCents: 280n, receivedCents: 7_720n }
test.each<[string, Rows, object]>([
  [
    'in English',
    [
      [
        'Redemption Date',
        'Redemption ID',
        'Order ID',
        'Redemption Amount',
        'Service Fee',
        'Amount Received',
        'Remaining Amount',
        'Refunded Amount',
        'Status',
        'Due Date',
      ],
      ['2026-11-03 10:00', '219000111', first!, '80.00', '2.80', '77.20', '20.00', '0', 'Advance paid', '2026-11-30'],
    ],
    { ...advance, number: '219000111', restCents: 2_000n, status: 'Advance paid', dueOn: '2026-11-30' },
  ],
  [
    'in other English',
    [
      [
        'Early Payout Date',
        'Early Payout ID',
        'Order No.',
        'Early Payout Amount',
        'Service Fee',
        'Received Amount',
        'Outstanding',
        'Status',
      ],
      ['2026-11-03 10:00', '219000111', first!, '80.00', '2.80', '77.20', '20.00', 'Fully paid'],
    ],
    { ...advance, number: '219000111', restCents: 2_000n },
  ],
  [
    'under a short number',
    [
      [
        'Data do resgate rápido',
        'ID do resgate rápido',
        'ID do pedido',
        'Valor dos resgates rápidos',
        'Taxa de Serviço',
        'Valor recebido',
        'Status',
      ],
      ['2026-11-03 10:00', '4217', first!, '80.00', '2.80', '77.20', 'Em aberto'],
    ],
    { ...advance, number: '4217' },
  ],
  [
    'under a number of one digit that a program wrote as a measure',
    [
      [
        'Data do resgate rápido',
        'ID do resgate rápido',
        'ID do pedido',
        'Valor dos resgates rápidos',
        'Taxa de Serviço',
        'Valor recebido',
        'Status',
      ],
      ['2026-11-03 10:00', '#7', first!, '80.00', '2.80', '77.20', 'Em aberto'],
    ],
    { ...advance, number: '7' },
  ],
])('advances %s', (_, rows, item) => {
  expect(read(rows)).toMatchObject({ type: 'advances', items: [item], unread: [] })
})

test('English words for an advance go as far as the Portuguese ones', () => {
  for (const word of ['Advance paid', 'Fully paid', 'Overdue', 'Pending']) expect(isKnownAdvanceStatus(word)).toBe(true)
  for (const word of ['Cancelled', 'Rejected', 'Failed']) expect(isCancelledAdvance(word)).toBe(true)
  const at = {
    at: '2026-11-03',
    advanceCents: 1,
    feeCents: 0,
    receivedCents: 1,
    restCents: 0,
    returnedCents: 0,
    dueOn: null,
  }
  const order = ['Advance paid', 'Overdue', 'Fully paid', 'Advance partially refunded', 'Advance fully refunded']
  for (const [i, status] of order.entries())
    for (const [j, later] of order.entries())
      expect(isFurtherAdvance({ ...at, status }, { ...at, status: later })).toBe(j > i)
})

test.each<[string, string[], string]>([
  [
    'Bling’s products',
    ['Código', 'Descrição', 'Unidade', 'NCM', 'Preço', 'Estoque', 'Cód. no fornecedor'],
    'moneyFileIsCatalogue',
  ],
  ['Bling’s balances', ['Código produto', 'Descrição Produto', 'GTIN', 'Depósito', 'Balanço'], 'moneyFileIsCatalogue'],
  ['Bling’s kits', ['Código', 'Descrição', 'Código componente', 'Quantidade'], 'moneyFileIsCatalogue'],
  ['Tiny’s products', ['ID', 'Código (SKU)', 'Descrição', 'Unidade', 'Preço', 'GTIN/EAN'], 'moneyFileIsCatalogue'],
  [
    'our own products',
    ['SKU', 'Título', 'Preço (R$)', 'Custo (R$)', 'Estoque mínimo', 'NCM', 'CEST', 'Unidade'],
    'moneyFileIsCatalogue',
  ],
  [
    'Mercado Livre’s sales',
    ['N.º de venda', 'Data da venda', 'Unidades', 'SKU', 'Preço unitário de venda do anúncio', 'Estado'],
    'moneyFileIsSales',
  ],
  [
    'TikTok Shop’s sales',
    ['Order ID', 'Order Status', 'Seller SKU', 'Quantity', 'SKU Unit Original Price', 'Created Time'],
    'moneyFileIsSales',
  ],
  ['a list of anything', ['SKU', 'Cor'], 'moneyFileUnknown'],
  [
    'Shopee’s orders',
    ['ID do pedido', 'Status do pedido', 'Número de referência SKU', 'Quantidade'],
    'moneyFileIsOrders',
  ],
])('%s are referred to the page that takes them', (_, headings, code) => {
  const rows = [headings, headings.map(() => '1')]
  for (const above of [[], [['Relatório de 03/11/2026'], ['']]])
    expect(() => read([...above, ...rows])).toThrow(expect.objectContaining({ code }) as SheetRefused)
})

test('a SKU of which a spreadsheet made a day is unknown and reported, and the listing is kept', () => {
  const day = { kind: 'number', text: '46000', isDay: true } as const
  const reading = new SheetReading()
  const rows = rowsOf({
    name: 'Sheet1',
    rows: massUpdateRows(['40000001', 'Caneca', '90000001', 'x', 'x', '10,00', '1']),
  })
  const last = rows.at(-1)!
  last.cells.set(4, day).set(3, day)
  const [row] = [...rows.flatMap((one) => reading.take(one)), ...reading.end()]
  expect(row).toMatchObject({ read: { item: { item: '40000001', sku: null, variation: null, price: 1_000n } } })
  expect(reading.unread.list()).toMatchObject([
    { kind: 'cell', name: 'et_title_variation_name', sample: 'D7: 2025-12-09' },
    { kind: 'cell', name: 'et_title_variation_sku', sample: 'E7: 2025-12-09' },
  ])
})
