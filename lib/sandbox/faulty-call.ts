import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Fault, FaultKind } from './faults'
import { EnvelopeAnswer } from './gateway'
import { cancelGrant, expireGrant, killAccessTokens } from './grants'
import { toJson } from './json'
import type { Platform, ServerEnvironment } from './platform'
import { createHash } from 'node:crypto'

type Distortion = { odd: boolean; unknown: boolean; seed: string }

const SHARE = 4

/** Drift of real answers: numbers as text, null for empty text, members that no description names. */
function distort(answer: object, { odd, unknown, seed }: Distortion): object {
  let drawn = 0
  const strikes = () => createHash('sha256').update(`${seed}|${drawn++}`).digest()[0]! % SHARE === 0
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    if (value !== null && typeof value === 'object') {
      const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, change(member)])
      return { ...Object.fromEntries(members), ...(unknown && { novo_campo: { versao: 1, marcas: ['a', 'b'] } }) }
    }
    if (!odd) return value
    if ((typeof value === 'number' || typeof value === 'bigint') && strikes()) return String(value)
    if (value === '' && strikes()) return null
    return value
  }
  return change(answer) as object
}

const TIMEOUT_SECONDS = 60
const SKEW_SECONDS = 600
const RETRY_AFTER_SECONDS = 2
const HTML = '<!DOCTYPE html><html><head><title>Shopee</title></head><body><h1>Estamos em manutenção</h1></body></html>'

/** The effects of the faults of one call, from its arrival to its last byte. */
export class FaultyCall {
  constructor(
    private readonly platform: Platform,
    private readonly faults: Fault[],
  ) {}

  private find(kind: FaultKind) {
    return this.faults.find((fault) => fault.kind === kind)
  }

  /** The platform's clock, as this call meets it. */
  get skewSeconds(): number {
    const fault = this.find('clock_skew')
    return fault ? (fault.parameters.seconds ?? SKEW_SECONDS) : 0
  }

  /** Faults that strike before anything is done. */
  answerEarly(requestId: string): Response | null {
    const limited = this.find('rate_limit_retry_after') ?? this.find('rate_limit')
    if (limited) {
      const after = String(limited.parameters.seconds ?? RETRY_AFTER_SECONDS)
      const message = 'Too many requests. You have reached the rate limit. Please try again later.'
      return jsonResponse({ request_id: requestId, error: 'error_rate_limit', message }, 429, {
        ...(limited.kind === 'rate_limit_retry_after' && { 'retry-after': after }),
      })
    }
    if (this.find('daily_limit')) {
      const message = 'You have reached the daily API call limit, please try again after 00: 00 (UTC+08:00).'
      return jsonResponse({ request_id: requestId, error: 'error_limit', message }, 429)
    }
    const broken = this.find('server_error')
    if (broken) return new Response('upstream request failed', { status: broken.parameters.status ?? 503 })
    if (this.find('error_server'))
      return jsonResponse({
        request_id: requestId,
        error: 'error_server',
        message: 'Something wrong. Please try later.',
      })
    if (this.find('html')) return new Response(HTML, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    return null
  }

  async strikeGrant(shopId: string | undefined): Promise<void> {
    if (!shopId || !/^\d{1,18}$/.test(shopId)) return
    const subject = { partnerId: this.platform.partnerId, shopId: BigInt(shopId), now: this.platform.clock.now() }
    await this.platform.transaction(async (db) => {
      if (this.find('grant_revoked')) await cancelGrant(db, subject)
      if (this.find('grant_expired')) await expireGrant(db, subject)
      if (this.find('token_dead')) await killAccessTokens(db, subject)
    })
  }

  distort(answer: object): object {
    const odd = this.find('odd_types')
    const unknown = this.find('unknown_fields')
    const struck = odd ?? unknown
    if (!struck || answer instanceof EnvelopeAnswer) return answer
    return distort(answer, {
      odd: Boolean(odd),
      unknown: Boolean(unknown),
      seed: `${struck.seed}|${struck.considered}`,
    })
  }

  /** The call has been done; whether its caller learns of it is another matter. */
  async send(
    c: Context<ServerEnvironment>,
    text: string,
    status: number,
    retryAfter: number | null,
  ): Promise<Response> {
    const { outgoing } = c.env
    const silent = this.find('timeout')
    if (silent) {
      await wait((silent.parameters.seconds ?? TIMEOUT_SECONDS) * 1000, undefined, { ref: false })
      outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    }
    if (this.find('cut_answer')) {
      const bytes = Buffer.from(text)
      outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy())
      return RESPONSE_ALREADY_SENT
    }
    return textResponse(text, status, retryAfter === null ? {} : { 'retry-after': String(retryAfter) })
  }
}

const jsonResponse = (members: object, status = 200, headers: Record<string, string> = {}) =>
  textResponse(toJson(members), status, headers)

const textResponse = (text: string, status: number, headers: Record<string, string>) =>
  new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
