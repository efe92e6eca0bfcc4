import NextAuth from 'next-auth'
import { NextRequest, NextResponse } from 'next/server'
import { finishGoogle } from '@/lib/identity/auth/google/finish'
import { hasGoogle } from '@/lib/identity/auth/google/provider'
import { nextAuthOptions } from '@/lib/identity/auth/next-auth-options'
import { isOwnOrigin } from '@/lib/identity/auth/own-origin'
import { env } from '@/lib/core/env'
import { readBodyOrRefuse } from '@/lib/core/http/read-body'
import { logger } from '@/lib/core/logging/logger'

type Context = { params: Promise<{ nextauth: string[] }> }

/**
 * Only these endpoints of next-auth answer, and the redirect target of Google: one of the others logs any caller's
 * text. The way to Google begins with an action of ours.
 */
const OPEN: Record<string, string[]> = { GET: ['session', 'csrf'], POST: ['callback/credentials', 'signout'] }
const MOST_BYTES = 8192

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const path = (await context.params).nextauth.join('/')
  if (request.method === 'GET' && path === 'callback/google' && hasGoogle()) return finishGoogle(request)
  if (!OPEN[request.method]?.includes(path)) return new NextResponse(null, { status: 404 })
  if (request.method === 'POST' && !isOwnOrigin(request.headers, env().NEXTAUTH_URL))
    return new NextResponse(null, { status: 403 })
  const body = await readBodyOrRefuse(request, MOST_BYTES)
  if (body instanceof Response) return body
  const { method, headers, url } = request
  const small = new NextRequest(url, { method, headers, ...(method === 'POST' && { body: body.toString('utf8') }) })
  let unread: unknown
  const options = nextAuthOptions(undefined, (error) => (unread = error))
  const answered = (await NextAuth(small, context, options)) as Response
  if (unread === undefined) return answered
  // Its answer would clear the cookie: everyone at work while the database is away would be signed out.
  logger().warn({ err: unread }, 'session not read')
  return new NextResponse(null, { status: 503 })
}

export { answer as GET, answer as POST }
