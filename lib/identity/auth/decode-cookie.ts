import 'server-only'
import type { NextRequest } from 'next/server'
import { decode, getToken, type JWT } from 'next-auth/jwt'
import { env } from '@/lib/core/env'
import { cookieName } from './session-cookie'

type Sealed = { token?: string; salt?: string }

/** What a cookie carries that was sealed with the secret in force or, while that is being changed, with one before it; else null. */
export async function decodeCookie({ token, salt }: Sealed): Promise<JWT | null> {
  const { NEXTAUTH_SECRET, PREVIOUS_NEXTAUTH_SECRETS } = env()
  for (const secret of [NEXTAUTH_SECRET, ...PREVIOUS_NEXTAUTH_SECRETS]) {
    const content = await decode({ token, salt, secret }).catch(() => null)
    if (content) return content
  }
  return null
}

/** What the session's cookie of a request carries, if we sealed it; whether its session has ended stands in the database. */
export function cookieContent(request: NextRequest): Promise<JWT | null> {
  const { NEXTAUTH_SECRET: secret, NEXTAUTH_URL } = env()
  return getToken({ req: request, secret, cookieName: cookieName(NEXTAUTH_URL), decode: decodeCookie })
}
