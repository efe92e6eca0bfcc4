import 'server-only'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from './client-network'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { limitConcurrencyByKey } from '@/lib/core/process/concurrency'
import { keepInProcess } from '@/lib/core/process/process-state'

/** Pages and actions of one session at once: more of them would only take turns on the one core, before everybody else's. */
const OF_A_SESSION = { atOnce: 4, waiting: 80 }
/** The same for strangers from one network, behind which many people may be. */
const OF_A_NETWORK = { atOnce: 16, waiting: 200 }
/** Bodies that one session sends to routes, at most 50 MB each. */
const BODIES = { atOnce: 4, waiting: 30 }

const pages = limitConcurrencyByKey(OF_A_SESSION)
const strangers = limitConcurrencyByKey(OF_A_NETWORK)
const bodies = limitConcurrencyByKey(BODIES)

/** Actions that no page sends: of a program, or of a page from before an upgrade, which then loads again. */
const REJECTED = { points: 30, duration: 60 }
const rejected = keepInProcess(new Map<'all', RateLimiterMemory>())
const rejections = () => {
  const known = rejected.get('all') ?? new RateLimiterMemory(REJECTED)
  rejected.set('all', known)
  return known
}

export type SentHeaders = NodeJS.Dict<string | string[]>
export type Caller = { key: string; hasSession: boolean }

/**
 * Whose request it is: of a session, however often its cookie was renewed, or else of a network. Null where no trusted proxy tells networks
 * apart: strangers who share one line could keep each other out.
 */
export function callerOf(headers: SentHeaders, secret: unknown): Caller | null {
  if (typeof secret === 'string')
    return { key: createHash('sha256').update(secret).digest('base64url'), hasSession: true }
  const trusted = env().TRUSTED_PROXIES
  if (trusted === 0) return null
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  return { key: networkOf(hops.at(-trusted) ?? ''), hasSession: false }
}

/** Waits for the caller's turn, which ends with the answer; false where too many wait already. */
export function takeTurn(
  { key, hasSession }: Caller,
  kind: 'page' | 'body',
  response: ServerResponse,
): Promise<boolean> {
  const limited = kind === 'body' ? bodies : hasSession ? pages : strangers
  return new Promise((resolve, reject) => {
    const turn = limited(key, async () => {
      if (response.destroyed || response.closed) return resolve(true)
      const ended = new Promise<void>((end) => response.once('close', end))
      resolve(true)
      await ended
    })
    turn.catch((error: unknown) => (error instanceof UserError ? resolve(false) : reject(error as Error)))
  })
}

/** Whether the caller has sent so many rejected actions that no further one is looked at. */
export async function isRejecting({ key }: Caller): Promise<boolean> {
  return ((await rejections().get(key))?.consumedPoints ?? 0) >= REJECTED.points
}

export const addRejected = ({ key }: Pick<Caller, 'key'>) => rejections().penalty(key)

/** Counts the action where its answer is a refusal of the request itself: our own refusals answer 200. */
export function countRejected({ key }: Caller, response: ServerResponse): void {
  response.once('finish', () => {
    if (response.statusCode >= 400) void addRejected({ key })
  })
}
