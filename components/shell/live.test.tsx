import { act, fireEvent, render, screen } from '@testing-library/react'
import { LiveProvider, useLiveMarks } from './live'

const requests: string[] = []
let answers: () => object
beforeEach(() => {
  vi.useFakeTimers()
  answers = () => ({ ok: true, data: { orders: 'a', returns: null, notices: 'b' } })
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return { json: async () => answers() }
  })
  requests.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  fireEvent(document, new Event('visibilitychange'))
}
const Marks = () => <p>{useLiveMarks()?.orders ?? 'none'}</p>
const show = (whileHidden = false) =>
  render(
    <LiveProvider whileHidden={whileHidden}>
      <Marks />
    </LiveProvider>,
  )

test('a page asks every few seconds, with one request whatever it shows', async () => {
  show()
  expect(screen.getByText('none')).toBeTruthy()
  await pass(8100)
  expect(requests).toEqual(['/api/updates'])
  expect(screen.getByText('a')).toBeTruthy()
  await pass(80_000)
  expect(requests).toHaveLength(11)
})

test('a hidden tab asks nothing, and asks at once when it is seen again', async () => {
  show()
  hide(true)
  await pass(600_000)
  expect(requests).toEqual([])
  await act(async () => hide(false))
  expect(requests).toHaveLength(1)
})

test('where the browser shows notices a hidden tab asks once a minute', async () => {
  show(true)
  hide(true)
  await pass(10 * 64_000)
  expect(requests).toHaveLength(10)
})

test('a hidden tab goes on asking after the device’s clock was set back by days', async () => {
  show(true)
  hide(true)
  vi.setSystemTime(Date.now() - 2 * 86_400_000)
  await pass(2 * 64_000)
  expect(requests).toHaveLength(2)
})

test('an untouched page asks no longer than a session may idle, and goes on with the next touch', async () => {
  show()
  await pass(12 * 3_600_000 + 8000)
  const before = requests.length
  expect(before).toBeGreaterThan(1000)
  await pass(3_600_000)
  expect(requests).toHaveLength(before)
  fireEvent.keyDown(window, { key: 'j' })
  await pass(8100)
  expect(requests).toHaveLength(before + 1)
})

test('a failed answer leaves what was known', async () => {
  show()
  await pass(8100)
  answers = () => {
    throw new TypeError('offline')
  }
  await pass(8100)
  expect(screen.getByText('a')).toBeTruthy()
})
