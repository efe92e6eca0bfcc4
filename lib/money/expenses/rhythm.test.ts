import fc from 'fast-check'
import { addMonths, daysBetween, isDay } from '@/lib/core/dates'
import { dueAt, listPlacesToMake, splitInstalments, stepFrom, type Repetition } from './rhythm'

test('instalments add up to the total to the cent, are all above zero, and differ by the first alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), fc.bigInt({ min: 0n, max: 999_999_999_999n }), (count, more) => {
      const total = BigInt(count) + more
      const parts = splitInstalments(total, count)
      expect(parts).toHaveLength(count)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total)
      expect(parts.every((part) => part > 0n)).toBe(true)
      expect(new Set(parts.slice(1)).size).toBeLessThanOrEqual(1)
      const [first, second = first] = parts
      expect(first! >= second! && first! - second! < BigInt(count)).toBe(true)
    }),
  )
})

test.each([
  ['weekly', '2026-11-25', 1, '2026-12-02'],
  ['monthly', '2026-01-31', 1, '2026-02-28'],
  ['monthly', '2026-01-31', 2, '2026-03-31'],
  ['monthly', '2026-03-31', -1, '2026-02-28'],
  ['yearly', '2028-02-29', 1, '2029-02-28'],
  ['yearly', '2028-02-29', 4, '2032-02-29'],
] as const)('%s from %s, %i steps on, is %s', (rhythm, anchor, steps, due) => {
  expect(stepFrom(anchor, rhythm, steps)).toBe(due)
})

test('a repetition made a little at a time is the one made at once, each place once and in order', () => {
  const rhythm = fc.constantFrom('weekly', 'monthly', 'yearly')
  const offsets = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(rhythm, fc.option(fc.integer({ min: 1, max: 40 })), offsets, (kind, times, days) => {
      const series: Repetition = { rhythm: kind, anchorOn: '2026-01-31', anchorAt: 1, made: 0, untilOn: null, times }
      const horizons = days.toSorted((a, b) => a - b).map((day) => addMonths('2026-01-01', Math.floor(day / 30)))
      const made = horizons.reduce<string[]>(
        (before, horizon) => [
          ...before,
          ...listPlacesToMake({ ...series, made: before.length }, horizon).map(({ dueOn }) => dueOn),
        ],
        [],
      )
      expect(made).toEqual(listPlacesToMake(series, horizons.at(-1)!).map(({ dueOn }) => dueOn))
      expect(made.every((day, index) => isDay(day) && (index === 0 || daysBetween(made[index - 1]!, day) > 0))).toBe(
        true,
      )
      expect(made.length).toBeGreaterThan(0)
      if (times) expect(made.length).toBeLessThanOrEqual(times)
    }),
  )
})

test('a repetition ends with its last day, and the first is made however far away', () => {
  const monthly = { rhythm: 'monthly', anchorOn: '2026-11-10', anchorAt: 1, made: 0, times: null } as const
  const until = listPlacesToMake({ ...monthly, untilOn: '2027-01-10' }, '2027-12-31')
  expect(until.map(({ dueOn }) => dueOn)).toEqual(['2026-11-10', '2026-12-10', '2027-01-10'])
  expect(listPlacesToMake({ ...monthly, untilOn: null }, '2025-01-01')).toEqual([{ place: 1, dueOn: '2026-11-10' }])
  expect(listPlacesToMake({ ...monthly, made: 1, untilOn: null }, '2025-01-01')).toEqual([])
  expect(dueAt({ anchorOn: '2026-12-15', anchorAt: 2 }, 'monthly', 1)).toBe('2026-11-15')
})
