import fc from 'fast-check'
import { saleLayoutOf } from './sale-layout'
import { saleSkus, takeSales, type SaleTable } from '@/lib/testing/harnesses/take-sales'

type Drawn = { day: number; lines: string[]; quantity: number; cents: number; word: number }
/** Orders of one to three different lines. */
const orders = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 15 }),
    lines: fc.uniqueArray(fc.constantFrom(...saleSkus), { minLength: 1, maxLength: 3 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    cents: fc.integer({ min: 100, max: 99_999 }),
    word: fc.nat(2),
  }),
  { minLength: 1, maxLength: 10 },
)

const comma = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
const two = (n: number) => String(n).padStart(2, '0')
const words = {
  ml: ['Entregue', 'A caminho', 'Venda cancelada'],
  tiktok: ['Concluído', 'Enviado', 'Cancelado'],
  upSeller: ['Concluído', 'Enviado', 'Cancelado'],
}

/** The exports as their marketplaces write them; `status`: where the word for a sale's state stands. */
const markets: Record<
  string,
  { status: number; price: number; fee?: number; make: (drawn: readonly Drawn[]) => SaleTable }
> = {
  'Mercado Livre': {
    status: 2,
    price: 7,
    fee: 5,
    make: (drawn) => ({
      headings: [
        'N.º de venda',
        'Data da venda',
        'Estado',
        'Unidades',
        'Receita por produtos (BRL)',
        'Tarifa de venda e impostos (BRL)',
        'SKU',
        'Preço unitário de venda do anúncio (BRL)',
        'Comprador',
      ],
      rows: drawn.flatMap(({ day, lines, quantity, cents, word }, n) =>
        lines.map((sku, at) => [
          `20000${n}`,
          `${day} de novembro de 2026 14:43 hs.`,
          words.ml[word]!,
          String(quantity + at),
          '',
          comma(-cents),
          sku,
          comma(cents),
          at === 0 ? `Cliente ${n}` : '',
        ]),
      ),
    }),
  },
  'TikTok Shop': {
    status: 1,
    price: 4,
    make: (drawn) => ({
      headings: [
        'Order ID',
        'Order Status',
        'Seller SKU',
        'Quantity',
        'SKU Unit Original Price',
        'SKU Seller Discount',
        'Created Time',
        'Buyer Username',
      ],
      rows: drawn.flatMap(({ day, lines, quantity, cents, word }, n) =>
        lines.map((sku, at) => [
          `57821234567890${n}\t`,
          words.tiktok[word]!,
          sku,
          String(quantity + at),
          `BRL ${comma(cents)}`,
          'BRL 0,50',
          `${two(day)}/11/2026 09:30:33`,
          `cliente${n}`,
        ]),
      ),
    }),
  },
}

const upSeller = [
  'Nº de Pedido da Plataforma',
  'Nº de Pedido',
  'Plataformas',
  'Nome da Loja no UpSeller',
  'Estado do Pedido',
  'Hora do Pedido',
  'Pós-venda/Cancelado/Devolvido',
  'SKU',
  'Preço de Produto',
  'Qtd. do Produto',
  'Nome de Comprador',
]
markets.UpSeller = {
  status: 4,
  price: 8,
  make: (drawn) => ({
    headings: upSeller,
    rows: drawn.flatMap(({ day, lines, quantity, cents, word }, n) =>
      lines.map((sku, at) => [
        `2000${n}`,
        `UP${n}`,
        'Kwai',
        'Loja do Kwai',
        words.upSeller[word]!,
        `2026-11-${two(day)} 09:30:33`,
        '',
        sku,
        comma(cents),
        String(quantity + at),
        `Cliente ${n}`,
      ]),
    ),
  }),
}

/** Their reports with totals of rows, where the price of one unit follows. */
const withTotals = (headings: readonly string[], channel: string, more: readonly string[]) => ({
  status: 4,
  price: 7,
  make: (drawn: readonly Drawn[]): SaleTable => ({
    headings,
    rows: drawn.flatMap(({ day, lines, quantity, cents, word }, n) =>
      lines.map((sku, at) => [
        `2000${n}`,
        channel,
        `${two(day)}/11/2026`,
        sku,
        words.upSeller[word]!,
        `Cliente ${n}`,
        String(quantity + at),
        comma(cents),
        ...more,
      ]),
    ),
  }),
})
markets.Olist = withTotals(
  [
    'Número do pedido no e-commerce',
    'E-commerce',
    'Data da venda',
    'Código (SKU)',
    'Situação',
    'Nome do cliente',
    'Quantidade de produtos',
    'Preço total',
    'Forma de envio',
  ],
  'Mercado Livre',
  ['Coleta'],
)
markets.Bling = withTotals(
  [
    'Número do pedido',
    'Nome da plataforma',
    'Data',
    'Código',
    'Situação',
    'Descrição',
    'Quantidade',
    'Valor total',
    'Número do pedido multiloja',
  ],
  'Magalu',
  ['2000017'],
)

const turn = (row: readonly string[], seed: number) =>
  [...row.join('|')].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, seed % 1_000_003)
const runs = { numRuns: 30 }

/** A sale that was cancelled as a whole sold nothing: goods that another sheet names add nothing to it. */
const sold = ({ state }: ReturnType<typeof takeSales>) =>
  (JSON.parse(state) as [string, { status: string }][]).map(([key, sale]) =>
    sale.status === 'cancelled' ? [key, sale.status] : [key, sale],
  )

describe.each(Object.entries(markets))('the export of %s', (_, { status, price, fee, make }) => {
  const tables = orders.map(make)
  const take = (...sheets: SaleTable[]) => takeSales(sheets)
  const known = ({ unread }: ReturnType<typeof take>) => unread.filter(({ kind }) => kind !== 'column')

  test('the order of rows and of columns means nothing', () => {
    fc.assert(
      fc.property(tables, fc.nat(), ({ headings, rows }, seed) => {
        const whole = take({ headings, rows })
        const shuffled = rows.toSorted((a, b) => turn(a, seed) - turn(b, seed))
        const turned = { headings: headings.toReversed(), rows: shuffled.map((row) => row.toReversed()) }
        expect([whole.bad, known(whole)]).toEqual([0, []])
        expect(take(turned).state).toBe(whole.state)
      }),
      runs,
    )
  })

  test('cut anywhere so that the parts overlap or not, in either order, or sent again, it brings the same sales', () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.nat(), ({ headings, rows }, at, by) => {
        const whole = take({ headings, rows })
        const cuts = [at, by].map((one) => one % (rows.length + 1)).toSorted((a, b) => a - b)
        const parts = [rows.slice(0, cuts[1]), rows.slice(cuts[0])].map((part) => ({ headings, rows: part }))
        expect(sold(take(...parts))).toEqual(sold(whole))
        expect(sold(take(...parts.toReversed()))).toEqual(sold(whole))
        expect(take({ headings, rows }, { headings, rows }).state).toBe(whole.state)
      }),
      runs,
    )
  })

  test('its duplicate rows in one sheet count once, and each is reported', () => {
    fc.assert(
      fc.property(tables, ({ headings, rows }) => {
        const doubled = take({ headings, rows: [...rows, ...rows] })
        expect(doubled.state).toBe(take({ headings, rows }).state)
        const reported = known(doubled).reduce((sum, { kind, count }) => sum + (kind === 'repeat' ? count : 0), 0)
        expect(reported).toBe(rows.length)
      }),
      runs,
    )
  })

  test('an unknown column is named with its count and amount, and changes nothing else', () => {
    fc.assert(
      fc.property(tables, ({ headings, rows }) => {
        const wider = { headings: [...headings, 'Taxa nova:'], rows: rows.map((row) => [...row, '1,50']) }
        const result = take(wider)
        expect(result.state).toBe(take({ headings, rows }).state)
        const [reported] = result.unread.filter(({ name }) => name.startsWith('Taxa nova'))
        expect(reported).toMatchObject({ kind: 'column', count: rows.length, cents: String(150 * rows.length) })
      }),
      runs,
    )
  })

  test('an unknown word for where a sale stands is named with its amount, and costs no sale', () => {
    fc.assert(
      fc.property(tables, ({ headings, rows }) => {
        const strange = rows.map((row) => row.with(status, 'Esperando a lua'))
        const result = take({ headings, rows: strange })
        const over = rows.map((row) => row.with(status, 'Entregue'))
        expect(result.state).toBe(take({ headings, rows: over }).state)
        expect(known(result)).toMatchObject([{ kind: 'word', name: 'Esperando a lua', count: rows.length }])
      }),
      runs,
    )
  })

  test('a row that cannot be read costs its own sale, and an odd charge none', () => {
    fc.assert(
      fc.property(tables, ({ headings, rows }) => {
        const whole = take({ headings, rows })
        const broken = rows[0]!.with(price, '???').with(0, '999999999999')
        const result = take({ headings, rows: [broken, ...rows] })
        expect([result.state, result.bad]).toEqual([whole.state, 1])
        if (fee === undefined) return
        const odd = take({ headings, rows: rows.map((row, at) => (at === 0 ? row.with(fee, 'isento') : row)) })
        expect([odd.bad, known(odd)]).toMatchObject([0, [{ kind: 'cell', count: 1 }]])
      }),
      runs,
    )
  })
})

const afterSale = (sheet: SaleTable, word: string) => ({
  headings: sheet.headings,
  rows: sheet.rows.map((row) => row.with(6, word)),
})

test.each(['Cancelado', 'Cancelado/Pós-vendas', 'Devolvido'])(
  'an ERP that keeps the status and says %s beside it has a sale that is cancelled, whichever sheet came first',
  (word) => {
    fc.assert(
      fc.property(orders.map(markets.UpSeller!.make), (sheet) => {
        const after = afterSale(sheet, word)
        const statuses = (result: ReturnType<typeof takeSales>) =>
          (JSON.parse(result.state) as [string, { status: string }][]).map(([, sale]) => sale.status)
        for (const sheets of [[after], [sheet, after], [after, sheet]])
          expect(new Set(statuses(takeSales(sheets)))).toEqual(new Set(['cancelled']))
      }),
      runs,
    )
  },
)

test('a word for after a sale that cancels nothing is named with its amount, and the sale stands', () => {
  fc.assert(
    fc.property(orders.map(markets.UpSeller!.make), (sheet) => {
      const result = takeSales([afterSale(sheet, 'Pós-vendas')])
      expect(result.state).toBe(takeSales([sheet]).state)
      const named = result.unread.filter(({ name, place }) => name === 'Pós-vendas' && place === upSeller[6])
      expect(named.reduce((sum, { count }) => sum + count, 0)).toBe(sheet.rows.length)
    }),
    runs,
  )
})

test.each([
  ['Tiny', ['Número do pedido', 'Data', 'Cliente', 'Descrição', 'Quantidade', 'Valor do frete', 'Total do pedido']],
  ['Magis5', ['Pedido', 'Pedido marketplace', 'Data da compra', 'Produto', 'Qtde', 'Total', 'Integração']],
])(
  'the export of an ERP like %s whose columns do not say price or product is no known one, and nothing is guessed',
  (_, headings) => expect(saleLayoutOf(new Map(headings.entries()))).toBeNull(),
)

test('only unread money in an export’s own columns is named, with its amount', () => {
  const rows = [
    [
      '200001',
      '8 de novembro de 2026',
      'Entregue',
      '2',
      '99,80',
      '-15,30',
      '-10,00',
      '74,50',
      'Mercado Livre',
      'A-1',
      '49,90',
      '2',
    ],
  ]
  const headings = [
    'N.º de venda',
    'Data da venda',
    'Estado',
    'Unidades',
    'Receita por produtos (BRL)',
    'Tarifa de venda e impostos (BRL)',
    'Tarifas de envio (BRL)',
    'Total (BRL)',
    'Canal de venda',
    'SKU',
    'Preço unitário de venda do anúncio (BRL)',
    'Unidades',
  ]
  expect(takeSales([{ headings, rows }]).unread).toMatchObject([
    { kind: 'column', name: 'Tarifas de envio (BRL)', count: 1, cents: '-1000' },
  ])
})

test('packages of Mercado Livre may come in any order, cut between them or twice: their rows stay theirs', () => {
  const headings = [
    'N.º de venda',
    'Data da venda',
    'Estado',
    'Unidades',
    'Tarifa de venda e impostos (BRL)',
    'SKU',
    'Preço unitário de venda do anúncio (BRL)',
    'Comprador',
  ]
  const package2 = (n: number, cents: number) => [
    [`30000${n}`, '8 de novembro de 2026 14:43 hs.', 'Pacote de 2 produtos', '', comma(-cents), '', '', `Cliente ${n}`],
    ['', '', 'Entregue', '1', '', 'A-1', comma(cents), ''],
    ['', '', 'Entregue', '1', '', 'B-2', comma(cents), ''],
  ]
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 100, max: 9_999 }), { minLength: 2, maxLength: 6 }),
      fc.nat(),
      (amounts, cut) => {
        const packages = amounts.map((cents, n) => package2(n, cents))
        const whole = takeSales([{ headings, rows: packages.flat() }])
        expect([whole.bad, whole.unread]).toEqual([0, []])
        expect(takeSales([{ headings, rows: packages.toReversed().flat() }]).state).toBe(whole.state)
        const at = cut % packages.length
        const parts = [packages.slice(at), packages.slice(0, at + 1)].map((part) => ({ headings, rows: part.flat() }))
        expect(takeSales(parts).state).toBe(whole.state)
        expect(takeSales([{ headings, rows: [...packages, ...packages].flat() }]).state).toBe(whole.state)
      },
    ),
    runs,
  )
})
