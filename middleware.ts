import { getToken } from 'next-auth/jwt'
import { NextResponse, type NextRequest } from 'next/server'
import { decodeCookie } from '@/lib/auth/decode-cookie'
import { isOwnOrigin } from '@/lib/auth/own-origin'
import { pathHeader } from '@/lib/auth/return-path'
import { cookieName } from '@/lib/auth/session-cookie'
import { env, type Environment } from '@/lib/env'

// Next keeps a copy of each body that passes here and cuts it at 10 MB, so uploads go past: their route guards itself and
// sets its own headers. Everything excluded is anchored: what only begins alike passes here.
export const config = {
  runtime: 'nodejs',
  matcher: ['/((?!api/imports$|_next/static/|_next/image$|icon\\.svg$|favicon\\.ico$|robots\\.txt$).*)'],
}

/** Comfort and headers only: pages, actions and routes guard themselves, and stay closed with this file deleted. */
export default async function middleware(request: NextRequest) {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  if (!reads && !isOwnOrigin(request.headers, env().NEXTAUTH_URL))
    return withSecurityHeaders(new NextResponse(null, { status: 403 }), request)
  const { pathname, search } = request.nextUrl
  const isDashboard = pathname === '/dashboard' || pathname.startsWith('/dashboard/')
  if (
    isDashboard &&
    !(await getToken({
      req: request,
      secret: env().NEXTAUTH_SECRET,
      cookieName: cookieName(env().NEXTAUTH_URL),
      decode: decodeCookie,
    }))
  ) {
    const url = new URL('/auth', request.url)
    url.searchParams.set('callbackUrl', pathname + search)
    return withSecurityHeaders(NextResponse.redirect(url), request)
  }
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const policy = contentSecurityPolicy(nonce, env())
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set(pathHeader, pathname + search)
  headers.set('content-security-policy', policy)
  const response = withSecurityHeaders(NextResponse.next({ request: { headers } }), request)
  response.headers.set('content-security-policy', policy)
  if (isDashboard) response.headers.set('cache-control', 'private, no-store')
  return response
}

type Settings = Pick<Environment, 'NODE_ENV' | 'SHOPEE_PICTURE_HOSTS'>

/** style="" of the server's HTML needs style-src-attr; `next dev` evaluates code, adds styles of its own and keeps a socket open. */
function contentSecurityPolicy(nonce: string, { NODE_ENV, SHOPEE_PICTURE_HOSTS }: Settings): string {
  const isDevelopment = NODE_ENV === 'development'
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${SHOPEE_PICTURE_HOSTS.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function withSecurityHeaders(response: NextResponse, request: NextRequest): NextResponse {
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('x-frame-options', 'DENY')
  response.headers.set('referrer-policy', 'no-referrer')
  response.headers.set('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
  const protocol = request.headers.get('x-forwarded-proto') ?? request.nextUrl.protocol.replace(':', '')
  if (protocol === 'https') response.headers.set('strict-transport-security', 'max-age=63072000')
  return response
}
