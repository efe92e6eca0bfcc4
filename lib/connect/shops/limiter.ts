import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { callGlobal } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Limiter } from '@/lib/shopee/app'
import { ShopeeError } from '@/lib/shopee/errors'

/** Slots lie a little apart, so that calls which leave late do not crowd the next second. */
const SLACK = 1.05
const LONGEST_WAIT_MS = 3_600_000

const keyOf = (shopId: string) => `shopee:${shopId}`

/** One line a shop for all processes: each call reserves the next free slot in the database and waits for it. */
export const sharedLimiter: Limiter = {
  async takeTurn(shopId, cost = 1, longestWaitMs = LONGEST_WAIT_MS) {
    const lengthMs = (1000 / env().SHOPEE_CALLS_PER_SECOND) * SLACK * cost
    const [turn] = await callGlobal<{ waitMs: number }>(
      Prisma.sql`SELECT take_turn(${keyOf(shopId)}, ${lengthMs}::float8, ${longestWaitMs}::float8) AS "waitMs"`,
    )
    const waitMs = turn!.waitMs
    if (waitMs < 0) throw new ShopeeError('rateLimited', 'limiter', { retryAfterMs: -waitMs })
    if (waitMs > 0) await wait(waitMs)
  },
  async holdBack(shopId, ms) {
    await callGlobal(Prisma.sql`SELECT hold_back(${keyOf(shopId)}, ${ms}::float8)::text`)
  },
}
