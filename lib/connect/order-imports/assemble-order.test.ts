import { createHash } from 'node:crypto'
import { headers, rowOf, type SampleOrder } from '@/lib/testing/factories/order-export'
import { assembleOrder, hashOrder } from './assemble-order'
import { recognizeColumns } from './columns'
import { readItemRow } from './order-row'
import type { Cell } from '@/lib/core/sheets/sheet-reader'

const map = recognizeColumns(new Map(headers.current.map((name, at) => [at, name])))!
const at = (name: string, occurrence = 1) =>
  headers.current.flatMap((known, place) => (known === name ? [place] : []))[occurrence - 1]!

const order: SampleOrder = {
  code: '250101ABCDEFGH',
  status: 'Concluído',
  placed: '2025-01-01 10:00',
  paid: '2025-01-01 10:05',
  shipBy: '2025-01-05 10:00',
  shipped: '2025-01-02 10:00',
  delivered: '2025-01-06 10:00',
  completed: '2025-01-13 10:00',
  items: [
    { sku: 'A', title: 'Caneca', variation: 'Azul', quantity: 2, priceCents: 1990, discountCents: 100 },
    { sku: 'B', title: 'Prato', quantity: 1, priceCents: 3505 },
  ],
  voucherCents: 500,
  freightCents: 1234,
  commissionCents: 1048,
  serviceCents: 1349,
  buyer: { username: 'ana', city: 'Campinas', state: 'São Paulo' },
}

type Edit = { row: number; place: number; cell: Cell | null }
const assemble = (sample: SampleOrder = order, edits: Edit[] = []) => assembleOrder(rowsOf(sample, edits), map)
function rowsOf(sample: SampleOrder, edits: Edit[] = []) {
  return sample.items.map((item, index) => {
    const cells = new Map<number, Cell>()
    rowOf(sample, item, 'current').forEach((value, place) => {
      if (value !== null) cells.set(place, { kind: typeof value === 'number' ? 'number' : 'text', text: String(value) })
    })
    for (const { row, place, cell } of edits) {
      if (row !== index) continue
      if (cell) cells.set(place, cell)
      else cells.delete(place)
    }
    return readItemRow({ number: index + 2, cells }, map)!
  })
}
const text = (value: string): Cell => ({ kind: 'text', text: value })
const problemsOf = (assembled: ReturnType<typeof assemble>) =>
  assembled.ok
    ? []
    : assembled.rows.flatMap(({ problems }) => problems.map(({ cell, problem }) => `${cell} ${problem}`))

test('amounts of the order count once, amounts of the items are added up', () => {
  const assembled = assemble()
  expect(assembled).toMatchObject({
    ok: true,
    order: {
      code: '250101ABCDEFGH',
      units: 3,
      revenueCents: 7485n,
      sellerDiscountCents: 100n,
      sellerVoucherCents: 500n,
      freightPaidCents: 1234n,
      totalCents: 8219n,
      commissionCents: 1048n,
      serviceCents: 1349n,
      transactionCents: null,
      asOf: Date.parse('2025-01-13T13:00:00Z'),
      buyer: { username: 'ana', city: 'Campinas', state: 'São Paulo' },
    },
  })
})

test.each([
  ['Valor Total', 'AR3'],
  ['Taxa de comissão líquida', 'AW3'],
  ['Taxa de envio pagas pelo comprador', 'AS3'],
])('%s that differs between the rows of an order leaves the order out', (name, cell) => {
  const assembled = assemble(order, [{ row: 1, place: at(name), cell: text('99.99') }])
  expect(problemsOf(assembled)).toEqual(['A2 orderHasBadRow', `${cell} differsInOrder`])
})

test('a status that differs between the rows of an order leaves it out', () => {
  const assembled = assemble(order, [{ row: 1, place: at('Status do pedido'), cell: text('Enviado') }])
  expect(problemsOf(assembled)).toEqual(['A2 orderHasBadRow', 'B3 differsInOrder'])
})

test('parcels of one order may have dates of their own: the earliest deadline and the latest event hold', () => {
  const assembled = assemble(order, [
    { row: 1, place: at('Data prevista de envio'), cell: text('2025-01-04 10:00') },
    { row: 1, place: at('Tempo de Envio'), cell: text('2025-01-03 10:00') },
  ])
  expect(assembled).toMatchObject({
    order: { shipBy: Date.parse('2025-01-04T13:00:00Z'), shippedAt: Date.parse('2025-01-03T13:00:00Z') },
  })
})

test.each([
  ['Preço acordado', text('1.234'), 'W3 ambiguousMoney'],
  ['Quantidade', text('dois'), 'X3 notCount'],
  ['Status do pedido', text('Perdido'), 'B3 differsInOrder'],
  ['Cupom do vendedor', text('muito'), 'AH3 notMoney'],
  ['Data de criação do pedido', text('ontem'), 'I3 notTime'],
  ['Nome do Produto', null, 'R3 missing'],
  ['Subtotal do produto', text('-1.00'), 'Y3 negative'],
  ['Preço acordado', { kind: 'error', text: '#REF!' } satisfies Cell, 'W3 brokenFormula'],
])('a bad %s is named by its cell', (name, cell, expected) => {
  const problems = problemsOf(assemble(order, [{ row: 1, place: at(name), cell }]))
  expect(problems).toContain(expected)
  expect(problems[0]).toBe('A2 orderHasBadRow')
})

test('buyers’ data stand in no problem', () => {
  const long = text('x'.repeat(600))
  const assembled = assemble(order, [
    { row: 0, place: at('Telefone'), cell: long },
    { row: 0, place: at('Quantidade'), cell: text('dois') },
  ])
  expect(assembled.ok).toBe(false)
  if (!assembled.ok) expect(assembled.rows[0]!.odd[0]).toMatchObject({ problem: 'tooLong', value: '' })
})

test.each([
  ['Hora do pagamento do pedido', text('ontem')],
  ['Tempo de Envio', text('32/13/2026')],
  ['Telefone', text('x'.repeat(600))],
  ['Número de rastreamento', { kind: 'error', text: '#N/A' } satisfies Cell],
  ['Preço original', text('-5.00')],
  ['Desconto do vendedor', text('dez')],
  ['Número de produtos pedidos', text('muitos')],
  ['Valor Total', text('1.234')],
])('an odd %s costs no order its place', (name, cell) => {
  expect(assemble(order, [{ row: 0, place: at(name), cell }])).toMatchObject({ ok: true })
})

test('a fee that cannot be read is missing, never zero: the order counts as not charged yet', () => {
  const net = (row: number) => ({ row, place: at('Taxa de comissão líquida'), cell: text('???') })
  const gross = [0, 1].map((row) => ({ row, place: at('Taxa de comissão bruta'), cell: null }))
  const rebate = [0, 1].map((row) => ({ row, place: at(rebateColumn), cell: text('???') }))
  const charged = { order: { commissionCents: 1048n, serviceCents: 1349n } }
  const uncharged = { order: { commissionCents: null, serviceCents: null, transactionCents: null } }
  expect(assemble(order, [net(0), ...gross])).toMatchObject(charged)
  expect(assemble(order, [net(0), net(1), ...rebate])).toMatchObject(charged)
  expect(assemble(order, [net(0), net(1), ...gross])).toMatchObject(uncharged)
  expect(assemble(order, [...gross, ...rebate])).toMatchObject(uncharged)
})

const rebateColumn = 'Ajuste por participação em ação comercial'
const rebated: SampleOrder = {
  ...order,
  items: [{ sku: 'A', title: 'Caneca', quantity: 1, priceCents: 25_000 }],
  voucherCents: 0,
  commissionCents: 3000,
  serviceCents: 3100,
  commissionBackCents: 1071,
  serviceBackCents: 929,
}
const blank = (name: string, cell: Cell | null = null) => ({ row: 0, place: at(name), cell })
const grossCommission = 'Taxa de comissão bruta'
const grossService = 'Taxa de serviço bruta'

test.each<[string, Edit[]]>([
  ['gross, where the gross columns are there', []],
  ['net and its part of the rebate, where there are no gross ones', [blank(grossCommission), blank(grossService)]],
  ['net and what of the rebate is not the other’s, where one is there', [blank(grossCommission)]],
  ['the same the other way round', [blank(grossService)]],
  ['net where a gross column says zero', [blank(grossCommission, text('0.00'))]],
  ['gross, whatever the rebate’s column says', [blank(rebateColumn)]],
  ['whatever the rebate’s sign', [blank(rebateColumn, text('-20.00')), blank(grossService)]],
])('the fees of an order are %s', (_, edits) => {
  expect(assemble(rebated, edits)).toMatchObject({ order: { commissionCents: 3000n, serviceCents: 3100n } })
})

test('a rebate of the order on each of its rows counts once, the items’ own shares are added up', () => {
  const gone = [0, 1].flatMap((row) => [grossCommission, grossService].map((name) => ({ ...blank(name), row })))
  const back = { ...order, commissionBackCents: 48, serviceBackCents: 49 }
  const own = ['0.90', '0.07'].map((cents, row) => ({ row, place: at(rebateColumn), cell: text(cents) }))
  const whole = (edits: Edit[]) => {
    const read = assemble(back, [...gone, ...edits])
    return read.ok ? read.order.commissionCents! + read.order.serviceCents! : null
  }
  expect([whole([]), whole(own)]).toEqual([2397n, 2397n])
})

test('an amount of the order that only one of its rows has is the order’s', () => {
  for (const row of [0, 1])
    expect(assemble(order, [{ row, place: at('Cupom do vendedor'), cell: null }])).toMatchObject({
      order: { sellerVoucherCents: 500n },
    })
})

test.each([
  ['Não pago?', {}, 'pending'],
  ['Em análise', { paid: '2026-01-01 10:00' }, 'confirmed'],
  ['Na alfândega', { paid: '2026-01-01 10:00', shipped: '2026-01-02 10:00' }, 'shipped'],
  ['Arquivado', { delivered: '2026-01-03 10:00' }, 'delivered'],
  ['Desfeito', { paid: '2026-01-01 10:00', cancelled: '2026-01-03 10:00' }, 'cancelled'],
])(
  'under the unknown status %s an order stands where its moments brought it, and keeps the word',
  (word, moments, status) => {
    const { paid: _, shipped: __, delivered: ___, completed: ____, ...bare } = order
    expect(assemble({ ...bare, status: word, ...moments })).toMatchObject({
      unknownStatus: word,
      order: { status, platformStatus: word },
    })
  },
)

test('a row that is there twice counts once, unless the order says that it has so many products', () => {
  const twice = { ...order, items: [order.items[0]!, order.items[1]!, order.items[0]!] }
  const products = (count: string) =>
    [0, 1, 2].map((row) => ({ row, place: at('Número de produtos pedidos'), cell: text(count) }))
  expect(assemble(twice, products('3'))).toMatchObject({ order: { units: 3 }, repeated: [{ row: 4 }] })
  expect(assemble(twice, products('5'))).toMatchObject({ order: { units: 5 }, repeated: [] })
  expect(assemble(twice, products('9'))).toMatchObject({ order: { units: 3 }, repeated: [{ row: 4 }] })
})

test('a bad row that is there twice stands in the list once, and two bad rows that are not the same stand there both', () => {
  const twice = { ...order, items: [order.items[0]!, order.items[0]!] }
  const bad = (row: number, value: string) => ({ row, place: at('Quantidade'), cell: text(value) })
  expect(problemsOf(assemble(twice, [bad(0, 'dois'), bad(1, 'dois')]))).toEqual(['X2 notCount'])
  expect(problemsOf(assemble(twice, [bad(0, 'dois'), bad(1, 'duas')]))).toEqual(['X2 notCount', 'X3 notCount'])
})

describe('an order that a sheet has in two states', () => {
  const { completed: _, delivered: __, ...away } = order
  const earlier = { ...away, status: 'Enviado', commissionCents: 1000, serviceCents: 1300 }
  const assembleAll = (...samples: SampleOrder[]) =>
    assembleOrder(
      samples.flatMap((sample, n) => rowsOf(sample).map((row) => ({ ...row, row: row.row + n * 10 }))),
      map,
    )
  const seen = (assembled: ReturnType<typeof assemble>) =>
    assembled.ok && [assembled.order.platformStatus, assembled.order.units, assembled.older.map(({ row }) => row)]

  test('is the one of the latest moment, in any place, and the rows of the other are reported', () => {
    expect(seen(assembleAll(earlier, order))).toEqual(['Concluído', 3, [2, 3]])
    expect(seen(assembleAll(order, earlier))).toEqual(['Concluído', 3, [12, 13]])
    expect(seen(assembleAll(order, order, earlier))).toEqual(['Concluído', 3, [22, 23]])
    const cancelled = { ...away, status: 'Cancelado', cancelled: '2025-01-20 10:00' }
    expect(seen(assembleAll(cancelled, order))).toEqual(['Cancelado', 3, [12, 13]])
  })

  test('is the later state of its life where no moment tells', () => {
    const of = (status: string) => ({ ...away, status })
    for (const samples of [
      [of('A Enviar'), of('Entregue')],
      [of('Entregue'), of('A Enviar')],
    ])
      expect(assembleAll(...samples)).toMatchObject({ order: { platformStatus: 'Entregue' } })
  })

  test('is refused where the later one has not all of its items: then they are one order’s, and differ', () => {
    const part = { ...order, items: [order.items[0]!] }
    const three: Edit = { row: 0, place: at('Número de produtos pedidos'), cell: text('3') }
    const rows = [part, { ...earlier, items: [order.items[1]!] }].flatMap((sample) => rowsOf(sample, [three]))
    expect(assembleOrder(rows, map).ok).toBe(false)
    // By its own count the later one is whole.
    expect(seen(assembleAll(part, earlier))).toEqual(['Concluído', 2, [12, 13]])
    expect(seen(assembleAll(order, { ...earlier, items: [order.items[1]!] }))).toEqual(['Concluído', 3, [12]])
  })
})

test('the seller’s discount is the second of the two columns', () => {
  const edits = [{ row: 0, place: at('Desconto do vendedor', 2), cell: text('7.77') }]
  expect(assemble(order, edits)).toMatchObject({ order: { sellerDiscountCents: 777n } })
})

test.each(['****', 'M***a', 'J****o', '******64'])(
  'a buyer’s field that the marketplace hides (%s) is missing, and visible fields beside it are reported',
  (hidden) => {
    const buyer = { username: hidden, name: hidden, phone: hidden, city: hidden, state: 'São Paulo' }
    const unknown = { username: null, name: null, phone: null, document: null, address: null, postalCode: null }
    expect(assemble({ ...order, buyer })).toMatchObject({
      order: { buyer: { ...unknown, city: null, state: 'São Paulo' } },
    })
  },
)

test('the hash says what the export gave, and nothing of the buyer', () => {
  const hash = (assembled: ReturnType<typeof assemble>) =>
    assembled.ok ? hashOrder(assembled.order).toString('hex') : ''
  const usual = hash(assemble())
  expect(hash(assemble({ ...order, buyer: { username: '****' } }))).toBe(usual)
  expect(hash(assemble({ ...order, status: 'Enviado' }))).not.toBe(usual)
  expect(hash(assemble({ ...order, commissionCents: 1049 }))).not.toBe(usual)
})

// An order staged by an earlier version is recognized only by the same bytes.
test('the hash is that of the order as JSON, without its buyer and with amounts as texts', () => {
  const assembled = assemble()
  if (!assembled.ok) throw new Error('not assembled')
  const { buyer: _, unsaid: __, ...said } = assembled.order
  const text = JSON.stringify(said, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
  expect(hashOrder(assembled.order)).toEqual(createHash('sha256').update(text).digest())
})
