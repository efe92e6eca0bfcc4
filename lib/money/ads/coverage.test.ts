import { addCoverage, addGaps, coverageOf, coverageOfShops, despiteOf, gapsOfShops, isMissing } from './coverage'

const today = '2026-11-21'
const november = { from: '2026-11-01', to: '2026-11-30' }
const days = (...numbers: number[]) => numbers.map((day) => `2026-11-${String(day).padStart(2, '0')}`)

test('a day is asked for once it is over, from the shop’s first sale or report on', () => {
  expect(coverageOf(november, { first: '2026-11-01' }, [], today)).toEqual({ expectedDays: 20, missingDays: 20 })
  expect(coverageOf(november, { first: '2026-11-19' }, days(20), today)).toEqual({ expectedDays: 2, missingDays: 1 })
  expect(coverageOf({ from: '2026-10-01', to: '2026-10-31' }, { first: '2026-10-05' }, [], today).expectedDays).toBe(27)
  // Only today: its report alone would tell.
  expect(coverageOf({ from: today, to: today }, { first: today }, [], today)).toEqual({
    expectedDays: 1,
    missingDays: 1,
  })
  expect(coverageOf(november, { first: '2026-11-21' }, [], today)).toEqual({ expectedDays: 0, missingDays: 0 })
  expect(coverageOf({ from: '2026-12-01', to: '2026-12-31' }, { first: '2026-11-01' }, [], today).expectedDays).toBe(0)
})

test('a report of today or of another shop makes up for no missing day', () => {
  expect(coverageOf(november, { first: '2026-11-18' }, days(21), today)).toEqual({ expectedDays: 3, missingDays: 3 })
  const firsts = new Map([
    ['a', { first: '2026-11-19' }],
    ['b', { first: '2026-11-19' }],
  ])
  const reported = days(19, 20).map((day) => ({ day, shopId: 'a' }))
  const shops = coverageOfShops(november, firsts, reported, today)
  expect([...shops.values()]).toEqual([
    { expectedDays: 2, missingDays: 0 },
    { expectedDays: 2, missingDays: 2 },
  ])
  expect(addCoverage([...shops.values()])).toEqual({ expectedDays: 4, missingDays: 2 })
})

test('a day that needs no report is never missing', () => {
  expect(isMissing({ expectedDays: 0, missingDays: 0 })).toBe(false)
  expect(isMissing({ expectedDays: 2, missingDays: 2 })).toBe(true)
  expect(isMissing({ expectedDays: 2, missingDays: 1 })).toBe(false)
})

test('no report is asked of days on which a shop does not advertise; the days before stay missing', () => {
  const since = { first: '2026-11-01', noAdsFrom: '2026-11-11' }
  expect(coverageOf(november, since, [], today)).toEqual({ expectedDays: 10, missingDays: 10 })
  expect(coverageOf(november, since, days(3, 15), today)).toEqual({ expectedDays: 10, missingDays: 9 })
  const never = { first: '2026-11-01', noAdsFrom: '2026-10-01' }
  expect(coverageOf(november, never, [], today)).toEqual({ expectedDays: 0, missingDays: 0 })
  expect(coverageOf({ from: today, to: today }, { first: today, noAdsFrom: today }, [], today).expectedDays).toBe(0)
  expect(coverageOf(november, { first: '2026-11-01', noAdsFrom: '2026-12-01' }, [], today).expectedDays).toBe(20)
})

test('missing days are listed by shop, in spans as long as can be', () => {
  const shops = new Map([
    ['a', { first: '2026-11-01', noAdsFrom: '2026-11-06' }],
    ['b', { first: '2026-11-19' }],
  ])
  const reported = days(3).map((day) => ({ day, shopId: 'a' }))
  const gaps = gapsOfShops(november, shops, reported, today)
  expect(gaps).toEqual([
    { shopId: 'a', from: '2026-11-01', to: '2026-11-02' },
    { shopId: 'a', from: '2026-11-04', to: '2026-11-05' },
    { shopId: 'b', from: '2026-11-19', to: '2026-11-20' },
  ])
  const october = [{ shopId: 'a', from: '2026-10-20', to: '2026-10-31' }]
  expect(addGaps([gaps, october]).slice(0, 2)).toEqual([
    { shopId: 'a', from: '2026-10-20', to: '2026-11-02' },
    { shopId: 'a', from: '2026-11-04', to: '2026-11-05' },
  ])
  expect(gaps[0]).toEqual({ shopId: 'a', from: '2026-11-01', to: '2026-11-02' })
})

test('spending of a shop that is set not to advertise is listed with its days', () => {
  const reported = [
    { day: '2026-11-10', shopId: 'a', spendCents: 5n },
    { day: '2026-11-11', shopId: 'a', spendCents: 7n },
    { day: '2026-11-12', shopId: 'a', spendCents: 0n },
    { day: '2026-11-13', shopId: 'a', spendCents: 2n },
    { day: '2026-11-13', shopId: 'b', spendCents: 9n },
  ]
  expect(despiteOf(reported, new Map([['a', '2026-11-11']]))).toEqual([{ shopId: 'a', days: 2, cents: 9n }])
})
