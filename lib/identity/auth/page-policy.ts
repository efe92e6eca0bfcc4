import 'server-only'
import type { Environment } from '@/lib/core/env'
import { nonceHeader, pathHeader } from './return-path'

export const isDashboard = (pathname: string) => pathname === '/dashboard' || pathname.startsWith('/dashboard/')

/** The request headers by which Next renders the page of that address, and the headers of its response. Each response has its own nonce. */
export function pageHeaders({ pathname, search }: Pick<URL, 'pathname' | 'search'>, settings: Settings) {
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const policy = contentSecurityPolicy(nonce, settings)
  const response: Record<string, string> = { 'content-security-policy': policy }
  if (isDashboard(pathname)) response['cache-control'] = 'private, no-store'
  return {
    request: { [nonceHeader]: nonce, [pathHeader]: pathname + search, 'content-security-policy': policy },
    response,
  }
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
    // The one of the notices (public/notices.js).
    "worker-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
