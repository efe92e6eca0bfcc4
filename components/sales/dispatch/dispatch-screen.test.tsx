import { act, render } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { readDispatchFilters } from '@/lib/sales/dispatch/filters'
import { dispatchStages } from '@/lib/sales/dispatch/schema'
import type { DispatchList, ListedToShip } from '@/lib/sales/dispatch/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { DispatchScreen } from './dispatch-screen'

const router = { refresh: vi.fn() }
stubPage({ useRouter: () => router, usePathname: () => '/', useSearchParams: () => new URLSearchParams() })

const row = (invoiceState: ListedToShip['invoiceState']) =>
  ({
    id: 'o',
    externalCode: 'P1',
    shopName: 'Loja',
    buyer: null,
    items: [],
    parcels: [],
    stage: 'invoice',
    status: 'confirmed',
    shipBy: null,
    units: 1,
    invoiceState,
    invoiceReason: null,
    hasInvoiceFile: false,
  }) as unknown as ListedToShip
const list = (invoiceState: ListedToShip['invoiceState']) =>
  ({
    filters: readDispatchFilters({}),
    page: { rows: [row(invoiceState)], previous: null, next: null },
    counts: Object.fromEntries(dispatchStages.map((stage) => [stage, 1])),
    shops: [],
    urgent: [],
    runs: [],
    unmatched: 0,
    today: '2026-11-27',
    now: new Date('2026-11-27T12:00:00Z'),
    canShip: true,
    canDecide: true,
  }) as unknown as DispatchList

test('an invoice that the tax office has not answered is followed after its run has ended', () => {
  vi.useFakeTimers()
  const refreshes = (invoiceState: ListedToShip['invoiceState']) => {
    router.refresh.mockClear()
    const { unmount } = render(<DispatchScreen list={list(invoiceState)} timeZone="UTC" />, { wrapper: testPage() })
    act(() => void vi.advanceTimersByTime(60_000))
    unmount()
    return router.refresh.mock.calls.length
  }
  expect(refreshes('sent')).toBeGreaterThan(5)
  expect(refreshes('valid')).toBe(0)
  vi.useRealTimers()
})
