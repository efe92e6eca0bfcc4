import { render, screen, within } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { AdsRow } from '@/lib/money/ads/read-ads'
import { readAnalyticsFilters } from '@/lib/sales/sales-figures/analysis-filters'
import type { AnalyticsSections, AnalyticsView } from '@/lib/insight/analytics/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { AdsSection } from './ads-section'

stubPage({
  useRouter: () => ({ replace: () => undefined, push: () => undefined }),
  usePathname: () => '/dashboard/minha-empresa/analises',
  useSearchParams: () => new URLSearchParams(),
})

const ads = { spendCents: 2_000n, salesCents: 8_000n, clicks: 80n, impressions: 4_000n }
const row = (itemId: string | null, more: Partial<AdsRow>): AdsRow => ({
  key: itemId ?? 'shop',
  day: null,
  shopId: 'north',
  shopName: 'Loja Norte',
  title: itemId && `Item ${itemId}`,
  itemId,
  ads,
  sales: { revenueCents: 20_000n, contributionCents: 8_999n },
  isShared: false,
  coverage: null,
  ...more,
})
const section = (rows: AdsRow[], more: Partial<AnalyticsSections['ads']> = {}): AnalyticsSections['ads'] => ({
  tab: 'ads',
  rows,
  items: rows.length,
  hasReports: true,
  entities: [],
  unit: 'day',
  total: {
    ...ads,
    unexplainedCents: 50n,
    untaxedCents: 0n,
    sales: { revenueCents: 20_000n, contributionCents: 8_999n },
  },
  coverage: { expectedDays: 12, missingDays: 10 },
  points: [{ from: '2026-11-01', to: '2026-11-01', spendCents: 2_000n, salesCents: 8_000n }],
  ...more,
})

function show(result: AnalyticsSections['ads'], by: string, role: 'owner' | 'accountant' = 'owner') {
  const visibility = { seesTotals: true, seesMoney: true }
  const filters = readAnalyticsFilters({ tab: 'ads', by }, '2026-11-21', visibility)
  const view = { filters, section: result, ...visibility } as unknown as AnalyticsView
  return render(<AdsSection view={view} section={result} pageRows={50} role={role} />, { wrapper: testPage('pt') })
}
const textOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) }).textContent?.replace(/\s/gu, ' ')

test('an ad says what it cost and brought, from when it pays, and what is left', () => {
  show(
    section([
      row('111', {}),
      row('222', { isShared: true, sales: { revenueCents: 6_000n, contributionCents: -1_200n } }),
      row('', { sales: null }),
      row('333', { sales: { revenueCents: 3_000n, contributionCents: null } }),
    ]),
    'listing',
  )
  expect(textOf('Item 111')).toMatch(/R\$ 20,00.*80.*2,0%.*4\.000.*R\$ 80,00.*4,00.*2,23.*25,0%.*R\$ 89,99.*R\$ 69,99/)
  expect(textOf('Item 222')).toMatch(/nenhum paga.*produto em vários anúncios/)
  expect(textOf('Não explicado por anúncio')).toContain('R$ 20,00')
  expect(textOf('Item 333')).toContain('sem custo')
  expect(screen.getByText(/Faltam os relatórios de 10 dias \(de 12, contando cada loja\)/)).toBeTruthy()
})

test('a shop without a report is said to have none, and leads to its ads', () => {
  show(section([row(null, { ads: null, coverage: { expectedDays: 2, missingDays: 2 } })]), 'shop')
  expect(textOf('Loja Norte')).toContain('sem relatório')
  const link = within(screen.getByRole('row', { name: /Loja Norte/ })).getByRole('link')
  expect(link.getAttribute('href')).toContain('shop=north&by=listing')
})

test('without any report it leads to the import, for those who may', () => {
  const none = section([], { hasReports: false })
  const { unmount } = show(none, 'listing')
  expect(screen.getByRole('link', { name: 'Importar relatório de Ads' }).getAttribute('href')).toBe(
    '/dashboard/shopee-reconciliation/arquivos',
  )
  unmount()
  show(none, 'listing', 'accountant')
  expect(screen.queryByRole('link', { name: 'Importar relatório de Ads' })).toBeNull()
})

test('sales that a report does not have are a dash and are said to be unknown', () => {
  const bare = { spendCents: 2_000n, salesCents: null, clicks: null, impressions: null }
  show(section([row('111', { ads: bare })], { total: { ...section([]).total, ...bare } }), 'listing')
  expect(textOf('Item 111')).toMatch(/R\$ 20,00—/)
  expect(textOf('Item 111')).not.toMatch(/R\$ 0,00|visualizaç/)
  expect(screen.getByText('um relatório do período não traz as vendas')).toBeTruthy()
})
