import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { readAnalyticsFilters } from '@/lib/sales/sales-figures/analysis-filters'
import type { AnalyticsSections, AnalyticsView } from '@/lib/insight/analytics/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { AnalyticsScreen } from './analytics-screen'

stubPage({
  useRouter: () => ({ replace: () => undefined, push: () => undefined }),
  usePathname: () => '/dashboard/minha-empresa/analises',
  useSearchParams: () => new URLSearchParams(),
})

const total = { units: 0n, revenueCents: 0n, takenCents: 0n, coveredCents: 0n, costCents: 0n }
const profit = (isComparable: boolean): AnalyticsSections['profit'] => ({
  tab: 'profit',
  isComparable,
  rows: [],
  items: 0,
  total: { ...total, previousCents: null, marginCents: null },
})

function show(section: AnalyticsSections['profit' | 'hours'], product: string | null = null) {
  const visibility = { seesTotals: true, seesMoney: true }
  const query = {
    tab: section.tab,
    period: 'custom',
    from: '2026-11-11',
    to: '2026-11-20',
    ...(product && { product }),
  }
  const filters = readAnalyticsFilters(query, '2026-11-20', visibility)
  const view: AnalyticsView = {
    ...visibility,
    filters,
    section,
    today: '2026-11-20',
    tabs: ['profit'],
    shops: [],
    channels: [],
    unpriced: 0n,
  }
  const viewer = { role: 'owner', timeZone: 'America/Sao_Paulo' } as const
  return render(<AnalyticsScreen view={view} viewer={viewer} pageRows={50} />, { wrapper: testPage() }).container
}

test('the head names the days compared with only where they are compared', () => {
  expect(show(profit(true)).textContent).toContain('comparado com 01/11/2026 a 10/11/2026')
  const text = show(profit(false)).textContent
  expect(text).not.toContain('comparado com')
  expect(text).toContain('de 01/11/2026 a 10/11/2026, ainda não foram buscados')
})

test('the margin of one product says that it is of one, and leads to all of them', () => {
  show(profit(true), '0192f0c1-2a3b-7c4d-8e5f-60718293a4b5')
  const link = screen.getByRole('link', { name: 'Ver todos os produtos' })
  expect(link.getAttribute('href')).not.toContain('product=')
  expect(screen.getByText(/Só um produto é mostrado/)).toBeTruthy()
})
