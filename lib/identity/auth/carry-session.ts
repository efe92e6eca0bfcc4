import 'server-only'
import { encode } from 'next-auth/jwt'
import { cookies } from 'next/headers'
import { env } from '@/lib/core/env'
import { COOKIE_SECONDS, cookieName, type CookieContent } from './session-cookie'

/** The session goes on in this browser under another secret, in a cookie as next-auth makes it. */
export async function carrySession(content: CookieContent): Promise<void> {
  const { NEXTAUTH_URL, NEXTAUTH_SECRET } = env()
  const maxAge = COOKIE_SECONDS
  const value = await encode({ token: content, secret: NEXTAUTH_SECRET, maxAge })
  const secure = NEXTAUTH_URL.startsWith('https://')
  ;(await cookies()).set(cookieName(NEXTAUTH_URL), value, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge,
  })
}
