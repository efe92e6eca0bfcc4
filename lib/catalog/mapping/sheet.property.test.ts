import fc from 'fast-check'
import type { Cell } from '@/lib/core/sheets/sheet-reader'
import { findColumns, judgeLines, readLine, sheetColumns, type KnownListing, type SheetColumn } from './sheet'

const products = ['A-1', 'B-2', 'C-3'].map((sku, n) => ({ id: `p${n}`, sku, archived: false }))
const listings: KnownListing[] = Array.from({ length: 12 }, (_, n) => ({
  id: `l${n}`,
  shopName: 'Loja',
  itemId: String(40_000_000 + n),
  modelId: '0',
  productId: null,
  productQuantity: 1,
}))
const names: SheetColumn[] = ['itemId', 'modelId', 'shop', 'sku', 'quantity']
const rowOf = (values: readonly string[]) => new Map(values.map((text, at) => [at, { kind: 'text', text } as Cell]))

/** The mapping of each listing, and the reason of each refused row. */
function read(headings: readonly string[], rows: readonly (readonly string[])[]) {
  const columns = findColumns(rowOf(headings))!
  const lines = rows.flatMap((values, at) => readLine(at + 2, rowOf(values), columns) ?? [])
  const judged = judgeLines(lines, listings, products)
  const state = judged.flatMap((one) =>
    'listing' in one ? [`${one.listing.id} ${one.productId} ${one.quantity}`] : [],
  )
  const problems = judged.flatMap((one) => ('problem' in one ? [`${one.problem.reason} ${one.problem.value}`] : []))
  return { state: state.toSorted(), problems: problems.toSorted() }
}

const given = fc.uniqueArray(
  fc.record({
    n: fc.integer({ min: 0, max: 11 }),
    sku: fc.constantFrom(...products.map(({ sku }) => sku), 'nenhum'),
    quantity: fc.constantFrom('', '1', '3', 'x'),
    shop: fc.constantFrom('', 'Loja', 'LOJA', 'Outra'),
  }),
  { minLength: 1, maxLength: 12, selector: ({ n }) => n },
)
const headings = names.map((name) => sheetColumns[name][0])
const rowsOf = (drawn: { n: number; sku: string; quantity: string; shop: string }[]) =>
  drawn.map(({ n, sku, quantity, shop }) => [String(40_000_000 + n), '0', shop, sku, quantity])
const runs = { numRuns: 40 }

test('the order of rows and columns has no effect, nor do unknown columns, cases and accents', () => {
  fc.assert(
    fc.property(given.map(rowsOf), fc.integer(), (rows, seed) => {
      const whole = read(headings, rows)
      const turned = (row: readonly string[]) => ['x', ...row.toReversed()]
      const shuffled = rows.toSorted((a, b) => ((Number(a[0]) * 7 + seed) % 11) - ((Number(b[0]) * 7 + seed) % 11))
      expect(read(turned(headings).with(0, 'Cor da tampa'), shuffled.map(turned))).toEqual(whole)
      expect(
        read(
          headings.map((name) => name.toUpperCase()),
          rows,
        ),
      ).toEqual(whole)
    }),
    runs,
  )
})

test('cut into parts that overlap, in either order, it maps the same; duplicate rows are reported', () => {
  fc.assert(
    fc.property(given.map(rowsOf), fc.nat(), fc.nat(3), (rows, cut, overlap) => {
      const at = cut % rows.length
      const whole = read(headings, rows)
      const parts = [rows.slice(0, at + overlap), rows.slice(at)].flatMap((part) => read(headings, part).state)
      expect([...new Set(parts)].toSorted()).toEqual(whole.state)
      const doubled = read(headings, [...rows, ...rows])
      expect(doubled.state).toEqual(whole.state)
      expect(doubled.problems.length).toBe(whole.problems.length + rows.length)
    }),
    runs,
  )
})

test('one row that is wrong costs that row alone', () => {
  fc.assert(
    fc.property(given.map(rowsOf), (rows) => {
      const whole = read(headings, rows)
      const result = read(headings, [['???', '0', '', 'A-1', '1'], ...rows, ['40000000', '0', '', '', '1']])
      expect(result.state).toEqual(whole.state)
      expect(result.problems).toHaveLength(whole.problems.length + 1)
    }),
    runs,
  )
})
