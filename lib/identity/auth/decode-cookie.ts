import 'server-only'
import type { NextRequest } from 'next/server'
import { decode, getToken, type JWT } from 'next-auth/jwt'
import { env } from '@/lib/core/env'
import { cookieName } from './session-cookie'

type TokenClaims = { token?: string; salt?: string }

/**
 * The content of a cookie that was encrypted with the secret in force or, while that is being changed, with an earlier
 * one; else null.
 */
export async function decodeCookie({ token, salt }: TokenClaims): Promise<JWT | null> {
  const { NEXTAUTH_SECRET, PREVIOUS_NEXTAUTH_SECRETS } = env()
  for (const secret of [NEXTAUTH_SECRET, ...PREVIOUS_NEXTAUTH_SECRETS]) {
    const content = await decode({ token, salt, secret }).catch(() => null)
    if (content) return content
  }
  return null
}

/**
 * The content of a request's session cookie, if we encrypted it; the database decides whether its session has ended.
 */
export function cookieContent(request: NextRequest): Promise<JWT | null> {
  const { NEXTAUTH_SECRET: secret, NEXTAUTH_URL } = env()
  return getToken({ req: request, secret, cookieName: cookieName(NEXTAUTH_URL), decode: decodeCookie })
}
