import type { Query } from '@/lib/core/keyset'
import { readSettlementFilters, settlementsHref } from './filters'

const today = '2026-11-22'
const read = (query: Query) => readSettlementFilters(query, today)
const again = (href: string) => read(Object.fromEntries(new URL(href, 'http://x').searchParams))

test('a search goes through all days, unless days were chosen', () => {
  expect(read({})).toMatchObject({ period: '30d', from: '2026-10-24', to: today })
  expect(read({ q: '260101abc' })).toMatchObject({ q: '260101ABC', period: null, from: null, to: null })
  expect(read({ q: '260101ABC', period: '7d' })).toMatchObject({ period: '7d', to: today })
  expect(read({ q: '260101ABC', from: '2026-01-01' })).toMatchObject({ period: null, from: '2026-01-01', to: null })
})

test('an address says the filters that it was made of, and the usual period is never taken for a chosen one', () => {
  const queries: Query[] = [
    {},
    { q: '26' },
    { q: '26', period: '30d' },
    { period: '7d' },
    { period: 'all' },
    { from: '2026-01-01', to: '2026-01-31', q: '26' },
    { state: 'late', case: 'with' },
  ]
  for (const query of queries) expect(again(settlementsHref(read(query)))).toEqual(read(query))
  const shop = settlementsHref(read({}), { shop: '018f3c5e-0000-7000-8000-000000000001' })
  expect(again(`${shop}&q=26`)).toMatchObject({ period: null, from: null })
  expect(again(settlementsHref(read({ q: '26' }), { q: '' }))).toMatchObject({ period: null, from: null })
})
