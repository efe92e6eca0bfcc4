import { figureLines } from './figures'
import { lineHref } from './line-href'

const entity = '0190a000-0000-7000-8000-000000000001'
const shop = '0190a000-0000-7000-8000-000000000002'
const queryOf = (href: string | null) => (href ? new URLSearchParams(href.split('?')[1]) : null)
const hrefs = (only: string | null) =>
  figureLines.map((line) => [line, lineHref(line, '2026-08-01', { id: entity, shop: only })] as const)

test('every link of a figure keeps to the legal entity, or there is none', () => {
  for (const [line, href] of hrefs(null)) {
    const query = queryOf(href)
    if (query)
      expect([line, query.get('entity') ?? query.get('place')]).toEqual([line, expect.stringContaining(entity)])
  }
})

test('received payouts open where the legal entity has one shop alone', () => {
  const cash = (only: string | null) => lineHref('payoutCash', '2026-08-01', { id: entity, shop: only })
  expect(cash(null)).toBeNull()
  expect(queryOf(cash(shop))!.get('shop')).toBe(shop)
})

test('a line without a list to filter has no link: kinds of fees, and the known part of cost and tax', () => {
  const linked = hrefs(shop).filter(([, href]) => href !== null)
  expect(
    linked.filter(([line]) => line.startsWith('fees.') || line === 'revenueWithCost' || line === 'untaxed'),
  ).toEqual([])
  expect(queryOf(lineHref('unexplained', '2026-08-01', { id: entity, shop }))!.get('cause')).toBe('unexplained')
})
