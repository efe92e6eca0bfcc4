import { act, render, screen } from '@testing-library/react'
import toast from 'react-hot-toast'
import { clientSettings } from './client-settings'
import { createQueryClient } from './query-provider'
import { Toaster } from './toaster'

beforeAll(() => {
  window.matchMedia = ((query: string) => ({ matches: true, media: query })) as typeof window.matchMedia
})

test('the constants of section 9 are as specified', () => {
  expect(clientSettings).toEqual({
    mobileBreakpointPx: 768,
    cache: { staleTimeMs: 300_000, keptMs: 1_800_000, retries: 1 },
    tooltip: { delayMs: 700, skipDelayMs: 300 },
    toast: { limit: 1, durationMs: 5000 },
    actionDeadlineMs: 15_000,
    fileDeadlineMs: 300_000,
  })
})

test('the client cache is fresh for 5 minutes, kept 30, not fetched again on focus or mount, and retried once', () => {
  expect(createQueryClient().getDefaultOptions().queries).toEqual({
    staleTime: 300_000,
    gcTime: 1_800_000,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
    retry: 1,
  })
})

test('one toast at a time, for five seconds', async () => {
  vi.useFakeTimers()
  render(<Toaster />)
  await act(async () => {
    toast.success('first')
    toast.error('second')
  })
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText('first')).toBeNull()
  expect(screen.getByText('second')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4800))
  expect(screen.getByText('second')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(200))
  await act(() => vi.advanceTimersByTimeAsync(1100))
  expect(screen.queryByText('second')).toBeNull()
  vi.useRealTimers()
})
