import { addCoverage, addGaps, coverageOf, coverageOfShops, despiteOf, gapsOfShops, isMissing } from './coverage'

const today = '2026-11-21'
const november = { from: '2026-11-01', to: '2026-11-30' }
const dayOf = (number: number) => `2026-11-${String(number).padStart(2, '0')}`
/** A run of one day each. */
const days = (...numbers: number[]) => numbers.map(dayOf).map((day) => ({ from: day, to: day }))

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
  const reported = [{ shopId: 'a', from: dayOf(19), to: dayOf(20) }]
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
  const reported = days(3).map((run) => ({ ...run, shopId: 'a' }))
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
  const run = (shopId: string, from: number, to: number, spentDays: number, spendCents: bigint) => ({
    shopId,
    from: dayOf(from),
    to: dayOf(to),
    spentDays,
    spendCents,
  })
  const reported = [run('a', 10, 10, 1, 5n), run('a', 11, 12, 1, 7n), run('a', 13, 13, 1, 2n), run('b', 13, 13, 1, 9n)]
  expect(despiteOf(reported, new Map([['a', '2026-11-11']]))).toEqual([{ shopId: 'a', days: 2, cents: 9n }])
})

test('a run of reported days counts for as many days of it as are asked for', () => {
  const run = (from: string, to: string) => ({ from, to })
  const before = run('2026-10-10', '2026-10-12')
  const reported = [
    before,
    run('2026-10-20', '2026-11-02'),
    run('2026-11-03', '2026-11-05'),
    run('2026-11-19', '2026-11-25'),
  ]
  const span = { first: '2026-11-01' }
  expect(coverageOf(november, span, reported, today)).toEqual({ expectedDays: 20, missingDays: 13 })
  const shops = new Map([['a', span]])
  const own = reported.map((each) => ({ ...each, shopId: 'a' }))
  expect(gapsOfShops(november, shops, own, today)).toEqual([{ shopId: 'a', from: '2026-11-06', to: '2026-11-18' }])
  expect(gapsOfShops(november, shops, [{ ...before, shopId: 'a' }], today)).toEqual([
    { shopId: 'a', from: '2026-11-01', to: '2026-11-20' },
  ])
  const whole = [{ shopId: 'a', from: '2026-10-01', to: '2026-11-30' }]
  expect(gapsOfShops(november, shops, whole, today)).toEqual([])
})
