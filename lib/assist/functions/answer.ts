import 'server-only'
import { createHash } from 'node:crypto'
import { callerOf, type Caller } from '@/lib/identity/access-tokens/bearer'
import { can } from '@/lib/core/permissions'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { parseInput } from '@/lib/core/http/parse-input'
import { reportError } from '@/lib/core/logging/report-error'
import { FUNCTION_HEADER } from './client'
import type { ServerFunction } from './contract'
import { PAGE_TOKEN_PREFIX, pageCallerOf } from './page-token'
import { findFunction } from './registry'
import { isUtf8 } from 'node:buffer'
import { readBody } from '@/lib/core/http/read-body'

const DEADLINE_MS = 30_000
const KEY = /^[\w.:-]{8,200}$/

const statuses: Partial<Record<ErrorCode, number>> = {
  signedOut: 401,
  permissionDenied: 403,
  tokenReadsOnly: 403,
  functionNeedsPage: 403,
  functionUnknown: 404,
  notFound: 404,
  keyReused: 409,
  requestInFlight: 409,
  staleVersion: 409,
  functionBodyTooLarge: 413,
  functionNotJson: 415,
  tooManyRequests: 429,
  tooManyQuestions: 429,
  unexpected: 500,
  unavailable: 503,
  functionTimeout: 504,
}
const more: Partial<Record<ErrorCode, Record<string, string>>> = {
  signedOut: { 'www-authenticate': 'Bearer' },
  tooManyRequests: { 'retry-after': '60' },
  tooManyQuestions: { 'retry-after': '60' },
}
/** The header tells our answer from one of something in between. */
const headers = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  [FUNCTION_HEADER]: '1',
}

/** One call of a server function; whatever becomes of it is said as JSON with a code and a status, or in the function's own content type. */
export async function answerFunction(name: string, request: Request): Promise<Response> {
  try {
    const caller = await functionCaller(request.headers)
    const functionView = findFunction(name)
    if (!functionView) throw new UserError('functionUnknown')
    if (!can(caller.actor.role, functionView.permission)) throw new UserError('permissionDenied')
    if (functionView.changes && caller.scope === 'read') throw new UserError('tokenReadsOnly')
    return await runFunction(functionView, caller, request)
  } catch (error) {
    return refuse(name, error)
  }
}

/** A personal access token, or one that a page was given for its session. */
export const functionCaller = (sent: Headers): Promise<Caller> => {
  const token = /^Bearer (\S+)$/.exec(sent.get('authorization') ?? '')?.[1]
  return token?.startsWith(PAGE_TOKEN_PREFIX) ? pageCallerOf(token) : callerOf(sent, 'function')
}

export async function runFunction(serverFunction: ServerFunction, caller: Caller, request: Request): Promise<Response> {
  const deadline = AbortSignal.timeout(serverFunction.deadlineMs ?? DEADLINE_MS)
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new UserError('functionTimeout')), { once: true })
  })
  const signal = AbortSignal.any([request.signal, deadline])
  const work = async () => {
    const input = parseInput(serverFunction.schema.strict(), await readJson(request))
    return serverFunction.run(withKey(serverFunction, caller, request, input), input, signal)
  }
  const answer = await Promise.race([work(), late])
  if (!(answer instanceof Response)) return Response.json(answer, { headers })
  for (const [key, value] of Object.entries(headers)) answer.headers.set(key, value)
  return answer
}

/** A changing call that is sent again under its key is answered as the first time. */
function withKey(serverFunction: ServerFunction, caller: Caller, request: Request, input: unknown): Caller {
  const key = request.headers.get('idempotency-key')
  if (!key || !serverFunction.changes) return caller
  if (!KEY.test(key)) throw new UserError('invalidInput', { fields: { 'Idempotency-Key': [KEY.source] } })
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest()
  return { ...caller, actor: { ...caller.actor, request: { route: `function.${serverFunction.name}`, key, bodyHash } } }
}

export function refuse(name: string, error: unknown): Response {
  const reported = reportError(error, 'a function failed', { function: name })
  const status = statuses[reported.error] ?? 400
  return Response.json({ ...reported, status }, { status, headers: { ...headers, ...more[reported.error] } })
}

const MOST_BODY_BYTES = 256 * 1024

/** The JSON of a call, read no further than the limit; nothing at all is an empty object. */
async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, MOST_BODY_BYTES)
  if (!bytes) throw new UserError('functionBodyTooLarge')
  // Read with a character in the place of what is none, a name would be another one.
  if (!isUtf8(bytes)) throw new UserError('functionNotJson')
  const text = bytes.toString('utf8')
  if (text.trim() === '') return {}
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new UserError('functionNotJson')
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError('functionNotJson')
  }
}
