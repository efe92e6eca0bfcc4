import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import { ShopeeError, type ShopeeErrorKind } from './errors'
import { keepInProcess } from '@/lib/core/process/process-state'

const FAILURES_IN_A_ROW = 8
/** Each process has its own, so one of them may be the last to find out: what heals a shop here must soon get through there. */
const PROBE_AFTER_MS = 1000

const speakOfTheHost: readonly ShopeeErrorKind[] = ['transient', 'outcomeUnknown', 'malformed']
const breakers = keepInProcess(new Map<string, CircuitBreakerPolicy>())

const breakerOf = (host: string) => {
  const known = breakers.get(host)
  if (known) return known
  const made = circuitBreaker(
    handleWhen((error) => error instanceof ShopeeError && speakOfTheHost.includes(error.kind)),
    { halfOpenAfter: PROBE_AFTER_MS, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
  )
  breakers.set(host, made)
  return made
}

/** Runs the call unless the host failed many times in a row; then one call at a time finds out whether it is back. */
export async function throughBreaker<T>(host: string, path: string, call: () => Promise<T>): Promise<T> {
  try {
    return await breakerOf(host).execute(call)
  } catch (error) {
    if (error instanceof BrokenCircuitError)
      throw new ShopeeError('circuitOpen', path, { retryAfterMs: PROBE_AFTER_MS })
    throw error
  }
}
