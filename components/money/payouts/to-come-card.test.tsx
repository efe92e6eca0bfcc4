import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { readPayoutFilters } from '@/lib/money/payouts/filters'
import type { PayoutsView } from '@/lib/money/payouts/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ToComeCard } from './to-come-card'

stubPage({
  useRouter: () => ({ replace: () => undefined, push: () => undefined }),
  usePathname: () => '/dashboard/shopee',
  useSearchParams: () => new URLSearchParams(),
})

const shopsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `Loja ${at}` }))
function show(language: 'pt' | 'en', shops: number, measured: PayoutsView['measured']) {
  const page = { rows: [], previous: null, next: null }
  const filters = readPayoutFilters({}, '2026-11-21')
  const view = { filters, page, shops: shopsOf(shops), measured, listed: { orders: 0n } } as unknown as PayoutsView
  render(<ToComeCard view={view} />, { wrapper: testPage(language) })
}

test.each([
  ['pt', 1, [], /dias úteis bancários; o dia previsto é o da regra, 7 dias depois da entrega/],
  ['en', 1, [], /bank days; the expected day is that of the rule, 7 days after delivery/],
  [
    'pt',
    1,
    [{ name: 'Loja 0', releaseDays: 5 }],
    /é medido: metade dos repasses da loja chegou em até 5 dias da entrega/,
  ],
  [
    'en',
    1,
    [{ name: 'Loja 0', releaseDays: 1 }],
    /measured: half of the shop’s payouts came within 1 day of the delivery/,
  ],
  ['pt', 2, [{ name: 'Loja 1', releaseDays: 8 }], /medido onde a loja tem repasses bastantes \(Loja 1: 8 dias\)/],
] as const)('in %s, of %i shops, the list says by which days it goes', (language, shops, measured, says) => {
  show(language, shops, [...measured])
  expect(screen.getByText(says).textContent).toMatch(says)
})
