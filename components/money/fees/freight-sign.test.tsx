import { render, screen, within } from '@testing-library/react'
import { FreightSums } from '@/components/money/payouts/freight-sums'
import { testPage } from '@/components/ui/test-page'
import type { FeesView } from '@/lib/money/fees/views'
import type { FreightView } from '@/lib/money/payouts/freight-views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { FeesScreen } from './fees-screen'

stubPage({
  useRouter: () => ({ replace: () => undefined, push: () => undefined, refresh: () => undefined }),
  usePathname: () => '/dashboard/shopee',
  useSearchParams: () => new URLSearchParams(),
})

const range = { from: '2026-11-01', to: '2026-11-30' }
const sums = {
  commission: 1_000n,
  service: 0n,
  affiliate: 0n,
  protection: 0n,
  freight: 500n,
  reverseFreight: 0n,
  other: 0n,
  totalCents: 1_500n,
  revenueCents: 10_000n,
  isEstimated: false,
}
const fees = {
  filters: { ...range, shop: null, months: 12 },
  today: '2026-11-21',
  rules: [],
  shops: [],
  canEdit: false,
  months: [{ month: '2026-11-01', ...range, sums }],
  total: sums,
  progress: null,
  newer: [],
  participation: [],
} as unknown as FeesView
const freight = { paidCents: 700n, rebateCents: 300n, chargedCents: -1_500n, reverseCents: 0n, orders: 1n }
const carried = {
  filters: { days: range, shop: null, cause: null, carrier: null, item: null },
  today: '2026-11-21',
  byShop: [{ shopId: 'a', shopName: 'Loja', ...freight }],
  total: freight,
  faults: [],
} as unknown as FreightView

test('the freight that the seller pays has the same minus among the fees as on its own screen', () => {
  render(<FreightSums view={carried} />, { wrapper: testPage() })
  const byShop = screen.getByRole('table', { name: 'Por loja' })
  expect(within(byShop).getAllByText('−5,00')).toHaveLength(1)
  render(<FeesScreen view={fees} timeZone="America/Sao_Paulo" />, { wrapper: testPage() })
  const byMonth = screen.getByRole('table', { name: 'Taxas por mês' })
  // For the month and for the whole period.
  expect(within(byMonth).getAllByText('−5,00')).toHaveLength(2)
  expect(within(byMonth).getAllByText('−10,00')).toHaveLength(2)
  expect(within(byMonth).getAllByText((text) => text.replaceAll('\u00a0', ' ') === '−R$ 15,00')).toHaveLength(2)
})
