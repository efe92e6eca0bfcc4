import { act, fireEvent, render, screen } from '@testing-library/react'
import { LiveProvider } from '@/components/shell/live'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { NewOrders } from './new-orders'

const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh }) })

const requests: string[] = []
let news = { count: 0, cancelled: 0, asked: 0 }
let orders = 'first'
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    const marks = { orders, returns: null, notices: 'same' }
    return { json: async () => ({ ok: true, data: address === '/api/updates' ? marks : news }) }
  })
  requests.length = 0
  news = { count: 0, cancelled: 0, asked: 0 }
  orders = 'first'
  refresh.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const counted = () => requests.filter((address) => address.startsWith('/api/orders/new'))
const list = (since: string, query = 'waiting=late') => (
  <LiveProvider>
    <NewOrders since={since} query={query} />
  </LiveProvider>
)

test('a new order and a cancelled one are announced within seconds, and the list is read again only on request', async () => {
  render(list('2026-11-28T12:00:00.000Z'), { wrapper: testPage('pt') })
  await pass(9000)
  expect(counted()).toEqual(['/api/orders/new?waiting=late&since=2026-11-28T12%3A00%3A00.000Z'])
  expect(screen.queryByRole('button')).toBeNull()
  news = { count: 1, cancelled: 2, asked: 1 }
  orders = 'second'
  await pass(9000)
  expect(refresh).not.toHaveBeenCalled()
  await act(
    async () =>
      void fireEvent.click(
        screen.getByRole('button', { name: '1 pedido novo · 2 cancelados · 1 com cancelamento pedido' }),
      ),
  )
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('while nothing happens nothing is counted, and a list read again counts again only with the next change', async () => {
  const { rerender } = render(list('2026-11-28T12:00:00.000Z'), { wrapper: testPage('en') })
  await pass(60_000)
  expect(counted()).toHaveLength(1)
  rerender(list('2026-11-28T12:01:00.000Z'))
  await pass(60_000)
  expect(counted()).toHaveLength(1)
  orders = 'second'
  news = { count: 3, cancelled: 0, asked: 0 }
  await pass(9000)
  expect(counted()).toHaveLength(2)
  expect(screen.getByRole('button', { name: '3 new orders' })).toBeTruthy()
  rerender(list('2026-11-28T12:03:00.000Z'))
  expect(screen.queryByRole('button')).toBeNull()
})
