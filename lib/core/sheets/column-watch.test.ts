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
