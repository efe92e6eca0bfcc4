import fc from 'fast-check'
import { saleSkus, takeSales } from '@/lib/testing/harnesses/take-sales'

const headings = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário', 'Cliente', 'Situação']
const skus = saleSkus

/** Takes sheets in our own words one after the other. */
const take = (sheets: readonly (readonly string[][])[]) => takeSales(sheets.map((rows) => ({ headings, rows })))

/** Orders of one to three different lines; a tenth has no number. */
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

test('a duplicate row of an order counts once and is reported; without a number it is another sale', () => {
  const { state, unread } = take([[row('1', 'A-1'), row('1', 'B-2'), row('1', 'A-1')]])
  expect(state).toBe(take([[row('1', 'A-1'), row('1', 'B-2')]]).state)
  expect(unread).toMatchObject([{ kind: 'repeat', name: '1', count: 1 }])
  expect(JSON.parse(take([[row('', 'A-1'), row('', 'A-1')]]).state)).toHaveLength(2)
})

test('a later sheet’s differing goods of an order are reported with their amount, and join nothing', () => {
  const { state, unread } = take([[row('1', 'A-1')], [row('1', 'A-1', '3'), row('1', 'B-2')]])
  expect(unread).toMatchObject([{ kind: 'kept', name: '1', count: 1, cents: '3000' }])
  expect(state).toBe(take([[row('1', 'A-1'), row('1', 'B-2')]]).state)
})

test('the same number on another day is another sale of somebody’s, and joins nothing', () => {
  const { state, unread } = take([[row('1', 'A-1')], [['06/10/2026', ...row('1', 'B-2').slice(1)]]])
  expect(unread).toMatchObject([{ kind: 'kept', name: '1', count: 1, cents: '1000' }])
  expect(state).toBe(take([[row('1', 'A-1')]]).state)
})

test('a sale with a cancelled part sells the other parts, and has the status of the last of them', () => {
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

test('several equal sales without a number do not move on by a later sheet: they cannot be distinguished', () => {
  const alike = (word: string) => [...row('', 'A-1'), word]
  const first = [alike('Entregue'), alike('Cancelado')]
  const { state } = take([first])
  expect(take([first, first.toReversed()])).toEqual({ state, unread: [], bad: 0 })
})

test('a part that a later sheet cancels stays in the order that has it, which does not move on by that sheet, and is reported', () => {
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

test('a sale that was cancelled here and moves on in its sheet stays cancelled, and is reported', () => {
  const at = (word: string) => [[...row('1', 'A-1'), word]]
  const { state, unread } = take([at('Cancelado'), at('Entregue')])
  expect(state).toBe(take([at('Cancelado')]).state)
  expect(unread).toMatchObject([{ kind: 'kept', name: '1', cents: '1000' }])
})
