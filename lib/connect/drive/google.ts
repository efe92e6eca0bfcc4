import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { fetchJson, OutboundError } from '@/lib/core/http/outbound'
import { driveCallbackPath } from './schema'

/** The narrowest scope that writes: only what this app made itself or was opened with it. */
export const driveScope = 'https://www.googleapis.com/auth/drive.file'
const scopes = ['openid', 'email', driveScope].join(' ')

export type OAuthClient = { id: string; secret: string }

export function findOAuthClient(): OAuthClient | null {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = env()
  return id && secret ? { id, secret } : null
}

function requireOAuthClient(): OAuthClient {
  const client = findOAuthClient()
  if (!client) throw new UserError('driveNotConfigured')
  return client
}

export const callbackAddress = () => new URL(driveCallbackPath, env().NEXTAUTH_URL).toString()

/** Where the browser asks the person for their consent. */
export function consentAddress({ state, verifier }: { state: string; verifier: string }): string {
  const url = new URL(env().GOOGLE_OAUTH_URL)
  url.search = new URLSearchParams({
    client_id: requireOAuthClient().id,
    redirect_uri: callbackAddress(),
    response_type: 'code',
    scope: scopes,
    access_type: 'offline',
    prompt: 'consent',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return url.toString()
}

const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().int().positive(),
  scope: z.string().default(''),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().optional(),
})
export type Grant = z.output<typeof granted>

const tokenHost = () => new URL(env().GOOGLE_TOKEN_URL).host
const requestToken = (fields: Record<string, string>, retries: number): Promise<Grant> => {
  const { id, secret } = requireOAuthClient()
  return fetchJson(`${env().GOOGLE_TOKEN_URL}/token`, {
    allow: [tokenHost()],
    method: 'POST',
    body: new URLSearchParams({ ...fields, client_id: id, client_secret: secret }),
    schema: granted,
    retries,
  })
}

/** A code is good for one exchange: it is never tried twice. */
export const exchangeCode = (code: string, verifier: string): Promise<Grant> =>
  requestToken(
    { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callbackAddress() },
    0,
  ).catch((error: unknown) => {
    throw isRefusal(error) ? new UserError('driveCodeRefused') : unavailable(error)
  })

export const refreshGrant = (refreshToken: string): Promise<Grant> =>
  requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken }, 2)

/** The grant was withdrawn, expired or belongs to another client: only connecting again helps. */
export const isDeadGrant = (error: unknown) =>
  error instanceof OutboundError && error.status === 400 && /invalid_grant/.test(error.body ?? '')

const isRefusal = (error: unknown) =>
  error instanceof OutboundError && error.status !== undefined && error.status >= 400 && error.status < 500

export const unavailable = (error: unknown): unknown =>
  error instanceof OutboundError ? new UserError('driveUnavailable') : error

/** Withdraws the grant at Google. Whether nothing is left of it: Google took it back, or knows it no more. */
export async function revokeGrant(token: string): Promise<boolean> {
  return fetchJson(`${env().GOOGLE_TOKEN_URL}/revoke`, {
    allow: [tokenHost()],
    method: 'POST',
    body: new URLSearchParams({ token }),
    schema: z.unknown(),
    timeoutMs: 6000,
  }).then(
    () => true,
    (error: unknown) => error instanceof OutboundError && error.status === 400,
  )
}

const claims = z.object({ email: z.email() })

/** Whose drive it is. The token came straight from Google over TLS, so its signature says nothing more (OpenID Connect Core 3.1.3.7). */
export function emailOf({ id_token: token }: Grant): string | null {
  try {
    const body: unknown = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return claims.parse(body).email
  } catch {
    return null
  }
}
