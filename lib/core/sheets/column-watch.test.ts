import { processorMs } from '@/lib/testing/harnesses/processor-time'
import { ColumnWatch } from './column-watch'
import type { Cell } from './sheet-reader'
import { UnreadList } from './unread'

const watchText = (...texts: string[]) => {
  const watch = new ColumnWatch(new Map([[0, 'Nova']]), [], () => false)
  for (const [number, text] of texts.entries())
    watch.take({ number, cells: new Map<number, Cell>([[0, { kind: 'text', text }]]) })
  const unread = new UnreadList()
  watch.report(unread, 'Folha')
  return unread.list().map(({ count, cents, sample }) => ({ count, cents, sample }))
}

test.each(['0', ' 0,00 ', 'R$ 0,00', '-R$0', '0 %', '-0.00', 'R$', '%', '  ', '-'])(
  'a cell that says %j says nothing',
  (text) => expect(watchText(text)).toEqual([]),
)

test.each(['00001', '10', 'x', '0,01', 'R$ 0,10', `${'0'.repeat(41)}1`])('a cell that says %j is counted', (text) =>
  expect(watchText(text)).toMatchObject([{ count: 1 }]),
)

test('a long run of blanks before a word takes no time', async () => {
  const text = `${' '.repeat(30_000)}x`
  const inside = `R$${' '.repeat(30_000)}x`
  const spent = await processorMs(() => expect(watchText(text, inside)).toMatchObject([{ count: 2 }]))
  expect(spent).toBeLessThan(100)
})

test.each([
  [['-1,50', '2,00'], 2, '50'],
  [['-1,50', 'sim'], 2, null],
  [['sim', '2,00'], 2, null],
  [['81000001', '81000002'], 2, null],
  [['R$ 3', '-'], 1, '300'],
])('a column of %j is summed as money only where all of it is money', (texts, count, cents) => {
  expect(watchText(...texts)).toMatchObject([{ count, cents, sample: texts[0] }])
})

const watchColumns = (columns: [name: string, text: string][], read: number[], isSpare: (name: string) => boolean) => {
  const watch = new ColumnWatch(new Map(columns.map(([name], at) => [at, name])), read, isSpare, true)
  const cells = new Map(columns.map(([, text], at) => [at, { kind: 'text', text } satisfies Cell]))
  const amounts = watch.take({ number: 1, cells })
  const unread = new UnreadList()
  watch.report(unread, 'Folha')
  return { amounts, list: unread.list().map(({ name, count, cents }) => [name, count, cents]) }
}

test.each([
  'Peso aferido (kg)',
  'Peso declarado',
  'Altura (cm)',
  'Quantidade',
  'Taxa de Rejeição',
  'Média de visualizações',
  'Item Brand Commission Rate to MCN',
  'Prazo (dias)',
])('a number under %s is counted, and is no money', (name) => {
  expect(watchColumns([[name, '0,850']], [], () => false)).toEqual({ amounts: [], list: [[name, 1, null]] })
})

test.each([
  ['of another amount', '12,00', '9,50', [['Valor Total', 1, '950']]],
  ['of the same amount, written otherwise', '12,00', 'R$ 12.00', []],
  ['of nothing', '12,00', '0', []],
  ['where the read one is empty', '', '9,50', [['Valor Total', 1, '950']]],
  ['of words', 'Recife', 'Olinda', []],
])('a second column of a name that is read, %s', (_, first, second, list) => {
  const columns: [string, string][] = [
    ['Valor Total', first],
    ['Valor Total', second],
  ]
  expect(watchColumns(columns, [0], () => true).list).toEqual(list)
})
