import type { ErrorCode, ErrorValues, FieldErrors } from '@/lib/core/errors'

/** On every answer of `/api/functions`; what lacks it was answered by something between the browser and us. */
export const FUNCTION_HEADER = 'x-mascate-function'
const DEADLINE_MS = 35_000

/** The three ways in which a call fails. */
export type FunctionFailure =
  | { kind: 'notSent'; late: boolean }
  | { kind: 'relay'; status: number }
  | {
      kind: 'refused'
      status: number
      code: ErrorCode
      fields?: FieldErrors
      values?: ErrorValues
      reference?: string
    }

export class FunctionError extends Error {
  constructor(readonly failure: FunctionFailure) {
    super(failure.kind === 'refused' ? `${failure.kind}: ${failure.code}` : failure.kind)
    this.name = 'FunctionError'
  }
}

export type FunctionCall = {
  token: string
  input?: Record<string, unknown>
  /** Sent again with the same key, a call that changes something counts once. */
  key?: string
  signal?: AbortSignal
  deadlineMs?: number
  fetch?: typeof fetch
}
/** By the content type: JSON as data, text, a stream of events, or whatever else as a blob. */
export type FunctionAnswer =
  | { type: 'json'; data: unknown }
  | { type: 'text'; text: string }
  | { type: 'events'; stream: ReadableStream<Uint8Array> }
  | { type: 'blob'; blob: Blob }

/** Calls a server function. Fails only with a FunctionError, which says on which part of the way. */
export async function callFunction(name: string, call: FunctionCall): Promise<FunctionAnswer> {
  const { token, input = {}, key, deadlineMs = DEADLINE_MS } = call
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const signals = [deadline.signal, ...(call.signal ? [call.signal] : [])]
  const lost = (): FunctionError => new FunctionError({ kind: 'notSent', late: deadline.signal.aborted })
  try {
    const response = await (call.fetch ?? fetch)(`/api/functions/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(input),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    }).catch(() => {
      throw lost()
    })
    if (!response.headers.has(FUNCTION_HEADER)) throw relayed(response.status)
    if (!response.ok) throw await refusal(response)
    return await read(response).catch(() => {
      throw deadline.signal.aborted ? lost() : relayed(response.status)
    })
  } finally {
    clearTimeout(timer)
  }
}

const relayed = (status: number) => new FunctionError({ kind: 'relay', status })

async function refusal(response: Response): Promise<FunctionError> {
  const { status } = response
  const said = (await response.json().catch(() => null)) as { error?: ErrorCode } | null
  if (!said?.error) return relayed(status)
  const { error: code, ...details } = said
  return new FunctionError({ ...details, kind: 'refused', status, code })
}

async function read(response: Response): Promise<FunctionAnswer> {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'application/json' || type.endsWith('+json')) return { type: 'json', data: await response.json() }
  if (type === 'text/event-stream' && response.body) return { type: 'events', stream: response.body }
  if (type.startsWith('text/')) return { type: 'text', text: await response.text() }
  return { type: 'blob', blob: await response.blob() }
}

/** The code of the catalogue for a failure. */
export function codeOf(failure: FunctionFailure): ErrorCode {
  if (failure.kind === 'notSent') return failure.late ? 'connectionTimeout' : 'functionNotSent'
  return failure.kind === 'relay' ? 'functionRelayError' : failure.code
}
