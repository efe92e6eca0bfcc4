import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ShopeeApp } from './app'

type Signed = Pick<ShopeeApp, 'partnerId' | 'partnerKey'>
type Whose = { accessToken: string; shopId: string }

/** The signed text: neither host nor business parameters nor body. `at` in UNIX seconds, good for five minutes. */
export const baseString = (partnerId: number, path: string, at: number, whose?: Whose): string =>
  `${partnerId}${path}${at}${whose ? whose.accessToken + whose.shopId : ''}`

const hmac = (key: string, ...parts: (string | Uint8Array)[]) => {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** The common query of a call: public without `whose`, of a shop with it. */
export function signedQuery({ partnerId, partnerKey }: Signed, path: string, at: number, whose?: Whose) {
  return {
    partner_id: String(partnerId),
    timestamp: String(at),
    ...(whose && { access_token: whose.accessToken, shop_id: whose.shopId }),
    sign: hmac(partnerKey, baseString(partnerId, path, at, whose)),
  }
}

type Return = { redirectUrl: string; state: string }

const withQuery = (address: string, query: Record<string, string>) => {
  const url = new URL(address)
  url.search = new URLSearchParams(query).toString()
  return url.toString()
}

const consentQuery = ({ partnerId }: Signed, { redirectUrl, state }: Return) => ({
  partner_id: String(partnerId),
  auth_type: 'seller',
  redirect_uri: redirectUrl,
  response_type: 'code',
  state,
})

/** Where the seller authorizes: the page of today, unsigned. */
export const authorizationAddress = (app: ShopeeApp, back: Return): string =>
  withQuery(app.authUrl, consentQuery(app, back))

/** Where the seller takes the authorization back: beside the page for giving it. */
export const cancellationAddress = (app: ShopeeApp, back: Return): string =>
  withQuery(new URL('cancel_auth', app.authUrl).toString(), consentQuery(app, back))

/**
 * Whether a webhook event (push) comes from the platform: `Authorization` is the HMAC of the callback address exactly as configured there,
 * a bar, and the raw bytes.
 */
export function hasValidWebhookSignature(
  { partnerKey }: Pick<ShopeeApp, 'partnerKey'>,
  webhookEvent: { callbackUrl: string; body: Uint8Array; authorization: string | null | undefined },
): boolean {
  const expected = Buffer.from(hmac(partnerKey, `${webhookEvent.callbackUrl}|`, webhookEvent.body))
  const given = Buffer.from((webhookEvent.authorization ?? '').trim())
  return given.length === expected.length && timingSafeEqual(given, expected)
}
