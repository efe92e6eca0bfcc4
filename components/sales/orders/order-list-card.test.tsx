import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { orderListPath, newOrderPath, ordersPath, readOrderFilters } from '@/lib/sales/orders/filters'
import type { OrderList } from '@/lib/sales/orders/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { OrderListCard } from './order-list-card'

stubPage({
  useRouter: () => ({ replace: () => undefined, push: () => undefined }),
  usePathname: () => '/',
  useSearchParams: () => new URLSearchParams(),
})

const today = '2026-11-21'
const open = (path: typeof ordersPath | typeof orderListPath) => {
  const list: OrderList = {
    path,
    filters: readOrderFilters({}, today),
    today,
    now: new Date(),
    canCreate: true,
    canImport: false,
    seesMoney: true,
    seesTotals: true,
    page: { rows: [], previous: null, next: null, isCut: false },
    frame: { hasOrders: false, shops: [], channels: [], entities: [] } as unknown as OrderList['frame'],
  }
  render(<OrderListCard list={list} totals={null} title="" table={null} />, { wrapper: testPage('pt') })
}

test.each([ordersPath, orderListPath] as const)('the first order is one link away from the empty list %s', (path) => {
  open(path)
  expect(screen.getByRole('link', { name: 'Novo pedido' }).getAttribute('href')).toBe(newOrderPath)
})
