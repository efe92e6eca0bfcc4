import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { ShopHealthView } from '@/lib/connect/shop-performance/views'
import { HealthScreen } from './health-screen'

const shop: ShopHealthView = {
  shopId: 's',
  shopName: 'Loja',
  isConnected: false,
  asOf: null,
  problem: null,
  values: [],
  lateOrders: [],
  blockedListings: [],
  listings: null,
  visits: [
    { day: '2026-11-02', visitors: 1500, clicks: null, orders: 12, conversionBp: 240 },
    { day: '2026-11-01', visitors: null, clicks: 9, orders: null, conversionBp: null },
  ],
}

test.each([
  ['pt', /02\/11\/2026.*1\.500.*—.*12.*2,40\s?%/],
  ['en', /1,500.*—.*12.*2\.40\s?%/],
] as const)(
  'in %s a shop without a connection shows the days of its statistics, and the missing ones',
  (language, row) => {
    render(<HealthScreen shops={[shop]} timeZone="America/Sao_Paulo" />, { wrapper: testPage(language) })
    const [first, second] = screen.getAllByRole('row').slice(1)
    expect(first!.textContent).toMatch(row)
    expect(second!.textContent!.match(/—/g)).toHaveLength(3)
  },
)

test('listings show the reported values of a period, and the number of further ones', () => {
  const rows = [
    { itemId: '40001001', title: 'Caneca', visitors: 1500, cartUnits: 90, units: 12, conversionBp: 240 },
    { itemId: '40001002', title: 'Prato', visitors: null, cartUnits: null, units: null, conversionBp: null },
  ]
  const listings = { from: '2026-11-01', to: '2026-11-30', rows, total: 40 }
  render(<HealthScreen shops={[{ ...shop, visits: [], listings }]} timeZone="America/Sao_Paulo" />, {
    wrapper: testPage('pt'),
  })
  expect(screen.getByText(/De 01\/11\/2026 a 30\/11\/2026.*2 mais visitados de 40/)).toBeDefined()
  const [first, second] = screen.getAllByRole('row').slice(1)
  expect(first!.textContent).toMatch(/Caneca.*1\.500.*90.*12.*2,40\s?%/)
  expect(second!.textContent!.match(/—/g)).toHaveLength(4)
})

test.each([
  ['pt', /Multa de R\$\s?250,00 se as vendas do mês anterior passaram de R\$\s?2\.500,00/],
  ['en', /Fine of R\$\s?250\.00 where last month’s sales were above R\$\s?2,500\.00/],
] as const)('in %s points that are fined tell what they cost, and fewer do not', (language, text) => {
  const points = (value: number) => ({ mark: 'penaltyPoints' as const, value, target: 0, previous: null, isOff: true })
  const shops = [7, 2].map((value) => ({
    ...shop,
    shopId: `${value}`,
    isConnected: true,
    asOf: new Date(0),
    visits: [],
    values: [points(value)],
  }))
  render(<HealthScreen shops={shops} timeZone="America/Sao_Paulo" />, { wrapper: testPage(language) })
  const [fined, free] = screen.getAllByRole('region').map((region) => region.textContent)
  expect(fined).toMatch(text)
  expect(free).not.toMatch(/Multa|Fine of/)
})
