import { act, fireEvent, render, screen } from '@testing-library/react'
import { QueryProvider } from '@/components/ui/query-provider'
import { testPage } from '@/components/ui/test-page'
import { paletteActions } from '@/lib/insight/palette/offers'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { OrderEntryHeader } from './order-entry-header'

let address = ''
stubPage({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  useSearchParams: () => new URLSearchParams(address.split('?')[1]),
  usePathname: () => '/dashboard/orders',
})
const listQuery = () => <OrderEntryHeader channels={[{ id: 'c', name: 'Balcão' }]} canImport={false} />
const sku = () => screen.queryByRole('combobox', { name: /SKU/ })

async function openAt(path: string) {
  address = path
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }))
  vi.spyOn(window.history, 'pushState').mockImplementation((_, __, next) => void (address = String(next)))
  const { rerender } = await act(async () =>
    render(<QueryProvider>{listQuery()}</QueryProvider>, { wrapper: testPage('pt') }),
  )
  return (name: string) =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name }))
      rerender(<QueryProvider>{listQuery()}</QueryProvider>)
    })
}

test('the list comes first: the entry opens by its button, with the filters kept, and closes again', async () => {
  const press = await openAt('/dashboard/orders?valid=1')
  expect(sku()).toBeNull()
  await press('Novo pedido')
  expect(address).toBe('/dashboard/orders?valid=1&new=1')
  expect(document.activeElement).toBe(sku())
  await press('Recolher')
  expect(address).toBe('/dashboard/orders?valid=1')
  expect(sku()).toBeNull()
})

test('"new order" of the palette opens the entry, ready to type', async () => {
  await openAt(paletteActions.newOrder.href)
  expect(document.activeElement).toBe(sku())
})
