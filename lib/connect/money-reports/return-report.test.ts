import { SheetReading } from './sheet-reading'

const headings = [
  'ID da Devolução',
  'ID do pedido',
  'Tempo de envio de devolução',
  'Status da Devolução / Reembolso',
  'Tipo de Devolução',
  'Solução para Retorno e Reembolso',
  'Motivo da Devolução',
  'Motivo da disputa',
  'Ação do Vendedor solicitada até',
  'Quantia total de reembolsos',
  'Compensação ao Vendedor',
  'Nome do Produto',
]
const usual = [
  '261101AB000001R',
  '261101AB000001',
  '2026-11-01 09:00',
  'Em disputa',
  'Devolução',
  '',
  'Com defeito',
  'Produto usado',
]

function read(rows: string[][]) {
  const reading = new SheetReading()
  for (const [at, values] of [headings, ...rows].entries()) {
    const cells = values.flatMap((text, place) =>
      text === '' ? [] : [[place, { kind: 'text' as const, text }] as const],
    )
    reading.take({ sheet: 'Sheet1', number: at + 1, cells: new Map(cells) })
  }
  const items = reading.end().map((row) => ('read' in row && row.read.type === 'returns' ? row.read.item : row))
  return { items, unread: reading.unread.list() }
}

test('a return is to be answered by the day that the report says, and why it is disputed is kept', () => {
  const dueAt = new Date('2026-11-10T02:59:00Z')
  expect(read([[...usual, '2026-11-09 23:59', '10,00']])).toMatchObject({
    items: [{ number: '261101AB000001R', reason: 'Com defeito · Produto usado', dueAt }],
    unread: [],
  })
  expect(read([[...usual, '-', '10,00']])).toMatchObject({ items: [{ dueAt: null }], unread: [] })
})

test('an invalid deadline keeps the return, and is reported', () => {
  const { items, unread } = read([[...usual, 'logo', '10,00']])
  expect(items).toMatchObject([{ number: '261101AB000001R', dueAt: null }])
  expect(unread).toMatchObject([{ kind: 'cell', name: 'Ação do Vendedor solicitada até' }])
})

test('unknown words for a return’s kind are reported with their count and amount', () => {
  const strange = (number: string, cents: string) => [
    number,
    ...usual.slice(1, 4),
    'Logística do Saci',
    'Troca',
    ...usual.slice(6),
    '-',
    cents,
  ]
  const { items, unread } = read([strange('261101AB000001R', '10,00'), strange('261101AB000002R', '5,00')])
  expect(items).toHaveLength(2)
  expect(unread).toMatchObject([
    { kind: 'word', name: 'Troca', place: 'Solução para Retorno e Reembolso', count: 2, cents: '1500' },
    { kind: 'word', name: 'Logística do Saci', place: 'Tipo de Devolução', count: 2, cents: '1500' },
  ])
})

const one = (status: string, refund: string, { made = '', title = 'Caneca', code = usual[1]! } = {}) => [
  usual[0]!,
  code,
  usual[2]!,
  status,
  ...usual.slice(4, 7),
  '',
  '-',
  refund,
  made,
  title,
]
const isTurned = [false, true]

test.each(isTurned)('reports of two weeks in one file: the further state stands, in either order (%s)', (turned) => {
  const rows = [one('Solicitada', '10,00'), one('Reembolso Concluído', '10,00', { made: '7,00' })]
  const { items, unread } = read(turned ? rows.toReversed() : rows)
  expect(items).toMatchObject([
    { status: 'Reembolso Concluído', refundCents: 1000n, compensationCents: 700n, lines: [{ title: 'Caneca' }] },
  ])
  expect(unread).toMatchObject([{ kind: 'older', name: usual[0], count: 1 }])
})

test.each(isTurned)('items of one return that differ in state or amount lose nothing without a word (%s)', (turned) => {
  const rows = [
    one('Reembolso Concluído', '10,00', { title: 'A' }),
    one('Devolução em Andamento', '10,00', { title: 'B' }),
    one('Reembolso Concluído', '4,00', { title: 'C' }),
  ]
  const { items, unread } = read(turned ? rows.toReversed() : rows)
  expect(items).toMatchObject([{ status: 'Reembolso Concluído', refundCents: 1000n }])
  const titles = items.flatMap((item) => ('lines' in item ? item.lines.map(({ title }) => title) : []))
  expect(titles.toSorted()).toEqual(['A', 'B', 'C'])
  expect(unread.map(({ kind, cents }) => `${kind} ${cents}`)).toEqual(['cell 400', 'older null'])
})

test.each(isTurned)('one number of a return for two orders is refused for both (%s)', (turned) => {
  const rows = [one('Em disputa', '10,00'), one('Em disputa', '10,00', { code: '261101AB000009' })]
  const { items } = read(turned ? rows.toReversed() : rows)
  expect(items.map((item) => 'problems' in item && item.problems.map(({ problem }) => problem))).toEqual([
    ['repeated'],
    ['repeated'],
  ])
})

test.each(['Reembolso parcial efetuado', 'Returned to seller', 'Aguardando validação no armazém'])(
  'the word %s is known',
  (status) => expect(read([one(status, '10,00')]).unread).toEqual([]),
)

test('a return without an amount is kept, and its refund is unknown', () => {
  expect(read([[...usual, '2026-11-09 23:59', '-']])).toMatchObject({ items: [{ refundCents: null }], unread: [] })
  const { items, unread } = read([[...usual, '2026-11-09 23:59', 'a calcular']])
  expect(items).toMatchObject([{ number: '261101AB000001R', refundCents: null }])
  expect(unread).toMatchObject([{ kind: 'cell', name: 'Quantia total de reembolsos' }])
})

test('the amount that one row of a return gives is its refund, though another has none', () => {
  const rows = [
    [...usual, '2026-11-09 23:59', '-', '', 'Cano'],
    [...usual, '2026-11-09 23:59', '10,00', '', 'Joelho'],
  ]
  for (const sheet of [rows, rows.toReversed()])
    expect(read(sheet)).toMatchObject({ items: [{ refundCents: 1_000n }], unread: [] })
})
