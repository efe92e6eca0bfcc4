import NextAuth from 'next-auth'
import { NextRequest, NextResponse } from 'next/server'
import { finishGoogle } from '@/lib/auth/google/finish'
import { hasGoogle } from '@/lib/auth/google/provider'
import { nextAuthOptions } from '@/lib/auth/next-auth-options'

type Context = { params: Promise<{ nextauth: string[] }> }

/**
 * Of next-auth's endpoints only these answer, and the one that Google sends the browser back to: among the others one writes
 * what anybody sends into the log. Setting out for Google is an action of ours.
 */
const OPEN: Record<string, string[]> = { GET: ['session', 'csrf'], POST: ['callback/credentials', 'signout'] }
const MOST_BYTES = 8192

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const path = (await context.params).nextauth.join('/')
  if (request.method === 'GET' && path === 'callback/google' && hasGoogle()) return finishGoogle(request)
  if (!OPEN[request.method]?.includes(path)) return new NextResponse(null, { status: 404 })
  const body = await readBody(request)
  if (body === null) return new NextResponse(null, { status: 413 })
  const { method, headers, url } = request
  const small = new NextRequest(url, { method, headers, ...(method === 'POST' && { body }) })
  return NextAuth(small, context, nextAuthOptions()) as Promise<Response>
}

/** The whole body as text, or null as soon as it is more than a form of ours can be. */
async function readBody(request: NextRequest): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return null
  const reader = request.body?.getReader()
  const parts: Uint8Array[] = []
  let bytes = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes > MOST_BYTES) {
      await reader?.cancel()
      return null
    }
    parts.push(part.value)
  }
  return Buffer.concat(parts).toString('utf8')
}

export { answer as GET, answer as POST }
