import type { Cell, SheetRow } from '@/lib/core/sheets/sheet-reader'
import { SheetReading } from './sheet-reading'
import { SumChecks } from './sum-checks'
import type { Movement } from '@/lib/money/wallet/number-movements'

const cell = (text: string): Cell => ({ kind: 'text', text })
const rowOf = (sheet: string, number: number, values: readonly string[]): SheetRow => ({
  sheet,
  number,
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, cell(text)] as const]))),
})
function read(rows: readonly string[][], sheet = 'x') {
  const reading = new SheetReading()
  const results = [...rows.flatMap((values, at) => reading.take(rowOf(sheet, at + 1, values))), ...reading.end()]
  return {
    items: results.map((row) => ('read' in row ? row.read.item : row.problems)),
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

// The 46 columns of a report of July 2026.
const returns =
  'ID da Devolução|ID do pedido|Data de criação do pedido|Nome de usuário (Comprador)|Nome do Produto|SKU principal|Nome da variação|SKU da Variação|IMEI|' +
  'Preço da unidade|Tempo de envio de devolução|Status da Devolução / Reembolso|Tipo de Devolução|Quantidade de Devoluções|Solução para Retorno e Reembolso|' +
  'Motivo da Devolução|Observações da Devolução|Quantia total de reembolsos|Tempo decorrido de reembolso|Retorno ao Armazém Shopee|Opção de envio de devolução|' +
  'Número de rastreamento de devolução|Status de rastreamento de devolução|Tempo de entrega de devolução concluída|Endereço de entrega|UF|Cidade|CEP|Telefone|' +
  'Endereço de coleta de devolução|Estado|Cidade|CEP|Buyer contact number|Ação do Vendedor solicitada até|Motivo da disputa|Observação do vendedor|' +
  'Compensação ao Vendedor (Disputa bem sucedida/Ajuste em carteira)|Opção de Entrega|Tipo de Estoque|Número de rastreio|Valor pago pelo comprador|' +
  'Método de pagamento|Observação do Comprador|Hot Listing|Motivo da devolução revisado'
test('the report of returns has no column that is not known', () => {
  const said: Record<string, string> = {
    'ID da Devolução': '2611010001ABCD',
    'ID do pedido': '261101ABCD0001',
    'Tipo de Devolução': 'Devolução',
    'Tempo de envio de devolução': '2026-11-05 10:00',
    'Status da Devolução / Reembolso': 'Reembolso Concluído',
    'Solução para Retorno e Reembolso': 'Reembolso',
    'Quantidade de Devoluções': '1',
    'Quantia total de reembolsos': 'R$50,00',
    'Compensação ao Vendedor (Disputa bem sucedida/Ajuste em carteira)': 'R$0,00',
    'Ação do Vendedor solicitada até': '-',
  }
  const { items, unread } = read([returns.split('|'), returns.split('|').map((name) => said[name] ?? 'x')])
  expect(unread).toEqual([])
  expect(items).toMatchObject([{ number: '2611010001ABCD', refundCents: 5_000n }])
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

test.each([
  ['Taxa de Transação', 'Taxa de R$4,50 por item'],
  ['Transaction Fee', 'Fixed Fee per Item'],
  ['Taxa de Transação', 'Tarifa fixa'],
])('the parts of a service fee are known by their columns %s and %s, however their sheet is called', (...names) => {
  const { items, unread } = read([
    ['Número da sequência', 'ID do pedido', ...names],
    ['1', '261101ABCD0001', '-2.00', '-4.50'],
  ])
  expect(unread).toEqual([])
  expect(items).toMatchObject([
    {
      report: 'service_fees',
      fees: [
        { key: 'transaction_fee', amount: -200n },
        { key: 'fee_per_item', amount: -450n },
      ],
    },
  ])
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

test('a list of listings under other Portuguese words is known by what they mean', () => {
  const headings = ['ID do Produto', 'Nome do Produto', 'ID da Variação', 'Nome da Variação', 'SKU', 'Preço', 'Estoque']
  const row = ['12345678901', 'Cano', '2345', 'Azul', 'P-1', 'R$ 1.029,90', '1.200']
  expect(read([headings, row]).items).toMatchObject([
    { item: '12345678901', model: '2345', price: 102_990n, stock: 1200 },
  ])
  // Numbers of another marketplace are no listings of this one.
  expect(read([headings, ['MLB1234', ...row.slice(1)]]).items).toEqual([])
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

const walletRows = (rows: string[][]) =>
  read([
    [
      'Data',
      'Tipo de transação',
      'Descrição',
      'ID do pedido',
      'Direção do dinheiro',
      'Valor',
      'Status',
      'Balança após as transações',
    ],
    ...rows,
  ])
const paid = (minute: string, amount: string, status: string, balance: string, flow = 'Entrada') => [
  `2026-11-03 10:${minute}`,
  flow === 'Entrada' ? 'Renda do pedido' : 'Saques',
  '',
  '261101ABCD0001',
  flow,
  amount,
  status,
  balance,
]

test('a failed or open movement moved no money, and is reported; a failed one is listed without an amount; a running withdrawal that the balance includes has left', () => {
  const rows = [
    paid('00', '86.00', 'Transação completa', '86.00'),
    paid('01', '-10.00', 'Falhou', '86.00', 'Saída'),
    paid('02', '20.00', 'Pendente', '86.00'),
    paid('03', '-50.00', 'Em processamento', '36.00', 'Saída'),
    paid('04', '5.00', 'Transação sem sucesso', ''),
    paid('05', '4.00', 'Bem-sucedida', '40.00'),
  ]
  for (const turned of [rows, rows.toReversed()]) {
    const { items, unread } = walletRows(turned)
    const listed = items.map((item) => item as Movement)
    const moved = listed.filter(({ amountCents }) => amountCents !== 0n)
    expect(moved.map(({ amountCents }) => amountCents).toSorted()).toEqual([-5_000n, 400n, 8_600n])
    expect(listed.filter(({ amountCents }) => amountCents === 0n)).toMatchObject([
      { kind: 'other', status: 'Transação sem sucesso', orderCode: null, balanceCents: null },
      { kind: 'withdrawal', status: 'Falhou', description: 'Saques · 261101ABCD0001 · −R$\u00A010,00' },
    ])
    expect(unread).toEqual(['Renda do pedido · Pendente', 'Renda do pedido · Transação sem sucesso', 'Saques · Falhou'])
  }
})

test('withdrawals under way one after the other, down to a balance that was there before, have left', () => {
  const rows = [
    paid('00', '100.00', 'Transação completa', '100.00'),
    paid('01', '-100.00', 'Transação completa', '0.00', 'Saída'),
    paid('02', '90.00', 'Transação completa', '90.00'),
    paid('03', '-40.00', 'Em processamento', '50.00', 'Saída'),
    paid('03', '-20.00', 'Em processamento', '30.00', 'Saída'),
    paid('04', '-30.00', 'Em processamento', '0.00', 'Saída'),
    paid('05', '-30.00', 'Falhou', '0.00', 'Saída'),
  ]
  const swapped = [...rows.slice(0, 3), rows[4]!, rows[3]!, ...rows.slice(5)]
  for (const turned of [rows, rows.toReversed(), swapped]) {
    const { items, unread } = walletRows(turned)
    const amounts = items.map((item) => ('amountCents' in item ? item.amountCents : null))
    expect(amounts.toSorted()).toEqual([-10_000n, -2_000n, -3_000n, -4_000n, 0n, 10_000n, 9_000n].toSorted())
    expect(unread).toEqual(['Saques · Falhou'])
  }
})

test('a note under the rows of a report is reported, and refuses nothing', () => {
  const { items, unread } = walletRows([
    paid('00', '86.00', 'ok', ''),
    ['* Valores em reais, sujeitos a ajuste do pedido 261101ABCD0001'],
    ['261101ABCD0001'],
  ])
  expect(items).toMatchObject([{ amountCents: 8_600n }, [{ problem: 'notTime' }, { problem: 'missing' }]])
  expect(unread).toEqual(['* Valores em reais, sujeitos a ajuste do pedido 261101ABCD0001'])
})

test('an amount with a minus under a word for money that came in went out, and is reported', () => {
  const { items, unread } = walletRows([
    paid('00', '-86.00', 'ok', '', 'Entrada'),
    paid('01', '86.00', 'ok', '', 'Entrada'),
    paid('02', '-5.00', 'ok', '', 'Saída'),
  ])
  expect(items).toMatchObject([{ amountCents: -8_600n }, { amountCents: 8_600n }, { amountCents: -500n }])
  expect(unread).toEqual(['Direção do dinheiro'])
})

test.each(['Saída', 'Débito', 'Retirada', 'Money Out', 'Withdrawal'])(
  'without a sign %s is money that went out',
  (flow) => {
    expect(walletRows([paid('00', '5.00', 'ok', '', flow)])).toMatchObject({
      items: [{ amountCents: -500n }],
      unread: [],
    })
  },
)

test.each([
  ['Lateral', '5.00', 'noDirection'],
  ['-', '5.00', 'noDirection'],
  ['D', '5.00', -500n],
  ['C', '5.00', 500n],
  ['+', '5.00', 500n],
  ['Sai', '5.00', -500n],
  ['Lateral', '-5.00', -500n],
  ['', '5.00', 500n],
])('under the direction %j an amount of %s is %s', (flow, amount, expected) => {
  const [item] = walletRows([paid('00', amount, 'ok', '', flow)]).items
  expect(Array.isArray(item) ? item[0]!.problem : (item as Movement).amountCents).toBe(expected)
})

test('an unknown direction is reported with its amount', () => {
  expect(walletRows([paid('00', '-5.00', 'ok', '', 'Lateral')]).unread).toEqual(['Lateral'])
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
  const results = [...rows.flatMap((values, at) => reading.take(rowOf('Renda', at + 1, values))), ...reading.end()]
  const sums = new SumChecks()
  for (const row of results) if ('read' in row) sums.add(row.row, row.read)
  const { preamble } = reading.facts()
  return {
    bad: results.filter((row) => 'problems' in row).length,
    unread: reading.unread.list(),
    checks: sums.list('income', preamble.lines),
  }
}

test('a row of totals is held against the rows, and is no row itself', () => {
  expect(checksOf(['', 'Total', '', '100.00', '100.00'])).toEqual({ bad: 0, unread: [], checks: [] })
  expect(checksOf(['Total geral:', '', '', '100.00', '130.00'])).toMatchObject({
    bad: 0,
    unread: [],
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

test('fields of the mass updates for shipping and pictures that are not read are no unknown columns', () => {
  const headings = (
    'et_title_product_id|et_title_parent_sku|et_title_product_name|et_title_product_weight|channel_id.90003|' +
    'ps_item_cover_image|ps_item_image.1|et_title_option_1_for_variation_1|ps_days_to_ship|ps_brand_new'
  ).split('|')
  const { items, unread } = read([
    headings,
    ['40000001', 'PAI-1', 'Caneca', '0.30', 'Ativar', 'x', 'x', 'Azul', '2', 'x'],
  ])
  expect(items).toMatchObject([{ item: '40000001', sku: 'PAI-1' }])
  expect(unread).toEqual(['ps_brand_new'])
})

test.each([
  'Linked Order No.',
  'Linked Order ID',
  'Nº do pedido vinculado',
  'Pedido associado',
  'Número do pedido relacionado',
])('an adjustment whose order stands under %s is that order’s, and none of the shop’s own', (heading) => {
  const { items, unread } = read(
    [
      ['Data de conclusão do ajuste', 'Motivo do ajuste', 'Valor do ajuste', heading],
      ['2026-07-10', 'Peso', '-3.20', '260722CC5B1RNV'],
    ],
    'Adjustment',
  )
  expect(items).toMatchObject([{ code: '260722CC5B1RNV', lines: [{ amount: -320n }] }])
  expect(unread).toEqual([])
})
