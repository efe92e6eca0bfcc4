import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export const PREFIX = 'mascate_'

function createTelemetry() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    isWatching: false,
    requests: new Counter({
      name: `${PREFIX}requests_total`,
      help: 'Requests answered, by kind and class of status.',
      labelNames: ['kind', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: `${PREFIX}request_duration_seconds`,
      help: 'From the request to its last byte.',
      labelNames: ['kind'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    actions: new Counter({
      name: `${PREFIX}actions_total`,
      help: 'Actions, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}

// Each route is a bundle of its own, and they count together.
const shared = globalThis as { mascateTelemetry?: ReturnType<typeof createTelemetry> }
export const telemetry = () => (shared.mascateTelemetry ??= createTelemetry())

/** Counts an action by its outcome; its name is not kept. */
export const countAction = (outcome: 'done' | 'refused' | 'failed') => telemetry().actions.inc({ outcome })

const KINDS: [string, (request: IncomingMessage) => boolean][] = [
  ['action', ({ method, headers }) => method === 'POST' && 'next-action' in headers],
  ['api', ({ url = '' }) => url.startsWith('/api/')],
  ['asset', ({ url = '' }) => url.startsWith('/_next/')],
]
const kindOf = (request: IncomingMessage) => KINDS.find(([, is]) => is(request))?.[0] ?? 'page'

/** By kind and class of status only: a caller chooses addresses and methods, and could create any number of series. */
function countRequest(kind: string, response: ServerResponse, seconds: number) {
  const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted'
  telemetry().requests.inc({ kind, status })
  telemetry().durations.observe({ kind }, seconds)
}

/** Counts the responses of this process's web server, and watches its memory and event loop. */
export function watchProcess(): void {
  const watched = telemetry()
  if (watched.isWatching) return
  watched.isWatching = true
  collectDefaultMetrics({ register: watched.registry, prefix: PREFIX, eventLoopMonitoringPrecision: 20 })
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const since = performance.now()
    const kind = kindOf(request)
    response.once('close', () => countRequest(kind, response, (performance.now() - since) / 1000))
  })
}
