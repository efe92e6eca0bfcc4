import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'

/** Upper ends in seconds, as histograms of Prometheus take them. */
export const DURATION_ENDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

type Durations = { atMost: number[]; sum: number; count: number }
type Tally = {
  requests: Map<string, number>
  durations: Map<string, Durations>
  actions: Map<string, number>
  loop?: IntervalHistogram
}

// Each route is a bundle of its own, and they count together.
const shared = globalThis as { mascateTally?: Tally }
export const tally = (): Tally =>
  (shared.mascateTally ??= { requests: new Map(), durations: new Map(), actions: new Map() })

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** The outcome of an action; its name is not kept. */
export const countAction = (outcome: 'done' | 'refused' | 'failed') => add(tally().actions, outcome)

const KINDS: [string, (request: IncomingMessage) => boolean][] = [
  ['action', ({ method, headers }) => method === 'POST' && 'next-action' in headers],
  ['api', ({ url = '' }) => url.startsWith('/api/')],
  ['asset', ({ url = '' }) => url.startsWith('/_next/')],
]
const kindOf = (request: IncomingMessage) => KINDS.find(([, is]) => is(request))?.[0] ?? 'page'

/** By kind and class of status alone: addresses and methods are the callers' words, and would make as many series as they like. */
function countRequest(kind: string, response: ServerResponse, seconds: number) {
  const { requests, durations } = tally()
  add(requests, `${kind} ${response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted'}`)
  const known = durations.get(kind) ?? { atMost: DURATION_ENDS.map(() => 0), sum: 0, count: 0 }
  durations.set(kind, known)
  known.sum += seconds
  known.count += 1
  DURATION_ENDS.forEach((end, i) => seconds <= end && (known.atMost[i]! += 1))
}

/** Counts what this process's web server answers, and how long its event loop is held up. */
export function watchProcess(): void {
  const counts = tally()
  if (counts.loop) return
  counts.loop = monitorEventLoopDelay({ resolution: 20 })
  counts.loop.enable()
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const since = performance.now()
    const kind = kindOf(request)
    response.once('close', () => countRequest(kind, response, (performance.now() - since) / 1000))
  })
}
