import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { FaultyCall } from './faulty-call'
import { checkPartner, checkShop } from './gateway-checks'
import { EnvelopeAnswer, FileAnswer, type Endpoint } from './gateway'
import { fromJson, toJson } from './json'
import { pointPictures } from './pictures'
import type { Platform, ServerEnvironment } from './platform'
import { gatewayError, PlatformError, statusOf } from './platform-error'

const GATEWAY_PARAMETERS = ['partner_id', 'timestamp', 'sign', 'access_token', 'shop_id']
const OFFLINE = 'Permission denied. This API is currently offline or the request path is incorrect.'

/** One call of /api/v2: checks, the endpoint in one transaction, the envelope; faults strike on the way. */
export function gateway(platform: Platform, endpoints: Endpoint[]) {
  const byPath = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
  return async (c: Context<ServerEnvironment>): Promise<Response> => {
    const requestId = randomBytes(16).toString('hex')
    const faulty = new FaultyCall(platform, await platform.faults.draw(platform.pool, c.req.path))
    const early = faulty.answerEarly(requestId)
    if (early) return early
    const endpoint = byPath.get(`${c.req.method} ${c.req.path}`)
    let status = 200
    let answer: object
    try {
      if (!endpoint) throw gatewayError('error_param', OFFLINE)
      answer = await answerCall(c, platform, endpoint, faulty)
      if (answer instanceof FileAnswer) return fileResponse(answer)
    } catch (error) {
      const refusal = refusalOf(error, platform)
      status = statusOf(refusal, platform.settings.httpStatuses)
      answer = new EnvelopeAnswer({ error: refusal.code, message: refusal.message, ...refusal.more })
    }
    const members = envelope(requestId, endpoint, faulty.distort(answer))
    return faulty.send(c, pointPictures(toJson(members), platform.pictureUrl), status, retryAfter(platform, status))
  }
}

async function answerCall(c: Context<ServerEnvironment>, platform: Platform, endpoint: Endpoint, faulty: FaultyCall) {
  const { undeclaredIp } = platform.settings
  if (undeclaredIp !== null) throw gatewayError('source_ip_undeclared', undeclared(undeclaredIp))
  const all = queryOf(c)
  const given = Object.fromEntries(GATEWAY_PARAMETERS.map((name) => [name, [all[name]].flat()[0]]))
  const presented = { path: c.req.path, query: given, now: platform.clock.now() + faulty.skewSeconds }
  await faulty.strikeGrant(given.shop_id)
  const shop = endpoint.kind === 'shop' ? await checkShop(platform.pool, presented) : null
  if (!shop) await checkPartner(platform.pool, presented)
  if (shop && platform.limiter.isOver(String(shop.shop_id), platform.settings.callsPerSecond))
    throw gatewayError(
      'error_rate_limit',
      'Too many requests. You have reached the rate limit. Please try again later.',
    )
  const query = Object.fromEntries(Object.entries(all).filter(([name]) => !GATEWAY_PARAMETERS.includes(name)))
  if (endpoint.kind === 'public') query.partner_id = given.partner_id
  const body = endpoint.method === 'POST' ? await bodyOf(c) : undefined
  return platform.transaction((db) => endpoint.run({ db, now: platform.clock.now(), platform, shop }, query, body))
}

const undeclared = (ip: string) =>
  `Request Source IP (${ip}) is undeclared. Please declare all your IP addresses in the Shopee Open Platform Console > App list > IP Address Whitelist`

function queryOf(c: Context): Record<string, string | string[] | undefined> {
  const entries = Object.entries(c.req.queries())
  return Object.fromEntries(
    entries.map(([name, values]) => [name.replace(/\[\]$/, ''), values.length > 1 ? values : values[0]]),
  )
}

async function bodyOf(c: Context): Promise<unknown> {
  const kind = c.req.header('content-type') ?? ''
  if (kind.startsWith('multipart/form-data')) return c.req.parseBody({ all: true })
  const text = await c.req.text()
  if (!text) return {}
  try {
    return fromJson(text)
  } catch {
    throw new PlatformError('error_data', 'parse data failed')
  }
}

function refusalOf(error: unknown, platform: Platform): PlatformError {
  if (error instanceof PlatformError) return error
  if (!(error instanceof z.ZodError)) platform.log.error({ err: error }, 'call failed')
  return new PlatformError('error_server', 'Something wrong. Please try later.', 500)
}

function envelope(requestId: string, endpoint: Endpoint | undefined, answer: object): object {
  if (answer instanceof EnvelopeAnswer) return { request_id: requestId, error: '', message: '', ...answer.members }
  const head = { request_id: requestId, error: '', message: '' }
  return endpoint?.flat ? { ...answer, ...head } : { ...head, response: answer }
}

const retryAfter = ({ settings }: Platform, status: number): number | null =>
  status === 429 ? settings.retryAfterSeconds : null

const fileResponse = ({ bytes, contentType, fileName }: FileAnswer) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': contentType,
      ...(fileName && { 'content-disposition': `attachment; filename="${fileName}"` }),
    },
  })
