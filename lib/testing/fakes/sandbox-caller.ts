import { createHmac } from 'node:crypto'
import { authorizeShop, FIRST_SHOP_ID, type TestSandbox } from './sandbox'

type Query = Record<string, string | number | (string | number)[]>

export type Answered = {
  status: number
  error: string
  message: string
  response: Record<string, unknown>
  /** The whole envelope, with 64-bit ids rounded as JavaScript does: `text` has all of the digits. */
  body: Record<string, unknown>
  text: string
}

export type ShopCaller = {
  shopId: number
  accessToken: string
  refreshToken: string
  get: (path: string, query?: Query) => Promise<Answered>
  post: (path: string, body?: object | FormData, query?: Query) => Promise<Answered>
}

type Signed = { accessToken?: string; shopId?: number; timestamp?: number }

/** The query of a call with its signature, made from the published rule and without the sandbox's code. */
export function signedQuery(
  { partnerId, partnerKey }: Pick<TestSandbox, 'partnerId' | 'partnerKey'>,
  path: string,
  { accessToken = '', shopId, timestamp = Math.floor(Date.now() / 1000) }: Signed = {},
): URLSearchParams {
  const base = `${partnerId}${path}${timestamp}${accessToken}${shopId ?? ''}`
  return new URLSearchParams({
    partner_id: String(partnerId),
    timestamp: String(timestamp),
    sign: createHmac('sha256', partnerKey).update(base).digest('hex'),
    ...(accessToken && { access_token: accessToken }),
    ...(shopId !== undefined && { shop_id: String(shopId) }),
  })
}

/** A call of a public endpoint, or of a shop's when `signed` names token and shop. */
export async function callSandbox(
  sandbox: Pick<TestSandbox, 'url' | 'partnerId' | 'partnerKey' | 'platform'>,
  path: string,
  { signed = {}, query = {}, body }: { signed?: Signed; query?: Query; body?: object | FormData } = {},
): Promise<Answered> {
  const search = signedQuery(sandbox, path, { timestamp: sandbox.platform.clock.now(), ...signed })
  for (const [name, value] of Object.entries(query))
    for (const part of [value].flat()) search.append(name, String(part))
  const isForm = body instanceof FormData
  const answer = await fetch(`${sandbox.url}${path}?${search.toString()}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
  })
  const text = await answer.text()
  const parsed = JSON.parse(text) as Record<string, unknown>
  return {
    status: answer.status,
    error: String(parsed.error ?? ''),
    message: String(parsed.message ?? ''),
    response: (parsed.response ?? {}) as Record<string, unknown>,
    body: parsed,
    text,
  }
}

/** Authorizes a shop and calls the sandbox in its name. */
export async function connectShop(sandbox: TestSandbox, { shopId = FIRST_SHOP_ID } = {}): Promise<ShopCaller> {
  const { code } = await authorizeShop(sandbox, { shopId })
  const { body, text } = await callSandbox(sandbox, '/api/v2/auth/token/get', {
    body: { code, partner_id: sandbox.partnerId, shop_id: shopId },
  })
  if (body.error) throw new Error(`no tokens: ${text}`)
  const accessToken = String(body.access_token)
  const signed = { accessToken, shopId }
  return {
    shopId,
    accessToken,
    refreshToken: String(body.refresh_token),
    get: (path, query) => callSandbox(sandbox, path, { signed, query }),
    post: (path, given = {}, query) => callSandbox(sandbox, path, { signed, query, body: given }),
  }
}
