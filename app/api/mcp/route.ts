import { isUtf8 } from 'node:buffer'
import { callerOf } from '@/lib/identity/access-tokens/bearer'
import { isOwnOrigin } from '@/lib/identity/auth/own-origin'
import { env } from '@/lib/core/env'
import type { ErrorCode } from '@/lib/core/errors'
import { readMessage } from '@/lib/assist/mcp/read-message'
import { answerMcp } from '@/lib/assist/mcp/server'
import { reportError } from '@/lib/core/logging/report-error'
import { readBody } from '@/lib/core/http/read-body'

export const dynamic = 'force-dynamic'

const MOST_BYTES = 256 * 1024

const statuses: Partial<Record<ErrorCode, number>> = { tooManyRequests: 429, unexpected: 500, unavailable: 503 }
const refuse = (status: number, message: string, headers: Record<string, string> = {}, code = -32_000) =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })

/** The Model Context Protocol over streamable HTTP, without sessions; a personal access token says who asks. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers, env().NEXTAUTH_URL)) return refuse(403, 'foreign origin')
  try {
    const caller = await callerOf(request.headers, 'assistant')
    const bytes = await readBody(request, MOST_BYTES)
    if (!bytes) return refuse(413, 'too large')
    if (!isUtf8(bytes)) return refuse(400, 'not UTF-8')
    const read = readMessage(bytes.toString('utf8'))
    if ('wrong' in read) return refuse(400, read.wrong, {}, read.code)
    return await answerMcp(request, read.message, caller)
  } catch (error) {
    const reported = reportError(error, 'an MCP message failed')
    if (reported.error === 'signedOut') return refuse(401, NO_TOKEN, { 'www-authenticate': challenge(request) })
    return refuse(statuses[reported.error] ?? 400, reported.error)
  }
}

const NO_TOKEN = 'no valid token: it may have been revoked or have ended; a member makes another in their settings'
const challenge = ({ headers }: Request) =>
  headers.has('authorization') ? `Bearer error="invalid_token", error_description="${NO_TOKEN}"` : 'Bearer'

const notHere = () => refuse(405, 'POST only', { allow: 'POST' })
export const GET = notHere
export const DELETE = notHere
