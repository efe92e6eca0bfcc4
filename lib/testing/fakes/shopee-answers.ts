import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Limiter, ShopCaller } from '@/lib/shopee/app'
import { ShopeeError } from '@/lib/shopee/errors'
import { HttpFake } from './http-fake'

export type PlatformRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer }
export type Given = {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Ends the connection: before anything, or in the middle of the announced body. */
  cut?: 'before' | 'within'
  delayMs?: number
}

/** A limiter of one process: the next free slot per shop moves on by the cost of each call. */
function memoryLimiter(callsPerSecond: number): Limiter {
  const gapMs = 1000 / callsPerSecond
  const freeAt = new Map<string, number>()
  return {
    async takeTurn(shopId, cost = 1, longestWaitMs = Infinity) {
      const slot = Math.max(Date.now(), freeAt.get(shopId) ?? 0)
      const waitMs = slot - Date.now()
      if (waitMs > longestWaitMs) throw new ShopeeError('rateLimited', 'limiter', { retryAfterMs: waitMs })
      freeAt.set(shopId, slot + cost * gapMs)
      if (waitMs > 0) await wait(waitMs)
    },
    async holdBack(shopId, ms) {
      freeAt.set(shopId, Math.max(Date.now() + ms, freeAt.get(shopId) ?? 0))
    },
  }
}

/** A platform that answers what a test tells it to. */
export class ShopeeAnswers extends HttpFake {
  readonly requests: PlatformRequest[] = []
  answer: (request: PlatformRequest) => Given = () => ({
    body: '{"error":"","message":"","request_id":"r","response":{}}',
  })

  protected async serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.address)
    const received = { method: request.method ?? '', url, headers: request.headers, body: await buffer(request) }
    this.requests.push(received)
    const { status = 200, headers = {}, body = '', cut, delayMs = 0 } = this.answer(received)
    setTimeout(() => {
      if (cut === 'before') return request.socket.destroy()
      if (cut === 'within') {
        reply.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body) + 10) })
        return reply.write(body, () => request.socket.destroy())
      }
      return reply.writeHead(status, headers).end(body)
    }, delayMs)
  }

  /** A success with that response. */
  succeed(response: unknown): void {
    this.answer = () => ({ body: JSON.stringify({ error: '', message: '', request_id: 'r', response }) })
  }

  refuse(error: string, message = '', given: Given = {}): void {
    this.answer = () => ({ ...given, body: JSON.stringify({ error, message, request_id: 'r' }) })
  }

  caller(changes: Partial<ShopCaller> = {}): ShopCaller {
    return {
      app: {
        partnerId: 2001887,
        partnerKey: 'test-partner-key',
        apiUrl: this.address,
        authUrl: `${this.address}/auth`,
        fetchTimeoutMs: 2000,
      },
      shopId: '14701711',
      accessToken: 'a'.repeat(32),
      limiter: memoryLimiter(1000),
      deadlineMs: 10_000,
      ...changes,
    }
  }
}
