import fc from 'fast-check'
import { addDays, daysBetween, listDays } from '@/lib/core/dates'
import { bucketSales, bucketUnit, trendRange } from '@/lib/sales/sales-figures/buckets'
import { noSales, sumSales } from '@/lib/sales/sales-figures/figures'

const units = ['day', 'week', 'month'] as const
const from = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2016-01-01', days))

test.each([
  ['2026-11-21', '2026-11-21', 'day'],
  ['2026-11-01', '2027-01-01', 'day'],
  ['2026-11-01', '2027-01-02', 'week'],
  ['2017-01-01', '2018-02-04', 'week'],
  ['2017-01-01', '2018-02-05', 'month'],
])('%s to %s is drawn by %s', (first, last, unit) => {
  expect(bucketUnit({ from: first, to: last })).toBe(unit)
})

test('months follow the calendar, weeks the first day of the period', () => {
  expect(
    bucketSales(new Map(), { from: '2017-01-15', to: '2017-03-10' }, 'month').map(({ from, to }) => [from, to]),
  ).toEqual([
    ['2017-01-15', '2017-01-31'],
    ['2017-02-01', '2017-02-28'],
    ['2017-03-01', '2017-03-10'],
  ])
  expect(
    bucketSales(new Map(), { from: '2026-11-04', to: '2026-11-13' }, 'week').map(({ from, to }) => [from, to]),
  ).toEqual([
    ['2026-11-04', '2026-11-10'],
    ['2026-11-11', '2026-11-13'],
  ])
})

test('buckets cover the period without gap or overlap and lose no sale of it', () => {
  fc.assert(
    fc.property(
      from,
      fc.integer({ min: 0, max: 900 }),
      fc.constantFrom(...units),
      fc.array(fc.tuple(fc.integer({ min: -50, max: 1000 }), fc.bigInt({ min: 0n, max: 10n ** 6n })), {
        maxLength: 60,
      }),
      (first, length, unit, sold) => {
        const range = { from: first, to: addDays(first, length) }
        const byDay = new Map(sold.map(([day, grossCents]) => [addDays(first, day), { ...noSales, grossCents }]))
        const buckets = bucketSales(byDay, range, unit)
        expect(buckets.flatMap((bucket) => listDays(bucket))).toEqual(listDays(range))
        const inside = [...byDay].filter(([day]) => day >= range.from && day <= range.to).map(([, sales]) => sales)
        expect(sumSales(buckets.map(({ sales }) => sales))).toEqual(sumSales(inside))
      },
    ),
    { numRuns: 60 },
  )
})

test('by days and weeks the previous period has as many points', () => {
  const range = { from: '2026-10-23', to: '2026-11-21' }
  const before = { from: '2026-09-23', to: '2026-10-22' }
  expect(daysBetween(range.from, range.to)).toBe(daysBetween(before.from, before.to))
  for (const unit of ['day', 'week'] as const)
    expect(bucketSales(new Map(), range, unit)).toHaveLength(bucketSales(new Map(), before, unit).length)
})

test('a period shorter than a week is drawn within the week that ends with it', () => {
  expect(trendRange({ from: '2026-11-21', to: '2026-11-21' })).toEqual({ from: '2026-11-15', to: '2026-11-21' })
  expect(trendRange({ from: '2026-11-15', to: '2026-11-21' })).toEqual({ from: '2026-11-15', to: '2026-11-21' })
  expect(trendRange({ from: '2026-10-23', to: '2026-11-21' })).toEqual({ from: '2026-10-23', to: '2026-11-21' })
})
