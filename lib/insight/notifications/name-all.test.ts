import { nameAll } from '@/lib/identity/notices/kinds'

test('an alarm names what it tells of as people write it, an order of several parcels once, and says how many more there are', () => {
  const names = (names: string[], count: number, language: 'pt' | 'en') =>
    nameAll({ names, count, items: [] }, language)
  expect(names(['A'], 1, 'pt')).toBe('A')
  expect(names(['A', 'B'], 2, 'pt')).toBe('A e B')
  expect(names(['A', 'B', 'C'], 7, 'pt')).toBe('A, B, C e mais 4')
  expect(names(['A', 'B', 'C'], 7, 'en')).toBe('A, B, C, and 4 more')
  expect(names(['A', 'A'], 2, 'en')).toBe('A')
  expect(names(['A', 'A', 'B'], 3, 'pt')).toBe('A e B')
})
