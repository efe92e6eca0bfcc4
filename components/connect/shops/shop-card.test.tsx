import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import type { ShopsView, ShopView } from '@/lib/connect/shops/views'
import { ShopCard } from './shop-card'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const shop = {
  id: 's',
  version: 1,
  name: 'Loja da Ana',
  platform: 'shopee',
  status: 'active',
  noAdsFrom: null,
  unmapped: 0,
  legalEntity: { id: 'e', name: 'Ana' },
  safetyUnits: 0,
  lastUnits: 0,
  progress: null,
  problem: null,
  stockMaster: 'other',
  priceMaster: 'other',
  uncounted: null,
  lastSyncedAt: null,
  grantEndsAt: null,
} as unknown as ShopView

const show = (connect: boolean) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ShopCard
        shop={shop}
        view={{ rights: { connect }, entities: [], today: '2026-11-29', now: new Date() } as unknown as ShopsView}
      />
    </QueryClientProvider>,
    { wrapper: testPage() },
  )

test('whether a shop advertises is answered where it is shown, by those who may', () => {
  const answer = { name: 'Dizer desde quando Loja da Ana não anuncia' }
  const { unmount } = show(true)
  expect(screen.queryByRole('button', answer)).not.toBeNull()
  unmount()
  show(false)
  expect(screen.queryByRole('button', answer)).toBeNull()
})
