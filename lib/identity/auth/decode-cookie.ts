import 'server-only'
import type { NextRequest } from 'next/server'
import { decode, getToken, type JWT } from 'next-auth/jwt'
import { env } from '@/lib/core/env'
import { cookieName } from './session-cookie'

type TokenClaims = { token?: string; salt?: string }

/** Next-auth derives the key again for each cookie. A cookie's content under these secrets never changes, so it is decrypted once. */
const MOST_KEPT = 1000
const kept = new Map<string, JWT>()
let keptUnder = ''

/**
 * The content of a cookie that was encrypted with the secret in force or, while that is being changed, with an earlier
 * one; else null.
 */
export async function decodeCookie({ token, salt }: TokenClaims): Promise<JWT | null> {
  const { NEXTAUTH_SECRET, PREVIOUS_NEXTAUTH_SECRETS } = env()
  const secrets = [NEXTAUTH_SECRET, ...PREVIOUS_NEXTAUTH_SECRETS]
  if (keptUnder !== secrets.join('\n')) kept.clear()
  keptUnder = secrets.join('\n')
  const name = `${salt ?? ''} ${token}`
  const known = kept.get(name)
  if (known && Date.now() < Number(known.exp) * 1000) return { ...known }
  kept.delete(name)
  for (const secret of secrets) {
    const content = await decode({ token, salt, secret }).catch(() => null)
    if (content) return { ...keep(name, content) }
  }
  return null
}

/** A session's cookie is replaced from time to time: the oldest entry is removed when there are too many. */
function keep(name: string, content: JWT): JWT {
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
  kept.set(name, content)
  return content
}

/**
 * The content of a request's session cookie, if we encrypted it; the database decides whether its session has ended.
 */
export function cookieContent(request: NextRequest): Promise<JWT | null> {
  const { NEXTAUTH_SECRET: secret, NEXTAUTH_URL } = env()
  return getToken({ req: request, secret, cookieName: cookieName(NEXTAUTH_URL), decode: decodeCookie })
}
