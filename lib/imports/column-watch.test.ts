import { ColumnWatch } from './column-watch'
import { UnreadList } from './unread'

const told = (texts: readonly string[]) => {
  const watch = new ColumnWatch(new Map([[0, 'Extra']]), [], () => false)
  for (const [at, text] of texts.entries())
    watch.take({ number: at + 1, sheet: undefined, cells: new Map([[0, { text }]]) } as never)
  const unread = new UnreadList()
  watch.tell(unread, 'Plan1')
  return unread.list()
}

test.each(['0', ' 0,00 ', 'R$ 0,00', '-R$0', '0 %', '-0.00', 'R$', '%', '  '])(
  'a cell that says %j says nothing',
  (text) => expect(told([text])).toEqual([]),
)

test.each(['00001', '10', 'x', '0,01', 'R$ 0,10', `${'0'.repeat(41)}1`])('a cell that says %j is counted', (text) =>
  expect(told([text])).toMatchObject([{ kind: 'column', name: 'Extra', count: 1 }]),
)

test('a long run of blanks before a word takes no time', () => {
  const text = `${' '.repeat(30_000)}x`
  const inside = `R$${' '.repeat(30_000)}x`
  const begun = performance.now()
  expect(told([text, inside])).toMatchObject([{ count: 2 }])
  expect(performance.now() - begun).toBeLessThan(50)
})
