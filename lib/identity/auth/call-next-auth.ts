import 'server-only'
import NextAuth from 'next-auth'
import { cookies } from 'next/headers'
import { NextRequest, NextResponse } from 'next/server'
import { env } from '@/lib/core/env'
import { nextAuthOptions } from './next-auth-options'

/** One of next-auth's own endpoints, called in this process: answers where it would have sent the browser. */
export async function postToNextAuth(path: string[], body: Record<string, string>): Promise<URL> {
  const { csrfToken } = (await (await call(['csrf'])).json()) as { csrfToken: string }
  const answer = await call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, csrfToken, json: 'true' }),
  })
  const { url } = (await answer.json()) as { url: string }
  return new URL(url, env().NEXTAUTH_URL)
}

async function call(path: string[], init?: { method: string; headers: Record<string, string>; body: string }) {
  const request = new NextRequest(new URL(`/api/auth/${path.join('/')}`, env().NEXTAUTH_URL), init)
  const answer = (await NextAuth(request, { params: { nextauth: path } }, nextAuthOptions())) as Response
  await keepCookies(answer)
  return answer
}

/** Puts what next-auth sets into the answer under way, beside what we set ourselves. */
export async function keepCookies({ headers }: Response): Promise<void> {
  const jar = await cookies()
  // Reading a cookie that is to go loses its empty value and its age of nought.
  for (const { name, value, ...options } of new NextResponse(null, { headers }).cookies.getAll())
    jar.set(name, value ?? '', value ? options : { ...options, maxAge: 0 })
}
