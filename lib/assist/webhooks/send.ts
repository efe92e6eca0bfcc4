import 'server-only'
import { callOut, OutboundError } from '@/lib/core/http/outbound'
import { howToCall } from '@/lib/core/http/outbound-address'
import { openSecret, SIGNATURE_HEADER, signBody } from './signature'

const CALL_MS = 10_000
const CONNECT_MS = 5000
const MOST_BYTES = 64 * 1024
const SAID_CHARS = 300

export type Due = {
  id: string
  attempts: number
  endpointId: string
  url: string
  secret: string
  formerSecret: string | null
  eventId: string
  kind: string
  data: Record<string, unknown>
  createdAt: Date
}

export const callProblems = [
  'forbidden',
  'unreachable',
  'timeout',
  'redirected',
  'tooLarge',
  'status',
  'failed',
] as const
export type CallProblem = (typeof callProblems)[number]
export type Outcome = {
  ok: boolean
  status: number | null
  problem: CallProblem | null
  said: string | null
  tookMs: number
}

/** The same bytes at each attempt: the event's id, its kind and thin facts. */
export const bodyOf = (organizationId: string, { eventId, kind, data, createdAt }: Due) =>
  JSON.stringify({ id: eventId, type: kind, createdAt: createdAt.toISOString(), organizationId, data })

/** One call of the address. Whatever becomes of it is an outcome. */
export async function sendDelivery(organizationId: string, due: Due): Promise<Outcome> {
  const from = performance.now()
  const ended = (outcome: Omit<Outcome, 'tookMs'>): Outcome => ({
    ...outcome,
    tookMs: Math.round(performance.now() - from),
  })
  const failed = (problem: CallProblem) => ended({ ok: false, status: null, problem, said: null })
  const how = howToCall(due.url)
  if (!how) return failed('forbidden')
  try {
    const { status, body } = await callOut(due.url, {
      ...how,
      allow: [new URL(due.url).host],
      method: 'POST',
      timeoutMs: CALL_MS,
      connectMs: CONNECT_MS,
      maxBytes: MOST_BYTES,
      ...signed(organizationId, due),
    })
    const ok = status >= 200 && status < 300
    return ended({ ok, status, problem: ok ? null : 'status', said: plain(body) })
  } catch (error) {
    return failed(problemOf(error))
  }
}

function signed(organizationId: string, due: Due) {
  const body = bodyOf(organizationId, due)
  const encrypted = [due.secret, ...(due.formerSecret ? [due.formerSecret] : [])]
  const secrets = encrypted.map((one) => openSecret(organizationId, due.endpointId, one))
  const signature = signBody(body, secrets, Math.floor(Date.now() / 1000))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mascate-Webhooks/1',
      'mascate-event': due.eventId,
      [SIGNATURE_HEADER]: signature,
    },
  }
}

function problemOf(error: unknown): CallProblem {
  if (!(error instanceof OutboundError)) return 'failed'
  if (error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'EPRIVATE') return 'forbidden'
  switch (error.problem) {
    case 'forbiddenHost':
      return 'forbidden'
    case 'unreachable':
    case 'timeout':
    case 'redirected':
    case 'tooLarge':
      return error.problem
    default:
      return 'failed'
  }
}

/** The other side's answer, as text that can be stored and shown. */
const plain = (body: Buffer) =>
  body
    .subarray(0, SAID_CHARS * 4)
    .toString('utf8')
    .replace(/[\p{Cc}\p{Surrogate}\uFFFD]+/gu, ' ')
    .trim()
    .slice(0, SAID_CHARS) || null
