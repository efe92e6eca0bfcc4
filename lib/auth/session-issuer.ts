import 'server-only'
import NextAuth from 'next-auth'
import { encode } from 'next-auth/jwt'
import { cookies } from 'next/headers'
import { NextRequest, NextResponse } from 'next/server'
import messages from '@/messages/pt-BR.json'
import { env } from '../env'
import { UserError, type ErrorCode } from '../errors'
import { COOKIE_SECONDS, nextAuthOptions } from './next-auth-options'
import { cookieName } from './session-cookie'

type Credentials =
  { email: string; password: string } | { token: string; password?: string; replace?: string } | { code: string }
type Provider = 'credentials' | 'confirmation' | 'second-step'

/** Signs in through next-auth's own endpoint, called in this process: one round trip for the browser, one issuer of cookies. */
export async function issueSession(provider: Provider, credentials: Credentials): Promise<void> {
  const answer = await post(['callback', provider], credentials)
  const code = new URL(answer.url, env().NEXTAUTH_URL).searchParams.get('error')
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
  await post(['signout'], {})
}

async function post(path: string[], body: Record<string, string>): Promise<{ url: string }> {
  const { csrfToken } = (await (await call(['csrf'])).json()) as { csrfToken: string }
  const answer = await call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, csrfToken, json: 'true' }),
  })
  return (await answer.json()) as { url: string }
}

async function call(path: string[], init?: { method: string; headers: Record<string, string>; body: string }) {
  const request = new NextRequest(new URL(`/api/auth/${path.join('/')}`, env().NEXTAUTH_URL), init)
  const answer = (await NextAuth(request, { params: { nextauth: path } }, nextAuthOptions())) as Response
  const jar = await cookies()
  // Reading a cookie that is to go loses its empty value and its age of nought.
  for (const { name, value, ...options } of new NextResponse(null, { headers: answer.headers }).cookies.getAll())
    jar.set(name, value ?? '', value ? options : { ...options, maxAge: 0 })
  return answer
}
