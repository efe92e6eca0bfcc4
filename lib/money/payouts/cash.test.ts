import fc from 'fast-check'
import { addDays } from '@/lib/core/dates'
import { findShortage, projectCash, type DueDay, type ToComeDay } from './cash'

const range = { from: '2026-11-21', to: '2026-11-30' }
const come = (day: string, cents: bigint): ToComeDay => ({
  day,
  orders: 1n,
  unknown: 0n,
  cents,
  estimatedCents: 0n,
})
const due = (day: string, cents: bigint, name = 'Aluguel'): DueDay => ({
  day,
  count: 1n,
  cents,
  biggest: [{ name, cents }],
})
const shortOf = (start: bigint | null, toCome: ToComeDay[], goes: DueDay[]) =>
  findShortage(projectCash(start, range, toCome, goes))

test('the money is short on the day of the expense, not the day before it, by what lacks after that day’s payouts', () => {
  const toCome = [come('2026-11-23', 3_000n), come('2026-11-25', 1_000n)]
  const days = projectCash(500n, range, toCome, [due('2026-11-25', 6_000n)])
  expect(days.find(({ day }) => day === '2026-11-24')!.leftCents).toBe(3_500n)
  expect(findShortage(days)).toEqual({
    day: '2026-11-25',
    shortCents: 1_500n,
    inCents: 4_000n,
    estimatedCents: 0n,
    outCents: 6_000n,
    biggest: [{ name: 'Aluguel', cents: 6_000n }],
    worstDay: '2026-11-25',
    worstCents: 1_500n,
    backOn: null,
    isAgain: false,
  })
})

test('a payout a day later is too late, on the same day it is not', () => {
  expect(shortOf(0n, [come('2026-11-25', 100n)], [due('2026-11-25', 100n)])).toBeNull()
  expect(shortOf(0n, [come('2026-11-26', 100n)], [due('2026-11-25', 100n)])).toMatchObject({
    day: '2026-11-25',
    shortCents: 100n,
    inCents: 0n,
    backOn: '2026-11-26',
  })
})

test('the worst day and the last recovery are given beside the first', () => {
  const result = shortOf(
    1_000n,
    [come('2026-11-29', 9_000n)],
    [due('2026-11-22', 1_500n, 'Luz'), due('2026-11-24', 2_000n, 'Frete')],
  )
  expect(result).toMatchObject({
    day: '2026-11-22',
    shortCents: 500n,
    worstDay: '2026-11-24',
    worstCents: 2_500n,
    backOn: '2026-11-29',
  })
})

test('a shortage that comes again after it was over is said to', () => {
  const again = shortOf(0n, [come('2026-11-23', 100n)], [due('2026-11-22', 50n), due('2026-11-24', 90n)])
  expect(again).toMatchObject({ day: '2026-11-22', backOn: '2026-11-23', isAgain: true, worstDay: '2026-11-22' })
  const once = shortOf(0n, [come('2026-11-23', 100n)], [due('2026-11-22', 50n)])
  expect(once).toMatchObject({ backOn: '2026-11-23', isAgain: false })
})

test('an unknown balance has no shortage', () => {
  expect(shortOf(null, [], [due('2026-11-22', 1_500n)])).toBeNull()
})

test('the final amount is the balance with all income and without all payments, over any days', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 9 }))
  fc.assert(
    fc.property(cents, days, days, cents, (start, comes, goes, each) => {
      const at = (n: number) => addDays(range.from, n)
      const left = projectCash(
        start,
        range,
        comes.map((n) => come(at(n), each)),
        goes.map((n) => due(at(n), each)),
      ).at(-1)!.leftCents
      expect(left).toBe(start + each * BigInt(comes.length) - each * BigInt(goes.length))
    }),
  )
})
