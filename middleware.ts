import { NextResponse, type NextRequest } from 'next/server'
import { cookieContent } from '@/lib/identity/auth/decode-cookie'
import { isOwnOrigin } from '@/lib/identity/auth/own-origin'
import { nonceHeader, pathHeader } from '@/lib/identity/auth/return-path'
import { env, type Environment } from '@/lib/core/env'

// Next copies each body that passes here and goes on with the copy, cut at its limit (next.config.mjs): what routes are sent
// goes past, and they guard themselves. Everything excluded is anchored: what only begins alike passes here.
export const config = {
  runtime: 'nodejs',
  matcher: ['/((?!api/|_next/static/|_next/image$|icon\\.svg$|favicon\\.ico$|robots\\.txt$).*)'],
}

/** Comfort and pages' policy only: pages, actions and routes guard themselves, and stay closed with this file deleted. */
export default async function middleware(request: NextRequest) {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  if (!reads && !isOwnOrigin(request.headers, env().NEXTAUTH_URL)) return new NextResponse(null, { status: 403 })
  const { pathname, search } = request.nextUrl
  if (isOAuthRequest(request, pathname)) return NextResponse.json(NO_OAUTH, { status: 404 })
  const isDashboard = pathname === '/dashboard' || pathname.startsWith('/dashboard/')
  if (isDashboard && !(await cookieContent(request))) {
    const url = new URL('/auth', request.url)
    url.searchParams.set('callbackUrl', pathname + search)
    return NextResponse.redirect(url)
  }
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const policy = contentSecurityPolicy(nonce, env())
  const headers = new Headers(request.headers)
  headers.set(nonceHeader, nonce)
  headers.set(pathHeader, pathname + search)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  if (isDashboard) response.headers.set('cache-control', 'private, no-store')
  return response
}

const NO_OAUTH = {
  error: 'not_supported',
  error_description: 'This server registers no clients: send a personal access token as Authorization: Bearer.',
}

/**
 * A client of the Model Context Protocol tries these when its token is refused: it reads JSON, and our /register is a
 * page.
 */
const isOAuthRequest = ({ method, headers }: NextRequest, pathname: string) =>
  pathname.startsWith('/.well-known/') ||
  (pathname === '/register' &&
    method === 'POST' &&
    !headers.has('next-action') &&
    headers.get('content-type')?.startsWith('application/json'))

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
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
