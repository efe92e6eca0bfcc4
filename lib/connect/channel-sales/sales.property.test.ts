import fc from 'fast-check'
import { UnreadList } from '@/lib/core/sheets/unread'
import type { Cell, SheetRow } from '@/lib/core/sheets/sheet-reader'
import { isLater, judgeSale, lineOf, saleKey, SaleGroups, type SaleContext } from './assemble-sales'
import type { SaleLayout } from './fields'
import { readSaleRow, type SaleStatus } from './read-sale-row'
import { saleLayoutOf } from './sale-layout'

const headings = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário', 'Cliente', 'Situação']
const skus = ['A-1', 'B-2', 'C-3']
const now = Date.parse('2026-11-20T12:00:00Z')
const layout = saleLayoutOf(new Map(headings.entries())) as SaleLayout
const cell = (text: string): Cell => ({ kind: 'text', text })
const rowOf = (number: number, values: readonly string[]): SheetRow => ({
  number,
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, cell(text)] as const]))),
})

type Staged = {
  items: { sku: string; q: number; m: string }[]
  day: string
  status: SaleStatus
  to: SaleStatus | null
  customer: string | null
  revenue: string
  units: number
}
type Kept = Map<string, Omit<Staged, 'items' | 'to'> & { lines: string[] }>

/** Takes sheets one after the other, as the database keeps what each brings; what is told goes to the list. */
function take(sheets: readonly (readonly string[][])[], kept: Kept = new Map()) {
  const unread = new UnreadList()
  for (const rows of sheets) {
    const groups = new SaleGroups(layout, null, unread)
    for (const [at, values] of rows.entries()) {
      const read = readSaleRow(rowOf(at + 2, values), layout, 'America/Sao_Paulo', now)
      if (read) groups.take(read)
    }
    const known = new Map(kept)
    const context: SaleContext = { skus: new Map(skus.map((sku) => [sku.toLowerCase(), { archived: false }])), known }
    for (const sale of groups.sales.values()) {
      const staged = judgeSale(sale, layout, context, unread)
      if (staged.outcome === 'same') continue
      const { items, day, status, to, customer, revenue, units } = staged.payload as Staged
      const key = saleKey(sale.channel, sale.sale)
      const before = kept.get(key)
      kept.set(key, {
        day,
        status: !before ? status : to && isLater(before.status, to) ? to : before.status,
        lines: [...(before?.lines ?? []), ...items.map(({ sku, q, m }) => lineOf(sku, q, BigInt(m)))].toSorted(),
        customer: before?.customer ?? customer,
        revenue: String(BigInt(before?.revenue ?? 0) + BigInt(revenue)),
        units: (before?.units ?? 0) + units,
      })
    }
  }
  return { state: JSON.stringify([...kept].toSorted(([a], [b]) => (a < b ? -1 : 1))), unread: unread.list() }
}

/** Orders of one to three different lines; of a tenth nobody wrote a number. */
const orders = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    code: fc.boolean(),
    lines: fc.uniqueArray(fc.constantFrom(...skus), { minLength: 1, maxLength: 3 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    cents: fc.integer({ min: 100, max: 99_999 }),
  }),
  { minLength: 1, maxLength: 12 },
)
type Drawn = { day: number; code: boolean; lines: string[]; quantity: number; cents: number }
const rowsOf = (drawn: readonly Drawn[]): string[][][] =>
  drawn.map(({ day, code, lines, quantity, cents }, n) =>
    (code ? lines : lines.slice(0, 1)).map((sku, at) => [
      `${String(day).padStart(2, '0')}/10/2026`,
      'Feira',
      code ? `P${n}` : '',
      sku,
      String(quantity + at),
      (cents / 100).toFixed(2).replace('.', ','),
      at === 0 ? `Cliente ${n}` : '',
    ]),
  )

test('sheets in another order, cut anywhere so that they overlap or not, or sent again bring the same orders', () => {
  fc.assert(
    fc.property(orders, fc.nat(), fc.nat(), fc.nat(), (drawn, at, by, seed) => {
      const groups = rowsOf(drawn)
      const rows = groups.flat()
      const whole = take([rows])
      const shuffled = rows.toSorted((a, b) => turn(a, seed) - turn(b, seed))
      expect(take([shuffled]).state).toBe(whole.state)
      expect(take([rows, shuffled])).toMatchObject({ state: whole.state, unread: [] })
      const [first, second] = [at, by].map((one) => one % (rows.length + 1)).toSorted((a, b) => a - b) as [
        number,
        number,
      ]
      const parts = [rows.slice(0, second), rows.slice(first)]
      expect(take(parts)).toMatchObject({ state: whole.state, unread: [] })
      expect(take(parts.toReversed())).toMatchObject({ state: whole.state, unread: [] })
    }),
    { numRuns: 40 },
  )
})
const turn = (row: string[], seed: number) =>
  [...row.join('|')].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, seed % 1_000_003)

const row = (code: string, sku: string, quantity = '1') => ['05/10/2026', 'Feira', code, sku, quantity, '10,00', '']

test('a row of an order that comes twice counts once and is told; without a number it is another sale', () => {
  const { state, unread } = take([[row('1', 'A-1'), row('1', 'B-2'), row('1', 'A-1')]])
  expect(state).toBe(take([[row('1', 'A-1'), row('1', 'B-2')]]).state)
  expect(unread).toMatchObject([{ kind: 'repeat', name: '1', count: 1 }])
  expect(JSON.parse(take([[row('', 'A-1'), row('', 'A-1')]]).state)).toHaveLength(2)
})

test('what a later sheet says otherwise of goods that the order has is told with its amount, and joins nothing', () => {
  const { state, unread } = take([[row('1', 'A-1')], [row('1', 'A-1', '3'), row('1', 'B-2')]])
  expect(unread).toMatchObject([{ kind: 'kept', name: '1', count: 1, cents: '3000' }])
  expect(state).toBe(take([[row('1', 'A-1'), row('1', 'B-2')]]).state)
})

test('the same number on another day is another sale of somebody’s, and joins nothing', () => {
  const { state, unread } = take([[row('1', 'A-1')], [['06/10/2026', ...row('1', 'B-2').slice(1)]]])
  expect(unread).toMatchObject([{ kind: 'kept', name: '1', count: 1, cents: '1000' }])
  expect(state).toBe(take([[row('1', 'A-1')]]).state)
})

test('of a sale with a part that was cancelled the others are sold, and it stands where the last of them does', () => {
  const of = (sku: string, word: string) => [...row('1', sku), word]
  const mixed = take([[of('A-1', 'Entregue'), of('B-2', 'Cancelado'), of('C-3', 'A caminho')]])
  expect(mixed.state).toBe(take([[of('A-1', 'A caminho'), of('C-3', 'A caminho')]]).state)
  expect(mixed.unread).toMatchObject([{ kind: 'cancelled', name: '1', place: 'Cancelado', cents: '1000' }])
})

test('a sale stands where the latest of its sheets says, in whatever order they come', () => {
  const words = ['Pagamento pendente', 'Pago', 'Em preparação', 'Enviado', 'Entregue', 'Cancelado']
  const at = (word: string) => [[...row('1', 'A-1'), word]]
  fc.assert(
    fc.property(fc.subarray(words, { minLength: 1 }), fc.nat(), (drawn, seed) => {
      const shuffled = drawn.toSorted((a, b) => turn([a], seed) - turn([b], seed))
      expect(take(shuffled.map(at)).state).toBe(take([at(drawn.at(-1)!)]).state)
    }),
    { numRuns: 30 },
  )
  expect(take([at('Enviado'), [row('1', 'A-1')]]).state).toBe(take([at('Enviado')]).state)
})

test('of several sales that are the same and have no number, none goes on by a later sheet: nobody knows which one is meant', () => {
  const alike = (word: string) => [...row('', 'A-1'), word]
  const first = [alike('Entregue'), alike('Cancelado')]
  const { state } = take([first])
  expect(take([first, first.toReversed()])).toEqual({ state, unread: [] })
})

test('a part that a later sheet cancels stays in the order that has it, which goes nowhere by that sheet, and is told', () => {
  const of = (sku: string, word: string) => [...row('1', sku), word]
  const first = [of('A-1', 'Pago'), of('B-2', 'Pago')]
  const later = take([first, [of('A-1', 'Cancelado'), of('B-2', 'Entregue')]])
  expect(later.state).toBe(take([first]).state)
  expect(later.unread).toMatchObject([{ kind: 'kept', name: '1', cents: '1000' }])
})

test('a sale whose part was left out is cancelled as a whole when its sheet says so, and adds nothing', () => {
  const of = (sku: string, word: string) => [...row('1', sku), word]
  const whole = take([
    [of('A-1', 'Cancelado'), of('B-2', 'Enviado')],
    [of('A-1', 'Cancelado'), of('B-2', 'Cancelado')],
  ])
  expect(JSON.parse(whole.state)).toMatchObject([['feira\n1', { status: 'cancelled', lines: ['b-2 1 1000'] }]])
})

test('a sale that was cancelled here and goes on by its sheet stays cancelled, and is told', () => {
  const at = (word: string) => [[...row('1', 'A-1'), word]]
  const { state, unread } = take([at('Cancelado'), at('Entregue')])
  expect(state).toBe(take([at('Cancelado')]).state)
  expect(unread).toMatchObject([{ kind: 'kept', name: '1', cents: '1000' }])
})
