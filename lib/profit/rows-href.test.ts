import { readResultFilters } from './filters'
import { rowsHref } from './rows-href'

const id = '01a2000e-d7f5-739f-8578-a05e2cd85501'
const october = { from: '2026-10-01', to: '2026-10-31' }
const of = (query: Record<string, string> = {}) => readResultFilters(query, '2026-11-21')

test('an amount opens the orders or the expenses of its month', () => {
  expect(rowsHref('fees', october, of({ shop: id }))).toBe(
    `/dashboard/orders?from=2026-10-01&to=2026-10-31&shop=${id}&valid=1`,
  )
  expect(rowsHref('otherTaxes', october, of())).toBe('/dashboard/expenses?from=2026-10-01&to=2026-10-31&kind=tax')
})

test('an amount opens nothing where a list would show other rows than those that add up to it', () => {
  expect(rowsHref('fees', october, of({ entity: id }))).toBeNull()
  expect(rowsHref('fixed', october, of({ entity: id }))).toBeNull()
  expect(rowsHref('fixed', october, of({ shop: id }))).toBeNull()
})
