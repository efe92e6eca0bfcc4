import { withDateOrder } from './date-order'
import type { SheetRow } from './sheet-reader'

function read(...rows: string[][]): string[][] {
  const given: SheetRow[] = []
  const order = withDateOrder((row) => void given.push(row))
  for (const [at, texts] of rows.entries())
    order.take({ number: at + 1, cells: new Map(texts.map((text, place) => [place, { kind: 'text', text }])) })
  order.end()
  return given.map(({ cells }) => [...cells.values()].map(({ text }) => text))
}
const columnOf = (...texts: string[]) =>
  read(['Data'], ...texts.map((text) => [text]))
    .slice(1)
    .flat()

test('one day with a single reading gives the order of all days of a file', () => {
  expect(columnOf('11/3/2026 10:15', '11/25/2026', '10/11/26 9:05')).toEqual([
    '2026-11-03 10:15',
    '2026-11-25',
    '2026-10-11 9:05',
  ])
  expect(columnOf('3/11/2026', '25/11/2026', '10/11/2026')).toEqual(['2026-11-03', '2026-11-25', '2026-11-10'])
})

test('in another column of days as well', () => {
  expect(
    read(['Criado', 'Pago'], ['11/3/2026', '11/4/2026'], ['11/25/2026', '-'], ['11/26/2026', '12/1/2026']),
  ).toEqual([
    ['Criado', 'Pago'],
    ['2026-11-03', '2026-11-04'],
    ['2026-11-25', '-'],
    ['2026-11-26', '2026-12-01'],
  ])
})

test.each([
  ['none has a single reading', ['10/11/2026', '3/11/2026']],
  ['two contradict each other', ['11/25/2026', '25/11/2026', '3/11/2026']],
  ['more of the column is something else', ['10/20/30', 'Azul', 'Verde', '3/11/2026']],
  ['a year is none of ours', ['10/20/99', '3/11/1999']],
])('where %s, all stay as they are', (_, texts) => expect(columnOf(...texts)).toEqual(texts))

test('rows beyond those that are looked at follow their order', () => {
  const texts = Array.from({ length: 1_200 }, (_, n) => (n === 5 ? '11/25/2026' : '10/11/2026'))
  const result = columnOf(...texts)
  expect(new Set(result)).toEqual(new Set(['2026-11-25', '2026-10-11']))
  expect(result).toHaveLength(1_200)
})
