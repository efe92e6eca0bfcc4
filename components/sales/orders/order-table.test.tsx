import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { orderListPath, readOrderFilters } from '@/lib/sales/orders/filters'
import type { ListedOrder, OrderList } from '@/lib/sales/orders/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { useOrderCells } from './order-cells'
import { OrderTable } from './order-table'

stubPage({
  useRouter: () => ({ replace: () => undefined, push: () => undefined }),
  usePathname: () => '/',
  useSearchParams: () => new URLSearchParams(),
})

const today = '2026-11-21'
const order: ListedOrder = {
  id: 'o',
  code: 'MSC-1',
  externalCode: null,
  platform: 'shopee',
  outletName: 'Loja',
  platformStatus: null,
  invoiceState: null,
  status: 'confirmed',
  cancellationAsked: false,
  customerName: null,
  placedAt: new Date('2026-11-20T12:00:00Z'),
  shipBy: new Date('2026-11-22T15:00:00Z'),
  isHistory: false,
  shippedAt: null,
  receivedAt: null,
  units: 1,
  revenueCents: 1000n,
  unmapped: false,
  version: 1,
  firstTitle: 'Caneca',
  firstVariation: null,
  lines: 1n,
  unpriced: false,
}
const show = (changes: Partial<ListedOrder>) => {
  const rows = [{ ...order, ...changes }]
  const list: OrderList = {
    path: orderListPath,
    filters: readOrderFilters({}, today),
    today,
    canCreate: true,
    canImport: false,
    seesMoney: false,
    seesTotals: false,
    page: { rows, previous: null, next: null, isCut: false },
    now: new Date('2026-11-21T15:00:00Z'),
    frame: { hasOrders: true, shops: [], channels: [], entities: [] } as unknown as OrderList['frame'],
  }
  const Shown = () => <OrderTable list={list} rows={useOrderCells(list, 'America/Sao_Paulo')} />
  render(<Shown />, { wrapper: testPage('pt') })
}

test('a missing field never hides the deadline of an order', () => {
  show({ unmapped: true })
  expect(screen.getByText('postar até 22/11 12:00')).toBeTruthy()
  expect(screen.getByText('item sem produto')).toBeTruthy()
})

test('a late order whose buyer asks to cancel tells both', () => {
  show({ cancellationAsked: true, unmapped: true, shipBy: new Date('2026-11-20T15:00:00Z') })
  for (const text of ['atrasado: era até 20/11 12:00', 'cancelamento pedido', 'item sem produto'])
    expect(screen.getByText(text)).toBeTruthy()
})

test('a past sale is not late', () => {
  show({ isHistory: true, shipBy: new Date('2026-11-20T15:00:00Z') })
  expect(screen.getByText('venda passada')).toBeTruthy()
  expect(screen.queryByText(/atrasado/)).toBeNull()
})
