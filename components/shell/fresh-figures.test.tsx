import { act, fireEvent, render } from '@testing-library/react'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { FreshFigures } from './fresh-figures'
import { LiveProvider } from './live'

const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh }) })

let marks = { orders: 'a', returns: 'a', parcels: 'a', notices: 'a' }
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => ({ json: async () => ({ ok: true, data: marks }) }))
  marks = { orders: 'a', returns: 'a', parcels: 'a', notices: 'a' }
  refresh.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const show = () =>
  render(
    <LiveProvider>
      <FreshFigures of={['orders', 'parcels']} />
    </LiveProvider>,
  )

test('figures are read again soon after an order came, and not while nothing of their kind happens', async () => {
  show()
  await pass(120_000)
  marks = { ...marks, notices: 'b', returns: 'b' }
  await pass(120_000)
  expect(refresh).not.toHaveBeenCalled()
  marks = { ...marks, parcels: 'b' }
  await pass(9000)
  await pass(21_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  await pass(120_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('a stream of orders does not read the page with each of them, nor keeps it from being read', async () => {
  show()
  await pass(9000)
  for (let second = 0; second < 120; second += 4) {
    marks = { ...marks, orders: `order ${second}` }
    await pass(4000)
  }
  expect(refresh.mock.calls.length).toBeGreaterThan(2)
  expect(refresh.mock.calls.length).toBeLessThan(7)
})

test('a page in a hidden tab, or with a dialog open, waits until it is read again', async () => {
  show()
  await pass(9000)
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  marks = { ...marks, orders: 'b' }
  await pass(9000)
  await pass(120_000)
  expect(refresh).not.toHaveBeenCalled()
  dialog.remove()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await pass(120_000)
  expect(refresh).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  await act(async () => void fireEvent(document, new Event('visibilitychange')))
  await pass(21_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})
