import { setTimeout as wait } from 'node:timers/promises'
import { backoffMs, callOut, OutboundError, type OutboundAnswer } from '@/lib/core/http/outbound'
import type { AppCaller, ShopCaller, ShopeeApp } from './app'
import { throughBreaker } from './breaker'
import { isBusy } from './error-codes'
import { readEnvelope, readFileAnswer, type Envelope, type FileAnswer } from './envelope'
import { asKind, ShopeeError } from './errors'
import { writeJson } from './json'
import { signedQuery } from './signing'
import { keepInProcess } from '@/lib/core/process/process-state'

const TOLERATED_MS = 60_000
const offsets = keepInProcess(new Map<string, number>())

/**
 * The platform takes timestamps within five minutes of its own clock; its answers show a host how far its clock is off.
 */
const platformSeconds = (host: string): number => Math.floor((Date.now() + (offsets.get(host) ?? 0)) / 1000)

/** Remembers how far the platform's clock is from ours. Answers whether that changes what will be sent. */
function learnClock(host: string, dateHeader: string | undefined): boolean {
  const theirs = dateHeader ? Date.parse(dateHeader) : NaN
  if (Number.isNaN(theirs)) return false
  const offset = theirs - Date.now()
  const before = offsets.get(host) ?? 0
  const after = Math.abs(offset) > TOLERATED_MS ? offset : 0
  offsets.set(host, after)
  return Math.abs(after - before) > TOLERATED_MS
}

type Scalar = string | number | boolean | Date
export type Query = Record<string, Scalar | readonly Scalar[] | { each: readonly Scalar[] } | undefined>
export type Upload = { field: string; fileName: string; type: string; bytes: Uint8Array }

export type Call = {
  path: string
  /** An array is joined by commas; under `each` its key is repeated. */
  query?: Query
  /** Makes it a POST; bigints keep their digits. */
  body?: Record<string, unknown>
  form?: { fields: Record<string, Scalar>; file: Upload }
  /** Sending it twice does what sending it once does. A call that is not is never repeated by itself. */
  repeatable: boolean
  /** Codes that still bring a result per element. */
  partialCodes?: readonly string[]
  maxBytes?: number
  /** For a file: an empty one is an answer, to be requested again by the caller, and no fault of the host. */
  mayBeEmpty?: boolean
}

const DEADLINE_MS = 30_000
const RETRIES = 3
const MAX_BYTES = 16 * 1024 * 1024
const MAX_FILE_BYTES = 64 * 1024 * 1024
/** Network errors before a request has left. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'CERT_HAS_EXPIRED']

const wire = (value: Scalar) => (value instanceof Date ? String(Math.floor(value.getTime() / 1000)) : String(value))

function queryOf(query: Query): URLSearchParams {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (Array.isArray(value)) params.append(key, value.map(wire).join(','))
    else if (typeof value === 'object' && 'each' in value) value.each.forEach((one) => params.append(key, wire(one)))
    else params.append(key, wire(value as Scalar))
  }
  return params
}

async function contentOf({ body, form }: Call) {
  if (body) return { body: writeJson(body), type: 'application/json' }
  if (!form) return null
  const data = new FormData()
  for (const [key, value] of Object.entries(form.fields)) data.append(key, wire(value))
  const { field, bytes, type, fileName } = form.file
  data.append(field, new Blob([Uint8Array.from(bytes)], { type }), fileName)
  const encoded = new Response(data)
  return { body: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

const shopOf = (caller: AppCaller | ShopCaller) => ('shopId' in caller ? caller : null)

async function send(app: ShopeeApp, caller: AppCaller | ShopCaller, call: Call, timeoutMs: number) {
  const url = new URL(call.path, app.apiUrl)
  const at = platformSeconds(url.host)
  const params = queryOf(call.query ?? {})
  const common = signedQuery(app, url.pathname, at, shopOf(caller) ?? undefined)
  for (const [key, value] of Object.entries(common)) params.set(key, value)
  url.search = params.toString()
  const content = await contentOf(call)
  return callOut(url.toString(), {
    allow: [url.host],
    method: content ? 'POST' : 'GET',
    headers: { accept: '*/*', ...(content && { 'content-type': content.type }) },
    ...(content && { body: content.body }),
    timeoutMs,
    connectMs: Math.min(5000, timeoutMs),
    maxBytes: call.maxBytes ?? MAX_BYTES,
  })
}

function asShopeeError(error: unknown, call: Call): ShopeeError {
  if (error instanceof ShopeeError) {
    const mayHaveHappened = (error.kind === 'transient' && !isBusy(error.code)) || error.kind === 'malformed'
    return call.repeatable || !mayHaveHappened ? error : asKind(error, 'outcomeUnknown')
  }
  if (!(error instanceof OutboundError)) throw error
  const { problem, cause } = error
  if (problem === 'forbiddenHost' || problem === 'redirected')
    return new ShopeeError('appMisconfigured', call.path, { cause })
  if (call.repeatable)
    return new ShopeeError(problem === 'tooLarge' ? 'malformed' : 'transient', call.path, { cause: error })
  const code = (cause as { code?: string } | undefined)?.code
  const isUnsent = problem === 'unreachable' && (cause === undefined || UNSENT.includes(code ?? ''))
  return new ShopeeError(isUnsent ? 'transient' : 'outcomeUnknown', call.path, { cause: error })
}

/** How long until the next attempt makes sense, or null where it does not. */
function pauseMs(error: ShopeeError, attempt: number, hasLearntClock: boolean): number | null {
  if (error.kind === 'clockSkew' && hasLearntClock && attempt === 0) return 0
  // One gateway of several may be off: another may not.
  if (!['transient', 'malformed', 'rateLimited', 'clockSkew'].includes(error.kind)) return null
  return backoffMs(attempt, error.retryAfterMs)
}

async function perform<T>(caller: AppCaller | ShopCaller, call: Call, read: (answer: OutboundAnswer) => T): Promise<T> {
  const { app } = caller
  const { host } = new URL(app.apiUrl)
  const shop = shopOf(caller)
  const deadline = Date.now() + (caller.deadlineMs ?? DEADLINE_MS)
  const leftMs = () => Math.max(1, deadline - Date.now())
  for (let attempt = 0; ; attempt += 1) {
    await shop?.limiter.takeTurn(shop.shopId, 1, leftMs())
    let hasLearntClock = false
    const outcome = await throughBreaker(host, call.path, async () => {
      try {
        const answer = await send(app, caller, call, Math.min(app.fetchTimeoutMs, leftMs()))
        hasLearntClock = learnClock(host, answer.headers.date)
        return { value: read(answer) }
      } catch (error) {
        throw asShopeeError(error, call)
      }
    }).catch((error: unknown) => {
      if (error instanceof ShopeeError) return error
      throw error
    })
    if (!(outcome instanceof ShopeeError)) return outcome.value
    const pause = pauseMs(outcome, attempt, hasLearntClock)
    // The whole shop waits, not only this call.
    if (outcome.kind === 'rateLimited' && pause !== null) await shop?.limiter.holdBack(shop.shopId, pause)
    // A wrong time is refused at the gate: whatever the call would do, it has not been done.
    const mayRepeat = call.repeatable || (outcome.kind === 'clockSkew' && hasLearntClock && attempt === 0)
    const isLast =
      pause === null ||
      !mayRepeat ||
      attempt >= (caller.retries ?? RETRIES) + (pause === 0 ? 1 : 0) ||
      Date.now() + pause >= deadline
    if (isLast) throw outcome
    await wait(pause)
  }
}

/** A call that answers an envelope; throws ShopeeError and nothing else. */
export const callShopee = (caller: AppCaller | ShopCaller, call: Call): Promise<Envelope> =>
  perform(caller, call, (answer) => readEnvelope(answer, call.path, call.partialCodes))

/** A call that answers a file; throws ShopeeError and nothing else. */
export const callForFile = (caller: ShopCaller, call: Call): Promise<FileAnswer> =>
  perform(caller, { maxBytes: MAX_FILE_BYTES, ...call }, (answer) => readFileAnswer(answer, call.path, call.mayBeEmpty))
