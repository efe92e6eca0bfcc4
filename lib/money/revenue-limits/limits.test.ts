import fc from 'fast-check'
import { addDays, addMonths } from '@/lib/core/dates'
import { limitOf, readRbt12, readSimples, readRevenueLimit, type Month } from './limits'

const today = '2026-11-22'
const every = (cents: bigint, from = '2025-01-01', count = 23): Month[] =>
  Array.from({ length: count }, (_, index) => ({ month: addMonths(from, index), cents }))

test.each([
  [null, 81_000_00n, null],
  ['2025-12-31', 81_000_00n, null],
  ['2026-01-01', 81_000_00n, 12],
  ['2026-09-30', 27_000_00n, 4],
  ['2026-11-22', 13_500_00n, 2],
])('opened on %s, a MEI may bring in %s cents of %s months', (openedOn, limitCents, months) => {
  expect(limitOf('mei', openedOn, today)).toMatchObject({ limitCents, months, lastKnownYear: null })
})

test('Simples counts 400,000 for each month of the opening year', () => {
  expect(limitOf('simples', '2026-07-15', today)).toMatchObject({ limitCents: 2_400_000_00n, months: 6 })
})

test('the year to date counts this year alone, and crosses when what is left has come in at the pace', () => {
  const revenueLimit = readRevenueLimit('mei', {
    openedOn: null,
    today,
    months: every(7_000_00n),
    last90Cents: 21_000_00n,
  })
  expect(revenueLimit).toMatchObject({ yearCents: 77_000_00n, share: 950n, paceCents: 7_000_00n })
  // 4,000.00 left at 233.33 a day: the eighteenth day passes it.
  expect(revenueLimit.crossesOn).toBe('2026-12-10')
  const slow = readRevenueLimit('mei', { openedOn: null, today, months: every(7_000_00n), last90Cents: 9_000_00n })
  expect(slow.crossesOn).toBeNull()
  const over = readRevenueLimit('mei', {
    openedOn: '2026-09-01',
    today,
    months: every(9_000_01n, '2026-09-01', 3),
    last90Cents: 1n,
  })
  expect(over).toMatchObject({ limitCents: 27_000_00n, crossesOn: today })
  expect(readRevenueLimit('mei', { openedOn: null, today, months: [], last90Cents: 0n }).crossesOn).toBeNull()
})

test('a year of which months are not known says which they are', () => {
  const months = every(5_000_00n).map((each) => (each.month < '2026-10-01' ? { ...each, cents: null } : each))
  const revenueLimit = readRevenueLimit('mei', { openedOn: null, today, months, last90Cents: 0n })
  expect(revenueLimit).toMatchObject({ yearCents: 10_000_00n, yearMonths: 11 })
  expect(revenueLimit.unknown).toEqual(Array.from({ length: 9 }, (_, index) => addMonths('2026-01-01', index)))
})

test('the day of crossing is the first on which the limit is passed', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 81_000_00n }), fc.bigInt({ min: 1n, max: 60_000_00n }), (year, pace) => {
      const months = [{ month: '2026-01-01', cents: year }]
      const { crossesOn } = readRevenueLimit('mei', { openedOn: null, today: '2026-03-01', months, last90Cents: pace })
      const passed = (days: bigint) => year * 90n + pace * days > 81_000_00n * 90n
      const first = Array.from({ length: 306 }, (_, n) => n).find((n) => n > 0 && passed(BigInt(n)))
      expect(crossesOn).toBe(first === undefined ? null : addDays('2026-03-01', first))
    }),
  )
})

test('RBT12 is the twelve months before this one, this month left out', () => {
  const months = every(10_000_00n).map((each) => (each.month === '2026-11-01' ? { ...each, cents: 99_999_99n } : each))
  expect(readRbt12(months, null, today)).toEqual({ cents: 120_000_00n, months: 12, isProportional: false, unknown: [] })
})

test('an unknown month is named', () => {
  const months = every(10_000_00n).filter(({ month }) => month !== '2026-02-01')
  expect(readRbt12(months, null, today)).toMatchObject({ cents: 110_000_00n, unknown: ['2026-02-01'] })
})

test('a younger entity’s months are brought to a year, its first month times twelve', () => {
  expect(readRbt12(every(10_000_00n), '2026-08-10', today)).toMatchObject({
    cents: 120_000_00n,
    months: 3,
    isProportional: true,
  })
  expect(readRbt12(every(10_000_00n), '2026-11-02', today)).toMatchObject({ cents: 120_000_00n, months: 1 })
})

test('the band, its effective rate and what is missing to the next one', () => {
  // 50,000 a month: 600,000 pays (600,000 × 9.5 % − 13,860) ÷ 600,000 = 7.19 %.
  expect(readSimples(every(50_000_00n), null, today)).toMatchObject({
    band: { number: 3, effective: 71_900n },
    next: { number: 4, fromCents: 720_000_01n, nominal: 107_000n, missingCents: 120_000_00n },
  })
  expect(readSimples(every(390_000_00n), null, today)).toMatchObject({ band: { number: 6 }, next: null })
  expect(readSimples(every(401_000_00n), null, today)).toMatchObject({ band: null, next: null })
})

test('in a year whose limit is not known yet, the last known one counts and says its year', () => {
  const facts = { openedOn: null, today: '2027-01-10', months: [], last90Cents: 0n } as const
  expect(readRevenueLimit('mei', facts)).toMatchObject({ limitCents: 81_000_00n, lastKnownYear: 2026 })
  expect(readRevenueLimit('simples', facts)).toMatchObject({ limitCents: 4_800_000_00n, lastKnownYear: 2026 })
  expect(limitOf('mei', '2027-07-02', '2027-08-01')).toMatchObject({ limitCents: 40_500_00n, lastKnownYear: 2026 })
  expect(readRevenueLimit('mei', { ...facts, today: '2026-12-31' }).lastKnownYear).toBeNull()
})
