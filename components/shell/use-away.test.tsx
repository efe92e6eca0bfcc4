import { act, render, screen } from '@testing-library/react'
import { useAway } from './use-away'

const back = vi.fn()
const Shown = () => <p>{useAway(back) ? 'away' : 'there'}</p>
const answer = vi.fn<() => Promise<{ status: number }>>()
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  Object.assign(global, { fetch: answer })
})
afterEach(() => vi.useRealTimers())

test('a wait for an unreachable service is announced, and its end once', async () => {
  answer.mockResolvedValue({ status: 503 })
  const { unmount } = render(<Shown />)
  await pass(0)
  expect(screen.getByText('away')).toBeTruthy()
  answer.mockRejectedValue(new TypeError('fetch failed'))
  await pass(2000)
  expect([screen.queryByText('there'), back.mock.calls.length]).toEqual([null, 0])
  answer.mockResolvedValue({ status: 200 })
  await pass(2000)
  expect([screen.queryByText('away'), back.mock.calls.length]).toEqual([null, 1])
  await pass(10_000)
  expect(back).toHaveBeenCalledTimes(1)
  unmount()
  answer.mockClear()
  await pass(10_000)
  expect(answer).not.toHaveBeenCalled()
})

test('a failure while the service is there asks for nothing again by itself', async () => {
  answer.mockResolvedValue({ status: 200 })
  render(<Shown />)
  await pass(10_000)
  expect([screen.queryByText('away'), back.mock.calls.length]).toEqual([null, 0])
})
