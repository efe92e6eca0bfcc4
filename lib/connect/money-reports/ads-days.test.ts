import fc from 'fast-check'
import { byItem, shareOut } from './ads-days'

const report = (item: string, spendCents: bigint) => ({
  item,
  title: item,
  spendCents,
  salesCents: 3n,
  clicks: 5,
  impressions: 100,
})

test('a report of several days is shared out to them to the cent, whatever its amount', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10_000_000n), fc.integer({ min: 0, max: 30 }), (cents, more) => {
      const to = `2026-08-${String(1 + more).padStart(2, '0')}`
      const days = [...shareOut([report('1', cents), report('2', 1n)], { from: '2026-08-01', to })].map(
        ([first]) => first!,
      )
      expect(days).toHaveLength(more + 1)
      const sum = (of: (day: (typeof days)[number]) => bigint) => days.reduce((all, day) => all + of(day), 0n)
      expect(sum(({ spendCents }) => spendCents)).toBe(cents)
      expect(sum(({ salesCents }) => salesCents!)).toBe(3n)
      expect(sum(({ clicks }) => BigInt(clicks!))).toBe(5n)
      expect(days.every(({ spendCents, clicks }) => spendCents >= 0n && clicks! >= 0)).toBe(true)
    }),
  )
})

test('several ads of one item are one, and what no item explains stands by itself', () => {
  expect(
    byItem([report('1', 100n), report('1', 50n), report('', 7n)]).map(
      ({ item, spendCents }) => `${item}:${spendCents}`,
    ),
  ).toEqual(['1:150', ':7'])
})

test('a figure that a report does not have is unknown on each of its days, and of each item that it is a part of', () => {
  const bare = { ...report('1', 100n), salesCents: null, clicks: null, impressions: null }
  const unknown = { salesCents: null, clicks: null, impressions: null }
  for (const [day] of shareOut([bare], { from: '2026-08-01', to: '2026-08-02' }))
    expect(day).toMatchObject({ spendCents: 50n, ...unknown })
  expect(byItem([report('1', 100n), bare])).toMatchObject([{ spendCents: 200n, ...unknown }])
})
