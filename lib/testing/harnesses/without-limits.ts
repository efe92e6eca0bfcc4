import type { CallLimit } from '@/lib/core/http/rate-limit'
import { withOwner } from './database'

/** Nothing was counted yet, neither in the database nor in this process; the connections stay. */
export async function clearLimits(): Promise<void> {
  const { mascateLimits } = globalThis as { mascateLimits?: { byName: Map<CallLimit['name'], unknown> } }
  mascateLimits?.byName.clear()
  await withOwner((owner) => owner.query('DELETE FROM rate_limit'))
}

/** Asks once more where a limit of calls answered instead of what was asked. */
export async function withoutLimits<T>(run: () => Promise<T>, isOverLimit: (answer: T) => boolean): Promise<T> {
  const answer = await run()
  if (!isOverLimit(answer)) return answer
  await clearLimits()
  return run()
}
