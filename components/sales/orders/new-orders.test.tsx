import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { NewOrders } from './new-orders'

const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh }) })

const requests: string[] = []
let count = 0
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return { json: async () => ({ ok: true, data: { count } }) }
  })
  requests.length = 0
  count = 0
  refresh.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a new order is announced within seconds, and the list is read again only on request', async () => {
  render(<NewOrders since="2026-11-28T12:00:00.000Z" query="waiting=late" />, { wrapper: testPage('pt') })
  await pass(9000)
  expect(requests).toEqual(['/api/orders/new?waiting=late&since=2026-11-28T12%3A00%3A00.000Z'])
  expect(screen.queryByRole('button')).toBeNull()
  count = 1
  await pass(9000)
  expect(refresh).not.toHaveBeenCalled()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '1 pedido novo' })))
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('an untouched page stops polling until it is used again', async () => {
  render(<NewOrders since="2026-11-28T12:00:00.000Z" />, { wrapper: testPage('en') })
  await pass(400_000)
  const before = requests.length
  await pass(60_000)
  expect(requests).toHaveLength(before)
  fireEvent.keyDown(window, { key: 'j' })
  await pass(9000)
  expect(requests).toHaveLength(before + 1)
})
