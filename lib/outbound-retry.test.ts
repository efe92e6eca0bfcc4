import { backoffMs, firstRetry } from '@/lib/core/http/outbound'
import { clearProcessState } from '@/lib/core/process/process-state'

const drawn = (attempt: number) => Array.from({ length: 200 }, () => backoffMs(attempt))

test.each([
  [0, 250, 500],
  [1, 500, 1000],
  [2, 1000, 2000],
  [20, 16_000, 32_000],
])('before retry %i a call waits between %i and %i ms, never all at once', (attempt, least, most) => {
  const waits = drawn(attempt)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(least)
  expect(Math.max(...waits)).toBeLessThanOrEqual(most)
  expect(new Set(waits).size).toBeGreaterThan(100)
})

test('the other side’s Retry-After is obeyed at every attempt', () => {
  expect(backoffMs(5, 1234)).toBe(1234)
})

test('a short wait of a test ends with the state of its process', () => {
  firstRetry.waitMs = 1
  expect(backoffMs(0)).toBeLessThanOrEqual(1)
  clearProcessState()
  expect(backoffMs(0)).toBeGreaterThanOrEqual(250)
})
