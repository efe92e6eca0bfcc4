import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readActionIds, root } from '../bench/product'

/** `unknown`: it may have been done or not, and is asked again under the same key. */
export type Answer<T = unknown> =
  | { kind: 'accepted'; data: T }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown'; why: string }
export type Seller = { organizationId: string; userId: string; cookie: string }
export type Call = { name: string; key: string; input: unknown }

/** Codes of an unknown outcome, or of a request that was not looked at yet. */
const UNANSWERED = new Set(['unavailable', 'unexpected', 'requestInFlight', 'tooManyRequests'])
const PATIENCE_MS = 20_000
const RETRIED_FOR_MS = 90_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 1000]

let build = '.next'
let actionIds: Map<string, string> | undefined

/** The actions of the checkout in that folder are called: each build names them its own way. */
export function callActionsOf(folder: string): void {
  build = join(relative(root, folder), '.next')
  actionIds = undefined
}

/** As the browser calls it: through the built app's HTTP, session, right, limit and shape. */
export async function callAction<T>(
  app: string,
  { organizationId, cookie }: Seller,
  { name, key, input }: Call,
  patienceMs = PATIENCE_MS,
): Promise<Answer<T>> {
  actionIds ??= readActionIds(build)
  try {
    const answer = await fetch(`${app}/dashboard/orders`, {
      method: 'POST',
      headers: {
        accept: 'text/x-component',
        'content-type': 'text/plain;charset=UTF-8',
        origin: app,
        'next-action': actionIds.get(name)!,
        cookie,
      },
      body: JSON.stringify([{ organizationId, idempotencyKey: key }, input]),
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await answer.text()
    const json = /^\w+:(\{"ok":.*\})$/m.exec(text)?.[1]
    if (!json) return { kind: 'unknown', why: `status ${answer.status}` }
    const result = JSON.parse(json) as { ok: true; data: T } | { ok: false; error: string }
    if (result.ok) return { kind: 'accepted', data: result.data }
    return UNANSWERED.has(result.error)
      ? { kind: 'unknown', why: result.error }
      : { kind: 'refused', code: result.error }
  } catch (error) {
    return { kind: 'unknown', why: whyOf(error as Error & { cause?: { code?: string } }) }
  }
}

const whyOf = ({ name, cause }: Error & { cause?: { code?: string } }) => cause?.code ?? name

export class Tally {
  private readonly counts = new Map<string, number>()
  add(reason: string): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1)
  }
  of(reason: string): number {
    return this.counts.get(reason) ?? 0
  }
  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }
  toString(): string {
    return [...this.counts].map(([reason, count]) => `${reason} ${count}`).join(', ') || 'none'
  }
}

/**
 * Sends one request to one process after the other, under one key, until the outcome is known; `tally` counts the other
 * answers. Unknown only after a minute and a half.
 */
export async function callUntilAnswered<T>(
  apps: readonly string[],
  seller: Seller,
  call: Call,
  tally: Tally,
): Promise<Answer<T>> {
  const until = performance.now() + RETRIED_FOR_MS
  for (let attempt = 0; ; attempt += 1) {
    const answer = await callAction<T>(apps[attempt % apps.length]!, seller, call)
    if (answer.kind !== 'unknown') return answer
    tally.add(answer.why)
    if (performance.now() > until) return answer
    await wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10)))
  }
}

/** `work` for 0 … count-1, `lanes` at a time. */
export async function inParallel(lanes: number, count: number, work: (index: number, lane: number) => Promise<void>) {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(lanes, count) }, async (_, lane) => {
      for (let index = next++; index < count; index = next++) await work(index, lane)
    }),
  )
}
