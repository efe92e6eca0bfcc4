import 'server-only'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from './client-network'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { networksOf, privateIpv4, privateIpv6 } from '@/lib/core/http/private-networks'
import { limitConcurrencyByKey } from '@/lib/core/process/concurrency'
import { keepInProcess } from '@/lib/core/process/process-state'

/** Pages and actions of one person at once: more of them would only take turns on the one core, before everybody else's. */
const OF_A_PERSON = { atOnce: 4, waiting: 80 }
/** The same for strangers from one network, behind which many people may be. */
const OF_A_NETWORK = { atOnce: 16, waiting: 200 }
/** Bodies that one person sends to routes, at most 50 MB each. */
const BODIES = { atOnce: 4, waiting: 30 }
/** Reads of routes by one person: as many as a browser asks of one host at once. */
const READS = { atOnce: 6, waiting: 300 }

const strangers = limitConcurrencyByKey(OF_A_NETWORK)
const lines = {
  page: limitConcurrencyByKey(OF_A_PERSON),
  body: limitConcurrencyByKey(BODIES),
  read: limitConcurrencyByKey(READS),
}

/** Actions that no page sends: of a program, or of a page from before an upgrade, which then loads again. */
const REJECTED = { points: 30, duration: 60 }
const rejected = keepInProcess(new Map<'all', RateLimiterMemory>())
const rejections = () => {
  const known = rejected.get('all') ?? new RateLimiterMemory(REJECTED)
  rejected.set('all', known)
  return known
}

export type Caller = { key: string; hasSession: boolean }

/**
 * Whose request it is: of a person, by whatever session, or else of a network. Null where nothing tells networks apart, as behind a proxy of
 * this computer that is not said to be one: strangers who share one line could keep each other out.
 */
export function callerOf(
  cookie: Record<string, unknown> | null,
  headers: IncomingHttpHeaders,
  peer: string | undefined,
): Caller | null {
  const who = cookie?.person ?? cookie?.secret
  if (typeof who === 'string') return { key: createHash('sha256').update(who).digest('base64url'), hasSession: true }
  const trusted = env().TRUSTED_PROXIES
  if (trusted === 0) return peer && !isOfThisNetwork(peer) ? { key: networkOf(peer), hasSession: false } : null
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  return { key: networkOf(hops.at(-trusted) ?? ''), hasSession: false }
}

const near = networksOf([...privateIpv4, ['127.0.0.0', 8]], [...privateIpv6, ['::1', 128]])

/** This computer or its own network, where a proxy may stand. */
const isOfThisNetwork = (address: string) => {
  const network = networkOf(address)
  return isIP(network) === 4 ? near.check(network) : near.check(address.split('%')[0]!, 'ipv6')
}

/** Waits for the caller's turn, which ends with the answer; false where too many wait already. */
export function takeTurn(
  { key, hasSession }: Caller,
  kind: keyof typeof lines,
  response: ServerResponse,
): Promise<boolean> {
  const limited = hasSession ? lines[kind] : strangers
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

/** Counts the action where its answer is a refusal of the request itself: our own refusals answer 200. */
export function countRejected({ key }: Caller, response: ServerResponse): void {
  response.once('finish', () => {
    if (response.statusCode >= 400) void rejections().penalty(key)
  })
}
