import { callerOf } from '@/lib/access-tokens/bearer'
import { isOwnOrigin } from '@/lib/auth/own-origin'
import { env } from '@/lib/env'
import { UserError } from '@/lib/errors'
import { answerMcp } from '@/lib/mcp/server'

export const dynamic = 'force-dynamic'

const MOST_BYTES = 256 * 1024

const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers })

/** The Model Context Protocol over streamable HTTP, without sessions; a personal access token says who asks. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers, env().NEXTAUTH_URL)) return refuse(403, 'foreign origin')
  try {
    const caller = await callerOf(request.headers, 'assistant')
    const body = await request.text()
    if (Buffer.byteLength(body) > MOST_BYTES) return refuse(413, 'too large')
    return await answerMcp(new Request(request.url, { method: 'POST', headers: request.headers, body }), caller)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    if (error.code === 'signedOut') return refuse(401, 'no valid token', { 'www-authenticate': 'Bearer' })
    return refuse(error.code === 'tooManyRequests' ? 429 : 400, error.code)
  }
}

const notHere = () => refuse(405, 'POST only', { allow: 'POST' })
export const GET = notHere
export const DELETE = notHere
