import { analyticsHref, readAnalyticsFilters } from './analysis-filters'

const today = '2026-11-21'
const owner = { seesTotals: true, seesMoney: true }

test('the address’s values are corrected, and give the same address again', () => {
  const query = { tab: 'abc', measure: 'profit', a: '70', b: '90', period: '7d', page: '3' }
  const filters = readAnalyticsFilters(query, today, owner)
  expect(filters).toMatchObject({ tab: 'abc', measure: 'profit', cuts: { a: 70, b: 90 }, page: 3, from: '2026-11-15' })
  const again = Object.fromEntries(new URLSearchParams(analyticsHref(filters, { page: 3 }).split('?')[1]))
  expect(readAnalyticsFilters(again, today, owner)).toEqual(filters)
})

test.each([
  [
    { a: '95', b: '80' },
    { a: 80, b: 95 },
  ],
  [
    { a: '0', b: '80' },
    { a: 80, b: 95 },
  ],
  [
    { a: '50', b: '100' },
    { a: 80, b: 95 },
  ],
  [{ a: '60' }, { a: 60, b: 95 }],
])('cuts of %j are %j', (query, cuts) => {
  expect(readAnalyticsFilters(query, today, owner).cuts).toEqual(cuts)
})

test('a role is given nothing it may not see, whatever the address says', () => {
  const query = { tab: 'abc', measure: 'profit', sort: 'worst' }
  const viewer = readAnalyticsFilters(query, today, { seesTotals: true, seesMoney: false })
  expect(viewer).toMatchObject({ tab: 'abc', measure: 'revenue', sort: 'revenue' })
  expect(readAnalyticsFilters(query, today, { seesTotals: false, seesMoney: false }).tab).toBe('cover')
})
