// Reports as other months, other languages and other programs write them: each has the figures of the report that we know.
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { isKnownAdvanceStatus } from './advance-words'
import { feeStateRank } from '@/lib/money/fees/reported-fees'
import { SheetReading } from './sheet-reading'

type Rows = readonly (readonly string[])[]
const rowOf = (sheet: string, number: number, values: readonly string[]): SheetRow => ({
  sheet,
  number,
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, { kind: 'text', text }] as const]))),
})

function read(rows: Rows, sheet = 'Planilha1') {
  const reading = new SheetReading()
  const results = [...rows.flatMap((values, at) => reading.take(rowOf(sheet, at + 1, values))), ...reading.end()]
  return {
    type: reading.facts().type,
    items: results.map((row) => ('read' in row ? row.read.item : row.problems)),
    unread: reading.unread.list().map(({ kind, name, count, cents }) => [kind, name, count, cents]),
  }
}

const income = {
  type: 'income',
  unread: [],
  items: [
    {
      code: '261101AAAA0001',
      amount: 7_550n,
      at: new Date('2026-11-03T03:00:00Z'),
      lines: [
        { key: 'original_cost_of_goods_sold', amount: 10_000n },
        { key: 'commission_fee', amount: -1_800n },
        { key: 'service_fee', amount: -650n },
      ],
    },
  ],
}
const incomeHeadings = [
  'Ver',
  'ID do pedido',
  'Data de conclusão do pagamento',
  'Preço do produto',
  'Taxa de comissão líquida',
  'Taxa de serviço líquida',
  'Quantia total lançada (R$)',
]
const incomeRow = ['Order', '261101AAAA0001', '2026-11-03', '100.00', '-18.00', '-6.50', '75.50']
const incomes: Record<string, Rows> = {
  'broken headings with stars': [
    [
      'Ver',
      'ID do\npedido',
      ...incomeHeadings.slice(2, 4),
      'Taxa de\r\ncomissão líquida *',
      'Taxa de serviço\nlíquida:',
      'Quantia total lançada\n(R$)',
    ],
    incomeRow,
  ],
  'headings over two rows, of which the upper one has those that go over both': [
    [...incomeHeadings.slice(0, 3), 'Renda', 'Taxas', '', 'Quantia total lançada (R$)'],
    ['', '', '', ...incomeHeadings.slice(3, 6), ''],
    incomeRow,
  ],
  'headings over two rows, neither of which is enough alone': [
    ['Relatório'],
    [...incomeHeadings.slice(0, 3), '', '', '', ''],
    ['', '', '', ...incomeHeadings.slice(3)],
    incomeRow,
  ],
  'a sum for the period': [
    incomeHeadings,
    incomeRow,
    ['Total do período', '', '', '100.00', '-18.00', '-6.50', '75.50'],
  ],
  'words of another year': [
    [
      'Nº do pedido',
      'Data do repasse',
      'Valor dos produtos',
      'Comissão Shopee',
      'Taxas de serviço',
      'Valor total repassado (R$):',
    ],
    ['261101AAAA0001', '03-11-2026', '100,00', '-18,00', '-6,50', '75,50'],
  ],
  'English words': [
    ['Order No.', 'Release Date', 'Merchandise Subtotal', 'Commission', 'Service Fees', 'Income released'],
    ['261101AAAA0001', 'Nov 3, 2026', '100.00', '-18.00', '-6.50', '75.50'],
  ],
}

test.each(Object.entries(incomes))('an income report with %s', (_, rows) => {
  expect(read(rows)).toMatchObject(income)
})

const wallet = (balanceCents: bigint | null) => ({
  type: 'wallet',
  unread: [],
  items: [
    { amountCents: 10_000n, kind: 'payout', orderCode: '261101AAAA0001' },
    { amountCents: -4_000n, kind: 'withdrawal', balanceCents },
  ],
})
const wallets: Record<string, Rows> = {
  'other words': [
    [
      'Data e hora:',
      'Movimentação',
      'Detalhes',
      'Nº do pedido',
      'Entrada/Saída',
      'Valor da transação (R$)',
      'Situação',
      'Saldo (R$)',
    ],
    ['23/11/2026 10:00', 'Renda do pedido', '', '261101AAAA0001', 'Entrada', '100,00', 'ok', '100,00'],
    ['23/11/2026 11:00', 'Saque', '', '-', 'Saída', '40,00', 'ok', '60,00'],
    ['Total', '', '', '', '', '60,00', '', ''],
  ],
  'a column for each direction': [
    ['Data', 'Tipo de transação', 'ID do pedido', 'Entrada (R$)', 'Saída (R$)', 'Saldo'],
    ['23/11/2026 10:00', 'Renda do pedido', '261101AAAA0001', '100,00', '', '100,00'],
    ['23/11/2026 11:00', 'Saque', '', '0,00', '-40,00', '60,00'],
  ],
  'English words': [
    ['Date', 'Transaction Type', 'Order ID', 'Amount', 'Balance After Transactions'],
    ['2026-11-03 10:00', 'Income from Order', '261101AAAA0001', '100.00', '100.00'],
    ['2026-11-03 11:00', 'Withdrawal', '', '-40.00', '60.00'],
  ],
}
test.each(Object.entries(wallets))('a wallet report with %s', (_, rows) => {
  expect(read(rows)).toMatchObject(wallet(6_000n))
})

const others: Record<string, [Rows, object]> = {
  'returns under other headings': [
    [
      [
        'Nº da devolução',
        'Nº do pedido',
        'Data da solicitação',
        'Situação da devolução',
        'Tipo',
        'Produto',
        'SKU',
        'Qtd',
        'Valor do reembolso (R$)',
        'Prazo',
      ],
      [
        'D123456',
        '261101AAAA0001',
        '25/11/2026 10:00',
        'Aguardando envio do comprador',
        'Devolução',
        'Cano',
        'A',
        '2',
        '(50,00)',
        '28/11/2026',
      ],
    ],
    {
      type: 'returns',
      unread: [],
      items: [{ number: 'D123456', code: '261101AAAA0001', refundCents: 5_000n, lines: [{ sku: 'A', quantity: 2 }] }],
    },
  ],
  'advances under other headings': [
    [
      [
        'Data da antecipação',
        'ID da antecipação',
        'ID do pedido',
        'Valor antecipado',
        'Taxa de antecipação',
        'Valor líquido recebido',
        'Status',
      ],
      ['23/11/2026', '900001', '261101AAAA0001', '80,00', '2,80', '77,20', 'Pago'],
      ['Total', '', '', '80,00', '2,80', '77,20', ''],
    ],
    {
      type: 'advances',
      unread: [],
      items: [
        { number: '900001', code: '261101AAAA0001', advanceCents: 8_000n, feeCents: 280n, receivedCents: 7_720n },
      ],
    },
  ],
  'ads with a sum below them': [
    [
      ['Período', '01/11/2026 - 02/11/2026'],
      ['#', 'Nome do Anúncio', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas'],
      ['1', 'Cano', '123456', '1.000', '10', '100,00', '10,00'],
      ['2', 'GMV Max da Loja', '-', '10', '1', '50,00', '20,00'],
      ['3', 'Total Flex', '-', '10', '1', '50,00', '5,00'],
      ['Total', '', '', '1.020', '12', '200,00', '35,00'],
    ],
    {
      type: 'ads',
      unread: [['repeat', 'Total', 1, '3500']],
      items: [{ spendCents: 1_000n }, { spendCents: 2_000n }, { spendCents: 500n }],
    },
  ],
  'ads without sales, clicks or impressions': [
    [
      ['Nome do Anúncio', 'ID do produto', 'Despesas'],
      ['Cano', '123456', '10,00'],
    ],
    {
      type: 'ads',
      items: [{ item: '123456', spendCents: 1_000n, salesCents: null, clicks: null, impressions: null }],
    },
  ],
  'ads with empty cells, which say nothing, and dashes, which are nothing': [
    [
      ['Nome do Anúncio', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas'],
      ['Cano', '123456', '', '-', '', '10,00'],
      ['Joelho', '123457', '-', '', '-', '-'],
      ['Luva', '123458', '10', '0', '0,00', ''],
      ['Tê', '123459', '10', '3', '50,00', ''],
    ],
    {
      type: 'ads',
      items: [
        { item: '123456', spendCents: 1_000n, salesCents: null, clicks: 0, impressions: null },
        { item: '123457', spendCents: 0n, salesCents: 0n, clicks: null, impressions: 0 },
        { item: '123458', spendCents: 0n, salesCents: 0n, clicks: 0, impressions: 10 },
        [{ column: 'Despesas', problem: 'missing' }],
      ],
    },
  ],
  'ads under other headings': [
    [
      ['Campanha', 'ID do item', 'Impressão', 'Clique', 'Receita', 'Investimento (R$)'],
      ['Cano', '123456', '1000', '10', '100,00', '10,00'],
    ],
    {
      type: 'ads',
      items: [{ item: '123456', spendCents: 1_000n, salesCents: 10_000n, clicks: 10, impressions: 1_000 }],
    },
  ],
  'parts of service fees in a sheet of any name': [
    [
      ['ID do Pedido', 'Taxa de transação', 'Taxa fixa por item vendido (R$)'],
      ['261101AAAA0001', '1.00', '4.50'],
    ],
    {
      type: 'income',
      items: [
        {
          fees: [
            { key: 'transaction_fee', amount: 100n },
            { key: 'fee_per_item', amount: 450n },
          ],
        },
      ],
    },
  ],
  'affiliates in English': [
    [
      [
        'Order ID',
        'Order Status',
        'Attribution ID',
        'Affiliate',
        'Affiliate Commission(R$)',
        'Seller Service Fee',
        'Total expense',
        'Deduction Status',
      ],
      ['261101AAAA0001', 'Completed', '8100001', 'ana', '4.00', '0.50', '4.50', 'Deducted'],
    ],
    { type: 'affiliates', items: [{ saidCents: 450n, fees: [{ amount: 400n }, { amount: 50n, state: 'Deducted' }] }] },
  ],
  'listings whose numbers another program took for measures': [
    [
      [
        'et_title_product_id',
        'et_title_product_name',
        'et_title_variation_id',
        'et_title_variation_sku',
        'et_title_variation_price',
      ],
      ['50562805590.0', 'Cano', '400000000001.0', 'X', '49.9'],
      ['5.05628E+10', 'Tubo', '0', 'Y', '9.9'],
    ],
    {
      type: 'listings',
      items: [
        [{ problem: 'notCode', value: '5.05628E+10' }],
        { item: '50562805590', model: '400000000001', price: 4_990n },
      ],
    },
  ],
  'statistics of a shop under other headings': [
    [
      ['Dia', 'Vendas totais (R$)', 'Total de pedidos', 'Visitantes únicos', 'Taxa de conversão'],
      ['01/11/2026', '1.000,00', '12', '1.234', '1,00%'],
      ['Total', '1.000,00', '12', '1.234', '1,00%'],
    ],
    { type: 'stats', items: [{ day: '2026-11-01', sales: 100_000n, orders: 12, visitors: 1_234, conversion: 100 }] },
  ],
}
test.each(Object.entries(others))('%s', (_, [rows, expected]) => {
  const result = read(rows)
  expect(result).toMatchObject(expected)
  expect(result.items).toHaveLength((expected as { items: object[] }).items.length)
})

test('a sheet of corrections is known by its name, under whatever headings', () => {
  const rows = [
    ['Total', '', '', '-5,00'],
    ['Data do lançamento', 'Descrição', 'Pedido', 'Valor (R$)'],
    ['25/11/2026', 'Multa por atraso', '261101AAAA0001', '-5,00'],
    ['Total', '', '', '-5,00'],
  ]
  expect(read(rows, 'Ajustes')).toMatchObject({
    type: 'income',
    unread: [],
    items: [{ code: '261101AAAA0001', lines: [{ amount: -500n, name: 'Multa por atraso' }] }],
  })
})

test.each<[string, Rows]>([
  [
    'a bank’s statement',
    [
      ['Data', 'Lançamento', 'Valor (R$)', 'Saldo (R$)'],
      ['03/11/2026', 'PIX RECEBIDO', '100,00', '100,00'],
    ],
  ],
  [
    'a bank’s statement that speaks of types',
    [
      ['Data', 'Tipo de transação', 'Pedido', 'Valor', 'Saldo'].with(1, 'Tipo de lançamento'),
      ['03/11/2026', 'PIX', '', '100,00', '100,00'],
    ],
  ],
  [
    'another marketplace’s payouts',
    [
      ['Número do pedido', 'Data do repasse', 'Valor do repasse'],
      ['LU-1234567890', '03/11/2026', '75,50'],
      ['2000012345678901', '03/11/2026', '75,50'],
    ],
  ],
  [
    'another marketplace’s ads',
    [
      ['Período', '01/11/2026 - 02/11/2026'],
      ['Campanha', 'ID do item', 'Impressões', 'Cliques', 'Receita', 'Investimento'],
      ['Cano', 'MLB1234567', '1000', '10', '100,00', '10,00'],
    ],
  ],
  [
    'another system’s products',
    [
      ['ID do produto', 'Nome do produto', 'Preço'],
      ['123456', 'Cano', '10,00'],
    ],
  ],
])('%s is not taken for the platform’s money', (name, rows) => {
  if (name === 'a bank’s statement')
    expect(read(rows)).toMatchObject({ type: 'bank', items: [{ amountCents: 10_000n }] })
  else expect(() => read(rows)).toThrow(SheetRefused)
})

test('a sheet of orders is none of the shop’s money, whatever its columns mean', () => {
  const orders = [
    'ID do pedido',
    'Status do pedido',
    'Data de criação do pedido',
    'Valor Total',
    'Taxa de comissão líquida',
  ]
  expect(() => read([orders, ['261101AAAA0001', 'Concluído', '2026-11-03', '10', '2']])).toThrow(
    expect.objectContaining({ code: 'moneyFileIsOrders' } satisfies Partial<SheetRefused>),
  )
})

test.each([
  ['A deduzir', 1],
  ['Aguardando cobrança', 1],
  ['Deduzida', 2],
  ['Não deduzido', 3],
  ['Xyzzy', 0],
])('the word %s for a charge of affiliates has come so far: %d', (word, rank) => {
  expect(feeStateRank(word)).toBe(rank)
})

test('an advance paid or given back in part is known in other words, and what is neither is not', () => {
  const words = ['Paga', 'Pago parcialmente', 'Antecipação parcialmente paga', 'Quitado', 'Retido pelo Saci']
  expect(words.map(isKnownAdvanceStatus)).toEqual([true, true, true, true, false])
})
