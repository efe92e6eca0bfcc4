// One odd cell never costs the row: the field is unknown, and what was not read is reported.
import {
  massUpdateRows,
  readMoneySheet as read,
  type MoneySheetRows as Rows,
} from '@/lib/testing/harnesses/money-sheet'
import { judgeFees } from './fee-details'
import { daysIn } from './row-cells'

const first = '261101AAAA0001'
const advance = { code: first, advanceCents: 8_000n, feeCents: 280n, receivedCents: 7_720n }
const fees = (...rows: string[][]): Rows => [
  ['Número da sequência', 'ID do pedido', 'Taxa de Transação', 'Taxa por item vendido'],
  ...rows,
]
const ads = (...rows: string[][]): Rows => [
  ['Nome do Anúncio', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas'],
  ...rows,
]
const ad = { item: '123456', spendCents: 1_000n, salesCents: 0n, clicks: 1, impressions: 10 }
test.each<[string, string[], object]>([
  [
    'reais and groups of thousands',
    ['123456', '1.000', '10', 'R$ 1.234,56', 'R$ 10,00'],
    { impressions: 1_000, clicks: 10, salesCents: 123_456n },
  ],
  [
    'the English notation and a minus',
    ['123456', '1,000', '10', '1,234.56', '-10.00'],
    { impressions: 1_000, clicks: 10, salesCents: 123_456n },
  ],
  ['long dashes', ['123456', '—', '–', '–', '—'], { spendCents: 0n, clicks: 0, impressions: 0 }],
  [
    'words for nothing',
    ['123456', 'N/A', 'N/D', 'N/A', '10,00'],
    { salesCents: null, clicks: null, impressions: null },
  ],
  ['a shortened count and a share', ['123456', '1,5K', '1', '12%', '10,00'], { salesCents: null, impressions: null }],
  ['a product number with a decimal', ['123456.0', '10', '1', '0', '10,00'], {}],
  ['a product number that was cut', ['1,23457E+11', '10', '1', '0', '10,00'], { item: '' }],
  ['a broken formula', ['123456', '10', '1', '#REF!', '10,00'], { salesCents: null }],
  ['counts with decimals', ['123456', '10,0', '1.0', '0', '10,00'], {}],
  ['a currency behind the amount', ['123456', '10', '1', '0', '10,00 BRL'], {}],
  ['no product', ['', '10', '1', '0', '10,00'], { item: '' }],
])('an ad with %s', (_, cells, differs) => {
  expect(read(ads(['Cano', ...cells])).items).toMatchObject([{ ...ad, ...differs }])
})

test('a sum without a name below the ads is none of them, and spending of the shop without one is', () => {
  const [a, b] = [
    ['Cano', '123456', '10', '1', '0', '10,00'],
    ['Joelho', '123457', '10', '1', '0', '5,00'],
  ]
  const sum = read(ads(a!, b!, ['', '', '20', '2', '0', '15,00']))
  expect(sum.items).toHaveLength(2)
  expect(sum.unread).toEqual([['repeat', 'Total', 1, '1500']])
  const rest = read(ads(a!, b!, ['', '', '20', '2', '0', '4,00']))
  expect(rest.items).toMatchObject([{}, {}, { item: '', spendCents: 400n }])
})

const returned = (...cells: string[]): Rows => [
  [
    'ID da Devolução',
    'ID do pedido',
    'Tempo de envio de devolução',
    'Status da Devolução / Reembolso',
    'Quantia total de reembolsos',
    'Compensação ao Vendedor',
    'Quantidade de Devoluções',
  ],
  ['261101AB000001R', '261101AB000001', ...cells],
]
const at = '2026-11-01 09:00'
const whole = {
  number: '261101AB000001R',
  refundCents: 1_000n,
  compensationCents: null,
  openedAt: new Date('2026-11-01T12:00:00Z'),
}
test.each<[string, string[], object, number]>([
  ['an amount with its currency', [at, 'Em disputa', 'R$ 10,00', '', '1'], {}, 0],
  ['a long dash', [at, 'Em disputa', '–', '—', '1'], { refundCents: null }, 0],
  ['amounts below zero', [at, 'Em disputa', '-10,00', '-5,00', '1'], { compensationCents: 500n }, 0],
  ['a word for no amount', [at, 'Em disputa', 'N/A', '', '1'], { refundCents: null }, 0],
  ['a refund of nothing', [at, 'Em disputa', 'R$ 0,00', '', '1'], { refundCents: 0n }, 0],
  ['a compensation in words', [at, 'Em disputa', '10,00', 'a calcular', '1'], {}, 1],
  ['a quantity in words', [at, 'Em disputa', '10,00', '', 'duas'], { lines: [{ quantity: 1 }] }, 1],
  ['a quantity below one', [at, 'Em disputa', '10,00', '', '-2'], { lines: [{ quantity: 1 }] }, 1],
  ['a status that is empty', [at, '', '10,00', '', '1'], { status: '' }, 0],
  [
    'no day: its number has one',
    ['', 'Em disputa', '10,00', '', '1'],
    { openedAt: new Date('2026-11-01T03:00:00Z') },
    0,
  ],
  [
    'a day in words: its number has one',
    ['ontem', 'Em disputa', '10,00', '', '1'],
    { openedAt: new Date('2026-11-01T03:00:00Z') },
    1,
  ],
])('a return with %s', (_, cells, differs, odd) => {
  const { items, unread } = read(returned(...cells))
  expect(items).toMatchObject([{ ...whole, ...differs }])
  expect(unread).toHaveLength(odd)
})

test('a return without a day whose number has none is refused', () => {
  const rows = returned('', 'Em disputa', '10,00', '', '1').map((row, i) =>
    i === 1 ? ['269901AB000001R', ...row.slice(1)] : row,
  )
  expect(read(rows).items).toMatchObject([[{ column: 'Tempo de envio de devolução', problem: 'missing' }]])
})

const redeemed = (...cells: string[]): Rows => [
  [
    'Data do resgate rápido',
    'ID do resgate rápido',
    'ID do pedido',
    'Valor dos resgates rápidos',
    'Taxa de Serviço',
    'Valor recebido',
    'Valor restante para pagamento',
    'Valor reembolsado',
    'Status',
    'Data de vencimento',
  ],
  ['2026-11-03 10:00', ...cells],
]
test.each<[string, string[], object]>([
  [
    'long dashes',
    ['42', first, '80,00', '2,80', '77,20', '–', '—', 'Em aberto', '–'],
    { dueOn: null, restCents: null, returnedCents: null },
  ],
  ['no amount received, which follows', ['42', first, '80,00', '2,80', '', '', '', 'Em aberto', ''], {}],
  ['a fee in brackets', ['42', first, '80,00', '(2,80)', '77,20', '', '', 'Em aberto', ''], {}],
  ['no fee, which follows', ['42', first, '80,00', '', '77,20', '', '', 'Em aberto', ''], {}],
  ['a number with a mark', ['#42', `#${first}`, '80,00', '2,80', '77,20', '', '', 'Em aberto', ''], {}],
  ['a due day in words', ['42', first, '80,00', '2,80', '77,20', '', '', 'Em aberto', 'em breve'], { dueOn: null }],
])('an advance with %s', (_, cells, differs) => {
  expect(read(redeemed(...cells)).items).toMatchObject([{ ...advance, number: '42', ...differs }])
})

test.each<[string, string[][], unknown[]]>([
  [
    'without variations',
    [['40000001', 'Caneca', '', '', 'P', '10,00', '5']],
    [{ model: '0', sku: 'P', price: 1_000n }],
  ],
  [
    'with numbers as measures',
    [['40000001.0', 'Caneca', '90000001.0', 'Azul', 'A', '10,00', '5,0']],
    [{ item: '40000001', model: '90000001', stock: 5 }],
  ],
  [
    'with a price and a stock below zero',
    [['40000001', 'Caneca', '90000001', 'Azul', 'A', '-1,00', '-5']],
    [{ price: null, stock: null }],
  ],
  [
    'with words for the stock',
    [['40000001', 'Caneca', '90000001', 'Azul', 'A', 'R$ 10', 'cinco']],
    [{ price: 1_000n, stock: null }],
  ],
  [
    'with dashes',
    [['40000001', 'Caneca', '90000001', '–', '—', '–', '-']],
    [{ variation: null, sku: null, price: null, stock: null }],
  ],
  ['without a title', [['40000001', '', '90000001', 'Azul', 'A', '10,00', '5']], [{ title: '40000001', sku: 'A' }]],
  [
    'with a number that was cut',
    [['4,00E+10', 'Caneca', '90000001', 'Azul', 'A', '10,00', '5']],
    [[{ problem: 'notCode' }]],
  ],
  [
    'whose first row has lost its number',
    [['', '', '90000001', 'Azul', 'A', '10,00', '5']],
    [[{ problem: 'missing' }]],
  ],
  [
    'merged, without a price in its second row',
    [
      ['40000001', 'Caneca', '90000001', 'Azul', 'A', '10,00', '5'],
      ['', '', '90000002', '', '', '', ''],
    ],
    [{ model: '90000001' }, { model: '90000002', title: 'Caneca', price: null, stock: null }],
  ],
  [
    'twice',
    [
      ['40000001', 'Caneca', '90000001', 'Azul', 'A', '10,00', '5'],
      ['40000001', 'Caneca', '90000001', 'Azul', 'A', '10,00', '5'],
    ],
    [{ model: '90000001' }],
  ],
])('a listing %s', (_, rows, items) => {
  expect(read(massUpdateRows(...rows)).items).toMatchObject(items)
})

test('an order without an amount in the sheet of service fees is one without fees', () => {
  expect(read(fees(['1', first, '-', '–']), 'Service Fee Details')).toMatchObject({
    items: [{ fees: [] }],
    unread: [],
  })
})

test('an order without a fee in the sheet of service fees is known at once: the same file again brings nothing', async () => {
  const db = { orderFeeDetail: { findMany: () => Promise.resolve([]) } } as never
  const place = { organizationId: 'x', ownerId: 'y' }
  expect(await judgeFees(db, place, [{ code: first, report: 'service_fees', fees: [] }])).toEqual(['same'])
})

test('an affiliates’ charge whose numbers a spreadsheet cut is refused, and is no second charge', () => {
  const headings = [
    'ID do pedido',
    'Id de atribuição da comissão',
    'Comissão do item da marca para o Afiliado',
    'ID do item',
    'Estado de dedução',
  ]
  const row = [first, '810000012345678901', '4.00', '40000001', 'Deduzido']
  const { items } = read([headings, row, row.with(1, '8,1E+17'), row.with(3, '4,00E+07')])
  const results = items.map((item) => (Array.isArray(item) ? item[0]!.problem : (item as { code: string }).code))
  expect(results).toEqual([first, 'notCode', 'notCode'])
})

test('days that may be read either way are read day first, and the file’s column of them is reported', () => {
  const rows = (...days: string[]) => [
    ['Ver', 'ID do pedido', 'Data de conclusão do pagamento', 'Preço do produto', 'Quantia total lançada (R$)'],
    ...days.map((day, n) => ['Order', `261101AAAA000${n}`, day, '10,00', '10,00']),
  ]
  const { items, unread } = read(rows('03/11/2026', '04/11/2026'), 'Renda')
  expect(items).toMatchObject([{ at: new Date('2026-11-03T03:00:00Z') }, { at: new Date('2026-11-04T03:00:00Z') }])
  expect(unread).toEqual([['dayFirst', 'Data de conclusão do pagamento', 2, null]])
  expect(read(rows('2026-11-03', '25/11/2026'), 'Renda').unread).toEqual([])
})

test('an unknown amount of an order counts once, whatever its items’ rows say', () => {
  const { unread } = read(
    [
      [
        'Ver',
        'ID do pedido',
        'Data de conclusão do pagamento',
        'Preço do produto',
        'Juros novos',
        'Quantia total lançada (R$)',
      ],
      ['Order', first, '2026-11-23', '10,00', '-1,50', '8,50'],
      ['Sku', first, '2026-11-23', '10,00', '-1,50', '8,50'],
    ],
    'Renda',
  )
  expect(unread).toEqual([['column', 'Juros novos', 1, '-150']])
})

test.each([
  '01/10/2026 - 31/10/2026',
  '2026-10-01 - 2026-10-31',
  '2026/10/01 - 2026/10/31',
  '2026.10.01 ~ 2026.10.31',
  '01/10/26-31/10/26',
  'Dados Gerais 2026_10_01-2026_10_31.csv',
  'shop-stats.20261001-20261031.xlsx',
])('a period is the days that %s names', (text) => expect(daysIn(text)).toEqual(['2026-10-01', '2026-10-31']))
