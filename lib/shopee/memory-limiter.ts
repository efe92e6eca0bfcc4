import { setTimeout as wait } from 'node:timers/promises'
import type { Limiter } from './app'
import { ShopeeError } from './errors'

/** A limiter of one process: the next free slot per shop moves on by the cost of each call. */
export function memoryLimiter(callsPerSecond: number): Limiter {
  const gapMs = 1000 / callsPerSecond
  const freeAt = new Map<string, number>()
  return {
    async takeTurn(shopId, cost = 1, longestWaitMs = Infinity) {
      const slot = Math.max(Date.now(), freeAt.get(shopId) ?? 0)
      const waitMs = slot - Date.now()
      if (waitMs > longestWaitMs) throw new ShopeeError('rateLimited', 'limiter', { retryAfterMs: waitMs })
      freeAt.set(shopId, slot + cost * gapMs)
      if (waitMs > 0) await wait(waitMs)
    },
    async holdBack(shopId, ms) {
      freeAt.set(shopId, Math.max(Date.now() + ms, freeAt.get(shopId) ?? 0))
    },
  }
}
