import type { Database } from './database'
import { findApp } from './gateway-checks'
import type { PlatformSettings } from './platform-settings'
import { PlatformError } from './platform-error'
import { readUint32 } from './parameters'

/** An application's request to the seller, by either style of link. */
export type AuthorizationRequest = {
  partnerId: bigint
  redirect: URL
  state: string | null
}

type Given = Record<string, string | undefined>

/** The new style: nothing is signed; the redirect's domain is compared when the app declared one. */
export async function readRequest(
  db: Database,
  { given, settings }: { given: Given; settings: PlatformSettings },
): Promise<AuthorizationRequest> {
  const { partner_id: partnerId, auth_type: kind, redirect_uri: redirect, response_type: responseType, state } = given
  if (!partnerId || readUint32(partnerId) === null || !(await findApp(db, partnerId)))
    throw new PlatformError('error_auth', 'partner_id is invalid')
  if (kind !== 'seller' && kind !== 'supplier' && kind !== 'user')
    throw new PlatformError('error_param', 'auth_type is invalid')
  if (kind !== 'seller') throw new PlatformError('error_param', 'This auth_type is not supported by the sandbox.')
  if (responseType !== 'code') throw new PlatformError('error_param', 'response_type is invalid')
  return { partnerId: BigInt(partnerId), redirect: readRedirect(redirect, settings), state: state ?? null }
}

export function readRedirect(text: string | undefined, { redirectDomain }: PlatformSettings): URL {
  const url = text && URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new PlatformError('error_param', 'redirect_uri is invalid')
  if (redirectDomain !== null && url.host !== redirectDomain && url.hostname !== redirectDomain)
    throw new PlatformError(
      'error_param',
      'The domain of redirect_uri is not consistent with the Test Redirect URL Domain declared in console',
    )
  return url
}

/** Back to the application, with the answer among what its address already carried. */
export function redirectTo({ redirect, state }: AuthorizationRequest, answer: Record<string, string>): string {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return url.toString()
}
