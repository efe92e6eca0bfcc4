import fc from 'fast-check'
import { headers, rowOf, type SampleOrder } from '@/lib/testing/factories/order-export'
import { assembleOrder, hashOrder } from './assemble-order'
import type { ItemRow } from './order-row'
import { OrderReading } from './order-reading'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { UnreadList } from '@/lib/core/sheets/unread'

type Table = { headings: string[]; rows: (string | number | null)[][] }
const rowAt = (sheet: string, number: number, values: Table['rows'][number]): SheetRow => ({
  sheet,
  number,
  cells: new Map(
    values.flatMap((value, at) =>
      value === null
        ? []
        : [[at, { kind: typeof value === 'number' ? 'number' : 'text', text: String(value) }] as const],
    ),
  ),
})

/** The orders in a workbook of these sheets. */
function read(sheets: Record<string, Table>) {
  const unread = new UnreadList()
  const reading = new OrderReading(unread)
  const orders = new Map<string, ItemRow[]>()
  for (const [name, { headings, rows }] of Object.entries(sheets))
    for (const [at, values] of [headings, ...rows].entries()) {
      const item = reading.take(rowAt(name, at + 1, values))
      if (!item) continue
      const code = String(item.values.orderCode ?? '')
      orders.set(code, [...(orders.get(code) ?? []), item])
    }
  const map = reading.end()
  const state = new Map<string, string>()
  const counts = { bad: 0, repeated: 0, words: new Map<string, number>() }
  for (const [code, rows] of orders) {
    const assembled = assembleOrder(rows, map)
    if (!assembled.ok) {
      counts.bad += 1
      continue
    }
    state.set(code, hashOrder(assembled.order).toString('hex'))
    counts.repeated += assembled.repeated.length
    const { unknownStatus: word } = assembled
    if (word) counts.words.set(word, (counts.words.get(word) ?? 0) + 1)
  }
  return { ...counts, state: [...state].toSorted(), unread: unread.list() }
}

const statuses = ['Não pago', 'A Enviar', 'Enviado', 'Concluído', 'Cancelado'] as const
const item = fc.record({
  sku: fc.constantFrom('A', 'B', 'C'),
  title: fc.constantFrom('Caneca', 'Prato'),
  quantity: fc.integer({ min: 1, max: 5 }),
  priceCents: fc.integer({ min: 100, max: 99_999 }),
})
const orderList: fc.Arbitrary<SampleOrder[]> = fc
  .array(
    fc.record({
      status: fc.constantFrom(...statuses),
      items: fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: ({ sku, priceCents }) => sku + priceCents }),
      commissionCents: fc.integer({ min: 0, max: 2_000 }),
      voucherCents: fc.integer({ min: 0, max: 90 }),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((orders) =>
    orders.map((one, n) => ({
      ...one,
      code: `2611${String(n).padStart(4, '0')}ABCDEF`,
      placed: `2026-11-${String(n + 1).padStart(2, '0')} 10:00`,
      paid: '2026-11-20 11:00',
    })),
  )
const tableOf = (orders: readonly SampleOrder[]): Table => ({
  headings: headers.current,
  rows: orders.flatMap((order) => order.items.map((one) => rowOf(order, one, 'current'))),
})
const hash = (row: unknown, seed: number) =>
  [...JSON.stringify(row)].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003,
    Math.abs(seed) % 1_000_003,
  )
const runs = { numRuns: 25 }

test('the order of rows and of columns means nothing, nor does the name of the sheet', () => {
  fc.assert(
    fc.property(orderList, fc.integer(), (orders, seed) => {
      const { headings, rows } = tableOf(orders)
      const whole = read({ orders: { headings, rows } })
      expect([whole.bad, whole.state.length, whole.unread]).toEqual([0, orders.length, []])
      const shuffled = rows.toSorted((a, b) => hash(a, seed) - hash(b, seed))
      expect(read({ orders: { headings, rows: shuffled } }).state).toEqual(whole.state)
      // The position distinguishes two columns of one name: they stay in their order.
      const last = headings.length - 1
      const moved = (row: Table['rows'][number]) => [row[last]!, ...row.slice(0, last)]
      expect(read({ Planilha1: { headings: moved(headings) as string[], rows: rows.map(moved) } }).state).toEqual(
        whole.state,
      )
    }),
    runs,
  )
})

test('cut into sheets that overlap, or joined with itself and its headings, it is the same, and duplicates are reported', () => {
  fc.assert(
    fc.property(orderList, fc.nat(), fc.nat(3), (orders, cut, overlap) => {
      const { headings, rows } = tableOf(orders)
      const whole = read({ orders: { headings, rows } })
      const at = cut % rows.length
      const parts = {
        Novembro: { headings, rows: rows.slice(at) },
        Outubro: { headings, rows: rows.slice(0, at + overlap) },
      }
      const split = read(parts)
      expect([split.state, split.bad]).toEqual([whole.state, 0])
      expect(split.repeated).toBe(Math.min(overlap, rows.length - at))
      const joined = read({ orders: { headings, rows: [...rows, headings, ...rows] } })
      expect([joined.state, joined.bad, joined.repeated]).toEqual([whole.state, 0, rows.length])
    }),
    runs,
  )
})

test('an unknown column, sheet or status is named with its count, and changes nothing else', () => {
  fc.assert(
    fc.property(orderList, (orders) => {
      const { headings, rows } = tableOf(orders)
      const whole = read({ orders: { headings, rows } })
      const wider = read({
        orders: {
          headings: [...headings, 'Taxa nova:', 'Recado'],
          rows: rows.map((row) => [...row, '1.50', 'Ana Silva']),
        },
        Dicas: { headings: ['Uma coisa', 'Outra'], rows: [['x', 1]] },
        Resumo: { headings: ['Status do pedido', 'Quantidade', 'Valor Total'], rows: [['Enviado', 2, '9.00']] },
      })
      expect([wider.state, wider.bad]).toEqual([whole.state, 0])
      expect(wider.unread).toMatchObject([
        { kind: 'sheet', name: 'Dicas', count: 2 },
        { kind: 'sheet', name: 'Resumo', count: 2 },
        { kind: 'column', name: 'Recado', count: rows.length, cents: null, sample: '' },
        { kind: 'column', name: 'Taxa nova:', count: rows.length, cents: String(150 * rows.length), sample: '1.50' },
      ])
      const status = headings.indexOf('Status do pedido')
      const code = rows[0]![0]
      const strange = rows.map((row) => (row[0] === code ? row.with(status, 'Em triagem') : row))
      const reading = read({ orders: { headings, rows: strange } })
      expect([reading.bad, reading.state.length, [...reading.words]]).toEqual([0, orders.length, [['Em triagem', 1]]])
      expect(reading.state.filter(([each]) => each !== code)).toEqual(whole.state.filter(([each]) => each !== code))
    }),
    runs,
  )
})

test('a row that cannot be read costs its order alone, and an odd cell beside costs nothing', () => {
  fc.assert(
    fc.property(orderList, (orders) => {
      const { headings, rows } = tableOf(orders)
      const whole = read({ orders: { headings, rows } })
      const broken = rows.map((row, n) => (n === 0 ? row.with(headings.indexOf('Quantidade'), 'duas') : row))
      const result = read({ orders: { headings, rows: broken } })
      expect([result.bad, result.state]).toEqual([1, whole.state.filter(([code]) => code !== rows[0]![0])])
      const odd = rows.map((row) => row.with(headings.indexOf('Data prevista de envio'), 'logo'))
      expect(read({ orders: { headings, rows: odd } })).toMatchObject({ bad: 0, state: whole.state })
    }),
    runs,
  )
})
