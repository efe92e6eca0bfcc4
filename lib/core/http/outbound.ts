import 'server-only'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { isLoopback } from '../env'
import { keepInProcess } from '../process/process-state'

export type OutboundRequest = {
  /** Hosts, with their port where it is not the usual one, that the call may go to. */
  allow: readonly string[]
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The whole call, answer included. */
  timeoutMs?: number
  connectMs?: number
  maxBytes?: number
  /** How the host's name becomes an address, where not every address may be called. */
  lookup?: LookupFunction
}
export type OutboundAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

type Problem = 'forbiddenHost' | 'unreachable' | 'timeout' | 'redirected' | 'tooLarge' | 'refused' | 'malformed'

/** A call that brought nothing usable. `refused` carries the status, and the body for who knows the other side's codes. */
export class OutboundError extends Error {
  readonly status?: number
  readonly body?: string
  readonly retryAfterMs?: number

  constructor(
    readonly problem: Problem,
    readonly host: string,
    details: { status?: number; body?: string; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(`${host}: ${problem}${details.status ? ` (${details.status})` : ''}`, { cause: details.cause })
    this.name = 'OutboundError'
    this.status = details.status
    this.body = details.body
    this.retryAfterMs = details.retryAfterMs
  }
}

const TIMEOUT_MS = 15_000
export const CONNECT_MS = 5000
const MAX_BYTES = 1_048_576
const RETRIES = 3
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 32_000
/** A daily limit is over by then; a longer wait is requested again by the server. */
const LONGEST_BACKOFF_MS = 24 * 3_600_000

export const isRedirect = (status: number, headers: IncomingHttpHeaders) =>
  [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined

export function allowedUrl(address: string, allow: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  const isSafe = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(address)))
  if (!isSafe || url.username || url.password || !allow.includes(url.host))
    throw new OutboundError('forbiddenHost', url?.host ?? 'unknown')
  return url
}

/** One call to an allowed host, over https unless it is this computer. Redirects are never followed. Any status is an answer. */
export async function callOut(address: string, request: OutboundRequest): Promise<OutboundAnswer> {
  const url = allowedUrl(address, request.allow)
  const { method = 'GET', headers = {}, body, maxBytes = MAX_BYTES } = request
  const fail = (problem: Problem, cause?: unknown) => new OutboundError(problem, url.host, { cause })
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      // Each call its own connection: one kept open and closed by the other side meanwhile would fail a call that must not be repeated.
      agent: false,
      ...(request.lookup && { lookup: request.lookup }),
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    })
    const end = (problem: Problem) => call.destroy(fail(problem))
    const whole = setTimeout(() => end('timeout'), request.timeoutMs ?? TIMEOUT_MS)
    const connecting = setTimeout(() => end('unreachable'), request.connectMs ?? CONNECT_MS)
    const connected = () => clearTimeout(connecting)
    call.once('socket', (socket) => {
      if (!socket.connecting) return connected()
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
    })
    call.once('close', () => [whole, connecting].forEach(clearTimeout))
    call.once('error', (error) => reject(error instanceof OutboundError ? error : fail('unreachable', error)))
    call.once('response', (answer) => {
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) return answer.destroy(fail('tooLarge'))
        chunks.push(chunk)
      })
      answer.once('error', (error) => reject(error instanceof OutboundError ? error : fail('unreachable', error)))
      answer.once('end', () => {
        const status = answer.statusCode ?? 0
        if (isRedirect(status, answer.headers)) return reject(fail('redirected'))
        resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) })
      })
    })
    call.end(body)
  })
}

/** The wait that Retry-After asks for, in seconds or as a date; a day at most. */
export function retryAfterMs(headers: IncomingHttpHeaders, now = Date.now()): number | undefined {
  const text = headers['retry-after']
  if (!text) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_BACKOFF_MS)
}

/** Whether the same call may well succeed in a moment. */
export const passes = (status: number) => status === 408 || status === 429 || status >= 500

/** The wait before the first retry: a test of what comes of a failed call puts a short one in place, which goes with the state of the process. */
export const firstRetry = keepInProcess({
  waitMs: FIRST_WAIT_MS,
  clear() {
    this.waitMs = FIRST_WAIT_MS
  },
})

/** How long to wait before the next attempt: what the other side asks, else longer each time, never all at once. */
export const backoffMs = (attempt: number, waitMs?: number, firstMs = firstRetry.waitMs) =>
  waitMs ?? Math.min(LONGEST_WAIT_MS, firstMs * 2 ** attempt) * (0.5 + Math.random() / 2)

export const refusalOf = ({ status, headers, body }: OutboundAnswer, host: string) =>
  new OutboundError('refused', host, {
    status,
    body: body.toString('utf8').slice(0, 4000),
    retryAfterMs: retryAfterMs(headers),
  })

type JsonRequest<S extends z.ZodType> = Omit<OutboundRequest, 'body'> & {
  schema: S
  /** Sent as JSON, or as a form where it is URLSearchParams. */
  body?: Record<string, unknown> | URLSearchParams
  /** How often to try again what may pass by itself; nothing that must not happen twice. */
  retries?: number
}

/** A call that answers JSON of a known shape. All attempts and their waits fit into `timeoutMs`. */
export async function fetchJson<S extends z.ZodType>(
  address: string,
  { schema, body, headers, timeoutMs = TIMEOUT_MS, ...request }: JsonRequest<S>,
): Promise<z.output<S>> {
  const isForm = body instanceof URLSearchParams
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const text = isForm ? body.toString() : JSON.stringify(body)
  const retries = request.retries ?? (request.method && request.method !== 'GET' ? 0 : RETRIES)
  const deadline = Date.now() + timeoutMs
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await callOut(address, {
      ...request,
      ...(text !== undefined && { body: text }),
      headers: { accept: 'application/json', ...(text !== undefined && { 'content-type': type }), ...headers },
      timeoutMs: Math.max(1, deadline - Date.now()),
    }).catch((error: unknown) => error)
    const failure = outcome instanceof Error ? outcome : refusalUnlessOk(outcome as OutboundAnswer, address)
    if (!failure) return parse(outcome as OutboundAnswer, schema, address)
    const pauseMs = mayPass(failure) ? backoffMs(attempt, failure.retryAfterMs) : Infinity
    if (attempt >= retries || Date.now() + pauseMs >= deadline) throw failure
    await wait(pauseMs)
  }
}

const mayPass = (error: Error): error is OutboundError =>
  error instanceof OutboundError && (error.problem === 'unreachable' || passes(error.status ?? 0))

const refusalUnlessOk = (answer: OutboundAnswer, address: string) =>
  answer.status >= 200 && answer.status < 300 ? null : refusalOf(answer, new URL(address).host)

function parse<S extends z.ZodType>({ body }: OutboundAnswer, schema: S, address: string): z.output<S> {
  try {
    return schema.parse(body.length === 0 ? {} : JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new OutboundError('malformed', new URL(address).host, { cause })
  }
}
