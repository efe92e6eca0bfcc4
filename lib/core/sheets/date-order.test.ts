import { reportGuessedDays, withDateOrder } from './date-order'
import type { SheetRow } from './sheet-reader'
import { UnreadList } from './unread'

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

test.each([
  ['day first', ['03/11/2026 02:05 PM', '25/11/2026 11:00 AM'], ['2026-11-03 14:05', '2026-11-25 11:00']],
  ['month first', ['11/03/2026 2:05:09 p. m.', '11/25/2026 12:00 AM'], ['2026-11-03 14:05:09', '2026-11-25 00:00']],
  ['month first where no day says more', ['11/03/2026 02:05 PM'], ['2026-11-03 14:05']],
  ['as it is where the hour is none', ['25/11/2026 13:30 PM', '25/11/2026'], ['25/11/2026 13:30 PM', '2026-11-25']],
])('a clock of twelve hours stands behind a day that is read %s', (_, texts, days) =>
  expect(columnOf(...texts)).toEqual(days),
)

test('a period with a single reading says the order before a clock of twelve hours does', () => {
  const rows = read(['Período', '01/11/2026 - 30/11/2026'], ['Data', 'Nome'], ['03/11/2026 02:05 PM', 'a'])
  expect(rows.at(-1)).toEqual(['2026-11-03 14:05', 'a'])
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

test('once a column says that the month comes first, days in every other column follow it', () => {
  const proof = ['11/25/2026', '-']
  const rest = Array.from({ length: 1_000 }, () => ['11/03/2026', '-'])
  const rows = read(['Criado', 'Pago'], proof, ...rest, ['11/04/2026', '12/01/2026'], ['11/04/2026', '12/1/26 10:15'])
  expect(rows.slice(-2)).toEqual([
    ['2026-11-04', '2026-12-01'],
    ['2026-11-04', '2026-12-01 10:15'],
  ])
  const some = read(
    ['Criado', 'Pago', 'Medida'],
    ['11/25/2026', 'Pendente', '10/12/20'],
    ['11/26/2026', 'Pendente', '10 cm'],
    ['11/27/2026', '11/28/2026', 'Azul'],
    ['11/27/2026', 'Pendente', 'Verde'],
    ['11/27/2026', 'Pendente', '10/12/20'],
    ['11/27/2026', '12/01/2026', 'Azul'],
  )
  expect([some[3]![1], some[6]![1], some[5]![2]]).toEqual(['2026-11-28', '2026-12-01', '10/12/20'])
})

test('each sheet of a file has its own columns, and its order is the file’s', () => {
  const given: SheetRow[] = []
  const { take, end } = withDateOrder((row) => void given.push(row))
  const add = (sheet: string, ...texts: string[]) =>
    take({ number: 1, sheet, cells: new Map(texts.map((text, place) => [place, { kind: 'text', text }])) })
  for (let n = 0; n < 1_000; n++) add('Pedidos', '11/25/2026', 'Caneca')
  add('Ajustes', 'Caneca', '11/03/26')
  add('Ajustes', 'Caneca', '12/01/2026')
  end()
  expect(given.slice(-2).map(({ cells }) => cells.get(1)!.text)).toEqual(['2026-11-03', '2026-12-01'])
})

test.each([
  ['a period above the headings', ['Período', '01/11/2026 - 30/11/2026'], '2026-11-10'],
  ['a period in another country’s order', ['Date Period', '11/01/2026 - 11/30/2026'], '2026-10-11'],
  ['a clock of twelve hours', ['Created at 11/03/2026 10:15 PM', ''], '2026-10-11'],
])('%s says the order where no day of a column does', (_, above, day) => {
  expect(read(above, ['Data', 'Nome'], ['10/11/2026', 'a'], ['03/11/2026', 'b']).at(2)).toEqual([day, 'a'])
})

test('a day of a column says it before any other text', () => {
  const rows = read(['Período', '11/01/2026 - 11/30/2026'], ['Data', 'Nome'], ['25/11/2026', 'a'], ['03/11/2026', 'b'])
  expect(rows.at(-1)).toEqual(['2026-11-03', 'b'])
})

test.each([
  ['03/11/2026', 1],
  ['03/11/26 10:15', 1],
  ['2026-11-03', 0],
  ['25/11/2026', 0],
  ['11/11/2026', 0],
  ['3/11/2026', 0],
  ['03/11/20261', 0],
  ['ontem', 0],
])('the day %j that is read day first is reported %d times', (text, count) => {
  const unread = new UnreadList()
  const row: SheetRow = { number: 2, sheet: 'Renda', cells: new Map([[1, { kind: 'text', text }]]) }
  reportGuessedDays(unread, row, [undefined, 0, 1], new Map([[1, 'Data']]))
  expect(unread.list()).toMatchObject(
    count === 0 ? [] : [{ kind: 'dayFirst', name: 'Data', place: 'Renda', count, sample: text }],
  )
})

test.each([
  ['11/03/2026 10:15 PM', 1],
  ['11/3/2026, 10:15 am', 1],
  ['11/11/2026 10:15 PM', 0],
])('the day %j, which only its clock says to be month first, is reported %d times and read so', (text, count) => {
  const unread = new UnreadList()
  const headings = new Map([[0, 'Data']])
  const days: string[] = []
  const { take, end } = withDateOrder((row) => {
    reportGuessedDays(unread, row, [0], headings)
    days.push(row.cells.get(0)!.text.slice(0, 10))
  })
  take({ number: 2, sheet: 'Renda', cells: new Map([[0, { kind: 'text', text }]]) })
  end()
  expect(days).toEqual([count === 0 ? '2026-11-11' : '2026-11-03'])
  expect(unread.list()).toMatchObject(
    count === 0 ? [] : [{ kind: 'monthFirst', name: 'Data', place: 'Renda', count, sample: text }],
  )
})

test('a clock of twelve hours whose file says the order by another day is no guess', () => {
  const unread = new UnreadList()
  const { take, end } = withDateOrder((row) => reportGuessedDays(unread, row, [0], new Map([[0, 'Data']])))
  for (const [number, text] of ['11/03/2026 10:15 PM', '11/25/2026 10:15 PM'].entries())
    take({ number, sheet: 'Renda', cells: new Map([[0, { kind: 'text', text }]]) })
  end()
  expect(unread.list()).toEqual([])
})
