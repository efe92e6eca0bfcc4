import { readResultFilters } from './filters'
import { rowsHref } from './rows-href'

const id = '01a2000e-d7f5-739f-8578-a05e2cd85501'
const october = { from: '2026-10-01', to: '2026-10-31' }
const of = (query: Record<string, string> = {}) => readResultFilters(query, '2026-11-21')

test('an amount opens the orders or the expenses of its month', () => {
  const orders = `/dashboard/minha-empresa/pedidos?from=2026-10-01&to=2026-10-31&shop=${id}`
  expect(rowsHref('revenue', october, of({ shop: id }))).toBe(`${orders}&valid=1&sort=newest`)
  for (const line of ['cost', 'tax', 'packaging'] as const)
    expect(rowsHref(line, october, of())).toBe(rowsHref('revenue', october, of()))
  // A cancelled order may have cost its freight: the platform's word on money counts for it too.
  const paidFor = 'status=confirmed%2Cprocessing%2Cshipped%2Cdelivered%2Ccancelled'
  expect(rowsHref('fees', october, of({ shop: id }))).toBe(`${orders}&${paidFor}&sort=newest`)
  expect(rowsHref('contribution', october, of({ shop: id }))).toBe(`${orders}&${paidFor}&sort=newest`)
  expect(rowsHref('gross', october, of({ shop: id }))).toBe(rowsHref('fees', october, of({ shop: id })))
  expect(rowsHref('cancelled', october, of({ shop: id }))).toBe(`${orders}&status=cancelled&sort=newest`)
  expect(rowsHref('cost', october, of({ entity: id }))).toContain(`&entity=${id}&valid=1`)
  expect(rowsHref('fees', october, of({ entity: id, shop: id }))).toContain(`&shop=${id}&entity=${id}&status=`)
  const expenses = '/dashboard/minha-empresa/despesas?from=2026-10-01&to=2026-10-31'
  expect(rowsHref('otherTaxes', october, of())).toBe(`${expenses}&kind=tax&stock=without`)
  expect(rowsHref('fixed', october, of({ shop: id }))).toBe(`${expenses}&kind=fixed&stock=without&place=shop%3A${id}`)
  expect(rowsHref('fixed', october, of({ entity: id }))).toBe(
    `${expenses}&kind=fixed&stock=without&place=entity%3A${id}`,
  )
})

test('an amount opens nothing where a list would show other rows than those that add up to it', () => {
  expect(rowsHref('profit', october, of())).toBeNull()
  expect(rowsHref('fixed', october, of({ entity: id, shop: id }))).toBeNull()
  expect(rowsHref('fixed', october, of({ channel: 'shopee' }))).toBeNull()
})
