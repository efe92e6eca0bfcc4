import { UnreadList } from '@/lib/core/sheets/unread'
import type { Cell, SheetRow } from '@/lib/core/sheets/sheet-reader'
import { SaleGroups } from './assemble-sales'
import { SaleReader, statusOf } from './read-sale-row'
import { withMarket } from './other-markets'
import { saleLayoutOf } from './sale-layout'
import { takeSales } from '@/lib/testing/harnesses/take-sales'

const cell = (text: string): Cell => ({ kind: 'text', text })
const rowOf = (number: number, values: readonly string[]): SheetRow => ({
  number,
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, cell(text)] as const]))),
})
const now = Date.parse('2026-11-28T12:00:00Z')

function read(headings: readonly string[], rows: readonly (readonly string[])[]) {
  const unread = new UnreadList()
  const layout = saleLayoutOf(new Map(headings.entries()))!
  const reader = new SaleReader(layout, 'America/Sao_Paulo', now, unread)
  const groups = new SaleGroups(layout, layout.channel ?? null, unread)
  for (const [at, values] of rows.entries()) {
    for (const row of reader.take(rowOf(at + 2, values)) ?? []) groups.take(row)
  }
  for (const row of reader.end()) groups.take(row)
  const sales = [...groups.sales.values()].map(({ channel, code, rows: lines }) => ({
    channel,
    code,
    problems: lines.flatMap(({ problems }) => problems.map(({ problem }) => problem)),
    lines: lines.map(({ values }) => [
      values.day,
      values.sku,
      values.quantity,
      values.unitPrice,
      values.fee,
      values.status,
    ]),
  }))
  return { sales, unread: unread.list().map(({ kind, name, cents }) => [kind, name, cents]) }
}

const mercadoLivre = [
  'N.º de venda',
  'Data da venda',
  'Estado',
  'Descrição do status',
  'Unidades',
  'Receita por produtos (BRL)',
  'Tarifa de venda e impostos (BRL)',
  'SKU',
  'Preço unitário de venda do anúncio (BRL)',
  'Comprador',
  'Estado',
]
const day = '8 de novembro de 2026 14:43 hs.'

test('Mercado Livre’s export is read by its own words, in its own channel', () => {
  const { sales } = read(mercadoLivre, [
    ['2000011', day, 'Venda entregue', '', '2', '99,80', '-15,30', 'A-1', '49,90', 'Ana', 'SP'],
    ['2000012', '09/11/2026', 'Cancelada pelo comprador', '', '1', '20', '-2', 'B-2', '20', 'Bia', 'RJ'],
    ['2000013', day, 'Esperando a lua', '', '1', '20', '-2', 'B-2', '20,00', 'Bia', 'RJ'],
  ])
  expect(sales).toEqual([
    {
      channel: 'Mercado Livre',
      code: '2000011',
      problems: [],
      lines: [['2026-11-08', 'A-1', 2, 4_990n, 1_530n, 'delivered']],
    },
    {
      channel: 'Mercado Livre',
      code: '2000012',
      problems: [],
      lines: [['2026-11-09', 'B-2', 1, 2_000n, 200n, 'cancelled']],
    },
    // An unknown word costs no sale.
    {
      channel: 'Mercado Livre',
      code: '2000013',
      problems: [],
      lines: [['2026-11-08', 'B-2', 1, 2_000n, 200n, 'delivered']],
    },
  ])
})

test('a package is its rows: its day, number and charge are theirs where they have none; alone it is reported', () => {
  const { sales, unread } = read(mercadoLivre, [
    ['200', day, 'Pacote de 2 produtos', '', '', '100,00', '-12,00', '', '', 'Ana', 'SP'],
    ['', '', 'Entregue', '', '1', '', '', 'A-1', '60,00', '', ''],
    ['', '', 'Entregue', '', '1', '', '', 'B-2', '40,00', '', ''],
    ['300', day, 'Pacote de 2 produtos', '', '', '70,00', '-9,00', '', '', 'Bia', 'SP'],
    ['301', day, 'A caminho', '', '1', '', '', 'A-1', '30,00', '', ''],
  ])
  expect(sales).toMatchObject([
    {
      code: '200',
      lines: [
        ['2026-11-08', 'A-1', 1, 6_000n, 1_200n, 'delivered'],
        ['2026-11-08', 'B-2', 1, 4_000n, null, 'delivered'],
      ],
    },
    { code: '301', lines: [['2026-11-08', 'A-1', 1, 3_000n, null, 'shipped']] },
  ])
  expect(unread).toEqual([['row', '300', '-900']])
})

test('the charge of a package is its sales’ by their value, where they have numbers of their own; a package that is cut off keeps it', () => {
  const [first, second] = [
    ['201', day, 'Entregue', '', '1', '', '', 'A-1', '60,00', '', ''],
    ['202', day, 'A caminho', '', '2', '', '', 'B-2', '20,00', '', ''],
  ]
  const whole = ['200', day, 'Pacote de 2 produtos', '', '', '100,00', '-12,01', '', '', 'Ana', 'SP']
  const next = ['300', day, 'Entregue', '', '1', '', '-1,00', 'A-1', '10,00', 'Bia', 'RJ']
  const { sales, unread } = read(mercadoLivre, [whole, first!, second!, next])
  expect(sales.map(({ code, lines }) => [code, lines[0]!.slice(4)])).toEqual([
    ['201', [721n, 'delivered']],
    ['202', [480n, 'shipped']],
    ['300', [100n, 'delivered']],
  ])
  expect(unread).toEqual([])
  const cut = read(mercadoLivre, [whole, first!, next])
  expect(cut.sales.map(({ code, lines }) => [code, lines[0]![4]])).toEqual([
    ['201', null],
    ['300', 100n],
  ])
  expect(cut.unread).toEqual([['row', '200', '-1201']])
})

test('TikTok Shop’s export is read without the line that explains its columns', () => {
  const headings = [
    'Order ID',
    'Order Status',
    'Seller SKU',
    'Product Name',
    'Quantity',
    'SKU Unit Original Price',
    'SKU Platform Discount',
    'SKU Seller Discount',
    'SKU Subtotal After Discount',
    'Created Time',
    'Buyer Username',
  ]
  const { sales, unread } = read(headings, [
    [
      'Platform unique order ID.',
      'Status of the order',
      'Input by sellers',
      'Name',
      'SKU sold quantity',
      'Original price',
      'x',
      'x',
      'x',
      'Order created time',
      'x',
    ],
    [
      '578212345678901234\t',
      'Concluído',
      'A-1',
      'Cano',
      '2',
      'BRL 29,90',
      'BRL 5,00',
      'BRL 1,00',
      'BRL 53,80',
      '11/15/2026 9:30:33 AM',
      'ana',
    ],
    [
      '578212345678901235',
      'To ship',
      'B-2',
      'Tubo',
      '1',
      'BRL 10,00',
      '',
      '',
      'BRL 10,00',
      '15/11/2026 09:30:33',
      'bia',
    ],
  ])
  expect(sales).toEqual([
    {
      channel: 'TikTok Shop',
      code: '578212345678901234',
      problems: [],
      lines: [['2026-11-15', 'A-1', 2, 2_990n, null, 'delivered']],
    },
    {
      channel: 'TikTok Shop',
      code: '578212345678901235',
      problems: [],
      lines: [['2026-11-15', 'B-2', 1, 1_000n, null, 'confirmed']],
    },
  ])
  expect(unread).toEqual([])
})

test.each([
  ['Entregue', 'delivered'],
  ['Vamos enviar o pacote no dia 29 de junho', 'confirmed'],
  ['Para enviar no dia 7 de julho', 'confirmed'],
  ['Unshipped', 'confirmed'],
  ['Processando no centro de distribuição', 'processing'],
  ['A caminho', 'shipped'],
  ['No ponto de retirada', 'shipped'],
  ['Chega entre os dias 29 jun e 1 jul', 'shipped'],
  ['Não entregue', 'shipped'],
  ['Devolução a caminho', 'delivered'],
  ['Devolução finalizada com reembolso para o comprador', 'cancelled'],
  ['Devolução finalizada. Devolvemos o produto ao comprador', 'delivered'],
  ['Mediação finalizada com reembolso para o comprador', 'cancelled'],
  ['Aprovada', 'confirmed'],
  ['Cancelado a pedido do comprador', 'cancelled'],
  ['Cancelamento solicitado pelo comprador', 'confirmed'],
  ['Cancellation requested', 'confirmed'],
  ['Solicitação de cancelamento em análise', 'confirmed'],
  ['Reembolso solicitado', 'delivered'],
  ['Cancelled', 'cancelled'],
  ['Saiu para entrega', 'shipped'],
  ['Entrega em andamento', 'shipped'],
  ['Aguardando retirada', 'shipped'],
  ['Etiqueta pronta para imprimir', 'confirmed'],
  ['Aguardando coleta', 'confirmed'],
  ['Pronta para coleta', 'confirmed'],
  ['Reembolso parcial', 'delivered'],
  ['Devolução parcial em andamento', 'delivered'],
  ['Reclamação aberta', 'delivered'],
  ['Venda cancelada. Não envie.', 'cancelled'],
  ['Reembolsado', 'cancelled'],
  ['Reclamação encerrada com reembolso para o comprador', 'cancelled'],
  ['Liberamos o dinheiro da venda para você e reembolsamos o comprador', 'delivered'],
  ['Esperando a lua', null],
  // Words of ERPs.
  ['Dados incompletos', 'pending'],
  ['Orçamento', 'pending'],
  ['Em digitação', 'pending'],
  ['Pagamento não aprovado', 'pending'],
  ['Excluído', 'cancelled'],
  ['Anulada', 'cancelled'],
  ['Pagamento recusado', 'cancelled'],
  ['Voided', 'cancelled'],
  ['Estornado parcialmente', 'delivered'],
  ['Aguardando faturamento', 'processing'],
  ['Para Emitir', 'processing'],
  ['Em andamento', 'processing'],
  ['Nota cancelada', null],
  ['Venda cancelada, nota cancelada', 'cancelled'],
])('the word %j stands for %s', (word, status) => {
  expect(statusOf(word)).toBe(status)
})

test('a missing optional field of a sale is reported, and costs no row; a discount may have a minus', () => {
  const headings = ['Data', 'SKU', 'Quantidade', 'Preço unitário', 'Desconto', 'Taxa', 'Cliente', 'Canal']
  const { sales, unread } = read(headings, [
    ['08/11/2026', 'A-1', '2', '49,90', '-10,00', 'isento', 'x'.repeat(300), 'Feira'],
    ['Total', '', '2', '', '', '', '', ''],
  ])
  expect(sales).toMatchObject([{ problems: [], lines: [['2026-11-08', 'A-1', 2, 4_990n, null, 'delivered']] }])
  expect(unread).toEqual([
    ['cell', 'Cliente', null],
    ['cell', 'Taxa', null],
    ['row', 'Total', null],
  ])
})

test('Mercado Livre’s export of another year is read by its other words', () => {
  const headings = [
    'Número da venda',
    'Data de venda',
    'Status',
    'Unidades:',
    'Tarifas de venda',
    'SKU',
    'Preço\nunitário de venda',
  ]
  const { sales } = read(headings, [['2000011', '08/11/2026 14:43', 'A caminho', '1', '-R$ 7,00', 'A-1', 'R$ 49,90']])
  expect(sales).toEqual([
    {
      channel: 'Mercado Livre',
      code: '2000011',
      problems: [],
      lines: [['2026-11-08', 'A-1', 1, 4_990n, 700n, 'shipped']],
    },
  ])
})

test.each([
  ['amazon', ['amazon-order-id', 'purchase-date', 'sku', 'quantity', 'item-price'], ['701-1', '', 'A-1', '2', '99.80']],
  ['magalu', ['Pedido', 'Data da compra', 'SKU', 'Qtd', 'Preço'], ['LU-1234567890', '', 'A-1', '2', '99,80']],
  [undefined, ['Ref.', 'Dia', 'Item', 'Quantos', 'Preço'], ['1', '', 'A-1', '2', '99,80']],
] as const)(
  'a report of %s whose amounts are a whole row’s is recognized by its words, and they are proposed as the row’s total',
  (market, names, row) => {
    const headings = [...names.entries()].map(([at, name]): [number, string] => [at, name])
    const sample = [[...row.entries()].map(([at, text]): [number, string] => [at, text])]
    const places = { sku: 2, unitPrice: 4 }
    const requested = withMarket({ headings, sample, places })
    expect([requested.market, requested.places]).toEqual([market, market ? { sku: 2, rowTotal: 4 } : places])
  },
)

test('a note under the sales costs no confirmation: it is reported, and is no sale', () => {
  const { sales, unread } = read(
    ['Data', 'SKU', 'Quantidade', 'Preço unitário', 'Canal'],
    [['08/11/2026', 'A-1', '2', '49,90', 'Feira'], ['Relatório gerado pelo sistema em 08/11']],
  )
  expect(sales).toMatchObject([{ problems: [] }])
  expect(unread).toEqual([['row', 'Relatório gerado pelo sistema em 08/11', null]])
})

test('an item below an order whose own cells stand once is that order’s, and said', () => {
  const headings = ['Data', 'Número do pedido', 'Canal', 'Cliente', 'SKU', 'Quantidade', 'Preço unitário']
  const { sales, unread } = read(headings, [
    ['08/11/2026', '7', 'Feira', 'Ana', 'A-1', '2', '49,90'],
    ['', '', '', '', 'A-2', '1', '10,00'],
    ['08/11/2026', '8', 'Feira', 'Bia', 'A-3', '1', '5,00'],
  ])
  expect(sales.map(({ problems, lines }) => [problems.length, lines.map(([, sku]) => sku)])).toEqual([
    [0, ['A-1', 'A-2']],
    [0, ['A-3']],
  ])
  expect(unread).toEqual([['continued', '7', null]])
})

test('Tiny’s orders of all channels: each row has its part of the discount, what it takes off in percent is reported, and addresses are known', () => {
  const headings =
    'Número do pedido|Data|ID contato|Nome do contato*|CPF/CNPJ|UF|Desconto pedido (% ou valor)|Frete|Situação|Descrição|Quantidade|Valor unitário|Desconto item %|Desconto do pedido rateado|Código (SKU)'.split(
      '|',
    )
  const row = (sku: string, quantity: string, price: string, percent: string, part: string) =>
    `501|08/11/2026|9|Ana|52998224725|SP|5,00|12,00|Preparando envio|Caneca|${quantity}|${price}|${percent}|${part}|${sku}`.split(
      '|',
    )
  const rows = [row('A-1', '2,00', '20,00', '0,00', '4,00'), row('B-2', '1', '10,00', '10', '1,00')]
  const { places } = saleLayoutOf(new Map(headings.entries()))!
  expect([places.discount, places.customer]).toEqual([13, 3])
  expect(read(headings, rows).sales).toEqual([
    {
      channel: '',
      code: '501',
      problems: ['channelMissing', 'channelMissing'],
      lines: [
        ['2026-11-08', 'A-1', 2, 2_000n, null, 'processing'],
        ['2026-11-08', 'B-2', 1, 1_000n, null, 'processing'],
      ],
    },
  ])
  expect(
    takeSales([{ headings, rows }]).unread.map(({ kind, name, count, cents }) => [kind, name, count, cents]),
  ).toEqual([
    ['column', 'Desconto item %', 1, null],
    ['column', 'Frete', 2, '2400'],
  ])
})
