import { NextResponse, type NextRequest } from 'next/server'
import { cookieContent } from '@/lib/identity/auth/decode-cookie'
import { isOwnOrigin } from '@/lib/identity/auth/own-origin'
import { isDashboard, pageHeaders } from '@/lib/identity/auth/page-policy'
import { env } from '@/lib/core/env'

// Next copies each body that passes here and goes on with the copy, cut at its limit (next.config.mjs): what routes are sent
// goes past, and they guard themselves. Everything excluded is anchored: what only begins alike passes here.
export const config = {
  runtime: 'nodejs',
  matcher: [
    {
      source: '/((?!api/|_next/static/|_next/image$|icon\\.svg$|favicon\\.ico$|notices\\.js$|robots\\.txt$).*)',
      // Those are ready: lib/identity/auth/request-guard.ts has said it all, and takes this header from every caller.
      missing: [{ type: 'header', key: 'x-nonce' }],
    },
  ],
}

/** Comfort and pages' policy only: pages, actions and routes guard themselves, and stay closed with this file deleted. */
export default async function middleware(request: NextRequest) {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  if (!reads && !isOwnOrigin(request.headers, env().NEXTAUTH_URL)) return new NextResponse(null, { status: 403 })
  const { pathname, search } = request.nextUrl
  if (isOAuthRequest(request, pathname)) return NextResponse.json(NO_OAUTH, { status: 404 })
  if (isDashboard(pathname) && !(await cookieContent(request))) {
    const url = new URL('/auth', request.url)
    url.searchParams.set('callbackUrl', pathname + search)
    return NextResponse.redirect(url)
  }
  const page = pageHeaders(request.nextUrl, env())
  const headers = new Headers(request.headers)
  for (const [name, value] of Object.entries(page.request)) headers.set(name, value)
  const response = NextResponse.next({ request: { headers } })
  for (const [name, value] of Object.entries(page.response)) response.headers.set(name, value)
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
