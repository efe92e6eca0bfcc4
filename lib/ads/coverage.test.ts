import { addCoverage, coverageOf, coverageOfShops, isUntold } from './coverage'

const today = '2026-11-21'
const november = { from: '2026-11-01', to: '2026-11-30' }
const days = (...numbers: number[]) => numbers.map((day) => `2026-11-${String(day).padStart(2, '0')}`)

test('a day is asked for once it is over, from the shop’s first sale or report on', () => {
  expect(coverageOf(november, '2026-11-01', [], today)).toEqual({ expectedDays: 20, missingDays: 20 })
  expect(coverageOf(november, '2026-11-19', days(20), today)).toEqual({ expectedDays: 2, missingDays: 1 })
  expect(coverageOf({ from: '2026-10-01', to: '2026-10-31' }, '2026-10-05', [], today).expectedDays).toBe(27)
  // Only today: its report alone would tell.
  expect(coverageOf({ from: today, to: today }, today, [], today)).toEqual({ expectedDays: 1, missingDays: 1 })
  expect(coverageOf(november, '2026-11-21', [], today)).toEqual({ expectedDays: 0, missingDays: 0 })
  expect(coverageOf({ from: '2026-12-01', to: '2026-12-31' }, '2026-11-01', [], today).expectedDays).toBe(0)
})

test('a report of today or of another shop makes up for no missing day', () => {
  expect(coverageOf(november, '2026-11-18', days(21), today)).toEqual({ expectedDays: 3, missingDays: 3 })
  const firsts = new Map([
    ['a', '2026-11-19'],
    ['b', '2026-11-19'],
  ])
  const told = days(19, 20).map((day) => ({ day, shopId: 'a' }))
  const shops = coverageOfShops(november, firsts, told, today)
  expect([...shops.values()]).toEqual([
    { expectedDays: 2, missingDays: 0 },
    { expectedDays: 2, missingDays: 2 },
  ])
  expect(addCoverage([...shops.values()])).toEqual({ expectedDays: 4, missingDays: 2 })
})

test('nothing is untold where nothing was to be told', () => {
  expect(isUntold({ expectedDays: 0, missingDays: 0 })).toBe(false)
  expect(isUntold({ expectedDays: 2, missingDays: 2 })).toBe(true)
  expect(isUntold({ expectedDays: 2, missingDays: 1 })).toBe(false)
})
