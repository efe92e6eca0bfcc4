import { UnreadList } from './unread'

test('forty of one kind are named and the others counted together, so that there is room for the names of columns', () => {
  const unread = new UnreadList()
  for (let row = 1; row <= 42; row++) unread.add({ kind: 'row', name: `Linha ${row}`, cents: 10n })
  unread.add({ kind: 'row', name: 'Linha 1', cents: 10n })
  unread.add({ kind: 'column', name: 'Taxa nova' })
  const list = unread.list()
  expect(list.filter(({ kind, name }) => kind === 'row' && name !== '')).toHaveLength(40)
  expect(list.filter(({ name }) => name === '')).toMatchObject([{ kind: 'row', count: 2, cents: '20' }])
  expect(list.find(({ name }) => name === 'Linha 1')).toMatchObject({ count: 2, cents: '20' })
  expect(list[0]).toMatchObject({ kind: 'column', name: 'Taxa nova', count: 1 })
})
