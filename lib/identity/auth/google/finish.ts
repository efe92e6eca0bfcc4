import 'server-only'
import NextAuth from 'next-auth'
import { cookies } from 'next/headers'
import { NextRequest, NextResponse } from 'next/server'
import messages from '@/messages/pt-BR.json'
import { asUserError } from '@/lib/core/database/database-errors'
import { env } from '@/lib/core/env'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { keepCookies } from '../call-next-auth'
import { clientNetwork } from '../client-network'
import { anyKnownDevice } from '../known-device'
import { callsOf, limitNetwork } from '../limits'
import { nextAuthOptions } from '../next-auth-options'
import { returnPathIn, twoFactorPathTo } from '../return-path'
import { listening } from './failure'
import { clearIntent, readIntent } from './intent'

const PATH = ['callback', 'google']
/** The only fields that are read from Google's redirect. */
const READ = ['code', 'state', 'iss'] as const
const LONGEST = 2000
const CALLS = callsOf('google-callback')

type Ending = { wanted: string; code?: ErrorCode }

/** Google sends the browser here. Whatever happens, it goes on to a page of ours, and no second answer to the same request counts. */
export async function finishGoogle(request: NextRequest): Promise<Response> {
  const wanted = await wantedPath()
  const { code, wanted: to } = await end(request, wanted).catch((error: unknown): Ending => {
    const known = error instanceof UserError ? error : asUserError(error)
    if (!known) throw error
    return { wanted, code: known.code }
  })
  await clearChecks()
  if (code === 'secondStepNeeded') return goTo(twoFactorPathTo(to))
  return goTo(`/auth/callback?${new URLSearchParams({ ...(code && { error: code }), callbackUrl: to }).toString()}`)
}

async function end(request: NextRequest, wanted: string): Promise<Ending> {
  await limitNetwork()
  await limitCalls(CALLS, (await anyKnownDevice()) ?? (await clientNetwork()))
  const given = request.nextUrl.searchParams
  const intent = await readIntent(given.get('state'))
  if (given.has('error'))
    return { wanted, code: given.get('error') === 'access_denied' ? 'googleDenied' : 'googleFailed' }
  const options = nextAuthOptions(intent)
  const params = { nextauth: PATH }
  const { outcome, code } = await listening(() => NextAuth(cleaned(request), { params }, options) as Promise<Response>)
  await keepCookies(outcome)
  const location = outcome.headers.get('location')
  if (!location) return { wanted, code }
  const to = new URL(location, env().NEXTAUTH_URL)
  if (!to.pathname.startsWith('/api/')) return { wanted: returnPathIn(to.toString(), to.origin) }
  const said = to.searchParams.get('error') ?? ''
  return { wanted, code: said in messages.errors ? (said as ErrorCode) : code }
}

function cleaned(request: NextRequest): NextRequest {
  const url = new URL(`/api/auth/${PATH.join('/')}`, env().NEXTAUTH_URL)
  for (const name of READ) {
    const value = request.nextUrl.searchParams.get(name)
    if (value && value.length <= LONGEST) url.searchParams.set(name, value)
  }
  return new NextRequest(url, { headers: request.headers })
}

const cookieNames = (...names: string[]) => {
  const prefix = env().NEXTAUTH_URL.startsWith('https://') ? '__Secure-' : ''
  return names.map((name) => `${prefix}next-auth.${name}`)
}

/** Where the visitor was going when they set out for Google. */
async function wantedPath(): Promise<string> {
  const [name] = cookieNames('callback-url')
  return returnPathIn((await cookies()).get(name!)?.value ?? '/dashboard', new URL(env().NEXTAUTH_URL).origin)
}

/** next-auth clears them only where all has gone well. */
async function clearChecks(): Promise<void> {
  const jar = await cookies()
  const secure = env().NEXTAUTH_URL.startsWith('https://')
  for (const name of cookieNames('state', 'nonce', 'pkce.code_verifier'))
    jar.set(name, '', { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: 0 })
  await clearIntent()
}

function goTo(path: string): Response {
  const answer = NextResponse.redirect(new URL(path, env().NEXTAUTH_URL), 303)
  answer.headers.set('cache-control', 'private, no-store')
  return answer
}
