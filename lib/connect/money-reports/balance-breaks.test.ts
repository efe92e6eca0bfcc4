import fc from 'fast-check'
import { BalanceBreaks } from './balance-breaks'

type Row = { row: number; minute: number; cents: number; balance: number | null }
const breaksOf = (rows: readonly Row[]) => {
  const breaks = new BalanceBreaks()
  for (const { row, minute, cents, balance } of rows)
    breaks.add(row, {
      at: new Date(Date.UTC(2026, 10, 1, 9, minute)),
      amountCents: BigInt(cents),
      balanceCents: balance === null ? null : BigInt(balance),
    })
  return breaks.list().map(({ name, label, saidCents, foundCents }) => [name, label, saidCents, foundCents].join(' '))
}
/** Each row's balance follows from the one before. */
const ledger = (moves: readonly [minute: number, cents: number][], opening = 1000): Row[] => {
  let balance = opening
  return moves.map(([minute, cents], n) => ({ row: n + 2, minute, cents, balance: (balance += cents) }))
}
const good = ledger([
  [1, 500],
  [2, -200],
  [2, 700],
  [2, 700],
  [5, -1900],
  [5, 100],
  [5, -100],
  [9, 40],
])

test('a continuous balance is never reported, with its rows in any order', () => {
  expect(breaksOf(good)).toEqual([])
  expect(breaksOf(good.toReversed())).toEqual([])
  expect(breaksOf(good.map((row) => ({ ...row, balance: null })))).toEqual([])
  const moves = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -300, max: 300 })), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(moves, fc.infiniteStream(fc.nat()), (drawn, chance) => {
      const rows = ledger(drawn.toSorted(([a], [b]) => a - b))
      const shuffled = rows.map((row) => [chance.next().value, row] as const).toSorted(([a], [b]) => a - b)
      expect(breaksOf(shuffled.map(([, row]) => row))).toEqual([])
    }),
  )
})

test('a missing row is reported by the row after it, with both balances', () => {
  expect(breaksOf(good.filter(({ row }) => row !== 6))).toEqual(['balanceAfter 5 → 7 800 2700'])
  expect(breaksOf(good.filter(({ row }) => row !== 2))).toEqual([])
})

test('a row without a balance is no missing one: its amount stands between those that have one', () => {
  const without = (row: number) => good.map((one) => (one.row === row ? { ...one, balance: null } : one))
  for (const { row } of good) expect(breaksOf(without(row))).toEqual([])
  expect(breaksOf(without(6).map((one) => (one.row === 6 ? { ...one, cents: -1800 } : one)))).toEqual([
    'balanceAfter 5 → 7 800 2700',
  ])
})

test('a row that is missing within a minute, and an amount that another balance goes with', () => {
  expect(breaksOf(good.filter(({ row }) => row !== 4))).toEqual(['balanceAfter 3 → 5 2000 1300'])
  expect(breaksOf(good.map((one) => (one.row === 2 ? { ...one, cents: 400 } : one)))).toEqual([])
  expect(breaksOf(good.map((one) => (one.row === 9 ? { ...one, cents: 41 } : one)))).toEqual([
    'balanceAfter 6 → 9 799 800',
  ])
})

test('the first of many are listed and the others counted', () => {
  const broken = Array.from({ length: 25 }, (_, n) => ({ row: n + 2, minute: n, cents: 10, balance: n * 100 }))
  const result = breaksOf(broken)
  expect(result).toHaveLength(11)
  expect(result.at(-1)).toBe('balanceMore  24 14')
})
