import fc from 'fast-check'
import { addDays } from '@/lib/core/dates'
import { bankDaysBetween, isBankDay, nextBankDay } from './business-days'
import { chooseMatches } from './choose-matches'

const pair = (transactionId: string, entryId: string, withdrawnOn: string, bookedOn: string) => ({
  transactionId,
  entryId,
  withdrawnOn,
  bookedOn,
})

test.each([
  ['2026-04-03', false],
  ['2026-02-16', false],
  ['2026-02-17', false],
  ['2026-06-04', false],
  ['2026-11-20', false],
  ['2026-12-25', false],
  ['2026-08-01', false],
  ['2026-08-03', true],
  ['2026-02-18', true],
  ['2027-03-26', false],
])('banks settle on %s: %s', (day, is) => {
  expect(isBankDay(day)).toBe(is)
})

test('three bank days over a weekend and a holiday are still three', () => {
  // A Friday before the holiday of Monday, 7 September 2026.
  expect(bankDaysBetween('2026-09-04', '2026-09-10')).toBe(3)
  expect(chooseMatches([pair('w', 'e', '2026-09-04', '2026-09-10')])).toHaveLength(1)
  expect(chooseMatches([pair('w', 'e', '2026-09-04', '2026-09-11')])).toEqual([])
  expect(chooseMatches([pair('w', 'e', '2026-09-04', '2026-09-03')])).toEqual([])
})

test('alike withdrawals take alike entries one to one, the nearest first', () => {
  const [first, second] = ['2026-08-03', '2026-08-04']
  const pairs = ['a', 'b'].flatMap((w, i) =>
    ['x', 'y'].map((e, j) => pair(w, e, [first, second][i]!, [first, second][j]!)),
  )
  expect(chooseMatches(pairs)).toEqual([
    { transactionId: 'a', entryId: 'x' },
    { transactionId: 'b', entryId: 'y' },
  ])
})

test('whatever the pairs, no withdrawal and no entry is matched twice', () => {
  const day = fc.integer({ min: 0, max: 20 }).map((days) => addDays('2026-08-01', days))
  const name = fc.constantFrom('1', '2', '3', '4')
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(name, name, day, day).map((all) => pair(...all)),
        { maxLength: 30 },
      ),
      (pairs) => {
        const matches = chooseMatches(pairs)
        expect(new Set(matches.map(({ transactionId }) => transactionId)).size).toBe(matches.length)
        expect(new Set(matches.map(({ entryId }) => entryId)).size).toBe(matches.length)
      },
    ),
  )
})

test('a payout comes on the day itself or the first bank day after it', () => {
  const days = ['2026-09-04', '2026-09-05', '2026-02-14', '2026-12-25', '2026-04-02']
  // A weekend before a holiday, and Carnival.
  expect(days.map(nextBankDay)).toEqual(['2026-09-04', '2026-09-08', '2026-02-18', '2026-12-28', '2026-04-02'])
})
