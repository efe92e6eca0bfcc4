import 'server-only'
import { encode } from 'next-auth/jwt'
import { cookies } from 'next/headers'
import messages from '@/messages/pt-BR.json'
import { env } from '../env'
import { UserError, type ErrorCode } from '../errors'
import { postToNextAuth } from './call-next-auth'
import { COOKIE_SECONDS } from './next-auth-options'
import { cookieName } from './session-cookie'

type Credentials =
  { email: string; password: string } | { token: string; password?: string; replace?: string } | { code: string }
type Provider = 'credentials' | 'confirmation' | 'second-step'

/** Signs in through next-auth's own endpoint, called in this process: one round trip for the browser, one issuer of cookies. */
export async function issueSession(provider: Provider, credentials: Credentials): Promise<void> {
  const to = await postToNextAuth(['callback', provider], credentials)
  const code = to.searchParams.get('error')
  if (code) throw new UserError(code in messages.errors ? (code as ErrorCode) : 'unexpected')
}

/** The session goes on in this browser under another secret, in a cookie as next-auth makes it. */
export async function carrySession(secret: string): Promise<void> {
  const { NEXTAUTH_URL, NEXTAUTH_SECRET } = env()
  const maxAge = COOKIE_SECONDS
  const value = await encode({ token: { secret }, secret: NEXTAUTH_SECRET, maxAge })
  const secure = NEXTAUTH_URL.startsWith('https://')
  ;(await cookies()).set(cookieName(NEXTAUTH_URL), value, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge,
  })
}

export async function clearSession(): Promise<void> {
  await postToNextAuth(['signout'], {})
}
