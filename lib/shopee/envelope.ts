import { retryAfterMs, type OutboundAnswer } from '@/lib/core/http/outbound'
import { bareCode, kindOfCode, kindOfStatus } from './error-codes'
import { ShopeeError } from './errors'
import { parseJson } from './json'

/** A success, or a batch of which some or all elements failed. */
export type Envelope = {
  /** Where most endpoints put their answer. */
  response: unknown
  /** The whole body: the flat endpoints answer beside the envelope's own fields. */
  body: Record<string, unknown>
  requestId: string
}
export type FileAnswer = { bytes: Buffer; contentType: string }

const MARKS = ['error', 'response', 'request_id']
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Success is an empty error; absent, null, 0 and the placeholder "-" are seen for it. */
const codeOf = (error: unknown): string => {
  const code = textOf(error)
  return ['', '-', '0', 'false'].includes(code) ? '' : code
}

/** The app's calls are counted by days of UTC+8. */
export const nextDailyReset = (now: Date): Date =>
  new Date(Math.floor((now.getTime() + 8 * HOUR_MS) / DAY_MS) * DAY_MS + DAY_MS - 8 * HOUR_MS)

function parseBody(body: Buffer): Record<string, unknown> | null {
  try {
    const parsed = parseJson(body.toString('utf8').replace(/^\uFEFF/, ''))
    return isRecord(parsed) && MARKS.some((mark) => Object.hasOwn(parsed, mark)) ? parsed : null
  } catch {
    return null
  }
}

/** Without a list of the elements the code is all that the answer says. */
const hasElements = (response: unknown) =>
  isRecord(response) && Object.values(response).some((value) => Array.isArray(value) && value.length > 0)

/**
 * The body decides, with any status: business errors come with 200. Only where the body is no envelope (a proxy's page,
 * half an answer, nothing) the status is all there is.
 */
export function readEnvelope(answer: OutboundAnswer, path: string, partialCodes: readonly string[] = []): Envelope {
  const { status, headers } = answer
  const waitMs = retryAfterMs(headers)
  const body = parseBody(answer.body)
  if (!body || isRecord(body.error) || Array.isArray(body.error))
    throw new ShopeeError(kindOfStatus(status), path, { status, retryAfterMs: waitMs })
  const code = codeOf(body.error)
  const requestId = textOf(body.request_id)
  const isPartial = partialCodes.includes(bareCode(code)) && hasElements(body.response)
  if (code === '' || isPartial) return { response: body.response, body, requestId }
  const text = textOf(body.message) || textOf(body.msg)
  const kind = kindOfCode(code, text)
  throw new ShopeeError(kind, path, {
    code,
    text,
    requestId,
    status,
    ...((kind === 'rateLimited' || kind === 'transient') && { retryAfterMs: waitMs }),
    ...(kind === 'dailyLimit' && { retryAt: nextDailyReset(new Date()) }),
  })
}

/** A file, or the platform's words why there is none. */
export function readFileAnswer(answer: OutboundAnswer, path: string, mayBeEmpty = false): FileAnswer {
  const { status, headers, body } = answer
  const contentType = headers['content-type'] ?? ''
  if (mayBeEmpty && body.length === 0 && status >= 200 && status < 300) return { bytes: body, contentType }
  const start = body.subarray(0, 64).toString('latin1').trimStart()
  const isFile =
    status >= 200 && status < 300 && body.length > 0 && !/^[{[<]/.test(start) && !/json|html/i.test(contentType)
  if (isFile) return { bytes: body, contentType }
  // An XML invoice begins as a page does.
  if (status === 200 && /^<\?xml|^<nfe/i.test(start) && !/html/i.test(contentType)) return { bytes: body, contentType }
  readEnvelope(answer, path)
  throw new ShopeeError('malformed', path, { status })
}
