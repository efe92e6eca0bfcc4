import 'server-only'
import { ManusBusy, ManusRefusal } from '../manus/client'
import { OutboundError } from '@/lib/core/http/outbound'
import type { ErrorCode } from '@/lib/core/errors'

/** The outcome of a call that must not happen twice: not sent or without effect, refused, or unknown. */
export type Outcome =
  | { kind: 'later'; afterMs?: number }
  | { kind: 'refused'; code: ErrorCode; detail: string }
  | { kind: 'unclear' }

// The connection never stood, so nothing was said.
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ManusBusy) return { kind: 'later' }
  if (error instanceof ManusRefusal) {
    const { status, code, retryAfterMs } = error
    if (status === 429 || code === 'rate_limited')
      return { kind: 'later', ...(retryAfterMs !== undefined && { afterMs: retryAfterMs }) }
    const isKey = status === 401 || status === 403
    return { kind: 'refused', code: isKey ? 'agentKeyRefused' : 'agentRefused', detail: `${status} ${code}` }
  }
  if (!(error instanceof OutboundError)) throw error
  const { code } = (error.cause ?? {}) as { code?: string }
  return error.problem === 'forbiddenHost' || (code && neverConnected.has(code))
    ? { kind: 'later' }
    : { kind: 'unclear' }
}
