import 'server-only'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { openPool } from '../database/database-reach'
import { env } from '../env'
import { UserError } from '../errors'
import { keepInProcess } from '../process/process-state'

/** `points` calls in `seconds`, counted in PostgreSQL so that all processes share them. */
export type CallLimit = { name: string; points: number; seconds: number; blockSeconds?: number }

const shared = globalThis as { mascateLimits?: { pool: pg.Pool; byName: Map<string, RateLimiterPostgres> } }

function limiter(limit: CallLimit): RateLimiterPostgres {
  const limits = (shared.mascateLimits ??= {
    pool: openPool(env().DATABASE_URL, 3),
    byName: new Map(),
  })
  let known = limits.byName.get(limit.name)
  if (!known) {
    known = new RateLimiterPostgres({
      storeClient: withoutNames(limits.pool),
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
      blockDuration: limit.blockSeconds ?? 0,
      // Answers from memory once a key is over, so that a flood costs the database nothing.
      inMemoryBlockOnConsumed: limit.points + 1,
    })
    limits.byName.set(limit.name, known)
  }
  return known
}

/** A statement with a name is prepared for one connection; behind PgBouncer the next call may get another. */
const withoutNames = (pool: pg.Pool) => ({
  query: ({ text, values }: { text: string; values: unknown[] }) => pool.query({ text, values }),
})

const tooMany = (_seconds: number) => new UserError('tooManyRequests')

/** Counts one call of `key`; past the limit `tooManyRequests`, or what `refusal` makes of the seconds to wait. */
export async function limitCalls(limit: CallLimit, key: string, points = 1, refusal = tooMany): Promise<void> {
  await limiter(limit)
    .consume(key, points)
    .catch((refused: unknown) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      throw refusal(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
    })
}

const inMemory = keepInProcess(new Map<string, RateLimiterMemory>())

/**
 * As limitCalls, counted in this process alone: of calls that come by the dozen, as a page's pictures do, a write to the database each
 * would cost more than what it bounds.
 */
export async function limitCallsHere({ name, points, seconds }: CallLimit, key: string): Promise<void> {
  const known = inMemory.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  inMemory.set(name, known)
  await known.consume(key).catch((refused: unknown) => {
    throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext / 1000) : refused
  })
}

/** Whether `key` has come to the limit; counts nothing. */
export async function isSpent(limit: CallLimit, key: string): Promise<boolean> {
  const counted = await limiter(limit).get(key)
  return (counted?.consumedPoints ?? 0) >= limit.points
}

/** Counts so many more of `key`, or fewer, whatever the limit; answers how many there are now. */
export async function adjustCalls(limit: CallLimit, key: string, points: number): Promise<number> {
  return (await limiter(limit).penalty(key, points)).consumedPoints
}

/** Counts as many of `key` where the limit has room for all of them, else none. Unlike limitCalls' it may come down again, and so is never remembered. */
export async function takeCalls(limit: CallLimit, key: string, points: number): Promise<boolean> {
  if ((await adjustCalls(limit, key, points)) <= limit.points) return true
  await adjustCalls(limit, key, -points)
  return false
}

/** Forgets what was counted for `key`, as after a successful sign-in. */
export async function clearCalls(limit: CallLimit, key: string): Promise<void> {
  await limiter(limit).delete(key)
}

export async function closeLimits(): Promise<void> {
  await shared.mascateLimits?.pool.end()
  shared.mascateLimits = undefined
}
